"""Loads a file into pyoxigraph and answers queries: one request per line, one answer per line.

A request is `load PATH` or `ask QUERY`. The answer to a query is its solutions as texts of their
values, sorted, as `SparqlProcess` in `jvm/bench` gives them.
"""

from __future__ import annotations

import sys

import pyoxigraph


def answer(store: pyoxigraph.Store, query: str) -> str:
    """Return the solutions of a query."""
    solutions = store.query(query)
    if not isinstance(solutions, pyoxigraph.QuerySolutions):
        msg = f"expected a SELECT query, found {query}"
        raise TypeError(msg)
    rows = ("|".join("" if term is None else term.value for term in row) for row in solutions)
    return ";".join(sorted(set(rows)))


def main() -> None:
    """Answer requests until standard input ends."""
    store = pyoxigraph.Store()
    for line in sys.stdin:
        command, text = line.rstrip("\n").split(" ", 1)
        if command == "load":
            store = pyoxigraph.Store()
            store.bulk_load(path=text, format=pyoxigraph.RdfFormat.N_TRIPLES)
            print(len(store), flush=True)
        else:
            print(answer(store, text), flush=True)


if __name__ == "__main__":
    main()
