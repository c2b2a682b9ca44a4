"""What the tests of tools/ share: a small tree of files in a temporary folder, and the tools themselves."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))


class Planted(unittest.TestCase):
    """Each test gets an empty folder `self.root`, gone afterwards."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def plant(self, place, text):
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def git_init(self):
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)

    def tool(self, name, *args):
        """Runs a tool as ./dev does; its exit status and all it printed."""
        run = subprocess.run([sys.executable, str(ROOT / "tools" / name), *map(str, args)], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return run.returncode, run.stdout
