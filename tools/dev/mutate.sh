# mutate: plant the faults of tests/mutations.txt one by one; each must fail its test

main() {
  need_packages
  export TLALOC_ORACLE_PYTHON
  TLALOC_ORACLE_PYTHON="$(oracle_python)"
  python3 tools/mutate.py --scratch build/mutate "$@"
}
