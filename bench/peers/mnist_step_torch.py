"""MNIST step (a) by PyTorch with its own Adam. usage: mnist_step_torch.py eager | compiled"""

import sys

import torch
from contest import serve, start


def main():
    weights, x, y = start()
    model = [torch.tensor(w, requires_grad=True) for w in weights]
    x, y = torch.tensor(x), torch.tensor(y)
    adam = torch.optim.Adam(model, lr=1e-3, foreach=True)

    def loss(w1, b1, w2, b2, x, y):
        error = torch.relu(x @ w1 + b1) @ w2 + b2 - y
        return torch.mean(error * error)

    run = torch.compile(loss) if sys.argv[1] == "compiled" else loss

    def step():
        adam.zero_grad(set_to_none=True)
        value = run(*model, x, y)
        value.backward()
        adam.step()
        return float(value.detach())

    serve(step)


main()
