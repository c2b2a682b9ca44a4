"""Pretty printers for tlaloc::Tensor and tlaloc::DynTensor.

    (gdb) source tools/gdb/tlaloc_printers.py
    (gdb) print x
    $1 = Tensor<float, Any, Any> 2x2 [[1, 2], [3, 4]]

At most `print elements` numbers are shown. Reads memory only: works on core files as well.
"""

import re
import struct

import gdb

BLOCK_HEADER = 64  # bytes in front of the elements: tlaloc::detail::Storage::Block


def short_type(value_type):
    """The type without namespaces and without what every named axis repeats."""
    name = str(value_type.unqualified())
    name = re.sub(r"\btlaloc::", "", name)
    name = re.sub(r"Axis<Name<\d+[a-z]*>\s*\{(\"[^\"]*\")\}, Extent\{-1, -1\}>", r"Axis<\1>", name)
    return re.sub(r"Axis<Name<\d+[a-z]*>\s*\{(\"[^\"]*\")\}, Extent\{(\d+), -1\}>", r"Axis<\1, \2>", name)


def element_text(element):
    """A number as C++ would print it; bfloat16 by its value."""
    if element.type.strip_typedefs().name == "tlaloc::bfloat16":
        return "%g" % struct.unpack("<f", struct.pack("<I", int(element["bits"]) << 16))[0]
    if element.type.sizeof == 1 and element.type.strip_typedefs().code == gdb.TYPE_CODE_INT:
        return str(int(element))
    return str(element)


def nested(data, sizes, limit):
    """The elements as nested lists, cut after `limit` of them."""
    left = [limit]

    def part(axis, at):
        if axis == len(sizes):
            left[0] -= 1
            return element_text((data + at).dereference())
        texts = []
        for i in range(sizes[axis]):
            if left[0] <= 0:
                texts.append("...")
                break
            texts.append(part(axis + 1, at * sizes[axis] + i))
        return "[" + ", ".join(texts) + "]"

    return part(0, 0)


def text_of(value, sizes, element_type):
    shape = "x".join(str(s) for s in sizes)
    head = "%s %s" % (short_type(value.type.strip_typedefs()), shape or "scalar")
    block = value["storage_"]["block_"]
    if int(block) == 0:
        return head + " []"
    address = int(block) + BLOCK_HEADER
    data = gdb.Value(address).cast(element_type.pointer())
    limit = gdb.parameter("print elements") or (1 << 62)
    return head + " " + nested(data, sizes, limit)


class TensorPrinter:
    """tlaloc::Tensor<T, Axes...>: as many sizes as axes."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        array = self.value["sizes_"]
        array = array["_M_elems"]
        first, last = array.type.strip_typedefs().range()
        sizes = [int(array[i]) for i in range(first, last + 1)]
        return text_of(self.value, sizes, self.value.type.strip_typedefs().template_argument(0))


class DynTensorPrinter:
    """tlaloc::DynTensor<T>: sizes in a std::vector of libstdc++."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        impl = self.value["sizes_"]["_M_impl"]
        start, finish = impl["_M_start"], impl["_M_finish"]
        sizes = [int((start + i).dereference()) for i in range(int(finish - start))]
        return text_of(self.value, sizes, self.value.type.strip_typedefs().template_argument(0))


def lookup(value):
    name = value.type.strip_typedefs().unqualified().name or ""
    if name.startswith("tlaloc::Tensor<"):
        return TensorPrinter(value)
    if name.startswith("tlaloc::DynTensor<"):
        return DynTensorPrinter(value)
    return None


gdb.pretty_printers.append(lookup)
