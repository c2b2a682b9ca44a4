"""Runs a check with the interpreter that has the oracles: $TLALOC_ORACLE_PYTHON, else that of ./dev test's
environment in build/oracle.

usage: run.py SCRIPT [ARGUMENT …]
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    python = os.environ.get("TLALOC_ORACLE_PYTHON") or str(ROOT / "build/oracle/bin/python")
    if not os.access(python, os.X_OK):
        sys.exit(f"oracle: no interpreter at {python}; ./dev test makes it")
    # Hundreds of small programs that run once: compiling is what takes the time.
    flags = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    sys.exit(subprocess.run([python, *sys.argv[1:]], env=environment).returncode)


if __name__ == "__main__":
    main()
