"""Runs a problem of KernelBench's form on the CPU and writes what it takes and gives as .npy files, with task.toml's buffers and shapes.

    python3 import_problem.py PROBLEM.py SEEDS

A problem defines `class Model(torch.nn.Module)`, `get_inputs()` and `get_init_inputs()`. It is run in double precision on inputs and weights that are
drawn in single precision, for each seed, as it stands and with its whole-number constants made smaller, for the software GPU. Written to the
working folder: arrays/SHAPE-SEED/NAME.npy, .expected.npy, .scale.npy, and buffers.toml.
"""
import ctypes
import inspect
import keyword
import os
import re
import struct
import sys

import torch

# Unit roundoff of single precision.
U = 2.0**-24
TYPES = {
    torch.float64: ("f64", "<f8"),
    torch.float32: ("f32", "<f4"),
    torch.float16: ("f16", "<f2"),
    torch.int64: ("i64", "<i8"),
    torch.int32: ("i32", "<i4"),
    torch.int16: ("i16", "<i2"),
    torch.int8: ("i8", "|i1"),
    torch.uint8: ("u8", "|u1"),
    torch.bool: ("u8", "|b1"),
}
# What a whole-number constant of the module is at most in the small shape, and how much more the next one is, so that no two extents are equal: the
# first with which the problem runs. Heads that divide a width want powers of two.
CAPS = ((17, 2), (33, 2), (16, 0), (32, 0), (64, 0))
MOST_SMALL = 1 << 18  # elements of the small shape's arrays
PERTURBED_RUNS = 4


def refuse(sentence):
    print(sentence, file=sys.stderr)
    sys.exit(3)


def write_npy(path, tensor):
    tensor = tensor.detach().contiguous()
    shape = "(" + "".join(f"{n}, " for n in tensor.shape) + ")"
    header = f"{{'descr': '{TYPES[tensor.dtype][1]}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin-1"))
        if tensor.numel():
            file.write(ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size()))


def load(source, path, cap=None):
    """The problem's names, with whole-number constants of at most `cap`, one of CAPS."""
    names = {"__name__": "problem", "__file__": path}
    exec(compile(source, path, "exec"), names)
    if cap:
        most, more = cap
        for name, value in list(names.items()):
            if type(value) is int and value > most:
                names[name] = min(value, most)
                most += more
    return names


def word(name):
    name = re.sub(r"\W", "_", name)
    return "p_" + name if not name or name[0].isdigit() or keyword.iskeyword(name) else name


class Problem:
    def __init__(self, names, seed):
        torch.manual_seed(seed)
        self.model = names["Model"](*names["get_init_inputs"]()).eval()
        inputs = names["get_inputs"]()
        self.arguments = inputs
        parameters = [p for p in inspect.signature(self.model.forward).parameters]
        self.inputs = {}
        self.places = []
        for i, value in enumerate(inputs):
            if isinstance(value, torch.Tensor):
                name = word(parameters[i] if i < len(parameters) else f"in{i}")
                self.inputs[name] = value
                self.places.append((i, name))
        self.keys = list(self.model.state_dict().keys())
        self.weights = {word(n): t.detach().clone() for n, t in self.model.state_dict().items()}
        for name in set(self.inputs) & set(self.weights):
            self.inputs[name + "_in"] = self.inputs.pop(name)
            self.places = [(i, name + "_in" if n == name else n) for i, n in self.places]
        for name, t in (self.inputs | self.weights).items():
            if t.dtype not in TYPES:
                refuse(f"the tensor {name} has the type {t.dtype}, which no task has")

    def run(self, dtype, perturbation=0.0):
        """The results, in `dtype`; with each number off by up to `perturbation`, relatively."""

        def as_wanted(t):
            if not t.is_floating_point():
                return t
            t = t.to(dtype)
            return t * (1 + perturbation * (2 * torch.rand_like(t) - 1)) if perturbation else t

        self.model.to(dtype)
        self.model.load_state_dict({n: as_wanted(t) for n, t in zip(self.keys, self.weights.values())})
        arguments = list(self.arguments)
        for i, name in self.places:
            arguments[i] = as_wanted(self.inputs[name]).clone()
        with torch.no_grad():
            results = self.model(*arguments)
        results = results if isinstance(results, (tuple, list)) else [results]
        if not all(isinstance(r, torch.Tensor) for r in results):
            refuse("the model gives something else than tensors")
        return [r.detach() for r in results]


def scale_of(problem, expected):
    """How far each element may be off, in units of u: what single precision, and inputs off by a rounding, make of it. The error of an element by
    chance is small now and then, so that it counts as at least the root mean square of all."""
    runs = [problem.run(torch.float32)] + [problem.run(torch.float64, U) for _ in range(PERTURBED_RUNS)]
    scales = []
    for k, e in enumerate(expected):
        if not e.is_floating_point():
            scales.append(torch.zeros_like(e, dtype=torch.float64))
            continue
        squares = torch.zeros_like(e)
        for run in runs:
            squares = torch.maximum(squares, torch.nan_to_num(run[k].double() - e, nan=0.0, posinf=0.0, neginf=0.0) ** 2)
        rms = torch.sqrt(squares.mean()) if squares.numel() else squares
        scales.append(2 * torch.maximum(torch.sqrt(squares), torch.ones_like(e) * rms) / U)
    return scales


def write(problem, folder):
    """The arrays of one shape and seed; the buffers as (name, type, role, tensor)."""
    os.makedirs(folder, exist_ok=True)
    results = problem.run(torch.float32)
    expected = [r.double() if r.is_floating_point() else r for r in problem.run(torch.float64)]
    buffers = []
    for name, t in (problem.inputs | problem.weights).items():
        write_npy(os.path.join(folder, name + ".npy"), t)
        buffers.append((name, TYPES[t.dtype][0], "input", t))
    for k, (e, s) in enumerate(zip(expected, scale_of(problem, expected))):
        name = "out" if len(expected) == 1 else f"out{k}"
        if results[k].dtype not in TYPES:
            refuse(f"the model gives the type {results[k].dtype}, which no task has")
        write_npy(os.path.join(folder, name + ".expected.npy"), e)
        write_npy(os.path.join(folder, name + ".scale.npy"), s)
        buffers.append((name, TYPES[results[k].dtype][0], "output", e))
    return buffers


def main(path, seeds):
    torch.set_num_threads(4)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    names = load(source, path)
    for needed in ("Model", "get_inputs", "get_init_inputs"):
        if needed not in names:
            refuse(f"it defines no {needed}")

    small = None
    for cap in CAPS:
        try:
            one = load(source, path, cap)
            problem = Problem(one, 0)
            problem.run(torch.float64)
            if sum(t.numel() for t in (problem.inputs | problem.weights).values()) <= MOST_SMALL:
                small = cap
                break
        except SystemExit:
            raise
        except Exception:
            continue
    shapes = [("full", None)] if small is None else [("small", small), ("full", None)]
    described = []
    for shape, cap in shapes:
        for seed in range(1, seeds + 1):
            buffers = write(Problem(load(source, path, cap), seed), f"arrays/{shape}-{seed}")
        described.append((shape, cap, buffers))

    lines = ["parameters = ["]
    first = described[0][2]
    lines[0] += ", ".join(f'"{n}_{d}"' for n, _, _, t in first for d in range(t.dim())) + "]\n"
    for name, kind, role, t in first:
        size = " * ".join(f"{name}_{d}" for d in range(t.dim())) or "1"
        lines.append(f'\n[[buffer]]\nname = "{name}"\ntype = "{kind}"\nsize = "{size}"\nrole = "{role}"\n')
    for shape, cap, buffers in described:
        lines.append(f'\n[[shape]]\nname = "{shape}"\n{"timed" if shape == "full" else "simulated"} = true\n')
        if len(described) == 1:
            lines.append("simulated = true\n")
        folders = ", ".join(f'"arrays/{shape}-{seed}"' for seed in range(1, seeds + 1))
        lines.append(f"arrays = [{folders}]\n")
        for name, _, _, t in buffers:
            for d, n in enumerate(t.shape):
                lines.append(f"{name}_{d} = {n}\n")
    width = {"64": 8, "32": 4, "16": 2}
    bytes_of = " + ".join(f'{width.get(k[-2:], 1)} * {" * ".join(f"{n}_{d}" for d in range(t.dim())) or "1"}' for n, k, _, t in first)
    lines.append(f'\n[floor]\nbytes = "{bytes_of}"\n')
    with open("buffers.toml", "w", encoding="utf-8") as file:
        file.write("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
