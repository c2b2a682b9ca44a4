"""Plants faults one by one and requires a named test to notice each: a test that cannot fail is no test.

tests/mutations.txt holds one block a fault, blocks apart by an empty line:

    file: src/transform/vjp.cc
    find: ct = build.add(ct, other);       text that occurs once in that file; a space is any white space
    with: ct = other;                      what stands there instead
    test: transform_test Vjp.Fan*          a test program and its GoogleTest filter, or: ctest REGEX
    build: transform_test tlaloc-lift      (optional) targets; the test program if not given
    why: cotangents of a fan-out are summed

The work is done in a copy of the tree with its own build, so nothing here is touched. A fault that does not
compile, text that is not unique, and a test that fails without any fault are errors of the list.

usage: mutate.py [--list] [--only WORD] [--scratch FOLDER] [--root ROOT] [--file LIST] [--grace S]
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

KEYS = {"file", "find", "with", "test", "build", "why"}
SOUND_S = 3600  # no test takes as long when nothing is wrong
HANGS = 5  # a test that takes this many times as long as without the fault, and some grace, has noticed it


class Fault(Exception):
    """Something is wrong with the list, not with the tests."""


@dataclass
class Mutation:
    file: str
    find: str
    replacement: str
    test: str
    build: list
    why: str

    def command(self, tree):
        words = shlex.split(self.test)
        if words[0] == "ctest":
            return ["ctest", "--test-dir", str(tree), "--no-tests=error", "-R", " ".join(words[1:])]
        return [str(tree / "bin" / words[0])] + [f"--gtest_filter={w}" for w in words[1:2]]


def parse_block(block):
    fields = {}
    for line in block:
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS:
            raise Fault(f"mutations: cannot read '{line}'")
        if key in fields:
            raise Fault(f"mutations: a block says '{key}' twice: {line}")
        fields[key] = value.strip()
    if missing := {"file", "find", "with", "test", "why"} - fields.keys():
        raise Fault(f"mutations: a block lacks {', '.join(sorted(missing))}: {block[0]}")
    build = fields.get("build", fields["test"].split()[0]).split()
    if build == ["ctest"]:
        build = ["all"]
    return Mutation(fields["file"], fields["find"], fields["with"], fields["test"], build, fields["why"])


def parse(text):
    lines = [l.rstrip() for l in text.splitlines() if not l.startswith("#")]
    blocks, block = [], []
    for line in lines + [""]:
        if line:
            block.append(line)
        elif block:
            blocks.append(parse_block(block))
            block = []
    return blocks


def mutated(text, mutation):
    """The text with the fault in place."""
    pattern = r"\s+".join(re.escape(word) for word in mutation.find.split())
    places = list(re.finditer(pattern, text))
    if len(places) != 1:
        raise Fault(f"{mutation.file}: '{mutation.find}' occurs {len(places)} times, once is needed")
    return text[: places[0].start()] + mutation.replacement + text[places[0].end() :]


def check_places(root, mutations):
    for mutation in mutations:
        mutated((root / mutation.file).read_text(), mutation)


def copy_tree(root, copy):
    """The files git knows or would add; unchanged ones keep their time stamp, so builds stay warm."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"],
                            capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = {p for p in listed if p and (root / p).is_file()}
    for path in wanted:
        source, target = root / path, copy / path
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for path in [p for p in copy.rglob("*") if p.is_file()]:
        place = path.relative_to(copy)
        if place.parts[0] != "build" and place.as_posix() not in wanted:
            path.unlink()


def run(command, **options):
    return subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", **options)


def configure(copy, tree):
    if (tree / "build.ninja").is_file():
        return
    options = ["-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_BUILD_TYPE=Release"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    done = run(["cmake", "-S", copy, "-B", tree, "-G", "Ninja", *options])
    if done.returncode != 0:
        raise Fault(f"the copy does not configure:\n{done.stdout}")


def build(tree, targets):
    return run(["cmake", "--build", tree, "--target", *targets])


def verdict_of(command, limit):
    """'passes', 'fails', or, after so many seconds, 'hangs', which is one way to notice a fault."""
    try:
        return "passes" if run(command, timeout=limit).returncode == 0 else "fails"
    except subprocess.TimeoutExpired:
        return "hangs"


def check_clean(tree, mutations, grace):
    """Without a fault each test passes; each is built and run once. What each may take with one, in seconds."""
    done = build(tree, sorted({t for m in mutations for t in m.build}))
    if done.returncode != 0:
        raise Fault(f"the sources do not build:\n{done.stdout[-4000:]}")
    limits = {}
    for test in sorted({m.test for m in mutations}):
        command = next(m for m in mutations if m.test == test).command(tree)
        start = time.monotonic()
        if (verdict := verdict_of(command, SOUND_S)) != "passes":
            raise Fault(f"'{test}' {verdict} without any fault (or there is no such test)")
        limits[test] = grace + HANGS * (time.monotonic() - start)
    return limits


def apply(copy, tree, mutation, limit):
    """'noticed' or 'SURVIVED'."""
    path = copy / mutation.file
    original = path.read_text()
    try:
        path.write_text(mutated(original, mutation))
        done = build(tree, mutation.build)
        if done.returncode != 0:
            raise Fault(f"{mutation.file}: '{mutation.replacement}' does not compile:\n{done.stdout[-2000:]}")
        return "SURVIVED" if verdict_of(mutation.command(tree), limit) == "passes" else "noticed"
    finally:
        path.write_text(original)


def run_all(root, scratch, mutations, grace):
    """Prints a line a fault; true when every one was noticed."""
    # Laid out as the project's own tree is, so that ccache knows what that one has compiled.
    copy, tree = scratch, scratch / "build"
    os.environ.update(CCACHE_BASEDIR=str(copy), CCACHE_NOHASHDIR="1")
    copy_tree(root, copy)
    check_places(copy, mutations)  # stale text is found before any build
    configure(copy, tree)
    limits = check_clean(tree, mutations, grace)
    survived = 0
    for mutation in mutations:
        verdict = apply(copy, tree, mutation, limits[mutation.test])
        survived += verdict == "SURVIVED"
        print(f"{verdict:9} {mutation.file}: {mutation.why} ({mutation.test})", flush=True)
    print(f"mutate: {len(mutations) - survived} of {len(mutations)} faults noticed")
    return survived == 0


def main():
    parser = argparse.ArgumentParser(description="Plants faults and requires tests to notice them.")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--scratch", type=pathlib.Path, default=pathlib.Path("build/mutate"))
    parser.add_argument("--file", type=pathlib.Path, help="the list (ROOT/tests/mutations.txt)")
    parser.add_argument("--only", default="", help="only faults whose file, test or why holds this word")
    parser.add_argument("--grace", type=float, default=60, help="seconds a slow test gets before it counts as hanging")
    parser.add_argument("--list", action="store_true", help="print the faults, each of which has its place, and stop")
    args = parser.parse_args()
    try:
        mutations = [m for m in parse((args.file or args.root / "tests/mutations.txt").read_text())
                     if args.only in f"{m.file} {m.test} {m.why}"]
        if not mutations:
            raise Fault("no faults to plant")
        if args.list:
            check_places(args.root, mutations)
            print("\n".join(f"{m.file}: {m.why} ({m.test})" for m in mutations))
            sys.exit(0)
        sys.exit(not run_all(args.root.resolve(), args.scratch.resolve(), mutations, args.grace))
    except (Fault, OSError) as fault:
        sys.exit(f"mutate: {fault}")


if __name__ == "__main__":
    main()
