"""Program that `test_object_storage.py` kills.

python s3_job.py TABLE MODE SETTING=VALUE…
Append to a table, or overwrite it, with three files of `NEW` statements.
"""

from __future__ import annotations

import os
import sys
from typing import Final, Literal, cast

from pyspark.sql import DataFrame, SparkSession

from jelly_bridge import configure, write_jelly
from s3_server import jars

OLD: Final = 300
NEW: Final = 500


def statements(spark: SparkSession, count: int, name: str) -> DataFrame:
    """Make statements of a name, in three partitions."""
    none = "'lang', string(null), 'datatype', string(null)"
    return spark.range(0, count, 1, 3).selectExpr(
        f"named_struct('kind', 'iri', 'value', concat('http://e/{name}/', id div 7), {none}) AS s",
        f"named_struct('kind', 'iri', 'value', concat('http://e/p', id % 5), {none}) AS p",
        f"named_struct('kind', 'literal', 'value', concat('text ', id), {none}) AS o",
    )


def main(table: str, mode: str, *settings: str) -> None:
    """Write the table."""
    builder = configure(SparkSession.builder.master("local[2]"))
    builder.config("spark.driver.extraClassPath", os.pathsep.join(map(str, jars())))
    builder.config("spark.ui.enabled", "false").config("spark.log.level", "OFF")
    for setting in settings:
        name, value = setting.split("=", 1)
        builder.config(f"spark.hadoop.{name}", value)
    write_jelly(
        statements(builder.getOrCreate(), NEW, "new"),
        table,
        mode=cast("Literal['append', 'overwrite']", mode),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
