"""Writes DataFrames as Jelly files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from jelly_bridge import session
from jelly_bridge._checks import is_iterable, require_frame, require_text
from jelly_bridge._options import option_texts, quoted_name
from jelly_bridge.reader import FORMAT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from jelly_bridge._options import OptionValue
    from jelly_bridge.reader import PathLike

SaveMode: TypeAlias = Literal["error", "errorifexists", "append", "overwrite", "ignore"]
"""Reaction to an existing path."""

PhysicalType: TypeAlias = Literal["auto", "triples", "quads", "graphs"]
"""Encoding of statements."""

LogicalType: TypeAlias = Literal[
    "FLAT_TRIPLES",
    "FLAT_QUADS",
    "GRAPHS",
    "DATASETS",
    "SUBJECT_GRAPHS",
    "NAMED_GRAPHS",
    "TIMESTAMPED_NAMED_GRAPHS",
    "UNSPECIFIED",
]
"""Meaning of a stream."""

Preset: TypeAlias = Literal["small", "big"]
"""Matching sizes of the lookup tables."""

ProtocolVersion: TypeAlias = Literal["1", "1.2"]
"""Versions of Jelly-RDF."""

ProtocolVariant: TypeAlias = Literal["a", "b"]
"""Drafts of version 1.2 of Jelly-RDF."""

StreamType: TypeAlias = Literal["flat", "messages"]
"""Elements of a stream of version 1.2."""

RdfVersion: TypeAlias = Literal["unspecified", "1.1", "1.2-basic", "1.2"]
"""Versions of RDF that limit the terms of a stream of version 1.2."""

Compression: TypeAlias = Literal["none", "gzip", "zstd"]
"""Compression of files."""

BloomFilter: TypeAlias = Literal["none", "s", "o", "s,o"]
"""Columns of files whose values have Bloom filters."""

PartitionOverwriteMode: TypeAlias = Literal["static", "dynamic"]
"""Files that `overwrite` replaces in partitioned data."""


def write_jelly(  # noqa: PLR0913  each is an option of the data source, all by keyword
    df: DataFrame,
    path: PathLike,
    *,
    mode: SaveMode = "error",
    partition_by: str | Iterable[str] = (),
    protocol_version: ProtocolVersion | None = None,
    protocol_variant: ProtocolVariant | None = None,
    stream_type: StreamType | None = None,
    rdf_version: RdfVersion | None = None,
    physical_type: PhysicalType | None = None,
    logical_type: LogicalType | None = None,
    stream_name: str | None = None,
    preset: Preset | None = None,
    max_name_table_size: int | None = None,
    max_prefix_table_size: int | None = None,
    max_datatype_table_size: int | None = None,
    frame_size: int | None = None,
    max_frame_bytes: int | str | None = None,
    frame_columns: str | Iterable[str] = (),
    cluster_by: str | Iterable[str] = (),
    checkpoint_bytes: int | str | None = None,
    statistics: bool | None = None,
    bloom_filter: BloomFilter | None = None,
    rdf_star: bool = False,
    generalized: bool = False,
    namespaces: Mapping[str, str] | None = None,
    compression: Compression | None = None,
    zstd_level: int | None = None,
    zstd_workers: int | None = None,
    max_records_per_file: int | None = None,
    partition_overwrite_mode: PartitionOverwriteMode | None = None,
    **options: str | int | bool,
) -> None:
    """Write RDF statements as a folder of Jelly files.

    The rows have the columns `s`, `p`, `o` and, unless all statements are triples, `g` (null in the
    default graph), in any order: each a struct of `kind`, `value`, `lang` and `datatype`, or a
    string of N-Triples text. Other columns have to be named in `partition_by` or `frame_columns`.

    All files appear together when the job ends; a job that fails leaves the existing files
    unchanged.

    Args:
        df: The statements.
        path: A folder; anything that Hadoop can write. A relative path starts at the current
            folder of Python.
        mode: When the path exists, `error` (or `errorifexists`) fails, `append` adds files,
            `overwrite` replaces all of them once the new ones are in place, `ignore` does nothing.
        partition_by: Columns that become folders, `year=2026/`.
        protocol_version: Version of Jelly-RDF. `1` is the lowest that fits, 1.0 or 1.1, which store
            rows; `1.2` is a draft, which stores columns. Default: `1`.
        protocol_variant: Draft of version 1.2; the two number some options differently. Default:
            `a`.
        stream_type: Elements of a stream of version 1.2: statements, or messages with blank nodes
            of their own. Default: `flat`.
        rdf_version: Terms that a stream of version 1.2 may have: `1.1` has neither triple terms nor
            base directions, `1.2-basic` no triple terms. Default: `unspecified`: any.
        physical_type: Encoding of statements. `auto` is the type that the logical type needs;
            without one, `quads` if there is a column `g`, else `triples`. Default: `auto`.
        logical_type: Meaning of the stream. `UNSPECIFIED` declares none. Default: a flat stream.
        stream_name: Name of the stream, kept in the file.
        preset: Sizes of the lookups: `big` has 4000 names, 150 prefixes and 32 datatypes, `small`
            has 128, 16 and 16. Default: `big`.
        max_name_table_size: Entries of the name lookup. Default: the preset's.
        max_prefix_table_size: Entries of the prefix lookup; 0 for none. Default: the preset's.
        max_datatype_table_size: Entries of the datatype lookup; 0 if no literal has a datatype.
            Default: the preset's.
        frame_size: Jelly rows that end a frame of a flat stream; 0 for no limit. In version 1.2 of
            the protocol, rows are statements. Default: no limit.
        max_frame_bytes: Bytes that end a frame of a flat stream; 0 for no limit. Default: 1 MiB.
        frame_columns: Columns whose change starts a new frame, or a new message with `stream_type`
            `messages`. Those that are not part of the statements are not written.
        cluster_by: Columns of `s`, `p`, `o` and `g` that rows are sorted by before they are
            written. Each task gets a range of that order.
        checkpoint_bytes: Distance between the points where a reader can start in a file; 0 for
            none. Default: 4 MiB. Sizes are numbers of bytes, or texts such as `"64m"`.
        statistics: Whether files with checkpoints have statistics of the parts between them, which
            let readers leave parts out. Default: `True`.
        bloom_filter: Columns whose values get a Bloom filter for each part of a file, unless they
            are sorted in it. A filter takes at most 0.4 % of the part. Default: `s`.
        rdf_star: Whether quoted triples may occur.
        generalized: Whether generalized statements may occur, such as a literal as subject.
        namespaces: Namespace declarations: short names and their IRIs.
        compression: Compression of the files. Several tasks share a large file with `zstd` or
            `none`; one task reads a file with `gzip`. Default: `none`.
        zstd_level: Level of `compression=zstd`: the higher, the smaller and slower. Levels above 19
            also need much memory to read. Default: 3.
        zstd_workers: Additional threads that compress each file with `compression=zstd`; 0 for the
            thread of the task. Default: 0.
        max_records_per_file: Rows after which a new file starts; 0 for no limit. Default: the
            session's `spark.sql.files.maxRecordsPerFile`.
        partition_overwrite_mode: Files that an overwrite of partitioned data replaces: all of them
            (`static`), or those in partitions that get rows (`dynamic`). Default: the session's
            `spark.sql.sources.partitionOverwriteMode`.
        **options: Options of Hadoop, whose names have dots: `**{"fs.s3a.endpoint": "…"}`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: The path exists, in mode `error`.
        pyspark.errors.IllegalArgumentException: A column or an option is missing, unknown or
            invalid.
        py4j.protocol.Py4JJavaError: A row cannot be written; the message says which and why.
            On Spark Connect, a pyspark.errors.PySparkException.

    Example:
        >>> from jelly_bridge import read_jelly, write_jelly
        >>> statements = read_jelly("data/*.jelly")
        >>> write_jelly(statements.where("g IS NULL").drop("g"), "triples", compression="zstd")
    """
    named: dict[str, OptionValue] = {
        "protocolVersion": protocol_version,
        "protocolVariant": protocol_variant,
        "streamType": stream_type,
        "rdfVersion": rdf_version,
        "physicalType": physical_type,
        "logicalType": logical_type,
        "streamName": stream_name,
        "preset": preset,
        "maxNameTableSize": max_name_table_size,
        "maxPrefixTableSize": max_prefix_table_size,
        "maxDatatypeTableSize": max_datatype_table_size,
        "frameSize": frame_size,
        "maxFrameBytes": max_frame_bytes,
        "frameColumns": ",".join(names_of_columns(frame_columns)) or None,
        "clusterBy": ",".join(names_of_columns(cluster_by)) or None,
        "checkpointBytes": checkpoint_bytes,
        "statistics": statistics,
        "bloomFilter": bloom_filter,
        "rdfStar": rdf_star,
        "generalized": generalized,
        "namespaces": namespaces_text(namespaces),
        "compression": compression,
        "zstdLevel": zstd_level,
        "zstdWorkers": zstd_workers,
        "maxRecordsPerFile": max_records_per_file,
        "partitionOverwriteMode": partition_overwrite_mode,
        **options,
    }
    save(df, FORMAT, path, named, mode=mode, partition_by=partition_by)


def namespaces_text(namespaces: Mapping[str, str] | None) -> str | None:
    """Convert namespaces to the text of the option.

    Raises:
        ValueError: A name is not text, which JSON would silently convert (None to `null`); or the
            namespaces are not a mapping.
    """
    if namespaces is None:
        return None
    if not isinstance(namespaces, Mapping):
        msg = f"namespaces must map names to IRIs, not be {namespaces!r}"
        raise ValueError(msg)  # noqa: TRY004  as for names that are not text
    given = dict(namespaces)
    for name in given:
        require_text("the name of a namespace", name)
    return json.dumps(given)


def save(  # noqa: PLR0913  the parameters of a write
    df: DataFrame,
    source: str,
    path: PathLike,
    options: Mapping[str, OptionValue],
    *,
    mode: SaveMode,
    partition_by: str | Iterable[str],
) -> None:
    """Save a DataFrame with one of our data sources, in any kind of session.

    Args:
        df: The rows.
        source: The short name of the data source.
        path: The folder.
        options: Options of the data source; those that are None are left out.
        mode: Reaction to an existing path.
        partition_by: Columns that become folders.
    """
    require_frame(df)
    if mode is not None:
        require_text("mode", mode)
    texts = option_texts(options)
    columns = names_of_columns(partition_by)
    spark = df.sparkSession
    (folder,) = session.spark_paths(spark, path)

    def save() -> None:
        writer = df.write.format(source).mode(mode).options(**texts)
        (writer.partitionBy(*map(quoted_name, columns)) if columns else writer).save(folder)

    session.with_source(spark, save)


def names_of_columns(columns: str | Iterable[str]) -> list[str]:
    """Return the names of columns, given as one text or several.

    Raises:
        ValueError: The names are not text.
    """
    if not is_iterable(columns):
        msg = f"expected the names of columns, found {columns!r}"
        raise ValueError(msg)
    names = [columns] if isinstance(columns, str) else list(columns)
    for name in names:
        require_text("the name of a column", name)
    return names
