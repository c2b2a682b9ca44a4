# sanitize: the unit tests under the address and undefined-behaviour sanitizers

main() {
  need_packages
  build_tree asan
  ctest --test-dir build-asan --output-on-failure --no-tests=error -L 'unit|ops|transform|golden|eval' -j "$(nproc)" "$@"
}
