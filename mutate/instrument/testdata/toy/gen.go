//go:build ignore

// A program that is no part of the package.
package main

func main() {}
