"""check_sizes.py remarks on what is over a limit, on nothing else, and never fails."""

import unittest

from planted import Planted


class Sizes(Planted):
    def test_over_the_limits(self):
        self.plant("src/ir/long.cc", "int a;\n" * 401)
        self.plant("src/ir/deep.cc", "int f() {\n" + "  g();\n" * 39 + "}\n")
        self.plant("src/ir/wide.cc", "// " + "w" * 98 + "\n")
        code, text = self.tool("check_sizes.py", self.root)
        self.assertEqual(code, 0)
        self.assertIn("src/ir/long.cc: 401 lines", text)
        self.assertIn("src/ir/deep.cc:1: a function of 41 lines", text)
        self.assertIn("src/ir/wide.cc:1: 101 columns", text)

    def test_within_the_limits(self):
        self.plant("src/ir/a.cc", "namespace a {\n" + "int a;\n" * 397 + "}\n")
        self.plant("src/ir/b.cc", "int f() {\n" + "  g();\n" * 38 + "}\n")
        self.plant("src/ir/c.cc", "// " + "w" * 97 + "\n")
        text = self.tool("check_sizes.py", self.root)[1]
        self.assertNotIn("ask", text)
        self.assertNotIn("limit", text)
        self.assertRegex(text, r"src/ir +3 files +440 lines")


if __name__ == "__main__":
    unittest.main()
