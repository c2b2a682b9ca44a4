#!/usr/bin/env python3
"""Runs the built tool on every probe of this folder and compares what it says with what the probe expects.

A probe is a C++ file whose first lines say `// refuse: ID`; optionally `// flags: ...` and `// compilers: both`.
The line that ends in `// <- here` is the one that the message has to name. Afterwards every id of diagnostics.def
must have had a probe, but for those listed in unreachable.txt with the reason.

usage: run.py TLALOC SOURCE_DIR [NAME...]
"""
import pathlib
import re
import subprocess
import sys
import tempfile

CATCH_ALL = {"lift.pattern", "lift.language"}


def header(text, key):
    found = re.search(rf"^// {key}: (.*)$", text, re.M)
    return found.group(1).strip() if found else ""


def run(tool, compiler, probe, flags, include, folder):
    command = [tool, compiler, "-std=c++20", f"-I{include}", *flags.split(), "-c", str(probe), "-o", f"{folder}/probe.o"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr + done.stdout


def complaint(probe, code, output, ident, line):
    if code == 0:
        return "it was accepted"
    if f"[{ident}]" not in output:
        return f"[{ident}] is missing"
    if any(f"[{other}]" in output for other in CATCH_ALL - {ident}):
        return "it reached the catch-all"
    if not re.search(rf"{re.escape(probe.name)}:{line}:", output):
        return f"line {line} is not named"
    return ""


def main():
    tool, source = sys.argv[1], pathlib.Path(sys.argv[2])
    here = source / "tests" / "refuse"
    wanted = set(sys.argv[3:])
    ids = set(re.findall(r'^REFUSAL\("([^"]+)"', (source / "src/lift/diagnostics.def").read_text(), re.M))
    seen, failures = set(), 0
    with tempfile.TemporaryDirectory() as folder:
        for probe in sorted(here.glob("*.cpp")):
            if wanted and probe.stem not in wanted:
                continue
            text = probe.read_text()
            ident = header(text, "refuse")
            seen.add(ident)
            line = next((i for i, l in enumerate(text.splitlines(), 1) if l.endswith("// <- here")), 0)
            compilers = ["g++", "clang++-19"] if header(text, "compilers") == "both" else ["g++"]
            for compiler in compilers:
                code, output = run(tool, compiler, probe, header(text, "flags"), source / "include", folder)
                why = complaint(probe, code, output, ident, line)
                if why:
                    failures += 1
                    print(f"{probe.name} ({compiler}): {why}\n{output}")
    if not wanted:
        excused = {l.split()[0] for l in (here / "unreachable.txt").read_text().splitlines() if l and l[0] != "#"}
        # What is refused about a callable rather than its body is probed by tests/front.
        for probe in (here.parent / "front" / "refuse").glob("*.cpp"):
            seen |= set(re.findall(r"expect:.*\[([a-z]+\.[a-z_]+)\]", probe.read_text()))
        for ident in sorted(ids - seen - excused):
            failures += 1
            print(f"no probe for {ident}")
        for ident in sorted((seen | excused) - ids):
            failures += 1
            print(f"{ident} is not in diagnostics.def")
    print(f"{len(seen)} ids probed, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
