//probe:skip

package toy

// Skipped has no probes.
func Skipped(n int) bool {
	if n > 3 && quiet(n) {
		return true
	}
	return n == 0
}
