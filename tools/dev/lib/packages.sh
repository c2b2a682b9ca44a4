# Debian packages: what tools/packages.txt lists and this machine lacks.

wanted_packages() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' tools/packages.txt; }

missing_packages() {
  local package
  for package in $(wanted_packages); do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

# Installs what is missing as root; otherwise prints the one line that a person with root runs.
need_packages() {
  command -v dpkg-query >/dev/null || return 0 # another system: its packager knows best
  local missing
  missing="$(missing_packages | tr '\n' ' ')"
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    echo "dev: some Debian packages are missing. Install them with this line, then run me again:" >&2
    echo "sudo apt-get install -y --no-install-recommends $missing" >&2
    exit 1
  fi
  echo "dev: installing $missing"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  # shellcheck disable=SC2086
  apt-get install -q -y --no-install-recommends $missing
}
