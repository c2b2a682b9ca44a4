# sanitize: the unit tests under the address and undefined-behaviour sanitizers

main() {
  need_packages
  build_tree asan
  ulimit -s 65536  # instrumented frames are large, and a test goes as deep as a graph may call
  ctest --test-dir build-asan --output-on-failure --no-tests=error -L 'unit|ops|transform|golden|eval' -j "$(nproc)" "$@"
}
