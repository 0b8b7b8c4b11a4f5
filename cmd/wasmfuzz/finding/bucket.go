package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"github.com/wasmfuzz/wasmfuzz/wasmast"
)

// The subjects of divergences.
const (
	Validity  = "validity"
	Execution = "execution"
)

// Key is what findings of one bug have in common, as far as that can be told from outside. It is taken from the module
// that was made small, so that what the original consisted of does not matter.
type Key struct {
	// Subject is Validity or Execution.
	Subject string `json:"subject"`
	// Who are the engines that are outvoted, families by their names, or those that disagree if none is.
	Who string `json:"who"`
	// Contrast is what is right and what they do instead, as in Case.
	Contrast string `json:"contrast"`
	// Culprits are the instructions to which the divergence belongs, as in Explanation: each by its name or, if others
	// show the divergence in its place, by "any" and their shape.
	Culprits []string `json:"culprits,omitempty"`
}

// KeyOf returns the key of a case and the explanation of its module.
func KeyOf(c *Case, x *Explanation) Key {
	k := Key{Subject: Validity, Who: who(c.Ballot), Contrast: c.Contrast}
	if c.Trial != nil {
		k.Subject = Execution
	}
	for _, culprit := range x.Culprits {
		if name := culprit.name(); name != "" && !slices.Contains(k.Culprits, name) {
			k.Culprits = append(k.Culprits, name)
		}
	}
	return k
}

// name is the name of the instruction or, if others show the divergence in its place, that of their shape; it is ""
// if they do no more than to supply a value.
func (c *Culprit) name() string {
	switch info := c.Op.Info(); {
	case len(c.Alternatives) == 0:
		return info.Name
	case supplies(c.Op):
		return ""
	default:
		return classPrefix + info.Shape.String()
	}
}

// text is a text that two keys have in common if and only if they are equal.
func (k Key) text() string {
	return strings.Join(append([]string{k.Subject, k.Who, k.Contrast}, k.Culprits...), "\x00")
}

// Equal reports whether two keys are equal.
func (k Key) Equal(other Key) bool { return k.text() == other.text() }

// covers reports whether a finding with the key other is of the bucket with the key k: because they are equal, but for
// the types of the culprits; because the divergence of k shows with part of the other's culprits, so that the others are
// no more than what carries it further; because one rule for many instructions is broken; or because both are about the
// validity of the same instructions. Where nobody is outvoted, one of those who disagree is to blame.
func (k Key) covers(other Key) bool {
	if k.Subject != other.Subject || k.Who != other.Who && !slices.Contains(strings.Split(other.Who, orWho), k.Who) {
		return false
	}
	same := k.Contrast == other.Contrast
	for _, c := range k.Culprits {
		if !slices.ContainsFunc(other.Culprits, func(o string) bool { return c == o || same && alike(c, o) }) {
			return false
		}
	}
	switch {
	case same:
		return true
	case len(k.Culprits) == len(other.Culprits):
		return k.Subject == Validity && len(k.Culprits) > 0
	}
	return len(k.Culprits) > 0
}

// alike reports whether what is wrong in the same way with two culprits is most likely one bug: o is an instruction of
// the shape c, or they have one name but for types, such as i32.trunc_f32_s and i64.trunc_f64_u.
func alike(c, o string) bool {
	if strings.HasPrefix(c, classPrefix) {
		return c == class(o)
	}
	_, x, typed := strings.Cut(c, ".")
	_, y, alsoTyped := strings.Cut(o, ".")
	return typed && alsoTyped && stem.FindString(x) == stem.FindString(y)
}

// stem matches the part of a mnemonic that says what is done.
var stem = regexp.MustCompile(`^[a-z]+`)

// orWho stands between those who disagree if nobody is outvoted.
const orWho = " or "

// classPrefix begins the name of all instructions of a shape.
const classPrefix = "any "

// class returns the name of the shape of an instruction, given the instruction's.
func class(name string) string {
	for op := range wasmast.Op(wasmast.NumOps) {
		if info := op.Info(); info.Name == name {
			return classPrefix + info.Shape.String()
		}
	}
	return name
}

// unnamed matches what does not belong in the name of a file.
var unnamed = regexp.MustCompile(`[^A-Za-z0-9._]+`)

// maxName bounds the part of a bucket's name that is for people.
const maxName = 60

// Name is the name of the bucket, which is that of its directory.
func (k Key) Name() string {
	words := k.Who
	if len(k.Culprits) > 0 {
		words += " " + strings.Join(k.Culprits, " ")
	} else {
		words += " " + k.Contrast
	}
	sum := sha256.Sum256([]byte(k.text()))
	name := strings.Trim(unnamed.ReplaceAllString(words, "-"), "-")
	return strings.TrimRight(name[:min(len(name), maxName)], "-.") + "-" + hex.EncodeToString(sum[:4])
}

// identifier is the name as part of one in Go.
func (k Key) identifier() string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(k.Name(), func(c rune) bool { return c == '-' || c == '.' || c == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// contains reports whether m has all instructions of a list.
func contains(m *wasmast.Module, culprits []Culprit) bool {
	ops := operatorsOf(m)
	for _, c := range culprits {
		if ops[c.Op] == 0 && !slices.ContainsFunc(c.Alternatives, func(op wasmast.Op) bool { return ops[op] > 0 }) {
			return false
		}
	}
	return true
}
