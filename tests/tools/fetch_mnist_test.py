"""fetch_mnist.py trusts checksums alone: not names, not pip, not a folder that was right yesterday."""

import hashlib
import unittest

from planted import Planted

import fetch_mnist

FILES = {name: hashlib.sha256(name.encode()).hexdigest() for name in fetch_mnist.FILES}


class FetchMnist(Planted):
    def plant_all(self, folder):
        for name in FILES:
            self.plant(f"{folder}/{name}", name)

    def test_the_right_files_are_taken_and_junk_is_left(self):
        self.plant_all("deep/down")
        self.plant("deep/a_first/t10k-images.idx3-ubyte", "another file of that name")
        self.plant("deep/down/._t10k-images.idx3-ubyte", "junk")
        fetch_mnist.take_from(self.root / "deep", self.root / "to", FILES)
        self.assertEqual(fetch_mnist.faults(self.root / "to", FILES), [])
        self.assertEqual(sorted(p.name for p in (self.root / "to").iterdir()), sorted(FILES))

    def test_a_missing_and_a_wrong_file_are_named(self):
        self.plant_all("to")
        (self.root / "to/t10k-labels.idx1-ubyte").unlink()
        self.plant("to/train-labels.idx1-ubyte", "changed")
        found = fetch_mnist.faults(self.root / "to", FILES)
        self.assertEqual(len(found), 2)
        self.assertIn("train-labels.idx1-ubyte: sha256 is", found[0])
        self.assertIn("t10k-labels.idx1-ubyte: missing", found[1])

    def test_verify_fails_without_downloading(self):
        code, text = self.tool("fetch_mnist.py", "--verify", self.root)
        self.assertEqual(code, 1)
        self.assertIn("train-images.idx3-ubyte: missing", text)


if __name__ == "__main__":
    unittest.main()
