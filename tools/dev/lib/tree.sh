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

# venv_python FOLDER PINS WHAT: a virtual environment with these pins; prints its interpreter. Made again when the
# pins change.
venv_python() {
  local home="$1" pins="$2" what="$3"
  if ! cmp -s "$pins" "$home/requirements.txt"; then
    echo "installing $what into $home" >&2
    rm -rf "$home"
    python3 -m venv "$home" >&2
    "$home/bin/pip" install -q --disable-pip-version-check -r "$pins" >&2
    cp "$pins" "$home/requirements.txt"
  fi
  echo "$PWD/$home/bin/python"
}

# oracle_python: the pinned oracles of the tests.
oracle_python() { venv_python build/oracle tests/oracle/requirements.txt "JAX and NumPy"; }
