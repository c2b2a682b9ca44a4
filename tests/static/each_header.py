"""Each public header compiles alone: each_header.py INCLUDE_FOLDER COMPILER [FLAGS...]."""

import pathlib
import subprocess
import sys


def main():
    folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    failed = []
    for header in sorted((folder / "tlaloc").rglob("*.h")):
        name = header.relative_to(folder)
        result = subprocess.run([*command, "-x", "c++", "-"], input=f"#include <{name}>\n", text=True)
        if result.returncode != 0:
            failed.append(str(name))
    if failed:
        sys.exit(f"these do not compile alone: {failed}")


if __name__ == "__main__":
    main()
