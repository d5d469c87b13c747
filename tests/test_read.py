"""`read_jelly` returns exactly the statements of a file, with every option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

from encoders import TRIPLES, decode_with_pyjelly, encode_with_pyjelly
from files import quads, triples, write_all
from jelly_bridge import bnode, iri, literal, read_jelly, to_ntriples
from rdf import Statement, Term, ntriples, row_of, statement_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession
    from pytest import CaptureFixture, TempPathFactory  # noqa: PT013  only types

COLUMNS = ["s", "p", "o", "g"]

SCHEMA = """\
root
 |-- s: struct (nullable = false)
 |    |-- kind: string (nullable = false)
 |    |-- value: string (nullable = false)
 |    |-- lang: string (nullable = true)
 |    |-- datatype: string (nullable = true)
 |-- p: struct (nullable = false)
 |    |-- kind: string (nullable = false)
 |    |-- value: string (nullable = false)
 |    |-- lang: string (nullable = true)
 |    |-- datatype: string (nullable = true)
 |-- o: struct (nullable = false)
 |    |-- kind: string (nullable = false)
 |    |-- value: string (nullable = false)
 |    |-- lang: string (nullable = true)
 |    |-- datatype: string (nullable = true)
 |-- g: struct (nullable = true)
 |    |-- kind: string (nullable = true)
 |    |-- value: string (nullable = true)
 |    |-- lang: string (nullable = true)
 |    |-- datatype: string (nullable = true)
"""

NTRIPLES_SCHEMA = """\
root
 |-- s: string (nullable = false)
 |-- p: string (nullable = false)
 |-- o: string (nullable = false)
 |-- g: string (nullable = true)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: TempPathFactory) -> Path:
    """A small file of triples, in frames of 10 rows."""
    path = tmp_path_factory.mktemp("one") / "data.jelly"
    path.write_bytes(encode_with_pyjelly(triples(), TRIPLES, frame_size=10))
    return path


def by_file(df: DataFrame) -> dict[str, list[Statement]]:
    """Collect statements by file, in their order."""
    rows = df.select(*COLUMNS, "_metadata.file_name", "_metadata.statement").collect()
    found: dict[str, list[Statement]] = {}
    for row in sorted(rows, key=lambda row: row.statement):
        found.setdefault(row.file_name, []).append(statement_of(row))
    return found


def printed_schema(df: DataFrame, capsys: CaptureFixture[str]) -> str:
    """Return the output of `printSchema`."""
    capsys.readouterr()
    df.printSchema()
    return capsys.readouterr().out.rstrip() + "\n"


# ---- statements ----


@pytest.mark.smoke
def test_the_columns_are_printed_as_documented(
    spark: SparkSession, file: Path, capsys: CaptureFixture[str]
) -> None:
    assert printed_schema(read_jelly(file, spark=spark), capsys) == SCHEMA
    df = read_jelly(file, spark=spark, term_format="ntriples")
    assert printed_schema(df, capsys) == NTRIPLES_SCHEMA


def test_arrow_takes_tables_whose_graphs_are_null(spark: SparkSession, file: Path) -> None:
    df = read_jelly(file, spark=spark).limit(5)
    rows: Any = df.toArrow().to_pylist()
    assert rows == [row.asDict(recursive=True) for row in df.collect()]
    assert {row["g"] for row in rows} == {None}


@pytest.mark.smoke
def test_files_of_every_layout_type_framing_and_compression(
    spark: SparkSession, tmp_path: Path
) -> None:
    expected = write_all(tmp_path)
    found = by_file(read_jelly(tmp_path, spark=spark, blank_nodes="preserve"))
    assert found == {name: list(map(row_of, content)) for name, content in expected.items()}


def test_pyjelly_reads_the_same(spark: SparkSession, every_kind: Path) -> None:
    # pyjelly 0.8.2 knows neither the draft nor compression, and fails at namespace declarations.
    names = "{pyjelly-[tqg],v1,bare}*.jelly"
    df = read_jelly(every_kind, spark=spark, blank_nodes="preserve", path_glob_filter=names)
    found = by_file(df)
    assert len(found) == 7
    for name, statements in found.items():
        assert statements == list(
            map(row_of, decode_with_pyjelly((every_kind / name).read_bytes()))
        )


@pytest.mark.smoke
def test_ntriples_equals_to_ntriples_of_structs(spark: SparkSession, every_kind: Path) -> None:
    texts = read_jelly(every_kind, spark=spark, term_format="ntriples")
    structs = read_jelly(every_kind, spark=spark)
    rendered = structs.select(*(to_ntriples(name).alias(name) for name in COLUMNS))
    assert sorted(texts.collect(), key=str) == sorted(rendered.collect(), key=str)


def test_ntriples_equals_that_of_an_independent_writer(
    spark: SparkSession, every_kind: Path
) -> None:
    df = read_jelly(
        every_kind / "v1-quads.jelly", spark=spark, blank_nodes="preserve", term_format="ntriples"
    )
    expected = [tuple(None if t is None else ntriples(t) for t in s) for s in quads()]
    assert [tuple(row) for row in df.orderBy("_metadata.statement").collect()] == expected


def test_metadata_has_file_frame_and_statement(spark: SparkSession, file: Path) -> None:
    rows = read_jelly(file, spark=spark).select("_metadata.*").orderBy("statement").collect()
    assert [row.statement for row in rows] == list(range(60))
    frames = [row.frame for row in rows]
    assert frames == sorted(frames)
    assert len(set(frames)) > 3
    first = rows[0]
    assert (first.file_name, first.file_size) == ("data.jelly", file.stat().st_size)
    assert first.file_path == file.as_uri().replace("file:///", "file:/")
    modified = first.file_modification_time.replace(tzinfo=None)
    assert abs(modified.timestamp() - file.stat().st_mtime) < 86400


# ---- blank nodes ----


def labels(df: DataFrame) -> dict[str, set[str]]:
    """Return the labels of blank nodes by file."""
    rows = (
        df.where("s.kind = 'bnode'").select("_metadata.file_name", "s.value").distinct().collect()
    )
    return {
        name: {row.value for row in rows if row.file_name == name}
        for name in {row.file_name for row in rows}
    }


def test_blank_nodes_are_apart_by_file_by_default(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("a.jelly", "b.jelly"):
        (tmp_path / name).write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    found = labels(read_jelly(tmp_path, spark=spark))
    assert [len(found[name]) for name in ("a.jelly", "b.jelly")] == [3, 3]
    assert not found["a.jelly"] & found["b.jelly"]
    assert all(label.endswith(("b0", "b1", "b2")) for label in found["a.jelly"])
    kept = labels(read_jelly(tmp_path, spark=spark, blank_nodes="preserve"))
    assert kept == {name: {"b0", "b1", "b2"} for name in ("a.jelly", "b.jelly")}


def test_blank_nodes_may_be_apart_by_frame(spark: SparkSession, file: Path) -> None:
    df = read_jelly(file, spark=spark, blank_nodes="frame").where("s.kind = 'bnode'")
    rows = df.select("_metadata.frame", "s.value").distinct().collect()
    assert len({row.value for row in rows}) == len(rows) > 3


# ---- comparisons ----


@pytest.mark.parametrize("pushdown", [True, False])
def test_terms_compare_with_constants(spark: SparkSession, file: Path, *, pushdown: bool) -> None:
    df = read_jelly(file, spark=spark, blank_nodes="preserve", pushdown=pushdown)
    constants = {
        "p": iri("http://example.org/p1"),
        "o": literal("Text 1", lang="de-AT"),
        "s": bnode("b1"),
    }
    wanted: dict[str, Callable[[Statement], Any]] = {
        "p": lambda s: s.p == Term("iri", "http://example.org/p1"),
        "o": lambda s: s.o == Term("literal", "Text 1", lang="de-AT"),
        "s": lambda s: s.s == Term("bnode", "b1"),
    }
    for column, constant in constants.items():
        expected = [row_of(s) for s in triples() if wanted[column](s)]
        for condition in (sf.col(column) == constant, sf.col(column).eqNullSafe(constant)):
            found = df.where(condition).orderBy("_metadata.statement").collect()
            assert [statement_of(row) for row in found] == expected
        others = df.where(sf.col(column) != constant).count()
        assert others == 60 - len(expected)


def test_comparisons_with_constants_are_pushed_down(
    spark: SparkSession, file: Path, capsys: CaptureFixture[str]
) -> None:
    df = read_jelly(file, spark=spark)
    df.where(df.p == iri("http://example.org/p1")).select("o.value").explain()
    plan = capsys.readouterr().out
    assert "PushedFilters: [p = [iri,http://example.org/p1,null,null]]" in plan
    assert "Filter" not in plan.replace("PushedFilters", "").replace("RuntimeFilters", "")


# ---- options ----


@pytest.mark.smoke
def test_malformed_files_fail_or_keep_the_statements_before_the_error(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.jelly"
    cut.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(Exception, match=r"cut.jelly: frame \d+, byte \d+.*expected a frame"):
        read_jelly(cut, spark=spark).collect()
    kept = by_file(read_jelly(cut, spark=spark, mode="DROPMALFORMED", blank_nodes="preserve"))
    whole = list(map(row_of, triples()))
    assert whole[: len(kept["cut.jelly"])] == kept["cut.jelly"]
    assert 40 < len(kept["cut.jelly"]) < 60
    with_other = read_jelly([cut, file], spark=spark, ignore_corrupt_files=True)
    assert with_other.count() >= 60


def test_lenient_reading(spark: SparkSession, file: Path, tmp_path: Path) -> None:
    data = bytearray(file.read_bytes())
    # Options row: field 4 (rdf_star) is the byte pair 20 01.
    data[data.index(b"\x20\x01") + 1] = 0
    undeclared = tmp_path / "undeclared.jelly"
    undeclared.write_bytes(data)
    with pytest.raises(Exception, match="rdf_star is not set"):
        read_jelly(undeclared, spark=spark).collect()
    assert len(read_jelly(undeclared, spark=spark, strict=False).collect()) == 60


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_frame_bytes": 100}, "a frame of at most 100 bytes"),
        ({"max_frame_bytes": "0.1k"}, "maxFrameBytes"),
        ({"max_name_table": 3999}, "3999"),
        ({"max_prefix_table": 149}, "149"),
        ({"max_datatype_table": 31}, "31"),
        ({"max_nesting": 0}, "nested at most 0 deep"),
    ],
    ids=str,
)
def test_limits(spark: SparkSession, file: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(Exception, match=message):
        read_jelly(file, spark=spark, **options).collect()


def test_limit_of_decompression(spark: SparkSession, every_kind: Path) -> None:
    with pytest.raises(Exception, match="maxDecompressedBytes"):
        read_jelly(every_kind / "gzip.jelly.gz", spark=spark, max_decompressed_bytes="1k").collect()


def test_an_unknown_option_is_refused_with_the_nearest_name(
    spark: SparkSession, file: Path
) -> None:
    with pytest.raises(IllegalArgumentException, match="did you mean 'blankNodes'"):
        read_jelly(file, spark=spark, blank_node="file")
    with pytest.raises(IllegalArgumentException, match="PERMISSIVE is not possible"):
        read_jelly(file, spark=spark, mode="PERMISSIVE")  # type: ignore[arg-type]


def test_options_of_hadoop_are_let_through(spark: SparkSession, file: Path) -> None:
    options: dict[str, Any] = {"fs.example.key": "value"}
    assert read_jelly(file, spark=spark, **options).count() == 60


def test_every_option_of_the_source_is_a_keyword(spark: SparkSession, file: Path) -> None:
    with pytest.raises(IllegalArgumentException) as error:
        read_jelly(file, spark=spark, nonsense=1)
    listed = str(error.value).split("Valid options: ")[1].split(" (and")[0].split(", ")
    keywords = {name.replace("_", "").lower() for name in read_jelly.__annotations__}
    # timeZone is for texts without a zone, and datetimes have one; mergeSchema has no effect; the
    # others are for streams.
    assert {name for name in listed if name.lower() not in keywords} == {
        "mergeSchema",
        "timeZone",
        "maxFilesPerTrigger",
        "maxBytesPerTrigger",
        "latestFirst",
        "maxFileAge",
    }


def test_batches_of_any_size_hold_the_same(spark: SparkSession, file: Path) -> None:
    found = by_file(read_jelly(file, spark=spark, batch_size=7, blank_nodes="preserve"))
    assert found["data.jelly"] == list(map(row_of, triples()))
