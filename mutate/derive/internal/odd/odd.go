// Package odd declares types that mutate/derive does not describe.
package odd

type (
	// Float has a field of a type that no combinator describes.
	Float struct{ X []float64 }
	// Map has one too.
	Map struct{ X map[string]int }
	// Nested has one deep inside.
	Nested struct{ X [][2]*complex64 }
	// Unnamed has a field of a type without a name.
	Unnamed struct{ X struct{ Y int } }
	// Anonymous has a field whose variants cannot be named.
	Anonymous struct{ X interface{ odd() } }
	// Private hides a field.
	Private struct{ x int }
	// Open can have variants elsewhere.
	Open interface{ Odd() }
	// Empty has no variants.
	Empty interface{ empty() }
	// Pointed has a variant that is not a value.
	Pointed interface{ pointed() }
	// Scalar has a variant that is no struct.
	Scalar interface{ scalar() }
	// Hidden has a variant with a hidden field.
	Hidden interface{ hidden() }
	// Generic has a parameter, Instance a field of an instance.
	Generic[T any] struct{ X T }
	Instance       struct{ X Generic[int] }
	// Endless is made of itself, and so are Ping and Pong.
	Endless interface{ endless() }
	Ping    interface{ ping() }
	Pong    struct{ X [2]Ping }
	// Alias is another name.
	Alias = Float
)

// The variants.
type (
	Pointer    struct{}
	Number     int
	HidesField struct{ Private }
	hides      struct{ X Private }
	More       struct{ X, Y Endless }
	ToPong     struct{ X Pong }
)

func (*Pointer) pointed()  {}
func (Number) scalar()     {}
func (hides) hidden()      {}
func (HidesField) hidden() {}
func (More) endless()      {}
func (ToPong) ping()       {}

var _ = Private{x: 0}.x + len([]Empty{}) + len([]Hidden{hides{}})
