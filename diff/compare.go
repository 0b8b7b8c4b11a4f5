package diff

import (
	"bytes"
	"fmt"

	"github.com/wasmfuzz/wasmfuzz/interp/store"
)

// Compare returns the first difference between two outcomes of one module and script in the order of execution,
// as a line for people, or "" if there is none.
func Compare(a, b Outcome) string { return new(Open).Compare(a, b) }

// CompareVerdicts returns the difference between two verdicts on one module, or "".
func CompareVerdicts(a, b Verdict) string {
	if a.Kind == b.Kind || a.Kind == Inconclusive || b.Kind == Inconclusive {
		return ""
	}
	return fmt.Sprintf("%s vs %s", words(a.Kind, a.Text), words(b.Kind, b.Text))
}

// Compare is the function Compare but for bits that are open.
func (o *Open) Compare(a, b Outcome) string {
	if a.Stage == Unknown || b.Stage == Unknown {
		return ""
	}
	if a.Stage != b.Stage {
		if !o.knows(0) && a.Stage != Crashed && b.Stage != Crashed {
			return ""
		}
		return fmt.Sprintf("%s vs %s", words(a.Stage, a.said()), words(b.Stage, b.said()))
	}
	if d := o.event(0, a.Start, b.Start); d != "" {
		return "instantiation: " + d
	}
	for i := range min(len(a.Calls), len(b.Calls)) {
		if d := o.event(i+1, a.Calls[i], b.Calls[i]); d != "" {
			return fmt.Sprintf("call %d %s: %s", i, a.Calls[i].Func, d)
		}
	}
	if a.Inconclusive != "" || b.Inconclusive != "" {
		return ""
	}
	if len(a.Calls) != len(b.Calls) {
		return fmt.Sprintf("%d calls vs %d calls", len(a.Calls), len(b.Calls))
	}
	if o.Inconclusive != "" {
		return ""
	}
	return o.State.compare(a.State, b.State)
}

// event compares the events with index i, the instantiation being 0.
func (o *Open) event(i int, a, b Event) string {
	switch {
	case i == 0 && o.knows(i):
		return o.Start.compare(a, b)
	case o.knows(i):
		open := at(o.Calls, i-1)
		return open.compare(a, b)
	case (a.Trap == Failure) != (b.Trap == Failure):
		return fmt.Sprintf("%s vs %s", stop(a), stop(b))
	}
	return ""
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

func (o *OpenEvent) compare(a, b Event) string {
	if d := o.trace(a.Trace, b.Trace); d != "" {
		return d
	}
	if a.Trap != b.Trap && a.Trap&b.Trap == 0 {
		return fmt.Sprintf("%s vs %s", stop(a), stop(b))
	}
	if a.Func != b.Func || len(a.Results) != len(b.Results) {
		return fmt.Sprintf("%d results of %s vs %d of %s", len(a.Results), a.Func, len(b.Results), b.Func)
	}
	for i, v := range a.Results {
		if w := b.Results[i]; !equal(v, w, at(o.Results, i)) {
			return fmt.Sprintf("result %d: %s vs %s", i, show(v), show(w))
		}
	}
	return o.After.compare(a.After, b.After)
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

func (o *OpenEvent) trace(a, b []HostCall) string {
	for i := range max(len(a), len(b)) {
		var x, y = "none", "none"
		if i < len(a) {
			x = a[i].String()
		}
		if i < len(b) {
			y = b[i].String()
		}
		if i >= len(a) || i >= len(b) || !hostCall(a[i], b[i], at(o.Trace, i)) {
			return fmt.Sprintf("host call %d: %s vs %s", i, x, y)
		}
	}
	return ""
}

func hostCall(a, b HostCall, open []Bits) bool {
	if a.Module != b.Module || a.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	for i, v := range a.Args {
		if !equal(v, b.Args[i], at(open, i)) {
			return false
		}
	}
	return true
}

// equal reports whether two values are the same but for open bits.
func equal(v, w store.Value, open Bits) bool {
	switch {
	case v.Type != w.Type:
		return false
	case v.Type.IsRef():
		return sameRef(v.Lo, w.Lo)
	}
	return (v.Lo^w.Lo)&^open.Lo == 0 && (v.Hi^w.Hi)&^open.Hi == 0
}

func (o *OpenState) compare(a, b State) string {
	if x, y := a.parts(), b.parts(); x != y {
		return fmt.Sprintf("state of %s vs %s", x, y)
	}
	for i, g := range a.Globals {
		if h := b.Globals[i]; g.Name != h.Name || !equal(g.Value, h.Value, at(o.Globals, i)) {
			return fmt.Sprintf("global %q: %s vs %s", g.Name, show(g.Value), show(h.Value))
		}
	}
	for i, m := range a.Memories {
		if d := memory(m, b.Memories[i], at(o.Memories, i)); d != "" {
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

func memory(a, b Memory, open []OpenByte) string {
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
		if x, y := a.At(i), b.At(i); x != y && (x^y)&^openByte(open, i) != 0 {
			return fmt.Sprintf(" at %#x: %02x vs %02x", i, x, y)
		}
	}
	return ""
}

// At returns the byte at an address.
func (m Memory) At(i int) byte {
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
