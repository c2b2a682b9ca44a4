// How the axes of tensors meet, at compile time. Vocabulary: standard library only.
//
// A rule maps axis lists to an axis list, or to a type that names what is wrong; it never fails to
// compile by itself. Functions in ops.h use the first and delete the overload that returns the
// second, so that a compiler's message shows it: "use of deleted function 'axes_differ<Axis<"seq",
// 128>, Axis<"hidden", 64>> matmul(…)".
//
// Pairs of axes align from the right: equal names meet; a name and no name: the name stays; a size
// and a free size: the size stays, checked when the program runs; a literal Dim<1> stretches; two
// different names or sizes do not meet. Equal names never stretch, `Any` may when the program runs.
#pragma once

#include <tlaloc/type_rules/lists.h>
#include <tlaloc/type_rules/pairs.h>
#include <tlaloc/type_rules/pieces.h>
#include <tlaloc/type_rules/products.h>
