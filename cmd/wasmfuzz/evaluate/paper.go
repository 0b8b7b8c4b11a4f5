package evaluate

// Published is what the authors of MUTAGEN measured for one bug of their Table II: the raw data that they published with
// an earlier version of the paper, means of 30 runs for the validator and of 10 for the interpreter. The final paper has
// no numbers behind its figures.
type Published struct {
	Number                   int     // in Table II
	Bug                      string  // the name of our fault
	Text                     string  // the paper's description
	Tests                    float64 // to failure, of MUTAGEN, which found each bug in each run
	Mutagen, NoLIFO, NoReset Effort
	Random                   Effort // of QuickCheck
}

// Effort is what a strategy took. What is not known is zero.
type Effort struct {
	Seconds float64 // to failure
	Rate    float64 // of runs that found the bug
}

// TableII are the planted bugs of the paper, in its order.
var TableII = []Published{
	{1, "validate-if-else-type", "wrong if-then-else type validation on else branch", 17219,
		Effort{6.694, 1}, Effort{0, 0.03}, Effort{47.4, 1}, Effort{}},
	{2, "validate-stack-rest", "wrong stack type validation", 1526,
		Effort{1.159, 1}, Effort{}, Effort{7.3, 1}, Effort{}},
	{3, "validate-function-type", "removed function type mismatch assertion", 111,
		Effort{0.100, 1}, Effort{}, Effort{0.53, 1}, Effort{}},
	{4, "validate-max-memories", "removed max memory instances assertion", 155,
		Effort{0.116, 1}, Effort{}, Effort{0.027, 1}, Effort{}},
	{5, "validate-export-function", "removed function index out-of-range assertion", 18,
		Effort{0.008, 1}, Effort{}, Effort{0.071, 1}, Effort{}},
	{6, "validate-i64-eqz", "wrong type validation on i64.eqz instruction", 2534,
		Effort{1.542, 1}, Effort{85, 1}, Effort{9.7, 1}, Effort{}},
	{7, "validate-i32-binary", "wrong type validation on i32 binary operations", 6076,
		Effort{2.532, 1}, Effort{3000, 0.80}, Effort{14.3, 1}, Effort{}},
	{8, "validate-memory-size", "removed memory index out-of-range assertion", 2393,
		Effort{1.313, 1}, Effort{69, 1}, Effort{9.9, 1}, Effort{}},
	{9, "validate-i64-const", "wrong type validation on i64 constants", 2342,
		Effort{1.191, 1}, Effort{74, 1}, Effort{9.6, 1}, Effort{}},
	{10, "validate-i32-load", "removed alignment validation on i32.load instruction", 6360,
		Effort{2.610, 1}, Effort{2340, 0.83}, Effort{12.5, 1}, Effort{}},
	{11, "interp-i32-sub", "wrong interpretation of i32.sub instruction", 741e3,
		Effort{392, 1}, Effort{46.8, 1}, Effort{291, 1}, Effort{0, 0.7}},
	{12, "interp-i32-lt-u", "wrong interpretation of i32.lt_u instruction", 416e3,
		Effort{228, 1}, Effort{50.5, 1}, Effort{384, 1}, Effort{0, 0.6}},
	{13, "interp-i32-shr-u", "wrong interpretation of i32.shr_u instruction", 300e3,
		Effort{211, 1}, Effort{266, 1}, Effort{431, 1}, Effort{0, 0.8}},
	{14, "interp-local-init", "wrong local variable initialization", 697e3,
		Effort{359, 1}, Effort{585, 0.4}, Effort{378, 1}, Effort{0.75, 1}},
	{15, "interp-i32-load8-s", "wrong memory address casting on i32.load8_s instruction", 449e3,
		Effort{243, 1}, Effort{1849, 0.2}, Effort{383, 1}, Effort{0, 0.1}},
}

// published returns the paper's row for a bug.
func published(bug string) (Published, bool) {
	for _, p := range TableII {
		if p.Bug == bug {
			return p, true
		}
	}
	return Published{}, false
}

// TableV are the paper's tests per second.
var TableV = []struct {
	Property, Strategy string
	Total, Passed      float64
}{
	{Validator, "random", 31882.78, 0.0003},
	{Validator, "mutagen", 3505.68, 756.52},
	{Interpreter, "random", 106619.31, 18.02},
	{Interpreter, "mutagen", 2142.14, 500.67},
}
