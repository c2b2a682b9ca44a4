"""mutate.py on a project of one function: a noticed fault, a survivor, and the ways a list can be wrong."""

import shutil
import unittest

from planted import Planted

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(Small CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
add_executable(small_test small.cc)
"""
SOURCE = """int twice(int x) {
  return x + x;
}
int unused(int x) {
  return x + 1;
}
int main() {
  return twice(3) == 6 ? 0 : 1;
}
"""
BLOCK = "file: small.cc\nfind: {}\nwith: {}\ntest: small_test\nwhy: {}\n\n"
NOTICED = BLOCK.format("return x + x;", "return x - x;", "a sign")
SURVIVOR = BLOCK.format("return x + 1;", "return x - 1;", "nobody looks")


@unittest.skipUnless(shutil.which("ninja") and shutil.which("git"), "needs ninja and git")
class Mutate(Planted):
    def setUp(self):
        super().setUp()
        self.git_init()
        self.plant("CMakeLists.txt", CMAKE)
        self.source = self.plant("small.cc", SOURCE)

    def mutate(self, blocks, *args):
        self.plant("tests/mutations.txt", "# faults\n" + blocks)
        return self.tool("mutate.py", "--root", self.root, "--scratch", self.root / ".git/scratch", *args)

    def test_a_noticed_fault_passes_and_a_survivor_fails(self):
        code, text = self.mutate(NOTICED)
        self.assertEqual(code, 0, text)
        self.assertIn("noticed   small.cc: a sign", text)
        code, text = self.mutate(SURVIVOR + NOTICED)
        self.assertEqual(code, 1)
        self.assertIn("SURVIVED  small.cc: nobody looks", text)
        self.assertIn("1 of 2 faults noticed", text)
        self.assertEqual(self.source.read_text(), SOURCE)

    def test_a_fault_that_never_ends_is_noticed(self):
        code, text = self.mutate(BLOCK.format("return x + x;", 'for (;;) asm volatile("");', "an end"), "--grace", "1")
        self.assertEqual(code, 0, text)
        self.assertIn("noticed   small.cc: an end", text)

    def test_line_breaks_are_white_space(self):
        self.plant("small.cc", SOURCE.replace("return x + x;", "return x +\n      x;"))
        code, text = self.mutate(NOTICED)
        self.assertEqual(code, 0, text)

    def test_only_selects(self):
        code, text = self.mutate(SURVIVOR + NOTICED, "--only", "a sign")
        self.assertEqual(code, 0, text)
        self.assertIn("1 of 1 faults noticed", text)

    def test_the_list_alone_is_checked_for_stale_text(self):
        code, text = self.mutate(NOTICED, "--list")
        self.assertEqual((code, text.strip()), (0, "small.cc: a sign (small_test)"))
        code, text = self.mutate(BLOCK.format("return x * x;", "return x;", "stale"), "--list")
        self.assertEqual(code, 1)
        self.assertIn("occurs 0 times", text)

    def test_a_wrong_list_is_an_error(self):
        wrong = {
            "occurs 0 times": BLOCK.format("return y;", "return x;", "gone"),
            "occurs 3 times": BLOCK.format("}", "};", "thrice"),
            "does not compile": BLOCK.format("return x + x;", "return y;", "no y"),
            "lacks why": NOTICED.replace("why: a sign\n", ""),
            "cannot read": "file small.cc\n",
            "says 'file' twice": NOTICED.strip() + "\n" + SURVIVOR,
            "no faults": "",
        }
        for message, blocks in wrong.items():
            with self.subTest(message=message):
                code, text = self.mutate(blocks)
                self.assertEqual(code, 1)
                self.assertIn(message, text)

    def test_a_test_that_fails_anyway_is_an_error(self):
        self.plant("small.cc", SOURCE.replace("== 6", "== 7"))
        code, text = self.mutate(NOTICED)
        self.assertEqual(code, 1)
        self.assertIn("fails without any fault", text)


if __name__ == "__main__":
    unittest.main()
