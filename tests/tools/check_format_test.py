"""check_format.py finds a badly formatted file, puts it right, and leaves generated texts alone."""

import shutil
import unittest

from planted import ROOT, Planted


class Format(Planted):
    def setUp(self):
        super().setUp()
        self.git_init()
        shutil.copy(ROOT / ".clang-format", self.root)
        self.bad = self.plant("src/a.cc", "int   f( ){return 1;}\n")
        self.plant("tests/golden/derivatives/b.cc", "int   f( ){return 1;}\n")

    def test_a_bad_file_is_named(self):
        code, text = self.tool("check_format.py", self.root)
        self.assertEqual(code, 1)
        self.assertIn("src/a.cc", text)
        self.assertNotIn("tests/golden/derivatives/b.cc", text)

    def test_fix_puts_it_right(self):
        self.assertEqual(self.tool("check_format.py", "--fix", self.root)[0], 0)
        self.assertEqual(self.bad.read_text(), "int f() { return 1; }\n")
        self.assertEqual(self.tool("check_format.py", self.root)[0], 0)


if __name__ == "__main__":
    unittest.main()
