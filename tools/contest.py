"""Contests of ./dev bench: a program of ours against peers that do the same work, each its own process, in turns.

Both sides first print `ready LOSS`, which must agree, then seconds a step for every line they are sent
(bench/contest.h, bench/peers/contest.py). A peer that does not start or computes something else is an error.
"""

import subprocess
import statistics
from dataclasses import dataclass, field

TURNS = 7
AGREEMENT = 1e-3  # of two losses in f32 after a few steps


@dataclass
class Contest:
    name: str
    ours: list
    peers: dict = field(default_factory=dict)  # a name -> its command
    target: float = 1.0


class Side:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen([str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        word, loss = (self.process.stdout.readline().split() + ["", ""])[:2]
        if word != "ready":
            raise RuntimeError(f"{name} does not start (exit status {self.process.wait()})")
        self.loss = float(loss)

    def turn(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def hold(contest):
    """Rows (name, ratio, target, spread): ours over each peer."""
    ours = Side("ours", contest.ours)
    rows = []
    try:
        for name, command in contest.peers.items():
            peer = Side(name, command)
            try:
                if abs(peer.loss - ours.loss) > AGREEMENT * abs(ours.loss):
                    raise RuntimeError(f"{name} computes a loss of {peer.loss}, ours is {ours.loss}")
                ratios = [ours.turn() / peer.turn() for _ in range(TURNS)]
            finally:
                peer.close()
            low, middle, high = statistics.quantiles(ratios, n=4)
            rows.append((f"{contest.name}_over_{name}", middle, contest.target, high - low))
    finally:
        ours.close()
    return rows
