"""Find the nodes that are reachable from a node, over any predicate, in rounds of joins.

Usage: python 04_reachable.py PATH IRI
"""

from __future__ import annotations

import sys

from pyspark.sql import functions as sf

from jelly_bridge import read_jelly, to_graphframe_tables

path, start = sys.argv[1:]
edges = to_graphframe_tables(read_jelly(path)).edges.select("src", "dst").distinct().cache()
reached = edges.where(edges.src == f"<{start}>").select(sf.col("dst").alias("node")).distinct()
before = 0
while (count := reached.count()) > before:
    before = count
    step = edges.join(reached, edges.src == reached.node).select(sf.col("dst").alias("node"))
    # Without it, the plan of each round would include those of all earlier rounds.
    reached = reached.union(step).distinct().localCheckpoint()
print(f"{before} nodes")
reached.orderBy("node").show(20, truncate=False)
