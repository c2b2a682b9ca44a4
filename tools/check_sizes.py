"""Prints files, functions and lines over the soft limits, and the lines of each folder. Never fails:
a size is a question to the author, not a verdict.

usage: check_sizes.py [ROOT]
"""

import pathlib
import re
import sys

FILE_AIM, FILE_ASK, FUNCTION_ASK, COLUMNS = 200, 400, 40, 100
FOLDERS = ["src", "include", "tests", "bench", "examples", "tools"]
OPENS = re.compile(r"^(?!\s)(?!namespace|struct|class|enum|union|extern|#|//|\}).*\{\s*(//.*)?$")


def sources(root):
    for folder in FOLDERS:
        for pattern in ("*.h", "*.cc", "*.cpp", "*.py"):
            yield from sorted((root / folder).rglob(pattern))


def long_functions(lines):
    """(first line, length) of bodies at namespace level, which this style opens and closes at column 0."""
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and OPENS.match(line):
            start = number
        elif start is not None and line.startswith("}"):
            if number - start + 1 > FUNCTION_ASK:
                yield start, number - start + 1
            start = None


def remarks(path, lines):
    if len(lines) > FILE_ASK:
        yield f"{path}: {len(lines)} lines; ask whether it is one subject (limit {FILE_ASK})"
    if path.suffix != ".py":
        for start, length in long_functions(lines):
            yield f"{path}:{start}: a function of {length} lines; ask at {FUNCTION_ASK}"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield f"{path}:{number}: {len(line)} columns (limit {COLUMNS})"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    totals, long_files = {}, 0
    for path in sources(root):
        lines = path.read_text(errors="replace").splitlines()
        place = path.relative_to(root)
        key = "/".join(place.parts[:2]) if place.parts[0] == "src" else place.parts[0]
        files, count = totals.get(key, (0, 0))
        totals[key] = (files + 1, count + len(lines))
        long_files += len(lines) > FILE_AIM
        for remark in remarks(place, lines):
            print("size:", remark)
    for key, (files, count) in totals.items():
        print(f"size: {key:16} {files:4} files {count:7} lines")
    print(f"size: {long_files} files are above the aim of {FILE_AIM} lines")


if __name__ == "__main__":
    main()
