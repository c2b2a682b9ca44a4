# The build trees, one a preset (CMakePresets.json): build/ is `release`, build-<preset>/ the others.

tree_of() { if [ "$1" = release ]; then echo build; else echo "build-$1"; fi; }

# Configures a tree once; CMake reconfigures itself afterwards.
configure() {
  local preset="$1" tree
  tree="$(tree_of "$preset")"
  export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
  if [ ! -f "$tree/build.ninja" ]; then
    cmake --preset "$preset"
  fi
}

# build_tree PRESET [TARGET …]
build_tree() {
  local preset="$1"
  shift
  configure "$preset"
  cmake --build "$(tree_of "$preset")" ${1:+--target "$@"}
}

# oracle_python: a virtual environment with the pinned oracles (JAX, NumPy); prints its interpreter.
# Made again when the list of pins changes.
oracle_python() {
  local home="build/oracle" pins="tests/oracle/requirements.txt"
  if ! cmp -s "$pins" "$home/requirements.txt"; then
    rm -rf "$home"
    python3 -m venv "$home" >&2
    "$home/bin/pip" install -q --disable-pip-version-check -r "$pins" >&2
    cp "$pins" "$home/requirements.txt"
  fi
  echo "$PWD/$home/bin/python"
}
