#!/usr/bin/env python3
"""Predictions for all variants of a folder that variants.py and compile.sh filled: predictions.py FOLDER WL OUT.json [CARD]

Each variant's NAME.sass is what cuobjdump -res-usage -sass prints of NAME.cubin; without it the software GPU's instructions stand. Prints the hash of what is written."""
import concurrent.futures, hashlib, json, os, subprocess, sys


def one(folder, wl, card, family, name):
    args = [wl, "predict", f"{folder}/tasks/{family}", f"{folder}/{name}.cu", "--card", card, "--shape", "full", "--json"]
    if os.path.exists(f"{folder}/{name}.sass"):
        args += ["--sass", f"{folder}/{name}.sass"]
    ran = subprocess.run(args, capture_output=True, text=True)
    if ran.returncode != 0:
        print(name, ran.stderr.strip(), file=sys.stderr)
        return None
    t = json.loads(ran.stdout)["total"]
    keep = ("seconds", "low", "high", "limiter", "bounds", "instructions", "confidence", "groups_per_unit", "waves_per_simd")
    rounded = lambda x: float(f"{x:.5g}") if isinstance(x, float) else {k: rounded(v) for k, v in x.items()} if isinstance(x, dict) else x
    return {"family": family, "name": name, **{k: rounded(t[k]) for k in keep}}


def main(folder, wl, out, card="h200"):
    variants = [line.split()[1:3] for line in open(f"{folder}/manifest.txt") if line.startswith("variant ")]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda v: one(folder, wl, card, *v), variants))
    text = json.dumps({"card": card, "predictions": [r for r in rows if r]}, indent=0) + "\n"
    with open(out, "w") as f:
        f.write(text)
    print(len([r for r in rows if r]), "predictions, sha256", hashlib.sha256(text.encode()).hexdigest())


if __name__ == "__main__":
    main(*sys.argv[1:])
