"""Runs gdb on the test program and compares what it prints: printers.py GDB PROGRAM PRINTERS."""

import subprocess
import sys

EXPECTED = {
    "matrix": "Tensor<float, Any, Any> 2x2 [[1, 2.5], [-3, 4]]",
    "named": "1x2 [[1, 2]]",
    "truth": "Tensor<bool, Any> 2 [true, false]",
    "halves": "Tensor<bfloat16, Any> 2 [0.5, 3]",
    "bytes": "2 [65, -1]",
    "empty": "Tensor<double, Any, Any> 0x3 []",
    "many": "1000 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...]",
    "dynamic": "DynTensor<float> 2x2 [[1, 2.5], [-3, 4]]",
    "nothing": "Tensor<float, Any> 0 []",
}


def main():
    gdb, program, printers = sys.argv[1:4]
    commands = ["set confirm off", "set print elements 10", f"source {printers}", "break stop_here", "run", "up"]
    commands += [f"print {name}" for name in EXPECTED]
    arguments = [a for c in commands for a in ("-ex", c)]
    result = subprocess.run([gdb, "-nx", "-batch", *arguments, program], capture_output=True, text=True, timeout=120)
    output = result.stdout + result.stderr
    if "ptrace: Operation not permitted" in output:
        print("SKIP: this machine does not let a debugger run programs")
        return
    printed = [line.split(" = ", 1)[1] for line in output.splitlines() if line.startswith("$") and " = " in line]
    wrong = [(n, p, e) for (n, e), p in zip(EXPECTED.items(), printed) if not p.endswith(e)]
    if len(printed) != len(EXPECTED) or wrong:
        sys.exit(f"printed {printed}\nwrong: {wrong}\n{output}")


if __name__ == "__main__":
    main()
