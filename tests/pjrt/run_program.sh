#!/usr/bin/env bash
# Compiles a program through the tool and runs it: run_program.sh TOOL COMPILER OUTPUT "SOURCES AND FLAGS" PLUGIN
set -euo pipefail
tool="$1" compiler="$2" output="$3" sources="$4" plugin="$5"
cases="$(dirname "$0")/../cases"
# shellcheck disable=SC2086
"$tool" "$compiler" -std=c++20 -O2 -Wall -Wextra -Werror "-I$cases" $sources -o "$output" -lfmt
TF_CPP_MIN_LOG_LEVEL=1 "$output" "$plugin" "${TLALOC_MNIST:-}" | tee "$output.log"
grep -q ' right, 0 wrong' "$output.log"
