"""Count the statements of Jelly files by predicate, and instances by class.

Usage: python 01_query.py PATH
"""

from __future__ import annotations

import sys

from pyspark.sql import functions as sf

from jelly_bridge import iri, read_jelly

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

statements = read_jelly(sys.argv[1])
by_predicate = statements.groupBy(sf.col("p.value").alias("predicate")).count()
by_predicate.orderBy(sf.desc("count")).show(20, truncate=False)

types = statements.where(statements.p == iri(RDF_TYPE))
by_class = types.groupBy(sf.col("o.value").alias("class")).count()
by_class.orderBy(sf.desc("count")).show(20, truncate=False)
