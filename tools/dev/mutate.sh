# mutate: plant the faults of tests/mutations.txt one by one; each must fail its test

main() {
  need_packages
  python3 tools/mutate.py --scratch build/mutate "$@"
}
