package engines

import (
	"errors"
	"strings"
)

// split splits a command into words at blanks. Within single quotation marks everything stands for itself, within
// double ones everything but a backslash, which takes the meaning from the character behind it.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune // the mark that is open, or 0
	inWord, escaped := false, false
	for _, c := range command {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("a quotation is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
