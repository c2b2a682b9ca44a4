"""What model.cpp prints, computed by JAX in double precision from the same keys.

usage: model.py PROGRAM     (run by the interpreter that has JAX)
"""

import subprocess
import sys

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_threefry_partitionable", False)

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

EXAMPLES = 32


def scores(m, x):
    w1, b1, w2, b2 = m
    return jnp.tanh(x @ w1 + b1) @ w2 + b2


def squared_error(m, x, y):
    return jnp.mean((scores(m, x) - y) ** 2)


def entropy(m, x, labels):
    return -jnp.mean(jax.nn.log_softmax(scores(m, x))[jnp.arange(EXAMPLES), labels])


def branches(x):
    def turn(total, v):
        positive = jnp.where(v > 0, v, 0)
        return total + jnp.where(v > 0, jnp.log(1 + positive) * total, v * v), None

    return jax.lax.scan(turn, 0.0, x)[0]


def expected():
    draw = jax.random
    keys = draw.split(draw.PRNGKey(20), 4)
    model = tuple(draw.normal(k, s, jnp.float64) for k, s in zip(keys, [(20, 16), (16,), (16, 10), (10,)]))
    x = draw.uniform(draw.PRNGKey(21), (EXAMPLES, 20), jnp.float64)
    y = draw.uniform(draw.PRNGKey(22), (EXAMPLES, 10), jnp.float64)
    labels = jnp.arange(EXAMPLES) * 7 % 10
    v = draw.normal(draw.PRNGKey(23), (50,), jnp.float64)
    along = jax.grad(lambda x, t: jax.jvp(branches, (x,), (t,))[1], argnums=(0, 1))
    parts = [jax.value_and_grad(squared_error)(model, x, y), jax.value_and_grad(entropy)(model, x, labels),
             jax.value_and_grad(branches)(v), along(v, 0.5 * v)]
    return np.concatenate([np.ravel(leaf) for leaf in jax.tree_util.tree_leaves(parts)])


def main():
    printed = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
    got, want = np.array([float(line) for line in printed.split()]), expected()
    if got.shape != want.shape:
        sys.exit(f"oracle: {got.size} numbers, JAX has {want.size}")
    # Each against the largest of its neighbours' order: sums of hundreds of rounded terms.
    far = np.flatnonzero(np.abs(got - want) > 1e-11 * np.maximum(1, np.abs(want)))
    for i in far[:20]:
        print(f"number {i}: {got[i]!r}, JAX has {want[i]!r}")
    print(f"oracle: {got.size} numbers of a classifier and a loop, {far.size} differ from JAX {jax.__version__}")
    sys.exit(bool(far.size) or not got.size)


if __name__ == "__main__":
    main()
