#!/usr/bin/env bash
# Builds an example against the installed package, as a user would, and compares what it prints.
# usage: example.sh EXAMPLE-FOLDER COMPILER GENERATOR PREFIX BUILD-FOLDER [EXPECTED [ARGUMENTS …]]
set -euo pipefail
example="$1" compiler="$2" generator="$3" prefix="$4" tree="$5" expected="${6:--}" # "-": any output
shift $(($# < 6 ? $# : 6))
rm -rf "$tree"
cmake -S "$example" -B "$tree" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
cmake --build "$tree" 2>&1 | tee "$tree/build.log"
# A working build says nothing of its own.
if grep -iE 'warning|note:' "$tree/build.log"; then
  echo "the build was not silent" >&2
  exit 1
fi
program="$tree/$(basename "$example")"
"$program" "$@" | tee "$tree/output.txt"
if grep '^SKIP' "$tree/output.txt"; then
  echo "a skip is a failure here" >&2
  exit 1
fi
[ "$expected" = - ] || diff -u "$expected" "$tree/output.txt"
