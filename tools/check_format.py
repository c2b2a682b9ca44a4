"""Holds every C++ file against .clang-format with clang-format 19, the one version that decides.

usage: check_format.py [--fix] [ROOT]
"""

import pathlib
import shutil
import subprocess
import sys

FORMATTER = "clang-format-19"
PATTERNS = ["*.h", "*.cc", "*.cpp"]
# Generated texts are written by our own printers; a refusal's file may be odd on purpose.
LEFT_ALONE = ("tests/golden/derivatives/", "tests/front/refuse/", "tests/refuse/", "tests/static/refused/")


def sources(root):
    """Files git knows or would add, without what is left alone."""
    command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "--", *PATTERNS]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    return [p for p in listed if p and not p.startswith(LEFT_ALONE) and (root / p).is_file()]


def unformatted(root, paths):
    """(file, what the formatter says first) of every file that it would change."""
    said = subprocess.run([FORMATTER, "--dry-run", "-Werror", *paths], cwd=root, capture_output=True,
                          text=True).stderr if paths else ""
    first = {}
    for line in said.splitlines():
        path = line.split(":", 1)[0]
        if path in paths:
            first.setdefault(path, line)
    return sorted(first.items())


def main():
    args = [a for a in sys.argv[1:] if a != "--fix"]
    root = pathlib.Path(args[0] if args else ".")
    if not shutil.which(FORMATTER):
        sys.exit(f"format: {FORMATTER} is not installed")
    paths = sources(root)
    if "--fix" in sys.argv and paths:
        subprocess.run([FORMATTER, "-i", *paths], cwd=root, check=True)
    bad = unformatted(root, paths)
    for path, why in bad:
        print(f"{path}: not formatted ({why}); ./dev check --fix")
    if not bad:
        print(f"format: {len(paths)} files are as clang-format 19 writes them")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
