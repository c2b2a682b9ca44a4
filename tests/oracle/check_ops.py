"""Holds the op table against JAX (x64): values of every sample, tangents and cotangents in f64.

usage: check_ops.py tlaloc-oracle-samples     (run by the interpreter that has JAX)
"""

import functools
import json
import subprocess
import sys

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from ops import DTYPES, SPELLINGS, WITHOUT  # noqa: E402

# Relative to the largest element: sums of a few hundred rounded terms.
TOLERANCE = {"f64": 1e-13, "f32": 2e-6, "bf16": 2e-2, "f16": 2e-3}


def array(described):
    numbers = np.array([float(v) for v in described["numbers"]], dtype=np.float64)
    return jnp.asarray(numbers.reshape(described["sizes"])).astype(DTYPES[described["dtype"]])


def arrays(described):
    return [array(d) for d in described]


def differs(got, described, what):
    """None, or a sentence."""
    want, got = np.asarray(array(described), dtype=np.float64), np.asarray(got)
    if got.shape != want.shape:
        return f"{what}: shape {list(want.shape)}, JAX has {list(got.shape)}"
    got = got.astype(np.float64)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    if same.all():
        return None
    gap = np.abs(got - want)[~same].max()
    largest = max(1.0, np.abs(got[np.isfinite(got)]).max(initial=0))
    if gap <= TOLERANCE.get(described["dtype"], 0) * largest:
        return None
    return f"{what}: {want.tolist()}, JAX has {got.tolist()}"


def floating(described):
    return described["dtype"] in TOLERANCE


def everything(f, x, t, ct):
    """Value, tangent and cotangents: one program, because every compile costs."""
    value, tangent = jax.jvp(f, x, t)
    return value, tangent, jax.vjp(f, *x)[1](ct)


def problems(line):
    """What differs in one use of an op."""
    spelling, x = SPELLINGS[line["op"]], arrays(line["x"])
    active = [i for i, d in enumerate(line["x"]) if floating(d)]

    def of_active(*v):
        operands = list(x)
        for i, value in zip(active, v):
            operands[i] = value
        return spelling(line["attrs"], *operands)

    at = [x[i] for i in active]
    if "t" not in line:
        return [p for p in [differs(jax.jit(of_active)(*at), line["y"][0], "value")] if p]
    value, tangent, cotangents = jax.jit(functools.partial(everything, of_active))(
        at, arrays(line["t"]), array(line["ct"][0]))
    found = [differs(value, line["y"][0], "value"), differs(tangent, line["jvp"][0], "tangent")]
    found += [differs(g, d, f"cotangent of operand {i}") for i, g, d in zip(active, cotangents, line["vjp"])]
    return [p for p in found if p]


def main():
    printed = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
    lines = [json.loads(line) for line in printed.splitlines()]
    unknown = {line["op"] for line in lines} - SPELLINGS.keys() - WITHOUT.keys()
    failures = [f"{op}: no spelling in tests/oracle/ops.py" for op in sorted(unknown)]
    derivatives = 0
    for line in lines:
        if line["op"] in SPELLINGS:
            failures += [f"{line['use']}: {p}" for p in problems(line)]
            derivatives += "t" in line
    print("\n".join(failures))
    print(f"oracle: {len(lines)} uses of {len({l['op'] for l in lines})} ops, {derivatives} with both derivatives, "
          f"{len(failures)} differ from JAX {jax.__version__}")
    sys.exit(bool(failures) or not derivatives)


if __name__ == "__main__":
    main()
