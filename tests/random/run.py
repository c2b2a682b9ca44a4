"""Generates random programs, compiles them through the tool and runs their checks.

usage: run.py --tool TLALOC --compiler CXX [--flag=-O1] [--seed N] [--count K] [--keep FOLDER]

More than the tests run: `python3 tests/random/run.py --tool build/bin/tlaloc --compiler g++ --seed 1000 --count 200 --keep /tmp/r`
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import generate

AT_ONCE = 20  # programs a file
BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"  # dual.h


def check(args, folder, seed, count):
    """Whether the programs from `seed` on are right."""
    source, binary = folder / f"random_{seed}.cpp", folder / f"random_{seed}"
    source.write_text(generate.program(seed, count))
    built = subprocess.run([args.tool, args.compiler, "-std=c++20", args.flag, f"-I{BENCH}", source, "-o", binary, "-lfmt"],
                           capture_output=True, text=True)
    if built.returncode != 0:
        print(f"seeds {seed} to {seed + count - 1} do not compile:\n{built.stderr[-8000:]}")
        return False
    ran = subprocess.run([binary], capture_output=True, text=True, timeout=120)
    print(ran.stdout.strip(), flush=True)
    return ran.returncode == 0


def main():
    parser = argparse.ArgumentParser(description="Checks the derivatives of random programs.")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flag", default="-O1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=AT_ONCE)
    parser.add_argument("--keep", type=pathlib.Path, help="where the files are left")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        batches = range(args.seed, args.seed + args.count, AT_ONCE)
        right = [check(args, folder, seed, min(AT_ONCE, args.seed + args.count - seed)) for seed in batches]
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
