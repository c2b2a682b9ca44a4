# build: configure and compile (build/); arguments are targets

main() {
  need_packages
  build_tree release "$@"
}
