#!/usr/bin/env python3
"""Runs one case of the front end: compiles a program with the built tool and runs it, or checks a refusal.

usage: run_case.py --tool BUILD/bin/tlaloc --compiler g++ [--flag=FLAG] [--warm] FILE

--warm: the compile finds its preamble in the tool's cache; otherwise there is no cache.

A file of refuse/ says what it expects in comments, and has to say it exactly:
  // expect: error: grad: a function pointer ... [site.pointer]      this text, at the line below
  // expect-note: this is the expression at fault                    the same for a note
Any file may say:   // flags: -O2 -Wall      // std: c++17      // sources: more.cpp
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parent / "cases"  # check.h
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow"]


def directives(text, word):
    """The values of `// word: value`."""
    return [m.group(1).strip() for m in re.finditer(r"//\s*%s:(?!:)\s*(.*)" % word, text)]


def command(args, source, out):
    """The compile of a case, through the tool."""
    text = source.read_text()
    std = (directives(text, "std") or ["c++20"])[0]
    flags = " ".join(directives(text, "flags")).split()
    flags = [str(source.parent / f) if (source.parent / f).is_dir() else f for f in flags]
    more = [str(source.parent / s) for s in " ".join(directives(text, "sources")).split()]
    return [args.tool, args.compiler, f"-std={std}", "-I", str(CASES), *WARNINGS, *flags, *args.flag,
            str(source), *more, "-o", str(out), "-pthread"]


def tally(args, right=0, refused=0, wrong=0):
    """What tests/cases/tally.py adds up."""
    if args.tally:
        args.tally.write_text(f"{right} {refused} {wrong}\n")


def run_program(args, source, work):
    """Compiles without a word, runs, and the program says that all is right."""
    out = work / "program"
    tally(args, wrong=1)  # until the program says otherwise
    built = subprocess.run(command(args, source, out), capture_output=True, text=True)
    if built.returncode or built.stderr:
        refusals = len(re.findall(r": error: .*\[(?:lift|site)\.[a-z_]+\]", built.stderr))
        tally(args, refused=refusals, wrong=0 if refusals else 1)
        sys.exit(f"the compile said (status {built.returncode}):\n{built.stdout}{built.stderr}")
    ran = subprocess.run([out], capture_output=True, text=True, timeout=60)
    print(ran.stdout + ran.stderr, end="")
    counts = re.search(r"(\d+) right, (\d+) wrong", ran.stdout)
    if counts:
        tally(args, right=int(counts[1]), wrong=int(counts[2]))
    if ran.returncode or " right, 0 wrong" not in ran.stdout:
        sys.exit(f"the program ended with {ran.returncode}")


def expectations(source):
    """(line, kind, text) of each expected message: it stands at the line below the comment."""
    found = []
    for number, line in enumerate(source.read_text().splitlines(), 1):
        m = re.search(r"//\s*expect(-note|-help)?:\s*(.*)", line)
        if m:
            kind = {"-note": "note", "-help": "help"}.get(m.group(1), "error")
            found.append((number + 1, kind, m.group(2).strip()))
    return skip_comments(source, found)


def skip_comments(source, found):
    """Several comments in a row speak of the first line of code below them."""
    lines = source.read_text().splitlines()
    out = []
    for number, kind, text in found:
        while number <= len(lines) and re.match(r"\s*//\s*expect", lines[number - 1]):
            number += 1
        out.append((number, kind, text))
    return out


def run_refusal(args, source, work):
    """The compile fails, with exactly the errors that the file expects, at their lines."""
    built = subprocess.run(command(args, source, work / "program"), capture_output=True, text=True)
    if built.returncode == 0:
        sys.exit("the file compiled, and it was to be refused")
    said = built.stderr
    expected = expectations(source)
    if not expected:
        sys.exit("the file expects nothing")
    missing = []
    for line, kind, text in expected:
        if kind == "help":
            hit = f"help: {text}" in said
        else:
            hit = re.search(re.escape(f"{source}:{line}:") + r"\d+: " + kind + ": .*" + re.escape(text), said)
        if not hit:
            missing.append(f"  {source.name}:{line}: {kind}: {text}")
    errors = len(re.findall(r": error: ", said))
    wanted = sum(1 for _, kind, _ in expected if kind == "error")
    if missing or errors != wanted:
        sys.exit(f"expected {wanted} errors, got {errors}; not said:\n" + "\n".join(missing) + "\nsaid:\n" + said)
    print(said, end="")


def main():
    """Runs the case that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--tally", type=Path, help="a file for the numbers of right, refused and wrong")
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    only = directives(args.file.read_text(), "compilers")
    if only and args.compiler not in only[0].split():
        print(f"not a case for {args.compiler}")
        return
    with tempfile.TemporaryDirectory() as work:
        os.environ["TLALOC_CACHE_DIR"] = work + "/cache"
        os.environ["TLALOC_CACHE"] = "on" if args.warm else "off"
        if args.warm:
            words = command(args, args.file.resolve(), Path(work) / "program")
            subprocess.run([words[0], "--sites", *words[1:]], capture_output=True, check=False)
        refused = args.file.parent.name == "refuse"
        (run_refusal if refused else run_program)(args, args.file.resolve(), Path(work))


if __name__ == "__main__":
    main()
