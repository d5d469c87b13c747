"""Patches between releases of schema.org: made, applied in a row, followed and reverted."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

from pyspark.sql import functions as sf

from jelly_bridge import (
    TERM_TYPE,
    apply_patch,
    diff,
    follow,
    invert,
    read_jelly,
    read_jelly_patch,
    write_jelly,
    write_jelly_patch,
)
from tiers import tier

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import Column, DataFrame, SparkSession

STATEMENT = (
    r"^(<[^>]*>|_:\S+) (<[^>]*>) "
    r'(<[^>]*>|_:\S+|"(?:[^"\\]++|\\.)*+")(?:@(\S+)|\^\^<([^>]*)>)?(?: <[^>]*>)? \.$'
)

# All releases take minutes: JELLY_BRIDGE_RELEASES=all chains them.
RELEASES = ["9.0", "10.0", "11.0"]


def release(spark: SparkSession, file: Path) -> DataFrame:
    """Read a release of schema.org without its graph; escapes stay unchanged."""
    part = [sf.regexp_extract("value", STATEMENT, group) for group in range(6)]
    lines = spark.read.text(str(file)).where("value <> ''")
    assert lines.where(part[0] == "").count() == 0
    none = sf.lit("")
    return lines.select(
        term(part[1], none, none).alias("s"),
        term(part[2], none, none).alias("p"),
        term(part[3], part[4], part[5]).alias("o"),
    ).distinct()


def term(text: Column, lang: Column, datatype: Column) -> Column:
    """Make a term from the parts of a line."""
    iri, bnode = text.startswith("<"), text.startswith("_:")
    kind = sf.when(iri, "iri").when(bnode, "bnode").otherwise("literal")
    bare = sf.substring(text, sf.lit(2), sf.length(text) - 2)
    value = sf.when(bnode, sf.substring(text, sf.lit(3), sf.length(text))).otherwise(bare)
    return sf.struct(
        kind.alias("kind"),
        value.alias("value"),
        sf.nullif(lang, sf.lit("")).alias("lang"),
        sf.nullif(datatype, sf.lit("")).alias("datatype"),
    ).cast(TERM_TYPE)


def assert_same(found: DataFrame, expected: DataFrame) -> None:
    """Check that two tables have the same triples, each once."""
    names = ["s", "p", "o"]
    assert found.select(names).exceptAll(expected.select(names)).count() == 0
    assert found.count() == expected.count()


def test_the_releases_of_schema_org(spark: SparkSession, shared: Path, tmp_path: Path) -> None:
    folder = shared / "data" / "schemaorg"
    names = RELEASES[: tier(2, None)]
    if os.environ.get("JELLY_BRIDGE_RELEASES") == "all":
        files = (file.name.removesuffix(".nq.gz") for file in folder.glob("*.nq.gz"))
        names = sorted(files, key=float)
    tables = [release(spark, folder / f"{name}.nq.gz").localCheckpoint() for name in names]
    patches, snapshot, checkpoint = (tmp_path / name for name in ("patches", "now", "checkpoint"))
    write_jelly(tables[0], snapshot)
    current = tables[0]
    undo: list[DataFrame] = []
    for number, (old, new) in enumerate(itertools.pairwise(tables), 1):
        path = tmp_path / str(number)
        write_jelly_patch(diff(old, new), path, statement_type="triples")
        patch = read_jelly_patch(path, spark=spark)
        undo.append(invert(patch, current))
        current = apply_patch(current, patch).localCheckpoint()
        write_jelly_patch(patch, patches, mode="append", statement_type="triples")
        if number in {1, len(tables) - 1}:
            # The second round restarts the query with several patches waiting.
            query = follow(patches, snapshot, checkpoint=checkpoint, spark=spark)
            assert query.awaitTermination(600)
            now = read_jelly(snapshot, blank_nodes="preserve", spark=spark)
            assert_same(now, new)
    assert_same(current, tables[-1])
    for back in reversed(undo):
        current = apply_patch(current, back).localCheckpoint()
    assert_same(current, tables[0])
