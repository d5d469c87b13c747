"""Query a part of a large file in SPARQL, with pyoxigraph.

Usage: python 05_sparql.py PATH PREFIX
"""

from __future__ import annotations

import sys

import pyoxigraph

from jelly_bridge import read_jelly, to_pyoxigraph

path, prefix = sys.argv[1:]
statements = read_jelly(path).where("s.kind <> 'triple' AND o.kind <> 'triple'")
# The filter runs in Spark; only matching statements come to Python.
part = statements.where(statements.s.value.startswith(prefix))
store = pyoxigraph.Store()
store.bulk_extend(to_pyoxigraph(part))
query = "SELECT ?p (count(*) AS ?n) { ?s ?p ?o } GROUP BY ?p ORDER BY DESC(?n) LIMIT 10"
solutions = store.query(query, use_default_graph_as_union=True)
assert isinstance(solutions, pyoxigraph.QuerySolutions)
for solution in solutions:
    print(solution["p"].value, solution["n"].value)
