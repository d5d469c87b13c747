"""Jelly in messages: columns that decode and encode it, for Kafka and similar systems.

In SQL the functions are `jelly_bridge.from_jelly(…)` and `jelly_bridge.to_jelly(…)`, once one of
them was called here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from jelly_bridge import _catalog

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession

MessageMode: TypeAlias = Literal["FAILFAST", "PERMISSIVE"]
"""Reaction to a malformed message."""

MessageBlankNodes: TypeAlias = Literal["message", "frame", "preserve"]
"""Scope of a blank node label."""

_ROWS: Final = (3, 4)


def from_jelly(
    column: Column | str,
    *,
    mode: MessageMode = "FAILFAST",
    blank_nodes: MessageBlankNodes = "message",
    strict: bool = True,
    spark: SparkSession | None = None,
    **options: str | int | bool,
) -> Column:
    """Decode messages, each of which is a complete Jelly stream of one or several frames.

    Args:
        column: A binary column, or its name.
        mode: Reaction to a malformed message. `FAILFAST` fails the query; `PERMISSIVE` gives null.
        blank_nodes: Scope of blank node labels. `message` makes them unique to each message, by a
            mark that depends on its content, `frame` to each frame; `preserve` keeps them as
            written.
        strict: Whether violations of the specification that leave the meaning clear are errors.
            `False` accepts them and counts them in a metric.
        spark: The session. Default: the active one.
        **options: The limits `max_frame_bytes`, `max_name_table`, `max_prefix_table`,
            `max_datatype_table` and `max_nesting`. The names of SQL (`maxNesting`) do as well.

    Returns:
        A column of `array<struct<s, p, o, g>>`, whose terms are of `TERM_TYPE`; null for null.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.

    Example:
        >>> messages = spark.readStream.format("kafka").options(**kafka).load()
        >>> statements = messages.select(sf.explode(from_jelly("value")).alias("st")).select("st.*")
    """
    given: dict[str, str | int | bool] = {
        "mode": mode,
        "blankNodes": blank_nodes,
        "strict": strict,
        **options,
    }
    return _catalog.call("from_jelly", [column], given, spark)


def to_jelly(
    *columns: Column | str, spark: SparkSession | None = None, **options: str | int | bool
) -> Column:
    """Encode statements as one self-contained Jelly frame.

    Args:
        *columns: One column of `array<struct<s, p, o>>` or `array<struct<s, p, o, g>>`; or, as an
            aggregate over rows, the columns `s`, `p`, `o` and maybe `g`. Terms are of `TERM_TYPE`
            or N-Triples text. Without `g` the frame holds triples, else quads.
        spark: The session. Default: the active one.
        **options: `protocol_version` (`1`, `1.2`), `protocol_variant`, `stream_type`,
            `rdf_version`, `physical_type`, `logical_type`, `stream_name`, `preset` (`small`,
            `big`), `max_name_table_size`, `max_prefix_table_size`, `max_datatype_table_size`,
            `rdf_star`, `generalized`, `delimited`, `namespaces` (a JSON object). The names of SQL
            (`rdfStar`) do as well.

    Returns:
        A binary column; null for a null array, and for a group without rows.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        ValueError: The number of columns is 0, 2 or more than 4.

    Example:
        >>> statements.groupBy("s").agg(to_jelly("s", "p", "o", stream_name="sensors"))
    """
    if len(columns) != 1 and len(columns) not in _ROWS:
        msg = (
            "to_jelly takes one column of arrays, or the columns s, p, o and maybe g; "
            f"found {len(columns)} columns"
        )
        raise ValueError(msg)
    return _catalog.call("to_jelly", columns, options, spark)
