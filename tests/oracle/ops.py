"""Every op of the table, said again in JAX: attributes first, operands after.

SPELLINGS has one function an op; WITHOUT says why an op has none. An op in neither fails the test.
"""

import jax
import jax.numpy as jnp
from jax import lax

DTYPES = {"b1": "bool", "bf16": "bfloat16", "f16": "float16", "f32": "float32", "f64": "float64",
          **{f"{k}{b}": f"{'u' if k == 'u' else ''}int{b}" for k in "iu" for b in (8, 16, 32, 64)}}


def unary(f):
    return lambda a, x: f(x)


def binary(f):
    return lambda a, x, y: f(x, y)


def iota(a):
    shape, axis = a["sizes"], a["axis"]
    steps = jnp.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return jnp.broadcast_to(steps, shape).astype(DTYPES[a["dtype"]])


def placed(x, sizes, axes):
    """x with its axis i as axis axes[i] of a shape, size 1 elsewhere."""
    shape = [1] * len(sizes)
    for size, axis in zip(x.shape, axes):
        shape[axis] = size
    return x.reshape(shape)


def broadcast(a, x):
    return jnp.broadcast_to(placed(x, a["sizes"], a["axes"]), a["sizes"])


def sum_to(a, x):
    kept = dict(zip(a["axes"], a["sizes"]))
    gone = tuple(i for i in range(x.ndim) if i not in kept)
    stretched = tuple(i for i, size in kept.items() if size == 1)
    return jnp.sum(jnp.sum(x, axis=stretched, keepdims=True), axis=gone).astype(x.dtype)


def pad(a, x):
    at = tuple(slice(low, low + stride * size if size else low, stride)
               for low, stride, size in zip(a["low"], a["strides"], x.shape))
    return jnp.zeros(a["sizes"], x.dtype).at[at].set(x)


def slices(a, x):
    return x[tuple(slice(*s) for s in zip(a["starts"], a["limits"], a["strides"]))]


def contract(a, x, y):
    pairs = ((a["left_contract"], a["right_contract"]), (a["left_batch"], a["right_batch"]))
    return lax.dot_general(x, y, pairs, precision="highest")


def select(a, condition, x, y):
    return jnp.where(condition, x, y)


def mul_masked(a, x, slope):
    """A zero wherever x is zero, even where the slope is not finite."""
    return jnp.where(x == 0, 0, x * jnp.where(x == 0, 1, slope))


def cross_entropy(a, logits, labels):
    rows = jax.nn.log_softmax(logits, axis=-1)
    picked = jnp.take_along_axis(rows, labels[..., None], axis=-1)[..., 0]
    return -jnp.mean(picked, axis=tuple(range(a["kept"], labels.ndim)))


def one_hot(a, labels):
    return jax.nn.one_hot(labels, a["classes"], dtype=DTYPES[a["dtype"]])


def place(a, *operands):
    return jnp.zeros(a["sizes"], operands[-1].dtype).at[tuple(operands[:-1])].set(operands[-1])


SPELLINGS = {
    "constant": lambda a: jnp.asarray(float(a["value"])).astype(DTYPES[a["dtype"]]),
    "iota": iota,
    "room": lambda a: jnp.zeros(a["sizes"], DTYPES[a["dtype"]]),
    "broadcast": broadcast,
    "sum_to": sum_to,
    "add": binary(jnp.add),
    "sub": binary(jnp.subtract),
    "mul": binary(jnp.multiply),
    "div": binary(lambda x, y: x / y if jnp.issubdtype(x.dtype, jnp.floating) else lax.div(x, y)),
    "rem": binary(lax.rem),
    "mul_masked": mul_masked,
    "neg": unary(jnp.negative),
    "abs": unary(jnp.abs),
    "sign": unary(jnp.sign),
    "floor": unary(jnp.floor),
    "sqrt": unary(jnp.sqrt),
    "relu": unary(jax.nn.relu),
    "sin": unary(jnp.sin),
    "cos": unary(jnp.cos),
    "exp": unary(jnp.exp),
    "log": unary(jnp.log),
    "expm1": unary(jnp.expm1),
    "log1p": unary(jnp.log1p),
    "tanh": unary(jnp.tanh),
    "sigmoid": unary(jax.nn.sigmoid),
    "pow": binary(jnp.power),
    "atan2": binary(jnp.arctan2),
    "tan": unary(jnp.tan),
    "asin": unary(jnp.arcsin),
    "acos": unary(jnp.arccos),
    "atan": unary(jnp.arctan),
    "sinh": unary(jnp.sinh),
    "cosh": unary(jnp.cosh),
    "asinh": unary(jnp.arcsinh),
    "acosh": unary(jnp.arccosh),
    "atanh": unary(jnp.arctanh),
    "exp2": unary(jnp.exp2),
    "log2": unary(jnp.log2),
    "log10": unary(jnp.log10),
    "cbrt": unary(jnp.cbrt),
    "hypot": binary(jnp.hypot),
    "erf": unary(jax.scipy.special.erf),
    "erfc": unary(jax.scipy.special.erfc),
    "ceil": unary(jnp.ceil),
    "trunc": unary(jnp.trunc),
    "round": unary(lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO)),
    "rint": unary(lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)),
    "remainder": binary(lambda x, y: x - y * lax.stop_gradient(lax.round(x / y, lax.RoundingMethod.TO_NEAREST_EVEN))),
    "copysign": binary(lambda x, y: jnp.copysign(x, lax.stop_gradient(y))),
    "fdim": binary(lambda x, y: jnp.where(x > y, x - y, 0).astype(x.dtype)),
    "max": binary(jnp.maximum),
    "min": binary(jnp.minimum),
    "eq": binary(jnp.equal),
    "ne": binary(jnp.not_equal),
    "lt": binary(jnp.less),
    "le": binary(jnp.less_equal),
    "gt": binary(jnp.greater),
    "ge": binary(jnp.greater_equal),
    "logical_and": binary(jnp.logical_and),
    "logical_or": binary(jnp.logical_or),
    "logical_xor": binary(jnp.logical_xor),
    "logical_not": unary(jnp.logical_not),
    "bit_and": binary(jnp.bitwise_and),
    "bit_or": binary(jnp.bitwise_or),
    "bit_xor": binary(jnp.bitwise_xor),
    "shift_left": binary(lax.shift_left),
    "shift_right": binary(lambda x, y: (lax.shift_right_arithmetic if jnp.issubdtype(x.dtype, jnp.signedinteger)
                                        else lax.shift_right_logical)(x, y)),
    "select": select,
    "convert": lambda a, x: x.astype(DTYPES[a["dtype"]]),
    "stop_gradient": unary(lax.stop_gradient),
    "sum": lambda a, x: jnp.sum(x, axis=tuple(a["axes"]), dtype=x.dtype),
    "reduce_max": lambda a, x: jnp.max(x, axis=tuple(a["axes"])),
    "reduce_min": lambda a, x: jnp.min(x, axis=tuple(a["axes"])),
    "argmax": lambda a, x: jnp.argmax(x, axis=a["axis"]),
    "argmin": lambda a, x: jnp.argmin(x, axis=a["axis"]),
    "reshape": lambda a, x: x.reshape(a["sizes"]),
    "transpose": lambda a, x: jnp.transpose(x, a["permutation"]),
    "reverse": lambda a, x: jnp.flip(x, axis=tuple(a["axes"])),
    "slice": slices,
    "pad": pad,
    "concat": lambda a, *xs: jnp.concatenate(xs, axis=a["axis"]),
    "contract": contract,
    "matmul": binary(lambda x, y: jnp.matmul(x, y, precision="highest")),
    "dot": binary(jnp.dot),
    "index": lambda a, x, *indices: x[tuple(indices)],
    "place": place,
    "update": lambda a, x, *rest: x.at[tuple(rest[:-1])].set(rest[-1]),
    "add_at": lambda a, x, *rest: x.at[tuple(rest[:-1])].add(rest[-1]),
    "take": lambda a, x, indices: x[indices],
    "scatter_add": lambda a, x, indices, rows: x.at[indices].add(rows),
    "softmax": lambda a, x: jax.nn.softmax(x, axis=a["axis"]),
    "log_softmax": lambda a, x: jax.nn.log_softmax(x, axis=a["axis"]),
    "class_labels": lambda a, labels: labels,
    "axis_indices": lambda a, i: i,
    "one_hot": one_hot,
    "cross_entropy": cross_entropy,
}

WITHOUT = {}
