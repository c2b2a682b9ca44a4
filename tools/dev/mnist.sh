# mnist: train the classifier of examples/mnist on the real digits

# Installs the package into build/prefix, builds the example against it as a user would, and runs it.
main() {
  need_packages
  build_tree release package_parts
  cmake --install build --prefix build/prefix >/dev/null
  cmake -S examples/mnist -B build/examples/mnist -G Ninja -DCMAKE_PREFIX_PATH="$PWD/build/prefix" >/dev/null
  cmake --build build/examples/mnist
  local data
  data="$(python3 tools/fetch_mnist.py)"
  build/examples/mnist/mnist --data "$data" "$@"
}
