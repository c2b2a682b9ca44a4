# sanitize: the unit tests under the address and undefined-behaviour sanitizers

main() {
  need_packages
  build_tree asan
  ulimit -s 65536  # instrumented frames are large, and a test goes as deep as a graph may call
  # Texts that are compared letter by letter are g++'s: in which order operands are computed is the compiler's choice.
  ctest --test-dir build-asan --output-on-failure --no-tests=error -L 'unit|ops|transform|golden|eval' \
    -E 'Golden.EveryDerivativeIsTheText|pages.are_fresh' -j "$(nproc)" "$@"
}
