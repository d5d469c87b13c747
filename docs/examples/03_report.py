"""Write a report on a dataset, and its description in VoID.

Usage: python 03_report.py PATH REPORT.html VOID.ttl
"""

from __future__ import annotations

import sys

from jelly_bridge import describe, read_jelly, to_rdflib

path, report, void = sys.argv[1:]
description = describe(read_jelly(path))
for name, number in description.totals().items():
    print(f"{name:<12}{number:>12,}")
description.to_html(report, title=path)
graph = to_rdflib(description.to_void("http://example.org/dataset").drop("g"))
graph.serialize(void, format="turtle")
