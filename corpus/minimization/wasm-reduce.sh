#!/bin/sh
# wasm-reduce.sh [SECONDS]: makes the modules in this directory small with Binaryen's wasm-reduce, which asks
# wasmfuzz diff whether they still show a divergence of our engine, and writes wasm-reduce.csv. Both programs must be in
# the path. Each module has SECONDS, 300 if not given.
set -eu
cd "$(dirname "$0")"
here=$PWD
limit=${1:-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "fault,in bodies after,bytes after,runs,seconds" >wasm-reduce.csv
sed 1d faults.csv | while IFS=, read -r fault property rest; do
	name=$(echo "$fault" | tr /: --)
	engines=wazero-interpreter,wasmtime
	test "$property" = interp && engines=wazero-interpreter,wazero-compiler,wasmtime
	{
		echo "echo run >>$work/runs"
		printf '%s' "wasmfuzz diff $work/test.wasm --engines $engines --fault '$fault'"
		while IFS= read -r call || [ -n "$call" ]; do [ -z "$call" ] || printf " --call '%s'" "$call"; done <"$name.calls"
		echo " 2>/dev/null | grep -o 'against own'"
	} >"$work/test.sh"
	: >"$work/runs"
	rm -f "$work/best.wasm"
	start=$(date +%s.%N)
	timeout "$limit" wasm-reduce "$here/$name.wasm" --binaries "$(dirname "$(command -v wasm-reduce)")" --command "sh $work/test.sh" --test "$work/test.wasm" --working "$work/best.wasm" \
		>"$work/log" 2>&1 </dev/null || true
	seconds=$(echo "$(date +%s.%N) - $start" | bc)
	runs=$(wc -l <"$work/runs")
	if ! grep -q '|' "$work/log" || grep -qi 'fatal\|error' "$work/log"; then
		echo "$fault,,,$runs,$seconds" >>wasm-reduce.csv # Binaryen cannot read it
		continue
	fi
	instructions=$(wasmfuzz print "$work/best.wasm" | grep -cv '^ *[()]\|^ *end$\|^ *else$' || true)
	echo "$fault,$instructions,$(wc -c <"$work/best.wasm"),$runs,$seconds" >>wasm-reduce.csv
done
