"""bench.py reads ratios, says which are over, and does not take silence for success."""

import unittest

from planted import Planted


class Bench(Planted):
    def program(self, name, script):
        self.plant(f"bench/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)

    def bench(self, *args):
        return self.tool("bench.py", "--programs", self.root / "bench", *args)

    def test_ratios_stand_beside_their_targets(self):
        self.program("a", "echo ratio one 1.05 1.10 0.02; echo note; echo ratio two 1.20 1.10 0.02")
        code, text = self.bench()
        self.assertEqual(code, 0)
        self.assertRegex(text, r"one +1\.050 +1\.100 +0\.020  ok")
        self.assertRegex(text, r"two +1\.200 +1\.100 +0\.020  OVER")
        self.assertIn("  note", text)
        self.assertIn("1 of 2 ratios within", text)
        self.assertEqual(self.bench("--strict")[0], 1)

    def test_what_is_not_promised_is_shown_and_not_judged(self):
        self.program("a", "echo ratio one 9.00 inf 0.02; echo ratio two 1.00 1.10 0.02")
        code, text = self.bench("--strict")
        self.assertEqual(code, 0)
        self.assertRegex(text, r"one +9\.000 +- +0\.020\n")
        self.assertIn("1 of 1 ratios within", text)

    def test_a_failing_and_a_silent_program_fail(self):
        self.program("a", "echo ratio one 1 2 0; exit 3")
        self.assertEqual(self.bench()[0], 1)
        self.program("a", "true")
        self.assertEqual(self.bench()[0], 1)

    def test_no_program_is_an_error(self):
        self.program("a", "true")
        self.assertEqual(self.bench("--only", "z")[0], 1)


if __name__ == "__main__":
    unittest.main()
