#!/bin/sh
# wasm-reduce.sh [SECONDS]: makes the modules in this directory small with wasmfuzz minimize, and with Binaryen's
# wasm-reduce, which asks wasmfuzz diff whether they still show a divergence of our engine. Both programs must be in the
# path. It writes wasm-reduce.csv. Wasm-reduce has SECONDS for each module, 300 if not given.
set -eu
cd "$(dirname "$0")"
here=$PWD
limit=${1:-300}
binaries=$(dirname "$(command -v wasm-reduce)")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# row FILE RUNS SECONDS: the rest of a row of the table.
row() {
	instructions=$(wasmfuzz print "$1" | grep -cv '^ *[()]\|^ *end$\|^ *else$' || true)
	printf ',%s,%s,%s,%.1f' "$instructions" "$(wc -c <"$1")" "$2" "$3"
}

echo "fault,minimize: in bodies,bytes,executions,seconds,wasm-reduce: in bodies,bytes,runs,seconds" >wasm-reduce.csv
sed 1d faults.csv | while IFS=, read -r fault property rest; do
	name=$(echo "$fault" | tr /: --)
	flags="--engines wazero-interpreter,wasmtime --fault $fault"
	test "$property" = interp && flags="--engines wazero-interpreter,wazero-compiler,wasmtime --fault $fault"
	while IFS= read -r call || [ -n "$call" ]; do [ -z "$call" ] || flags="$flags --call '$call'"; done <"$name.calls"
	printf '%s' "$fault" >>wasm-reduce.csv

	start=$(date +%s.%N)
	eval wasmfuzz minimize "$name.wasm" "$flags" -o "$work/small.wasm" >"$work/log" 2>&1 </dev/null || true
	seconds=$(echo "$(date +%s.%N) - $start" | bc)
	row "$work/small.wasm" "$(sed -n 's/^executions: //p' "$work/log")" "$seconds" >>wasm-reduce.csv

	echo "echo >>$work/runs; wasmfuzz diff $work/test.wasm $flags 2>/dev/null | grep -o 'against own'" >"$work/test.sh"
	: >"$work/runs"
	rm -f "$work/best.wasm"
	start=$(date +%s.%N)
	timeout "$limit" wasm-reduce "$here/$name.wasm" --binaries "$binaries" --command "sh $work/test.sh" \
		--test "$work/test.wasm" --working "$work/best.wasm" >"$work/log" 2>&1 </dev/null || true
	seconds=$(echo "$(date +%s.%N) - $start" | bc)
	if grep -q 'Fatal' "$work/log"; then
		printf ',,,,' >>wasm-reduce.csv # Binaryen does not read what is not valid
	else
		row "$work/best.wasm" "$(wc -l <"$work/runs")" "$seconds" >>wasm-reduce.csv
	fi
	echo >>wasm-reduce.csv
done
