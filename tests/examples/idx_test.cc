// The idx reader of examples/mnist: what it reads and, above all, what it refuses.
#include "idx.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string refusal(const Bytes& bytes, std::size_t rank) {
  try {
    parse_idx(bytes, rank, "f");
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

const Bytes kTwoByThree = {0, 0, 8, 2, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 5, 255};

TEST(Idx, ReadsSizesAndElements) {
  const Idx idx = parse_idx(kTwoByThree, 2, "f");
  EXPECT_EQ(idx.sizes, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(idx.elements, (Bytes{1, 2, 3, 4, 5, 255}));
}

TEST(Idx, ReadsNoElements) {
  EXPECT_EQ(parse_idx(Bytes{0, 0, 8, 1, 0, 0, 0, 0}, 1, "f").elements, Bytes{});
}

TEST(Idx, SizesAreBigEndian) {
  Bytes bytes = {0, 0, 8, 1, 0, 0, 1, 2};
  bytes.resize(8 + 258);
  EXPECT_EQ(parse_idx(bytes, 1, "f").sizes, std::vector<std::size_t>{258});
}

TEST(Idx, RefusesAnotherMagicNumber) {
  EXPECT_EQ(refusal(kTwoByThree, 1), "f: magic number is 0x00000802, expected 0x00000801");
  Bytes floats = kTwoByThree;
  floats[2] = 0xd;
  EXPECT_EQ(refusal(floats, 2), "f: magic number is 0x00000d02, expected 0x00000802");
}

TEST(Idx, RefusesATruncatedFile) {
  EXPECT_EQ(refusal({0, 0, 8, 2, 0, 0}, 2), "f: truncated: 6 bytes, the header alone takes 12");
  EXPECT_EQ(refusal(Bytes(kTwoByThree.begin(), kTwoByThree.end() - 1), 2),
            "f: truncated: 5 bytes of elements, the header promises 6");
}

TEST(Idx, RefusesTrailingBytes) {
  Bytes longer = kTwoByThree;
  longer.push_back(0);
  EXPECT_EQ(refusal(longer, 2), "f: too long: 7 bytes of elements, the header promises 6");
}

TEST(Idx, RefusesSizesThatOverflow) {
  const Bytes huge = {0,    0,    8,    3,    0xff, 0xff, 0xff, 0xff,
                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(refusal(huge, 3), "f: sizes are too large");
}

TEST(Idx, NamesAFileThatIsNotThere) {
  try {
    read_idx("/no/such/file", 1);
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "/no/such/file: cannot be opened");
  }
}

}  // namespace
