package fuzz_test

import (
	"github.com/wasmfuzz/wasmfuzz/mutate"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz"
	"github.com/wasmfuzz/wasmfuzz/mutate/fuzz/internal/regex"
)

// An input is an expression and a text that it may match.
type input struct {
	Expr regex.Expr
	Text []regex.Letter
}

// inputs describes input by the combinators of package mutate.
func inputs() mutate.Mutator[input] {
	var expr mutate.Mutator[regex.Expr]
	sub := mutate.Ref(&expr)
	letter := mutate.Enum(regex.A, regex.B, regex.C)
	expr = mutate.Sum(
		mutate.Case[regex.Expr, regex.Nil](),
		mutate.Case[regex.Expr, regex.Eps](),
		mutate.Case[regex.Expr](mutate.Field(func(e *regex.Lit) *regex.Letter { return &e.Char }, letter)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Seq) *regex.Expr { return &e.X }, sub),
			mutate.Field(func(e *regex.Seq) *regex.Expr { return &e.Y }, sub)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Alt) *regex.Expr { return &e.X }, sub),
			mutate.Field(func(e *regex.Alt) *regex.Expr { return &e.Y }, sub)),
		mutate.Case[regex.Expr](
			mutate.Field(func(e *regex.Star) *regex.Expr { return &e.X }, sub)),
	)
	return mutate.Struct(
		mutate.Field(func(in *input) *regex.Expr { return &in.Expr }, expr),
		mutate.Field(func(in *input) *[]regex.Letter { return &in.Text }, mutate.Slice[[]regex.Letter](letter)),
	)
}

// sound says that an expression still matches a text when optimised.
func sound(in input) fuzz.Verdict {
	switch {
	case len(in.Text) > regex.MaxText || !regex.Match(in.Expr, in.Text):
		return fuzz.Discarded
	case !regex.Match(regex.Optimise(in.Expr), in.Text):
		return fuzz.Failed
	}
	return fuzz.Passed
}

func toy() fuzz.Target[input] {
	m := inputs()
	return fuzz.Target[input]{Generate: m.Random, Mutator: m, Test: sound}
}
