package external

import _ "embed"

//go:embed v8.js
var v8 string

// V8 returns how to start the adaptor for V8 under the given name. It runs in Node.js with the given options of node.
func V8(name string, options ...string) Config {
	command := append([]string{"node"}, options...)
	return Config{Name: name, Family: "v8", Command: append(command, "-e", v8), Timeout: DefaultTimeout}
}
