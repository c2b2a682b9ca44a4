"""A gradient an example by jax.jit(vmap(grad)): a batch of 256 through a two-layer classifier."""

import jax
import jax.numpy as jnp
import numpy as np
from contest import numbers, serve

EXAMPLES, PIXELS, HIDDEN, CLASSES = 256, 64, 256, 10


def loss(model, x, label):
    w1, b1, w2, b2 = model
    scores = jax.nn.relu(x @ w1 + b1) @ w2 + b2
    return -jax.nn.log_softmax(scores)[label]


def main():
    def some(*shape):
        return jnp.asarray(np.float32(0.2) * (numbers(*shape) - np.float32(0.5)))

    model = [some(PIXELS, HIDDEN), jnp.zeros(HIDDEN), some(HIDDEN, CLASSES), jnp.zeros(CLASSES)]
    xs, labels = 10 * some(EXAMPLES, PIXELS), jnp.arange(EXAMPLES) % CLASSES
    each = jax.jit(jax.vmap(jax.grad(loss), in_axes=(None, 0, 0)))
    squares = float(np.sum(np.square(np.asarray(each(model, xs, labels)[0], dtype=np.float64))))

    def step():
        jax.block_until_ready(each(model, xs, labels))
        return squares

    serve(step)


main()
