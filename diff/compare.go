package diff

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// NaN says which NaNs are equal. Numbers are equal if their bits are, so the two zeros differ.
type NaN byte

const (
	// NaNBits: NaNs are equal if their bits are. It is right for modules that went through Canon.
	NaNBits NaN = iota
	// NaNSpec: an f32 or f64 result, global or argument of a host function may be any arithmetic NaN where the
	// other engine has one (section 4.3.3). Vectors and memory are compared by their bits.
	NaNSpec
)

// Compare returns the first difference between two outcomes of one module and script in the order of execution,
// as a line for people, or "" if there is none. It compares NaNs by their bits.
func Compare(a, b Outcome) string { return NaNBits.Compare(a, b) }

// CompareVerdicts returns the difference between two verdicts on one module, or "".
func CompareVerdicts(a, b Verdict) string {
	if a.Kind == b.Kind || a.Kind == Inconclusive || b.Kind == Inconclusive {
		return ""
	}
	return fmt.Sprintf("%s vs %s", words(a.Kind, a.Text), words(b.Kind, b.Text))
}

// Compare is the function Compare with a choice of which NaNs are equal.
func (n NaN) Compare(a, b Outcome) string {
	if a.Stage == Unknown || b.Stage == Unknown {
		return ""
	}
	if a.Stage != b.Stage {
		return fmt.Sprintf("%s vs %s", words(a.Stage, a.said()), words(b.Stage, b.said()))
	}
	if d := n.event(a.Start, b.Start); d != "" {
		return "instantiation: " + d
	}
	for i := range min(len(a.Calls), len(b.Calls)) {
		if d := n.event(a.Calls[i], b.Calls[i]); d != "" {
			return fmt.Sprintf("call %d %s: %s", i, a.Calls[i].Func, d)
		}
	}
	if a.Inconclusive != "" || b.Inconclusive != "" {
		return ""
	}
	if len(a.Calls) != len(b.Calls) {
		return fmt.Sprintf("%d calls vs %d calls", len(a.Calls), len(b.Calls))
	}
	return n.state(a.State, b.State)
}

// said is what the engine said of the stage.
func (o *Outcome) said() string {
	if o.Stage == Uninstantiable {
		return o.Start.Trap.String()
	}
	return o.Text
}

// words adds what the engine said to what it means.
func words(kind fmt.Stringer, text string) string {
	if text == "" {
		return kind.String()
	}
	return fmt.Sprintf("%s (%s)", kind, text)
}

func (n NaN) event(a, b Event) string {
	if d := n.trace(a.Trace, b.Trace); d != "" {
		return d
	}
	if a.Trap != b.Trap && a.Trap&b.Trap == 0 {
		return fmt.Sprintf("%s vs %s", stop(a), stop(b))
	}
	if a.Func != b.Func || len(a.Results) != len(b.Results) {
		return fmt.Sprintf("%d results of %s vs %d of %s", len(a.Results), a.Func, len(b.Results), b.Func)
	}
	for i, v := range a.Results {
		if w := b.Results[i]; !n.equal(v, w) {
			return fmt.Sprintf("result %d: %s vs %s", i, show(v), show(w))
		}
	}
	return n.state(a.After, b.After)
}

// stop tells how an event ended.
func stop(e Event) string {
	switch {
	case e.Trap != 0:
		return "trap: " + e.Trap.String()
	case len(e.Results) == 1:
		return "result " + show(e.Results[0])
	}
	return fmt.Sprintf("%d results", len(e.Results))
}

func (n NaN) trace(a, b []HostCall) string {
	for i := range max(len(a), len(b)) {
		var x, y = "none", "none"
		if i < len(a) {
			x = a[i].String()
		}
		if i < len(b) {
			y = b[i].String()
		}
		if i >= len(a) || i >= len(b) || !n.hostCall(a[i], b[i]) {
			return fmt.Sprintf("host call %d: %s vs %s", i, x, y)
		}
	}
	return ""
}

func (n NaN) hostCall(a, b HostCall) bool {
	return a.Module == b.Module && a.Name == b.Name && slices.EqualFunc(a.Args, b.Args, n.equal)
}

func (n NaN) equal(v, w store.Value) bool {
	switch {
	case v.Type != w.Type:
		return false
	case v.Type.IsRef():
		return sameRef(v.Lo, w.Lo)
	case n == NaNSpec && arithmetic(v) && arithmetic(w):
		return true
	}
	return v == w
}

// arithmetic reports whether v is an arithmetic NaN: the highest bit of its payload is set.
func arithmetic(v store.Value) bool {
	switch v.Type {
	case wasmast.F32:
		return v.Lo&uint64(nan32) == uint64(nan32)
	case wasmast.F64:
		return v.Lo&uint64(nan64) == uint64(nan64)
	}
	return false
}

func (n NaN) state(a, b State) string {
	if x, y := a.parts(), b.parts(); x != y {
		return fmt.Sprintf("state of %s vs %s", x, y)
	}
	for i, g := range a.Globals {
		if h := b.Globals[i]; g.Name != h.Name || !n.equal(g.Value, h.Value) {
			return fmt.Sprintf("global %q: %s vs %s", g.Name, show(g.Value), show(h.Value))
		}
	}
	for i, m := range a.Memories {
		if d := memory(m, b.Memories[i]); d != "" {
			return fmt.Sprintf("memory %q%s", m.Name, d)
		}
	}
	for i, t := range a.Tables {
		if d := table(t, b.Tables[i]); d != "" {
			return fmt.Sprintf("table %q%s", t.Name, d)
		}
	}
	for i, x := range a.Segments {
		if y := b.Segments[i]; x != y {
			return fmt.Sprintf("segment %q: %s vs %s", x.Name, dropped(x.Dropped), dropped(y.Dropped))
		}
	}
	return ""
}

// parts counts what there is to be compared.
func (s State) parts() string {
	return fmt.Sprintf("%d globals, %d memories, %d tables and %d segments", len(s.Globals), len(s.Memories), len(s.Tables), len(s.Segments))
}

func dropped(yes bool) string {
	if yes {
		return "dropped"
	}
	return "not dropped"
}

func memory(a, b Memory) string {
	if a.Name != b.Name {
		return fmt.Sprintf(" vs %q", b.Name)
	}
	if a.Pages != b.Pages {
		return fmt.Sprintf(": %d pages vs %d pages", a.Pages, b.Pages)
	}
	if bytes.Equal(a.Data, b.Data) {
		return ""
	}
	for i := range max(len(a.Data), len(b.Data)) {
		if x, y := a.at(i), b.at(i); x != y {
			return fmt.Sprintf(" at %#x: %02x vs %02x", i, x, y)
		}
	}
	return ""
}

// at returns the byte at an address.
func (m Memory) at(i int) byte {
	if i < len(m.Data) {
		return m.Data[i]
	}
	return 0
}

func table(a, b Table) string {
	if a.Name != b.Name {
		return fmt.Sprintf(" vs %q", b.Name)
	}
	if a.Size != b.Size {
		return fmt.Sprintf(": size %d vs %d", a.Size, b.Size)
	}
	for len(a.Elems) > 0 || len(b.Elems) > 0 {
		i := min(a.first(), b.first())
		if x, y := a.take(i), b.take(i); !sameRef(x, y) {
			return fmt.Sprintf(" at %d: %s vs %s", i, showRef(x), showRef(y))
		}
	}
	return ""
}

// first returns the index of the first element that is not null, or the size if there is none.
func (t *Table) first() uint32 {
	if len(t.Elems) == 0 {
		return t.Size
	}
	return t.Elems[0].Index
}

// take removes element i, if it is the first that is not null, and returns it.
func (t *Table) take(i uint32) (ref uint64) {
	if len(t.Elems) > 0 && t.first() == i {
		ref, t.Elems = t.Elems[0].Ref, t.Elems[1:]
	}
	return ref
}
