"""Compiles a file that must not compile: refused.py FILE COMPILER [FLAGS...].

The file says what the compiler's message has to contain, one text a line: `// expect: two words`. With CONTROL defined
it must compile: so it fails for the reason it names and for no other.
"""

import re
import subprocess
import sys


def compile_file(command, file, *flags):
    return subprocess.run([*command, *flags, file], capture_output=True, text=True)


def squeezed(text):
    """As one line without spaces: compilers differ in where they put them."""
    return re.sub(r"\s+", "", text)


def main():
    file, command = sys.argv[1], sys.argv[2:]
    source = open(file, encoding="utf-8").read()
    expected = re.findall(r"^// expect: (.*)$", source, re.MULTILINE)
    if not expected:
        sys.exit(f"{file}: says nothing to expect")
    control = compile_file(command, file, "-DCONTROL")
    if control.returncode != 0:
        sys.exit(f"{file}: the control does not compile:\n{control.stderr}")
    result = compile_file(command, file)
    if result.returncode == 0:
        sys.exit(f"{file}: compiles")
    missing = [e for e in expected if squeezed(e) not in squeezed(result.stderr)]
    if missing:
        sys.exit(f"{file}: the message lacks {missing}:\n{result.stderr}")


if __name__ == "__main__":
    main()
