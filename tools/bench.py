"""Runs the benchmark programs one after another and prints their ratios beside the targets.

A program prints `ratio NAME VALUE TARGET SPREAD` lines (bench/ratio.h), where a target `inf` promises nothing; all
else it prints is shown as it is.
Fails when a program fails, prints no ratio, or, with --strict, when a ratio is above its target.

With --peers PYTHON, an interpreter that has them, our programs also take turns with JAX and PyTorch (contest.py).

usage: bench.py --programs FOLDER [--peers PYTHON] [--only WORD] [--strict]
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys

from contest import Contest, hold

PEERS = pathlib.Path(__file__).resolve().parents[1] / "bench/peers"


def contests(folder, python):
    jax, torch = [python, PEERS / "mnist_step_jax.py"], [python, PEERS / "mnist_step_torch.py"]
    return [Contest("mnist_step", [folder / "mnist_step", "serve"],
                    {"jax_jit": jax, "torch": [*torch, "eager"], "torch_compile": [*torch, "compiled"]}),
            Contest("per_example", [folder / "per_example", "serve"],
                    {"jax_jit": [python, PEERS / "per_example_jax.py"]})]


def run_contest(contest):
    try:
        rows = hold(contest)
    except (RuntimeError, OSError, ValueError) as fault:
        print(f"{contest.name}: {fault}")
        return None
    for row in rows:
        print(row_text(*row), flush=True)
    return rows


def programs(folder, word):
    found = [p for p in sorted(folder.iterdir()) if p.is_file() and os.access(p, os.X_OK)] if (
        folder.is_dir()) else []
    return [p for p in found if word in p.name]


def ratios(output):
    """(name, value, target, spread) of each ratio line, and the other lines."""
    rows, rest = [], []
    for line in output.splitlines():
        words = line.split()
        if len(words) == 5 and words[0] == "ratio":
            rows.append((words[1], *map(float, words[2:])))
        else:
            rest.append(line)
    return rows, rest


def row_text(name, value, target, spread):
    if math.isinf(target):
        return f"{name:44} {value:9.3f} {'-':>9} {spread:9.3f}"
    verdict = "ok" if value <= target else "OVER"
    return f"{name:44} {value:9.3f} {target:9.3f} {spread:9.3f}  {verdict}"


def run(program):
    done = subprocess.run([str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    rows, rest = ratios(done.stdout)
    if rest:
        print("\n".join(f"  {line}" for line in rest))
    for row in rows:
        print(row_text(*row), flush=True)
    if done.returncode != 0 or not rows:
        print(f"{program.name}: exit status {done.returncode}, {len(rows)} ratios: the program failed")
        return None
    return rows


def main():
    parser = argparse.ArgumentParser(description="Measures the speed promises.")
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--peers", help="a Python interpreter that has JAX and PyTorch")
    parser.add_argument("--only", default="", help="only programs whose name holds this word")
    parser.add_argument("--strict", action="store_true", help="fail when a ratio is above its target")
    args = parser.parse_args()
    chosen = programs(args.programs, args.only)
    if not chosen:
        sys.exit(f"bench: no program in {args.programs}")
    print(f"{'promise':44} {'ratio':>9} {'at most':>9} {'spread':>9}")
    results = [run(p) for p in chosen]
    if args.peers:
        results += [run_contest(c) for c in contests(args.programs, args.peers) if args.only in c.name]
    rows = [row for r in results if r for row in r if not math.isinf(row[2])]
    over = [r for r in rows if r[1] > r[2]]
    print(f"bench: {len(rows) - len(over)} of {len(rows)} ratios within their targets")
    sys.exit(int(None in results or bool(args.strict and over)))


if __name__ == "__main__":
    main()
