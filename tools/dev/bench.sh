# bench: measure the speed promises, as ratios beside their targets; --no-peers leaves JAX and PyTorch out

main() {
  local peers=1
  if [ "${1:-}" = --no-peers ]; then
    peers=""
    shift
  fi
  need_packages
  build_tree release bench
  python3 tools/bench.py --programs build/bench ${peers:+--peers "$(peers_python)"} "$@"
}

# peers_python: a virtual environment with what we are measured against; prints its interpreter.
peers_python() { venv_python build/peers bench/peers/requirements.txt "JAX and PyTorch, 5 GB"; }
