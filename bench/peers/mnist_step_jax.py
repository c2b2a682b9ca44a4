"""MNIST step (a) by jax.jit: forward, gradient and Adam in one compiled function, its arguments donated."""

import functools

import jax
import jax.numpy as jnp
from contest import serve, start

RATE, MEAN_DECAY, SQUARE_DECAY, EPSILON = 1e-3, 0.9, 0.999, 1e-8


def loss(model, x, y):
    w1, b1, w2, b2 = model
    error = jax.nn.relu(x @ w1 + b1) @ w2 + b2 - y
    return jnp.mean(error * error)


@functools.partial(jax.jit, donate_argnums=0)
def train(state, x, y):
    model, means, squares, count = state
    value, gradient = jax.value_and_grad(loss)(model, x, y)
    count = count + 1
    means = [MEAN_DECAY * m + (1 - MEAN_DECAY) * g for m, g in zip(means, gradient)]
    squares = [SQUARE_DECAY * s + (1 - SQUARE_DECAY) * g * g for s, g in zip(squares, gradient)]
    mean_scale, square_scale = 1 / (1 - MEAN_DECAY**count), 1 / (1 - SQUARE_DECAY**count)
    model = [w - RATE * mean_scale * m / (jnp.sqrt(square_scale * s) + EPSILON)
             for w, m, s in zip(model, means, squares)]
    return (model, means, squares, count), value


def main():
    weights, x, y = start()
    zeros = [jnp.zeros_like(w) for w in weights]
    state = ([jnp.asarray(w) for w in weights], zeros, [jnp.copy(z) for z in zeros], jnp.float32(0))
    x, y = jnp.asarray(x), jnp.asarray(y)

    def step():
        nonlocal state
        state, value = train(state, x, y)
        return float(value)

    serve(step)


main()
