package toy

import _ "embed"

//go:embed data.txt
var data string

// Data returns the embedded file, and shadows the name of the probes' package.
func Data(n int) string {
	probe := data[:3]
	if n > 0 && n < 4 {
		return probe[:n]
	}
	return probe
}
