# mutate: plant the faults of tests/mutations.txt one by one; each must fail its test

main() {
  need_packages
  export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
  python3 tools/mutate.py --scratch build/mutate "$@"
}
