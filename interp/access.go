//probe:skip

package interp

// The loads and stores (section 4.4.7) as pure functions, named as in num.go. A load takes the bytes it reads, as
// a little-endian number of their width, and returns the value; a store takes the value and returns the bytes it
// writes. A load of a lane takes the vector to put it in and the lane's index too; so does a store of a lane.

func i32Load(x uint32) uint32    { return x }
func i64Load(x uint64) uint64    { return x }
func f32Load(x uint32) uint32    { return x }
func f64Load(x uint64) uint64    { return x }
func i32Load8S(x uint8) uint32   { return uint32(int8(x)) }
func i32Load8U(x uint8) uint32   { return uint32(x) }
func i32Load16S(x uint16) uint32 { return uint32(int16(x)) }
func i32Load16U(x uint16) uint32 { return uint32(x) }
func i64Load8S(x uint8) uint64   { return uint64(int8(x)) }
func i64Load8U(x uint8) uint64   { return uint64(x) }
func i64Load16S(x uint16) uint64 { return uint64(int16(x)) }
func i64Load16U(x uint16) uint64 { return uint64(x) }
func i64Load32S(x uint32) uint64 { return uint64(int32(x)) }
func i64Load32U(x uint32) uint64 { return uint64(x) }

func i32Store(x uint32) uint32   { return x }
func i64Store(x uint64) uint64   { return x }
func f32Store(x uint32) uint32   { return x }
func f64Store(x uint64) uint64   { return x }
func i32Store8(x uint32) uint8   { return uint8(x) }
func i32Store16(x uint32) uint16 { return uint16(x) }
func i64Store8(x uint64) uint8   { return uint8(x) }
func i64Store16(x uint64) uint16 { return uint16(x) }
func i64Store32(x uint64) uint32 { return uint32(x) }

func v128Load(x v128) v128          { return x }
func v128Load8Splat(x uint8) v128   { return i8x16Splat(uint32(x)) }
func v128Load16Splat(x uint16) v128 { return i16x8Splat(uint32(x)) }
func v128Load32Splat(x uint32) v128 { return i32x4Splat(x) }
func v128Load64Splat(x uint64) v128 { return i64x2Splat(x) }
func v128Load32Zero(x uint32) v128  { return v128{lo: uint64(x)} }
func v128Load64Zero(x uint64) v128  { return v128{lo: x} }
func v128Store(x v128) v128         { return x }

func v128Load8Lane(x uint8, a v128, lane uint8) v128   { return i8x16ReplaceLane(a, uint32(x), lane) }
func v128Load16Lane(x uint16, a v128, lane uint8) v128 { return i16x8ReplaceLane(a, uint32(x), lane) }
func v128Load32Lane(x uint32, a v128, lane uint8) v128 { return i32x4ReplaceLane(a, x, lane) }
func v128Load64Lane(x uint64, a v128, lane uint8) v128 { return i64x2ReplaceLane(a, x, lane) }

func v128Store8Lane(a v128, lane uint8) uint8   { return uint8(i8x16ExtractLaneU(a, lane)) }
func v128Store16Lane(a v128, lane uint8) uint16 { return uint16(i16x8ExtractLaneU(a, lane)) }
func v128Store32Lane(a v128, lane uint8) uint32 { return i32x4ExtractLane(a, lane) }
func v128Store64Lane(a v128, lane uint8) uint64 { return i64x2ExtractLane(a, lane) }
