package binary

// uN reads an unsigned integer of n bits in LEB128 (section 5.2.2): at most ceil(n/7) bytes, and no bit set
// beyond the n'th.
func (r *reader) uN(n uint) uint64 {
	var x uint64
	for shift := uint(0); ; shift += 7 {
		at := r.pos
		b := r.byte()
		if left := n - shift; left < 7 && b&0x7F>>left != 0 {
			r.fail(at, tooLarge)
		}
		x |= uint64(b&0x7F) << shift
		if b < 0x80 {
			return x
		}
		if shift+7 >= n {
			r.fail(r.pos, tooLong)
		}
	}
}

// sN reads a signed integer of n bits in LEB128: at most ceil(n/7) bytes, and the bits beyond the n'th repeat
// the sign.
func (r *reader) sN(n uint) int64 {
	var x int64
	for shift := uint(0); ; shift += 7 {
		at := r.pos
		b := r.byte()
		if left := n - shift; left < 7 {
			if sign := int8(b<<1) >> left; sign != 0 && sign != -1 { // bits left-1 to 6 of b
				r.fail(at, tooLarge)
			}
		}
		x |= int64(b&0x7F) << shift
		if b < 0x80 {
			return x << (57 - min(shift, 57)) >> (57 - min(shift, 57)) // extend the sign, bit 6 of b
		}
		if shift+7 >= n {
			r.fail(r.pos, tooLong)
		}
	}
}

// u32 is uN(32).
func (r *reader) u32() uint32 {
	if r.pos < len(r.b) && r.b[r.pos] < 0x80 {
		r.pos++
		return uint32(r.b[r.pos-1])
	}
	return uint32(r.uN(32))
}

// appendU appends x in the shortest LEB128 encoding.
func appendU(b []byte, x uint32) []byte {
	for x >= 0x80 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x))
}

// appendS appends x in the shortest signed LEB128 encoding.
func appendS(b []byte, x int64) []byte {
	for x < -64 || x >= 64 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x)&0x7F)
}
