# help: what ./dev can do

main() {
  echo "usage: ./dev WORD [arguments]"
  echo
  local file word what
  for file in tools/dev/*.sh; do
    IFS=: read -r word what < <(sed -n '1s/^# //p' "$file")
    printf '  %-10s%s\n' "$word" "$what"
  done
  echo
  echo "On a bare Debian 12 each word first installs what tools/packages.txt lists (as root), or prints"
  echo "the apt line that does it."
}
