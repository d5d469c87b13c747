"""Draws how many times as fast as Parquet the tasks of `scripts/bench read` are.

Usage: bench_chart.py build/bench/read.json docs/img/read.svg
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
from matplotlib import pyplot as plt

# These colours also differ in grey and for colour-blind readers.
COLOURS = ("#1b4f72", "#2e86c1", "#76b7e5", "#e08e2b")
OURS, OTHER = "jelly-bridge", "parquet"
NOT_IN_MEAN = "filter-scan"
BAR = 0.2


def ratios(rows: list[dict[str, object]]) -> dict[str, dict[str, float]]:
    """Return the time of Parquet divided by ours, by task and data set."""
    times = {
        (row["task"], row["dataset"], row["contender"]): float(str(row["median_s"])) for row in rows
    }
    result: dict[str, dict[str, float]] = {}
    for (task, dataset, contender), seconds in times.items():
        other = times.get((task, dataset, OTHER))
        if contender == OURS and other is not None and task != NOT_IN_MEAN:
            result.setdefault(str(task), {})[str(dataset)] = other / seconds
    return result


def main() -> int:
    """Draw the chart; return 0 even if there is nothing to compare."""
    source, target = map(Path, sys.argv[1:])
    measured = json.loads(source.read_text())
    by_task = ratios(measured["rows"])
    if not by_task:
        return 0
    datasets = list(dict.fromkeys(name for its in by_task.values() for name in its))
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "read", "font.size": 9})
    figure, axes = plt.subplots(figsize=(8.6, 0.7 * len(by_task) + 1.3), layout="constrained")
    for i, dataset in enumerate(datasets):
        positions = [n + (i - (len(datasets) - 1) / 2) * BAR for n in range(len(by_task))]
        widths = [its.get(dataset, math.nan) for its in by_task.values()]
        bars = axes.barh(
            positions, widths, BAR * 0.9, label=dataset, color=COLOURS[i % len(COLOURS)]
        )
        axes.bar_label(bars, fmt="%.1f", padding=3, fontsize=7)
    axes.axvline(1, color="#c0392b", linestyle="--", linewidth=1)
    axes.set_yticks(range(len(by_task)), list(by_task))
    axes.invert_yaxis()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color="#ddd")
    axes.set_axisbelow(True)
    axes.legend(frameon=False)
    mean = math.exp(
        sum(math.log(value) for its in by_task.values() for value in its.values())
        / sum(map(len, by_task.values())),
    )
    axes.set_title("Reading Jelly in Spark, times as fast as the same table in Parquet", loc="left")
    machine = measured["machine"]
    axes.set_xlabel(
        f"time of Parquet / time of jelly-bridge, medians, one core; geometric mean {mean:.2f}\n"
        f"{machine['cpu']}, {machine['cores']} cores, Spark {machine['spark']}, {machine['java']}",
    )
    figure.savefig(target, metadata={"Date": None})
    print(f"written to {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
