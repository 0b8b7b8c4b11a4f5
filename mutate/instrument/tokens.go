package main

import (
	"go/scanner"
	"go/token"
	"strings"
)

// normalize returns the tokens of src on one line, without comments, with a space
// between any two, so that equal code is equal text.
func normalize(src []byte) string { return join(tokens(src), func(lexeme) bool { return true }) }

// oneLine returns src on one line, without comments, with spaces where it has any.
func oneLine(src string) string {
	return join(tokens([]byte(src)), func(l lexeme) bool { return l.spaced })
}

// A lexeme is a token of Go's.
type lexeme struct {
	text   string
	spaced bool // whether space precedes it
}

func join(list []lexeme, spaced func(lexeme) bool) string {
	var b strings.Builder
	for i, l := range list {
		if i > 0 && spaced(l) {
			b.WriteByte(' ')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// tokens returns the tokens of src. Semicolons are where Go's grammar has them, except
// before closing brackets, where they are optional.
func tokens(src []byte) (list []lexeme) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, func(token.Position, string) {}, 0)
	end := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.RPAREN || tok == token.RBRACE || tok == token.EOF {
			for len(list) > 0 && list[len(list)-1].text == ";" {
				list = list[:len(list)-1]
			}
		}
		if tok == token.EOF {
			return list
		}
		start := file.Offset(pos)
		switch {
		case tok == token.SEMICOLON:
			list = append(list, lexeme{";", false})
			continue
		case !tok.IsLiteral():
			text = tok.String()
		}
		list = append(list, lexeme{text, start > end})
		end = start + len(text)
	}
}
