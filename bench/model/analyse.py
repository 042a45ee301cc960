#!/usr/bin/env python3
"""How good stored predictions were: analyse.py predictions.json model.csv

Prints the table of bench/results. Pairs are of one family and at least a tenth apart as measured; regret is how much slower the best of the k kernels predicted fastest is than the fastest of
the family; rank correlations are Spearman's. Beside the model stands what the number of wave instructions alone would have said."""
import csv, hashlib, itertools, json, math, sys


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            out[order[k]] = (i + j) / 2
        i = j + 1
    return out


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    n = len(a)
    if n < 3:
        return float("nan")
    ma, mb = sum(a) / n, sum(b) / n
    top = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    down = math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))
    return top / down if down else float("nan")


def pairs(rows, key):
    right = all_ = 0
    for x, y in itertools.combinations(rows, 2):
        if max(x["s"], y["s"]) < 1.1 * min(x["s"], y["s"]):
            continue
        all_ += 1
        if x[key] == y[key]:
            right += 0.5
        else:
            right += (x[key] < y[key]) == (x["s"] < y["s"])
    return right, all_


def regret(rows, key, k):
    best = min(r["s"] for r in rows)
    return min(r["s"] for r in sorted(rows, key=lambda r: r[key])[:k]) / best - 1


def mean(values):
    values = [v for v in values if not math.isnan(v)]
    return sum(values) / len(values) if values else float("nan")


def main(predictions, results):
    text = open(predictions).read()
    measured = {r["name"]: float(r["median_s"]) for r in csv.DictReader(line for line in open(results) if not line.startswith("#"))}
    families = {}
    for p in json.loads(text)["predictions"]:
        if p["name"] in measured:
            families.setdefault(p["family"], []).append({**p, "s": measured[p["name"]], "m": p["seconds"], "i": p["instructions"]})
    print(f"{sum(map(len, families.values()))} kernels; predictions' sha256 {hashlib.sha256(text.encode()).hexdigest()}\n")
    print("| family | kernels | measured, us | median error, % | pairs right | by instructions | top-five regret, % | by instructions | Spearman | by instructions | fastest third | by instructions | within the interval |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    sums = {}
    for name, rows in families.items():
        third = sorted(rows, key=lambda r: r["s"])[: max(3, math.ceil(len(rows) / 3))]
        column = lambda key, of=rows: [r[key] for r in of]
        errors = sorted(abs(r["m"] / r["s"] - 1) for r in rows)
        inside = sum(r["low"] <= r["s"] <= r["high"] for r in rows)
        cell = {"errors": errors[len(errors) // 2], "inside": inside / len(rows)}
        for key in "mi":
            cell["pairs" + key] = pairs(rows, key)
            cell["regret" + key] = regret(rows, key, 5)
            cell["all" + key] = spearman(column(key), column("s"))
            cell["third" + key] = spearman(column(key, third), column("s", third))
        share = lambda p: p[0] / p[1] if p[1] else float("nan")
        print(f"| {name} | {len(rows)} | {min(column('s')) * 1e6:.0f} to {max(column('s')) * 1e6:.0f} | {100 * cell['errors']:.0f} | {share(cell['pairsm']):.3f} of {cell['pairsm'][1]} | {share(cell['pairsi']):.3f} | "
              f"{100 * cell['regretm']:.1f} | {100 * cell['regreti']:.1f} | {cell['allm']:.2f} | {cell['alli']:.2f} | {cell['thirdm']:.2f} | {cell['thirdi']:.2f} | {cell['inside']:.2f} |")
        for k, v in cell.items():
            sums.setdefault(k, []).append(v)
    total = lambda key: (sum(p[0] for p in sums["pairs" + key]), sum(p[1] for p in sums["pairs" + key]))
    share = lambda p: p[0] / p[1]
    print(f"| all, or the families' mean | {sum(map(len, families.values()))} | | {100 * mean(sums['errors']):.0f} | {share(total('m')):.3f} of {total('m')[1]} | {share(total('i')):.3f} | {100 * mean(sums['regretm']):.1f} | "
          f"{100 * mean(sums['regreti']):.1f} | {mean(sums['allm']):.2f} | {mean(sums['alli']):.2f} | {mean(sums['thirdm']):.2f} | {mean(sums['thirdi']):.2f} | {mean(sums['inside']):.2f} |")
    print("\nRegret of the fastest predicted 1, 3, 5, 10, %:\n")
    for name, rows in families.items():
        print(f"- {name}: " + ", ".join(f"{100 * regret(rows, 'm', k):.1f}" for k in (1, 3, 5, 10)) + "; by instructions " + ", ".join(f"{100 * regret(rows, 'i', k):.1f}" for k in (1, 3, 5, 10)))


if __name__ == "__main__":
    main(*sys.argv[1:])
