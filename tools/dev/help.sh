# help: what ./dev can do

main() {
  echo "usage: ./dev WORD [arguments]"
  echo
  local file
  for file in tools/dev/*.sh; do
    sed -n '1s/^# \([a-z]*\): \(.*\)/  \1|\2/p' "$file"
  done | column -t -s '|'
  echo
  echo "On a bare Debian 12 each word first installs what tools/packages.txt lists (as root), or prints"
  echo "the apt line that does it."
}
