#!/usr/bin/env python3
"""Adds up what the programs of this folder said in the last run: right, refused, wrong.

usage: tally.py BUILD/tests/cases
"""
import pathlib
import sys


def main():
    """Prints one line a program and one for all."""
    totals, files = [0, 0, 0], sorted(pathlib.Path(sys.argv[1]).glob("*.tally"))
    for path in files:
        counts = [int(n) for n in path.read_text().split()]
        totals = [a + b for a, b in zip(totals, counts)]
        if counts[1] or counts[2]:
            print(f"{path.stem}: {counts[0]} right, {counts[1]} refused, {counts[2]} wrong")
    if files:
        print(f"the bug log, {len(files)} runs: {totals[0]} right, {totals[1]} refused, {totals[2]} wrong")


if __name__ == "__main__":
    main()
