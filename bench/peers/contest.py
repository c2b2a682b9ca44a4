"""The other side of a contest: what a peer program says and hears (bench/contest.h has ours).

It prints `ready LOSS` once, with the loss after kSteps training steps from the common start, so that everybody is
seen to compute the same; then, for each line that it reads, it runs steps for at least a moment and prints seconds a step.
"""

import sys
import time

import numpy as np

STEPS = 10
AT_LEAST_S = 0.4
IMAGES, PIXELS, HIDDEN, DIGITS = 4096, 784, 128, 10


def numbers(*shape):
    """The common data: a fixed sequence in [0, 1)."""
    i = np.arange(np.prod(shape), dtype=np.int64)
    return ((i * 7919 + 13) % 1009 / 1009).astype(np.float32).reshape(shape)


def start():
    """Weights, images and targets, the same for everybody."""
    weights = [0.1 * (numbers(PIXELS, HIDDEN) - np.float32(0.5)), np.zeros(HIDDEN, np.float32),
               0.1 * (numbers(HIDDEN, DIGITS) - np.float32(0.5)), np.zeros(DIGITS, np.float32)]
    return weights, numbers(IMAGES, PIXELS), numbers(IMAGES, DIGITS)


def serve(step):
    """`step()` trains one step and returns its loss as a float, when all work is done."""
    for _ in range(STEPS):
        loss = step()
    print(f"ready {loss:.9g}", flush=True)
    for _ in sys.stdin:
        steps, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < AT_LEAST_S:
            step()
            steps += 1
        print(f"{took / steps:.9g}", flush=True)
