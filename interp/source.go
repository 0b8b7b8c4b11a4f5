//probe:omit

package interp

import "embed"

//go:generate go run gen.go

// Source is the source of this package, which reports of coverage show.
//
//go:embed *.go
var Source embed.FS
