//probe:omit

package validate

import "embed"

// Source is the source of this package, which reports of coverage show.
//
//go:embed *.go
var Source embed.FS
