"""./dev: it knows its words, and what it does about missing packages with root and without."""

import os
import subprocess
import unittest

from planted import ROOT, Planted


class Dev(Planted):
    def command(self, name, script):
        self.plant(f"bin/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)

    def dev(self, *words):
        path = f"{self.root}/bin:{os.environ['PATH']}"
        run = subprocess.run([ROOT / "dev", *words], text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, env={**os.environ, "PATH": path})
        return run.returncode, run.stdout

    def machine(self, user, apt="exit 9"):
        """A machine where only cmake is installed; its cmake and apt-get leave a trace."""
        self.command("dpkg-query", '[ "$3" = cmake ] && echo installed')
        self.command("id", f"echo {user}")
        self.command("cmake", f'echo "cmake $@" >> {self.root}/trace')
        self.command("apt-get", f'echo "apt-get $@" >> {self.root}/trace; {apt}')

    def trace(self):
        path = self.root / "trace"
        return path.read_text().splitlines() if path.exists() else []

    def test_help_lists_every_word(self):
        code, text = self.dev("help")
        self.assertEqual(code, 0)
        for script in (ROOT / "tools/dev").glob("*.sh"):
            self.assertRegex(text, rf"(?m)^  {script.stem} +\S")

    def test_an_unknown_word_fails(self):
        code, text = self.dev("nonsense")
        self.assertEqual(code, 2)
        self.assertIn("'nonsense' is not one of my words", text)

    def test_without_root_it_prints_one_line_and_stops(self):
        self.machine(user=1000)
        code, text = self.dev("build")
        self.assertEqual(code, 1)
        lines = [line for line in text.splitlines() if "apt-get install" in line]
        self.assertEqual(len(lines), 1)
        self.assertIn(" ninja-build ", lines[0])
        self.assertNotIn(" cmake ", lines[0])
        self.assertEqual(self.trace(), [])

    def test_with_root_it_installs_what_is_missing(self):
        self.machine(user=0, apt="true")
        self.dev("build")
        installs = [line for line in self.trace() if line.startswith("apt-get install")]
        self.assertEqual(len(installs), 1)
        self.assertIn(" ninja-build ", installs[0])
        self.assertNotIn(" cmake ", installs[0])

    def test_a_failed_install_stops_the_job(self):
        self.machine(user=0, apt="exit 9")
        code, _ = self.dev("build")
        self.assertNotEqual(code, 0)
        self.assertFalse([line for line in self.trace() if line.startswith("cmake")])


if __name__ == "__main__":
    unittest.main()
