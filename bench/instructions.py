"""A scalar derivative is as many instructions as one written by hand, give or take two.

instructions.py TLALOC COMPILER SOURCE: compiles SOURCE through the tool, disassembles it, and compares each
function NAME_by_tool with NAME_by_hand. Counting depends on no clock. Contraction is off: clang contracts within a
statement only, so one statement a value and long expressions would not be comparable.
"""
import re
import subprocess
import sys
import tempfile

MOST_APART = 2
FLAGS = ["-std=c++20", "-O3", "-march=x86-64-v3", "-ffp-contract=off"]
PADDING = ("nop", "data16", "cs nop", "xchg   %ax,%ax", "endbr64")


def disassembly(tool: str, compiler: str, source: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        compiled = f"{folder}/compiled.o"
        subprocess.run([tool, compiler, *FLAGS, "-c", source, "-o", compiled], check=True)
        return subprocess.run(["objdump", "-d", "--no-show-raw-insn", compiled], check=True, capture_output=True,
                              text=True).stdout


def counts(text: str) -> dict[str, int]:
    """Instructions of each function, its cold part included, without padding."""
    found: dict[str, int] = {}
    name = ""
    for line in text.splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <([^>]+)>:", line):
            name = head.group(1).removesuffix(".cold")
        elif instruction := re.match(r" +[0-9a-f]+:\t(.*)", line):
            if not instruction.group(1).startswith(PADDING):
                found[name] = found.get(name, 0) + 1
    return found


def main() -> int:
    found = counts(disassembly(*sys.argv[1:4]))
    names = sorted(n.removesuffix("_by_tool") for n in found if n.endswith("_by_tool"))
    if not names:
        print("no function NAME_by_tool was found")
        return 1
    failed = False
    for name in names:
        ours, hand = found[f"{name}_by_tool"], found[f"{name}_by_hand"]
        over = ours > hand + MOST_APART
        failed |= over
        print(f"{name}: {ours} instructions, {hand} by hand{'  OVER' if over else ''}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
