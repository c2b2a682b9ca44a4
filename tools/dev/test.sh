# test: build, then run every test; arguments go to ctest (./dev test -R vjp)

main() {
  need_packages
  configure release
  export TLALOC_ORACLE_PYTHON TLALOC_MNIST
  TLALOC_ORACLE_PYTHON="$(oracle_python)"
  TLALOC_MNIST="$(python3 tools/fetch_mnist.py)"
  build_tree release
  local rc=0 log=build/Testing/run.txt
  mkdir -p build/Testing
  ctest --test-dir build --output-on-failure --no-tests=error --timeout 900 -j "$(nproc)" "$@" | tee "$log" || rc=$?
  python3 tests/cases/tally.py build/tests/cases
  grep -a "tests passed," "$log"
  return $rc
}
