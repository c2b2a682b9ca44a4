// Random bits: threefry2x32 counters, bit for bit the stream of JAX's classic generator
// (jax_threefry_partitionable=False), so that a program's numbers can be held against it.
// Shapes: flat; n elements. Dtypes: as named. Aliasing: y overlaps nothing. Determinism: a value
// depends on the key, n and its place alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tlaloc::kernel {

using Key = std::array<std::uint32_t, 2>;

/// Threefry-2x32, 20 rounds: the block of one counter.
std::array<std::uint32_t, 2> threefry2x32(Key key, std::array<std::uint32_t, 2> counter) noexcept;

/// The key of a seed: its high and low halves. (JAX without x64 has 0 for the high half.)
Key key_of(std::uint64_t seed) noexcept;
/// n new keys; the old one is spent.
void split(Key key, std::size_t n, Key* y) noexcept;
/// A new key from a key and a number.
Key fold_in(Key key, std::uint32_t data) noexcept;

/// n < 2^32 words; for 64-bit ones n < 2^31.
void random_bits(Key key, std::size_t n, std::uint32_t* y) noexcept;
void random_bits(Key key, std::size_t n, std::uint64_t* y) noexcept;

/// Uniform on [0, 1): the upper bits as the fraction of a number in [1, 2), less 1.
void random_uniform(Key key, std::size_t n, float* y) noexcept;
void random_uniform(Key key, std::size_t n, double* y) noexcept;

/// Standard normal: sqrt(2) erf^-1(u), u uniform on (-1, 1). The uniform's bits are JAX's, the
/// inverse is ours: equal to a few ulp.
void random_normal(Key key, std::size_t n, float* y) noexcept;

}  // namespace tlaloc::kernel
