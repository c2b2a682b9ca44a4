# bench: measure the speed promises, as ratios beside their targets

main() {
  need_packages
  build_tree release bench
  python3 tools/bench.py --programs build/bench "$@"
}
