"""Says no to an include that points up: folders of src/ form an order, and public headers two kinds.

Rules, from the design: a folder includes itself and what stands to its left; src/ sees of the public
headers only the vocabulary, never the doors, unless it is front or higher; vocabulary needs nothing but
the standard library; no public header reaches into src/; Clang is for lift, each device's and each
numeric library's API for the one folder that wraps it; nn, import, serve and the examples stand on the
public headers alone.

usage: check_layers.py [ROOT]
"""

import pathlib
import re
import sys

BELOW = {
    "base": [],
    "kernel": ["base"],
    "ir": ["base"],
    "pen": ["base", "kernel", "ir"],
}
BELOW["ops"] = BELOW["pen"] + ["pen"]
BELOW["transform"] = BELOW["ops"] + ["ops"]
BELOW["back"] = BELOW["transform"] + ["transform"]
BELOW["lift"] = BELOW["back"] + ["back"]
BELOW["runtime"] = BELOW["back"] + ["back"]
BELOW["front"] = BELOW["runtime"] + ["runtime"]
BELOW["driver"] = BELOW["front"] + ["lift", "front"]
ORACLE = "back/eval/"  # what tests beside the sources may hold any result against
DOORS_ONLY = ["nn", "import", "serve"]  # public headers, and each other to the left
DOORS_ALLOWED = ["front", "driver", *DOORS_ONLY]

# Public headers that the core may include: they need the standard library and each other alone. The second
# row is the language of fused maps, which kernels and generated code share (docs/decisions/0001).
VOCABULARY = ["dtype.h", "axis.h", "version.h", "type_rules.h", "type_rules/pairs.h", "type_rules/lists.h",
              "type_rules/pieces.h", "type_rules/products.h",
              "lane.h", "lane_math.h", "map.h"]

# (what an include starts with, where it may stand)
KEPT_IN = [
    (("clang/", "clang-c/", "llvm/", "llvm-c/"), ["src/lift/", "tests/lift/"]),
    (("dnnl", "oneapi/dnnl", "cblas", "lapacke"), ["src/kernel/", "bench/"]),
    (("pjrt/", "xla/"), ["src/runtime/pjrt/"]),
    (("iree/",), ["src/runtime/iree/"]),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = ("*.h", "*.cc", "*.cpp", "*.def", "*.inc")


def sources(folder):
    return sorted(p for pattern in SOURCES for p in folder.rglob(pattern))


def includes(path):
    """(line number, '<' or '"', what) of every include directive."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if found := INCLUDE.match(line):
            yield number, found.group(1), found.group(2)


def public_header(what):
    return what.removeprefix("tlaloc/") if what.startswith("tlaloc/") else None


def fault_in_src(folder, what, is_test=False):
    if (header := public_header(what)) is not None:
        if header in VOCABULARY or folder in DOORS_ALLOWED:
            return None
        return f"{folder} may include vocabulary ({', '.join(VOCABULARY)}), not the door <tlaloc/{header}>"
    target = what.split("/")[0]
    if target not in BELOW and target not in DOORS_ONLY:
        return None
    if target == folder or (is_test and what.startswith(ORACLE)):
        return None
    if folder in DOORS_ONLY:
        left = DOORS_ONLY[: DOORS_ONLY.index(folder)]
        return None if target in left else f"{folder} uses the front door only, not src/{target}"
    if target in BELOW.get(folder, []):
        return None
    return f"{folder} may not include {target}: it does not stand to its left"


def fault_in_public(header, kind, what, root):
    if kind == '"' or (root / "src" / what).exists():
        return f"a public header includes <tlaloc/...> and libraries only, not {what}"
    if header in VOCABULARY:
        other = public_header(what)
        if (other is not None and other not in VOCABULARY) or (other is None and "." in what):
            return f"vocabulary includes the standard library and vocabulary only, not <{what}>"
    return None


def fault_anywhere(place, what):
    for starts, homes in KEPT_IN:
        if what.startswith(starts) and not place.startswith(tuple(homes)):
            return f"<{what}> belongs to {', '.join(homes)} alone"
    return None


def fault_in_example(kind, what, root):
    return f"an example includes public headers only, not {what}" if kind == '"' and (
        root / "src" / what).exists() else None


def faults(root):
    """Every offending include as 'file:line: reason'."""
    found = []
    for top in ("src", "include", "examples", "tests", "bench"):
        for path in sources(root / top) if (root / top).is_dir() else []:
            place = path.relative_to(root).as_posix()
            for number, kind, what in includes(path):
                reason = fault_anywhere(place, what)
                if not reason and top == "src":
                    reason = fault_in_src(place.split("/")[1], what, place.endswith("_test.cc"))
                elif not reason and top == "include":
                    reason = fault_in_public(place.removeprefix("include/tlaloc/"), kind, what, root)
                elif not reason and top == "examples":
                    reason = fault_in_example(kind, what, root)
                if reason:
                    found.append(f"{place}:{number}: {reason}")
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = faults(root)
    print("\n".join(found) if found else "layers: every include points down")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
