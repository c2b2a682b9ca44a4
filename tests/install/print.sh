#!/usr/bin/env bash
# What `tlaloc --print` shows of an example's main.cpp is what the docs quote, its derivative.txt; the generated
# namespace has a hash, which is left out. usage: print.sh TOOL EXAMPLE-FOLDER INCLUDE-FOLDER [--regen]
set -euo pipefail
tool="$1" example="$2" include="$3"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cd "$example"
"$tool" --print g++ -std=c++20 -I"$include" -c main.cpp -o "$scratch/main.o" >"$scratch/printed.txt"
if [ "${4:-}" = --regen ]; then
  cp "$scratch/printed.txt" derivative.txt
fi
without_hash() { sed -E 's/(namespace v[0-9]+)_[0-9a-f]+/\1/' "$1"; }
diff -u <(without_hash derivative.txt) <(without_hash "$scratch/printed.txt")
