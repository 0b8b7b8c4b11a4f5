package toy

// Plan9 is not built on most systems.
func Plan9(n int) bool { return n > 0 && n < 9 }
