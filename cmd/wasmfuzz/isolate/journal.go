package isolate

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wasmfuzz/wasmfuzz/diff"
)

// header is the beginning of the shared memory, which is zero when the first worker starts.
type header struct {
	started atomic.Int64  // when the first worker did, as a Unix time in nanoseconds
	turn    atomic.Uint64 // odd while an engine is asked; it only grows
	size    atomic.Uint64 // of the latest question
	over    atomic.Uint64 // one more than the number of tests that are over; 0 before the first begins
	workers atomic.Uint64 // that were started before
	ready   atomic.Bool   // whether the worker can be interrupted
	done    atomic.Bool   // whether the command has come to its end
	tallies [256]tally
}

// tally counts what has a name. The first of no name is unused, and all behind it.
type tally struct {
	count atomic.Uint64
	size  uint64
	name  [112]byte
}

// The shared memory has a header, and behind it the latest question.
const (
	questionStart = (unsafe.Sizeof(header{}) + 4095) &^ 4095
	maxQuestion   = 1 << 20
	sharedSize    = questionStart + maxQuestion
)

// Journal is what a worker tells about itself. Its methods are for one goroutine.
type Journal struct {
	*header
	question []byte   // the space for it in the shared memory
	log      *os.File // what is seldom told: a line of JSON for each entry
	failures map[[sha256.Size]byte]*diff.Stop
	failed   map[string]bool // engines
	past     Past

	interrupted bool
}

// newJournal returns the journal in shared memory, which has sharedSize bytes, and in a log.
func newJournal(shared []byte, log *os.File) (*Journal, error) {
	j := &Journal{
		header:   (*header)(unsafe.Pointer(&shared[0])),
		question: shared[questionStart:sharedSize:sharedSize],
		log:      log,
		failures: map[[sha256.Size]byte]*diff.Stop{},
		failed:   map[string]bool{},
	}
	j.started.CompareAndSwap(0, time.Now().UnixNano())
	return j, j.read()
}

// read reads what the workers before have told.
func (j *Journal) read() error {
	over := j.over.Load()
	j.past = Past{Workers: int(j.workers.Load()), Started: time.Unix(0, j.started.Load()), Begun: over > 0, Tests: int(max(over, 1)) - 1,
		Diverged: map[int]bool{}, Flaky: map[int]bool{}, Inconclusive: map[string]int{}}
	for i := range j.tallies {
		if t := &j.tallies[i]; t.size > 0 {
			j.past.Inconclusive[string(t.name[:t.size])] = int(t.count.Load())
		}
	}
	if _, err := j.log.Seek(0, io.SeekStart); err != nil {
		return err
	}
	lines := json.NewDecoder(bufio.NewReader(j.log))
	for {
		var e entry
		switch err := lines.Decode(&e); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("the log of the workers before: %w", err)
		case e.Failure != nil:
			j.failures[e.Failure.Question] = e.Failure.stop()
			j.failed[e.Failure.Engine] = true
		case e.Flaky:
			j.past.Flaky[e.Diverged] = true
		default:
			j.past.Diverged[e.Diverged] = true
		}
	}
}

func (f *Failure) stop() *diff.Stop {
	if f.Hung {
		return diff.StopStage(diff.Hung, f.Text)
	}
	return diff.StopStage(diff.Crashed, f.Text)
}

// Interrupted reports whether the command is to end as soon as it has come to where the workers before were.
func (j *Journal) Interrupted() bool { return j.interrupted }

// Past returns what the workers before have done, nothing for the first one.
func (j *Journal) Past() Past { return j.past }

// Begin keeps the question, unless a worker has failed over it: then it returns how. It is a method of diff.Witness.
func (j *Journal) Begin(engine string, wasm []byte, scripts ...*diff.Script) *diff.Stop {
	q := appendQuestion(j.question[:0], engine, wasm, scripts)
	if stop := j.failure(q); stop != nil {
		return stop
	}
	j.size.Store(uint64(copy(j.question, q))) // it may have grown beyond the shared memory before it was hashed
	j.turn.Store((j.turn.Load() + 1) | 1)     // also if a panic came before the latest End
	return nil
}

// failure returns how a worker failed over a question, or nil.
func (j *Journal) failure(question []byte) *diff.Stop {
	if len(j.failures) == 0 {
		return nil
	}
	return j.failures[sha256.Sum256(question)]
}

// End is a method of diff.Witness.
func (j *Journal) End() { j.turn.Add(1) }

// Elsewhere returns a witness for engines that run in processes of their own. It returns how a worker failed over a
// question, but what the engine does is no business of the supervisor.
func (j *Journal) Elsewhere() diff.Witness { return &elsewhere{journal: j} }

type elsewhere struct {
	journal  *Journal
	question []byte
}

func (w *elsewhere) Begin(engine string, wasm []byte, scripts ...*diff.Script) *diff.Stop {
	if len(w.journal.failures) > 0 {
		w.question = appendQuestion(w.question[:0], engine, wasm, scripts)
	}
	return w.journal.failure(w.question)
}

func (*elsewhere) End() {}

// appendQuestion appends what tells questions apart: the engine's name, which ends in a zero, the module, and the
// scripts as far as they do not follow from the module. If that is long, it appends the name and a hash.
func appendQuestion(b []byte, engine string, wasm []byte, scripts []*diff.Script) []byte {
	begin := len(b)
	b = append(append(b, engine...), 0)
	name := b[begin:]
	b = append(b, wasm...)
	for _, s := range scripts {
		b = append(b, "script"...)
		for _, g := range s.Before {
			b = binary.LittleEndian.AppendUint64(b, g.Value.Lo)
		}
		for _, c := range s.Calls {
			b = append(append(b, c.Func...), 0)
			for _, v := range c.Args {
				b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, v.Lo), v.Hi)
			}
		}
	}
	if len(b)-begin > maxQuestion {
		sum := sha256.Sum256(b[begin:])
		b = append(append(b[:begin], name...), sum[:]...)
	}
	return b
}

// Diverged tells that a divergence was reported that a test has shown.
func (j *Journal) Diverged(test int, flaky bool) error {
	return j.write(entry{Diverged: test, Flaky: flaky})
}

// Failed reports whether a worker has ended over an engine.
func (j *Journal) Failed(engine string) bool { return j.failed[engine] }

// Over tells that all tests up to the given number are over, and how many answers decided nothing if that is not nil.
func (j *Journal) Over(test int, inconclusive map[string]int) {
	for name, n := range inconclusive {
		j.tally(name, n)
	}
	j.over.Store(uint64(test) + 1)
}

// tally keeps a number. If there are too many names, or one is too long, it will be missing.
func (j *Journal) tally(name string, n int) {
	for i := range j.tallies {
		t := &j.tallies[i]
		if t.size == 0 && len(name) <= len(t.name) {
			t.size = uint64(copy(t.name[:], name))
		}
		if string(t.name[:t.size]) == name {
			t.count.Store(uint64(n))
			return
		}
	}
}

// Done tells that the command has come to its end, so that the end of the process is no failure.
func (j *Journal) Done() { j.done.Store(true) }

func (j *Journal) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		panic("wasmfuzz: internal error: " + err.Error())
	}
	if _, err := j.log.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	_, err = j.log.Write(append(line, '\n'))
	return err
}
