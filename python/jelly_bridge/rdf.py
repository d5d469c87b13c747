"""The common syntaxes of RDF, from N-Triples to JSON-LD, as DataFrames and back.

>>> from jelly_bridge import read_rdf, write_rdf
>>> statements = read_rdf("data/*.ttl")
>>> write_rdf(statements, "data-nt", syntax="nt", compression="gzip")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from jelly_bridge import reader, writer

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from pyspark.sql import DataFrame, SparkSession

    from jelly_bridge._options import OptionValue
    from jelly_bridge.reader import Mode, PathLike, TermFormat
    from jelly_bridge.writer import Compression, PartitionOverwriteMode, SaveMode

FORMAT: Final = "rdf"
"""The short name of the data source: `spark.read.format("rdf")`."""

WrittenSyntax: TypeAlias = Literal["nt", "nq", "ttl", "trig", "rdfxml", "jsonld"]
"""N-Triples, N-Quads, Turtle, TriG, RDF/XML, JSON-LD."""

Syntax: TypeAlias = WrittenSyntax | Literal["thrift", "protobuf", "jelly"]
"""A syntax that can be read: also RDF Thrift, RDF Protobuf and Jelly."""


def read_rdf(  # noqa: PLR0913  each is an option of the data source, all by keyword
    path: PathLike | Iterable[PathLike],
    *,
    spark: SparkSession | None = None,
    syntax: Syntax | None = None,
    base: str | None = None,
    term_format: TermFormat = "struct",
    blank_nodes: Literal["file", "preserve"] = "file",
    mode: Mode = "FAILFAST",
    recursive_file_lookup: bool | None = None,
    path_glob_filter: str | None = None,
    modified_before: str | dt.datetime | None = None,
    modified_after: str | dt.datetime | None = None,
    base_path: PathLike | None = None,
    ignore_corrupt_files: bool | None = None,
    ignore_missing_files: bool | None = None,
    pushdown: bool = True,
    split: Literal["auto", "none"] = "auto",
    read_ahead: bool | Literal["auto"] = "auto",
    rdf_star: bool = False,
    remote_contexts: bool = False,
    external_entities: bool = False,
    batch_size: int | None = None,
    max_nesting: int | None = None,
    max_depth: int | None = None,
    max_line_bytes: int | str | None = None,
    max_document_bytes: int | str | None = None,
    max_decompressed_bytes: int | str | None = None,
    max_window_bytes: int | str | None = None,
    **options: str | int | bool,
) -> DataFrame:
    """Read RDF statements from files in the common syntaxes, as `read_jelly` does from Jelly files.

    Only the files themselves are read: a document that refers to others is an error, unless an
    option allows it.

    Args:
        path: A file, a folder or a glob, or several of them; anything that Hadoop can open.
            `.gz`, `.zst`, `.bz2` and `.xz` files are decompressed.
        spark: The session. Default: the active one, or else a new local one.
        syntax: Syntax of all files. A media type or the name in Jena RIOT is accepted as well.
            Default: the syntax of each file's extension.
        base: Base of relative IRIs. N-Triples and N-Quads have none. Default: the URI of each file.
        term_format: Form of a term in a row: a struct of `kind`, `value`, `lang` and `datatype`, or
            a string of N-Triples text.
        blank_nodes: Scope of blank node labels. `file` makes them unique to each file or writing
            job; `preserve` keeps them as written.
        mode: Reaction to malformed input. `FAILFAST` fails the query; `DROPMALFORMED` drops the
            malformed part, logs it and counts it in a metric. The malformed part is the line in
            N-Triples and N-Quads, and everything after the error in other syntaxes.
        recursive_file_lookup: Whether files in sub-folders are read as well. Partition folders are
            then ordinary folders and give no columns. Default: `False`.
        path_glob_filter: Glob that the names of files must match.
        modified_before: Reads only files modified before this time, such as `2026-11-21T08:00:00`.
            Without a time zone it is in that of the session (`spark.sql.session.timeZone`).
        modified_after: Reads only files modified after this time.
        base_path: Folder below which folders named `key=value` are partition columns. A relative
            path starts where `path` does.
        ignore_corrupt_files: Whether the rest of a file that cannot be read is skipped. Default:
            the session's `spark.sql.files.ignoreCorruptFiles`.
        ignore_missing_files: Whether files that disappear between planning and reading are skipped.
            Default: the session's `spark.sql.files.ignoreMissingFiles`.
        pushdown: Whether the source evaluates filters, limits and aggregates, where it can, instead
            of Spark. The answers are the same.
        split: Whether several tasks share large files of N-Triples and N-Quads (`auto`), or one
            task reads each file (`none`).
        read_ahead: Whether a second thread reads and decompresses the next part of a file while one
            is decoded. `auto` does so in a scan of one task and for files that are not on this
            machine.
        rdf_star: Whether N-Triples and N-Quads may have the quoted triples of RDF-star, `<< s p o
            >>`, as subjects and objects. They become triple terms.
        remote_contexts: Whether contexts of JSON-LD may be loaded from elsewhere (`http:`,
            `https:`, `file:`).
        external_entities: Whether entities and document types of RDF/XML may be loaded from
            elsewhere.
        batch_size: Rows of a column batch. Default: 4096.
        max_nesting: Deepest nesting of triple terms accepted in N-Triples, N-Quads and Jelly.
            Default: 64.
        max_depth: Deepest nesting accepted of brackets and triple terms in Turtle and TriG, of
            elements in RDF/XML, of objects and arrays in JSON-LD, and of triple terms in RDF Thrift
            and RDF Protobuf. Default: 500.
        max_line_bytes: Longest line of N-Triples and N-Quads accepted. Default: 64 MiB.
        max_document_bytes: Largest document accepted that has to be in memory as a whole: JSON-LD,
            and RDF/XML with external entities. Default: 256 MiB.
        max_decompressed_bytes: Largest decompressed size accepted of one compressed file. Default:
            1 TiB. Sizes are numbers of bytes, or texts such as `"64m"`.
        max_window_bytes: Largest window accepted of a `.zst` file, and dictionary of an `.xz` file.
            A task has it in memory. Default: 128 MiB.
        **options: Options of Hadoop, whose names have dots: `**{"fs.s3a.endpoint": "…"}`.

    Returns:
        The statements, with the columns `s`, `p`, `o` and `g`.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: A path does not exist.
        pyspark.errors.IllegalArgumentException: An option is unknown, or its value is not allowed.

    Example:
        >>> from jelly_bridge import read_rdf
        >>> read_rdf(["data/*.nt.gz", "data/*.ttl"]).groupBy("p.value").count().show()
    """
    named: dict[str, OptionValue] = {
        "syntax": syntax,
        "base": base,
        "termFormat": term_format,
        "blankNodes": blank_nodes,
        "mode": mode,
        "recursiveFileLookup": recursive_file_lookup,
        "pathGlobFilter": path_glob_filter,
        "modifiedBefore": modified_before,
        "modifiedAfter": modified_after,
        "basePath": base_path,
        "ignoreCorruptFiles": ignore_corrupt_files,
        "ignoreMissingFiles": ignore_missing_files,
        "pushdown": pushdown,
        "split": split,
        "readAhead": read_ahead,
        "rdfStar": rdf_star,
        "remoteContexts": remote_contexts,
        "externalEntities": external_entities,
        "batchSize": batch_size,
        "maxNesting": max_nesting,
        "maxDepth": max_depth,
        "maxLineBytes": max_line_bytes,
        "maxDocumentBytes": max_document_bytes,
        "maxDecompressedBytes": max_decompressed_bytes,
        "maxWindowBytes": max_window_bytes,
    }
    return reader.load(FORMAT, path, {**named, **options}, spark)


def write_rdf(  # noqa: PLR0913  each is an option of the data source, all by keyword
    df: DataFrame,
    path: PathLike,
    *,
    syntax: WrittenSyntax,
    mode: SaveMode = "error",
    partition_by: str | Iterable[str] = (),
    single_file: bool = False,
    namespaces: Mapping[str, str] | None = None,
    rdf_star: bool = False,
    canonical: bool = False,
    compression: Compression | None = None,
    zstd_level: int | None = None,
    zstd_workers: int | None = None,
    max_records_per_file: int | None = None,
    partition_overwrite_mode: PartitionOverwriteMode | None = None,
    **options: str | int | bool,
) -> None:
    """Write RDF statements as a folder of files, as `write_jelly` does of Jelly files.

    Statements are written one by one, in their order. Consecutive statements of a subject form one
    block: sort by `s` for shorter files of Turtle.

    Args:
        df: The statements: columns `s`, `p`, `o` and, if there are graph names, `g`.
        path: A folder; anything that Hadoop can write.
        syntax: Syntax of the files. Graph names fit into `nq`, `trig` and `jsonld` only.
        mode: When the path exists, `error` (or `errorifexists`) fails, `append` adds files,
            `overwrite` replaces all of them once the new ones are in place, `ignore` does nothing.
        partition_by: Columns that become folders, `year=2026/`.
        single_file: Whether all rows go into one file, or one in each partition folder, instead of
            one per task.
        namespaces: Namespace declarations of Turtle, TriG, RDF/XML and JSON-LD: short names and
            their IRIs.
        rdf_star: Whether triple terms in N-Triples and N-Quads are written `<< s p o >>`, as
            subjects and objects, as in RDF-star. Else they are `<<( s p o )>>`, as objects only, as
            in RDF 1.2.
        canonical: Whether language tags in N-Triples and N-Quads are written in lower case, as in
            canonical N-Triples. The rest of the text is canonical in any case.
        compression: Compression of the files. Compressed files cannot be split. Default: `none`.
        zstd_level: Level of `compression=zstd`: the higher, the smaller and slower. Levels above 19
            also need much memory to read. Default: 3.
        zstd_workers: Additional threads that compress each file with `compression=zstd`; 0 for the
            thread of the task. Default: 0.
        max_records_per_file: Rows after which a new file starts; 0 for no limit. Default: the
            session's `spark.sql.files.maxRecordsPerFile`.
        partition_overwrite_mode: Files that an overwrite of partitioned data replaces: all of them
            (`static`), or those in partitions that get rows (`dynamic`). Default: the session's
            `spark.sql.sources.partitionOverwriteMode`.
        **options: Options of Hadoop, whose names have dots.

    Raises:
        JarNotAttachedError: The session lacks the jelly-bridge jar and does not accept it.
        pyspark.errors.AnalysisException: The path exists, in mode `error`.
        pyspark.errors.IllegalArgumentException: A column or an option is missing, unknown or
            invalid.
        py4j.protocol.Py4JJavaError: A row cannot be written; the message says which and why.
            On Spark Connect, a pyspark.errors.PySparkException.

    Example:
        >>> from jelly_bridge import read_jelly, write_rdf
        >>> schema = {"schema": "https://schema.org/"}
        >>> write_rdf(read_jelly("data.jelly"), "data-trig", syntax="trig", namespaces=schema)
    """
    named: dict[str, OptionValue] = {
        "syntax": syntax,
        "singleFile": single_file,
        "namespaces": writer.namespaces_text(namespaces),
        "rdfStar": rdf_star,
        "canonical": canonical,
        "compression": compression,
        "zstdLevel": zstd_level,
        "zstdWorkers": zstd_workers,
        "maxRecordsPerFile": max_records_per_file,
        "partitionOverwriteMode": partition_overwrite_mode,
        **options,
    }
    writer.save(df, FORMAT, path, named, mode=mode, partition_by=partition_by)


__all__ = ["FORMAT", "Syntax", "WrittenSyntax", "read_rdf", "write_rdf"]
