#!/usr/bin/env python3
"""A build system over the tool's shoulder: what is built again, and when.

usage: rebuild_test.py --prefix INSTALLED --compiler g++ --generator Ninja [unittest arguments]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PREFIX, COMPILER, GENERATOR = "", "", ""

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(Rebuild CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(Tlaloc REQUIRED)
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("int main() { return 0; }" COMPILES)
if(NOT COMPILES)
  message(FATAL_ERROR "the check failed")
endif()
add_custom_command(OUTPUT generated.h COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/generated.txt generated.h
  DEPENDS generated.txt)
add_executable(app main.cpp part.cpp ${CMAKE_BINARY_DIR}/generated.h)
target_include_directories(app PRIVATE ${CMAKE_BINARY_DIR})
tlaloc_target(app)
"""
MAIN = """#include <cstdio>
#include <tlaloc/grad.h>
#include "generated.h"
#include "header.h"
double part(double x);
int main() {
  const double k = kFactor;
  const auto g = tlaloc::grad([k](double x) { return k * kGenerated * x * x; });
  std::printf("%g %g\\n", g(1), part(1));
}
"""
PART = """#include <tlaloc/grad.h>
#include "header.h"
double part(double x) { return tlaloc::grad([](double y) { return kFactor * y; })(x); }
"""


class Rebuild(unittest.TestCase):
    """One project, built over and over."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        os.environ["TLALOC_CACHE_DIR"] = str(self.folder / "cache")
        self.write("CMakeLists.txt", PROJECT)
        self.write("main.cpp", MAIN)
        self.write("part.cpp", PART)
        self.write("header.h", "#pragma once\ninline constexpr double kFactor = 3;\n")
        self.write("generated.txt", "#pragma once\ninline constexpr double kGenerated = 1;\n")

    def write(self, name, text):
        """A file of the project. Make tells files apart by a clock of coarse ticks."""
        time.sleep(0.02 if GENERATOR == "Ninja" else 1.1)
        (self.folder / name).write_text(text)

    def run_words(self, *words):
        """Runs a command that has to succeed."""
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_a_target_that_compiles_nothing_is_named(self):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(Headers CXX)\n"
                   "find_package(Tlaloc REQUIRED)\nadd_library(headers INTERFACE)\ntlaloc_target(headers)\n")
        done = subprocess.run(["cmake", "-S", ".", "-B", "build", "-G", GENERATOR, f"-DCMAKE_PREFIX_PATH={PREFIX}",
                               f"-DCMAKE_CXX_COMPILER={COMPILER}"], cwd=self.folder, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        said = " ".join(done.stderr.split())
        self.assertIn("tlaloc_target: headers is an interface library, which compiles nothing", said)

    def configure(self, *flags):
        """Makes the build folder."""
        return self.run_words("cmake", "-S", ".", "-B", "build", "-G", GENERATOR, f"-DCMAKE_PREFIX_PATH={PREFIX}",
                              f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_BUILD_TYPE=Debug", *flags)

    def build(self):
        """The names of the sources that were compiled."""
        said = self.run_words("cmake", "--build", "build")
        return {name for name in ("main.cpp", "part.cpp") if f"Building CXX object CMakeFiles/app.dir/{name}.o" in said}

    def says(self):
        """What the program prints."""
        return self.run_words("build/app").strip()

    def test_what_is_built_again(self):
        self.configure()
        self.assertEqual(self.build(), {"main.cpp", "part.cpp"})
        self.assertEqual(self.says(), "6 3")
        self.assertEqual(self.build(), set())
        self.write("header.h", "#pragma once\ninline constexpr double kFactor = 5;\n")
        self.assertEqual(self.build(), {"main.cpp", "part.cpp"})
        self.assertEqual(self.says(), "10 5")
        self.write("generated.txt", "#pragma once\ninline constexpr double kGenerated = 2;\n")
        self.assertEqual(self.build(), {"main.cpp"})
        self.assertEqual(self.says(), "20 5")
        self.write("part.cpp", PART)
        self.assertEqual(self.build(), {"part.cpp"})
        for folder in self.folder.glob("build/CMakeFiles/app.dir/*.tlaloc"):
            shutil.rmtree(folder)
        self.assertEqual(self.build(), set())
        self.write("main.cpp", MAIN.replace("x * x", "x * x * x"))
        self.assertEqual(self.build(), {"main.cpp"})
        self.assertEqual(self.says(), "30 5")

    def test_the_compilation_database_names_the_users_files(self):
        self.configure()
        for entry in json.loads((self.folder / "build/compile_commands.json").read_text()):
            self.assertEqual(Path(entry["file"]).parent, self.folder)
            self.assertNotIn("bin/tlaloc", entry["command"])

    def test_unity_builds_and_precompiled_headers(self):
        self.write("pch.h", "#include <tlaloc/grad.h>\n#include <vector>\n")
        extra = "target_precompile_headers(app PRIVATE pch.h)\nset_target_properties(app PROPERTIES UNITY_BUILD ON)\n"
        self.write("CMakeLists.txt", PROJECT + extra)
        self.configure()
        self.build()
        self.assertEqual(self.says(), "6 3")
        self.write("header.h", "#pragma once\ninline constexpr double kFactor = 5;\n")
        self.build()
        self.assertEqual(self.says(), "10 5")


if __name__ == "__main__":
    args = sys.argv[1:]
    names = ("--prefix", "--compiler", "--generator")
    PREFIX, COMPILER, GENERATOR = (args[args.index(n) + 1] for n in names)
    rest = [a for i, a in enumerate(args) if a not in names and (i == 0 or args[i - 1] not in names)]
    unittest.main(argv=[sys.argv[0], *rest])
