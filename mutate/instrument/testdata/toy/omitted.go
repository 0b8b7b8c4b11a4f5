//probe:omit

package toy

// Omitted is not in the copy.
func Omitted(n int) bool { return n > 3 && quiet(n) }
