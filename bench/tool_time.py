#!/usr/bin/env python3
"""What the tool adds to a compile, as ratios (bench/ratio.h says how the lines are read).

usage: tool_time.py  (configured by CMake: it knows where tool, compiler and sources are)

Processor time, user and system, of child processes; medians over turns that alternate, so that a busy
machine slows both sides.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOOL, COMPILER, ROOT = "@tool@", "@CMAKE_CXX_COMPILER@", Path("@PROJECT_SOURCE_DIR@")
FLAGS = ["-std=c++20", "-O2", "-isystem", str(ROOT / "include")]
TURNS = 5


def processor_time(words, env, complaint=None):
    """Seconds that a command and its children spend computing. It has to succeed, or to complain as expected."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if complaint not in done.stderr if complaint else done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def version():
    """The number that the launcher defines TLALOC_ACTIVE to."""
    return re.search(r"TLALOC_VERSION (\d+)", (ROOT / "include/tlaloc/version.h").read_text()).group(1)


def show(name, values, target):
    """A ratio line."""
    quarters = statistics.quantiles(values, n=4)
    print(f"ratio {name} {statistics.median(values):.4f} {target:.4f} {quarters[2] - quarters[0]:.4f}", flush=True)


def pass_through(work):
    """Milliseconds that the launcher takes for a file that transforms nothing, up to the compiler's start."""
    plain = ROOT / "src" / "driver" / "launch.cc"
    words = [TOOL, "/bin/true", f"-I{ROOT}/src", f"-I{ROOT}/include", "-c", str(plain), "-o", str(work / "x.o")]
    times = []
    for _ in range(40):
        began = time.perf_counter()
        subprocess.run(["/bin/true"], check=True)
        between = time.perf_counter()
        subprocess.run(words, check=True)
        times.append(1000 * ((time.perf_counter() - between) - (between - began)))
    show("tool_pass_through_ms", times, 5)


def compile_times(work):
    """The lift of MNIST's training against the compile of it without the tool, which comes as far as code
    generation and then misses the derivatives; the real compile takes longer."""
    source = str(ROOT / "examples" / "mnist" / "train.cpp")
    lift = [TOOL, "--sites", COMPILER, *FLAGS, "-c", source, "-o", str(work / "train.o")]
    compiler = [COMPILER, *FLAGS, f"-DTLALOC_ACTIVE={version()}", "-c", source, "-o", str(work / "train.o")]
    first, second = [], []
    for turn in range(TURNS):
        env = {**os.environ, "TLALOC_CACHE": "on", "TLALOC_CACHE_DIR": str(work / f"cache{turn}")}
        cold, warm = processor_time(lift, env), processor_time(lift, env)
        reference = processor_time(compiler, env, "was not transformed")
        first.append(cold / reference)
        second.append(warm / reference)
        print(f"turn {turn}: first {cold:.2f} s, second {warm:.2f} s, {Path(COMPILER).name} -O2 {reference:.2f} s")
    show("tool_first_over_compiler", first, 1)
    show("tool_second_over_compiler", second, 1 / 3)


def main():
    """Prints the three ratios."""
    with tempfile.TemporaryDirectory() as work:
        pass_through(Path(work))
        compile_times(Path(work))


if __name__ == "__main__":
    sys.exit(main())
