# test: build, then run every test; arguments go to ctest (./dev test -R vjp)

main() {
  need_packages
  configure release
  export TLALOC_ORACLE_PYTHON TLALOC_MNIST
  TLALOC_ORACLE_PYTHON="$(oracle_python)"
  TLALOC_MNIST="$(python3 tools/fetch_mnist.py)"
  build_tree release
  local rc=0
  ctest --test-dir build --output-on-failure --no-tests=error --timeout 900 -j "$(nproc)" "$@" || rc=$?
  python3 tests/cases/tally.py build/tests/cases
  return $rc
}
