#!/usr/bin/env python3
"""Compares what lift_print says about a file with its golden, or writes the golden anew.

usage: golden.py LIFT_PRINT FILE GOLDEN INCLUDE [--graphs-alone] [--regen]
--graphs-alone: without names and parameters, as the tour quotes it.
"""
import difflib
import pathlib
import subprocess
import sys


def main():
    program, source, golden, include = sys.argv[1:5]
    text = subprocess.run([program, source, f"-I{include}"], capture_output=True, text=True, check=True).stdout
    text = "".join(l + "\n" for l in text.splitlines() if not l.startswith("dxir "))
    if "--graphs-alone" in sys.argv:
        text = "".join(l for l in text.splitlines(True) if l.strip() and l[0] not in "/#")
    if "--regen" in sys.argv:
        pathlib.Path(golden).write_text(text)
        return 0
    want = pathlib.Path(golden).read_text()
    sys.stdout.writelines(difflib.unified_diff(want.splitlines(True), text.splitlines(True), "golden", "lifted"))
    return 0 if text == want else 1


if __name__ == "__main__":
    sys.exit(main())
