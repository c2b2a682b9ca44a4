# check: format, layers, names, docs, sizes and faults (tests/mutations.txt) of the sources; --fix formats and fills the docs

main() {
  need_packages
  local fix="" failed=0 check
  [ "${1:-}" = --fix ] && fix=--fix
  for check in format layers names; do
    # shellcheck disable=SC2086
    python3 "tools/check_$check.py" $([ "$check" = format ] && echo $fix) || failed=1
  done
  python3 tools/snippets.py ${fix:---check} || failed=1
  python3 tools/mutate.py --list >/dev/null || failed=1
  python3 tools/check_sizes.py
  return "$failed"
}
