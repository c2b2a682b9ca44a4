# regen: rewrite every golden and generated file; review the diff

main() {
  need_packages
  build_tree release regen
  python3 tools/snippets.py --fix
  git --no-pager diff --stat
}
