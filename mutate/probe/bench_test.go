package probe

import "testing"

// sieve counts the primes below 1<<13; probed is the same with the probes that
// the instrumenter would insert. Their ratio is the price of coverage in a
// tight loop.
func sieve(composite []bool) (n int) {
	clear(composite)
	for i := 2; i < len(composite); i++ {
		if composite[i] {
			continue
		}
		n++
		for j := i * i; j < len(composite); j += i {
			composite[j] = true
		}
	}
	return n
}

func probed(composite []bool) (n int) {
	Step(1)
	clear(composite)
	for i := 2; Cond(16, i < len(composite)); i++ {
		Step(2)
		if Cond(19, composite[i]) {
			Hit(3)
			continue
		}
		Hit(4)
		n++
		for j := i * i; Cond(22, j < len(composite)); j += i {
			Step(5)
			composite[j] = true
		}
		Hit(6)
	}
	Hit(7)
	return n
}

func benchmarkSieve(b *testing.B, f func([]bool) int) {
	buf := make([]bool, 1<<13)
	for b.Loop() {
		Reset()
		if f(buf) != 1028 {
			b.Fatal("wrong number of primes")
		}
	}
}

func BenchmarkSieve(b *testing.B)       { benchmarkSieve(b, sieve) }
func BenchmarkSieveProbed(b *testing.B) { benchmarkSieve(b, probed) }

// BenchmarkRun is one short run: 200 hits of 100 distinct edges, and Reset.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		Reset()
		for range 2 {
			for s := uint32(1); s <= 100; s++ {
				Hit(s * 37)
			}
		}
		if len(Edges()) != 101 {
			b.Fatal(len(Edges()))
		}
	}
}
