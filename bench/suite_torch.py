"""What PyTorch takes for the suite's operations on the same shapes: eager, and compiled where that fuses. For the table beside suite_gpu's.
usage: suite_torch.py TASKS   (share/tasks). Prints milliseconds, the median of 50 launches on buffers that change (twice the last cache)."""
import pathlib
import sys
import tomllib

import torch
import torch.nn.functional as F

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
dev = "cuda"


def timed(make, run, repeats=50):
    """Median seconds. `make` gives inputs; as many sets as keep them out of the cache."""
    first = make()
    size = sum(t.numel() * t.element_size() for t in first if torch.is_tensor(t)) + 1
    sets = [first] + [make() for _ in range(min(32, 2 * 60 * 2**20 // size + 1))]
    for s in sets[:3]:
        run(*s)
    torch.cuda.synchronize()
    times = []
    for i in range(repeats):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        run(*sets[i % len(sets)])
        b.record()
        b.synchronize()
        times.append(a.elapsed_time(b))
    return sorted(times)[len(times) // 2]


def f32(*shape):
    return torch.randn(*shape, device=dev)


def bf16(*shape):
    return torch.randn(*shape, device=dev, dtype=torch.bfloat16)


def operation(task, s):
    """How inputs are made, and the operation."""
    g = s.get
    match task:
        case "gemm_f32":
            return lambda: (f32(g("m"), g("k")), f32(g("k"), g("n"))), torch.mm
        case "gemm_bf16":
            return lambda: (bf16(g("m"), g("k")), bf16(g("k"), g("n"))), torch.mm
        case "rms_norm":
            return lambda: (f32(g("rows"), g("cols")), f32(g("cols"))), lambda x, w: F.rms_norm(x, (g("cols"),), w, 1e-5)
        case "layer_norm":
            return lambda: (f32(g("rows"), g("cols")), f32(g("cols")), f32(g("cols"))), lambda x, w, b: F.layer_norm(x, (g("cols"),), w, b)
        case "softmax":
            return lambda: (f32(g("rows"), g("cols")),), lambda x: torch.softmax(x, 1)
        case "reduction":
            return lambda: (f32(g("n")),), torch.sum
        case "scan":
            return lambda: (f32(g("n")),), lambda x: torch.cumsum(x, 0)
        case "transpose":
            return lambda: (f32(g("rows"), g("cols")),), lambda x: x.t().contiguous()
        case "histogram":
            return lambda: (torch.randint(0, g("bins"), (g("n"),), device=dev, dtype=torch.int32),), lambda x: torch.bincount(x, minlength=g("bins"))
        case "masked_add":
            return lambda: (f32(g("n")), f32(g("n")), torch.randint(0, 2, (g("n"),), device=dev, dtype=torch.bool)), lambda a, b, m: torch.where(m, a, a + b)
        case "conv2d":
            return (lambda: (f32(g("images"), g("channels"), g("height"), g("width")), f32(g("filters"), g("channels"), 3, 3)),
                    lambda x, w: F.conv2d(x, w, stride=g("stride"), padding=g("pad")))
        case "fft":
            return lambda: (torch.randn(g("batch"), 2 ** g("log2_n"), device=dev, dtype=torch.complex64),), torch.fft.fft
        case "attention":
            b, h, q, k, d = (g(n) for n in ("batch", "heads", "queries", "keys", "dim"))
            return lambda: (bf16(b, h, q, d), bf16(b, h, k, d), bf16(b, h, k, d)), lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=bool(g("causal")))
        case "spmv":
            def make():
                offsets = torch.sort(torch.randint(0, g("nonzeros") + 1, (g("rows") + 1,), device=dev, dtype=torch.int32)).values
                offsets[0], offsets[-1] = 0, g("nonzeros")
                columns = torch.randint(0, g("cols"), (g("nonzeros"),), device=dev, dtype=torch.int32)
                return torch.sparse_csr_tensor(offsets, columns, f32(g("nonzeros")), size=(g("rows"), g("cols"))), f32(g("cols"), 1)
            return make, torch.mm
        case "dsa_topk":
            return lambda: (f32(g("queries"), g("keys")),), lambda x: torch.topk(x, g("chosen"), dim=1)
        case "dsa_indexer":
            return (lambda: (bf16(g("queries"), g("heads"), g("dim")), bf16(g("keys"), g("dim")), f32(g("queries"), g("heads"))),
                    lambda q, k, w: torch.einsum("qhk,qh->qk", torch.relu(torch.einsum("qhd,kd->qhk", q, k)).float(), w))
    return None


print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n\n| task | shape | eager, ms | compiled, ms |\n|---|---|---|---|")
for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    spec = tomllib.loads((folder / "task.toml").read_text())
    for shape in spec["shape"]:
        found = operation(folder.name, shape) if shape.get("timed") else None
        if not found:
            continue
        make, run = found
        cells = []
        for how in (run, torch.compile(run)):
            try:
                cells.append(f"{timed(make, how):.4f}")
            except Exception as e:
                cells.append(f"failed: {str(e).splitlines()[0][:60]}")
        print(f"| {folder.name} | {shape['name']} | {cells[0]} | {cells[1]} |", flush=True)
