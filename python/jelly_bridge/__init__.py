"""Reads and writes RDF in the Jelly, Jelly-Patch and RDF/Borsh formats as Spark DataFrames.

    >>> from jelly_bridge import iri, read_jelly, write_jelly
    >>> people = read_jelly("people.jelly")
    >>> people.where(people.p == iri("http://schema.org/name")).select("s.value", "o.value").show()
    >>> write_jelly(people, "copy", compression="zstd")

The work is done by a jar that this package contains and adds to Spark.
"""

from __future__ import annotations

from jelly_bridge import _requirements  # noqa: F401  first: checks the version of PySpark
from jelly_bridge._jar import jar_path
from jelly_bridge.borsh import read_rdf_borsh, write_rdf_borsh
from jelly_bridge.description import Description, describe
from jelly_bridge.errors import (
    JarNotAttachedError,
    JellyBridgeError,
    JellyParseError,
    JvmRequiredError,
    RdfBorshParseError,
)
from jelly_bridge.functions import (
    rdf_direction,
    rdf_lang_matches,
    rdf_local_name,
    rdf_namespace,
    rdf_ntriples,
    rdf_skolemize,
    rdf_term,
    rdf_value,
)
from jelly_bridge.graphs import from_pyoxigraph, from_rdflib, to_pyoxigraph, to_rdflib
from jelly_bridge.inspection import (
    JellyInfo,
    JellyOptions,
    LookupUse,
    Namespace,
    inspect_jelly,
)
from jelly_bridge.messages import from_jelly, to_jelly
from jelly_bridge.patch_operations import apply_patch, compact, diff, invert
from jelly_bridge.patches import follow, read_jelly_patch, write_jelly_patch
from jelly_bridge.queries import sparql
from jelly_bridge.rdf import read_rdf, write_rdf
from jelly_bridge.reader import read_jelly
from jelly_bridge.session import configure
from jelly_bridge.tables import (
    GraphTables,
    property_table,
    readable,
    to_graphframe_tables,
    vertical_partitions,
)
from jelly_bridge.terms import TERM_TYPE, bnode, iri, literal, to_ntriples
from jelly_bridge.writer import write_jelly

__all__ = [
    "TERM_TYPE",
    "Description",
    "GraphTables",
    "JarNotAttachedError",
    "JellyBridgeError",
    "JellyInfo",
    "JellyOptions",
    "JellyParseError",
    "JvmRequiredError",
    "LookupUse",
    "Namespace",
    "RdfBorshParseError",
    "apply_patch",
    "bnode",
    "compact",
    "configure",
    "describe",
    "diff",
    "follow",
    "from_jelly",
    "from_pyoxigraph",
    "from_rdflib",
    "inspect_jelly",
    "invert",
    "iri",
    "jar_path",
    "literal",
    "property_table",
    "rdf_direction",
    "rdf_lang_matches",
    "rdf_local_name",
    "rdf_namespace",
    "rdf_ntriples",
    "rdf_skolemize",
    "rdf_term",
    "rdf_value",
    "read_jelly",
    "read_jelly_patch",
    "read_rdf",
    "read_rdf_borsh",
    "readable",
    "sparql",
    "to_graphframe_tables",
    "to_jelly",
    "to_ntriples",
    "to_pyoxigraph",
    "to_rdflib",
    "vertical_partitions",
    "write_jelly",
    "write_jelly_patch",
    "write_rdf",
    "write_rdf_borsh",
]
