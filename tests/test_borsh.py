"""RDF/Borsh in Python, compared with a reader and a writer directly from the specification."""

from __future__ import annotations

import bz2
import gzip
import io
from typing import IO, TYPE_CHECKING, Any, cast

import lz4.frame
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

from borsh_format import decode, encode
from jelly_bridge import (
    RdfBorshParseError,
    borsh,
    read_rdf_borsh,
    write_rdf_borsh,
)
from rdf import Statement, Term, statement_of
from strategies import bnodes, iris, literals
from test_write import parts, rows
from tiers import tier

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

terms = st.one_of(iris, bnodes, literals)
statement_lists = st.lists(
    st.builds(Statement, terms, terms, terms, st.one_of(st.none(), iris, bnodes)), max_size=40
)
S, P = Term("iri", "http://example.org/s"), Term("iri", "http://example.org/p")
G = Term("iri", "x:g")
# Written by the crate rdf-borsh 0.4.0; scripts/borsh-peer compares more.
OF_RUST = (
    "5244464231070200000004224d186040824a000000c3060000000103000000783a730800f311700505000000c3a9"
    "74c3a90200000066720201000000620304000000746578742700f006670200000000000100020003000600040002"
    "00050000000000"
)
OF_RUST_WITH_DATATYPE = (
    "5244464231070300000004224d186040825b000000c3070000000103000000783a730800f311700505000000c3a9"
    "74c3a90200000066720201000000620304000000746578742700916704010000003103053d00e3696e7403000000"
    "000001000200030800a00700060004000200050000000000"
)
SOME = [Statement(S, P, Term("literal", str(i), "en"), None if i % 2 else S) for i in range(50)]


def read(path: Path, spark: SparkSession) -> list[Statement]:
    """Read files with the data source and unchanged labels."""
    df = read_rdf_borsh(path, spark=spark, blank_nodes="preserve")
    return [statement_of(row) for row in df.collect()]


def plain(term: tuple[object, ...] | None) -> tuple[object, ...] | None:
    """Return a term as a plain tuple."""
    return None if term is None else tuple(term)


def found(folder: Path) -> list[Statement]:
    """Read all files of a folder with the decoder of the tests."""
    return [s for file in parts(folder) for s in decode(file.read_bytes())]


@settings(max_examples=tier(4, 15), deadline=None, suppress_health_check=list(HealthCheck))
@given(statement_lists, st.sampled_from([1, 0x31]), st.sampled_from([None, True, False]))
def test_random_files_of_another_writer_are_read(
    spark: SparkSession,
    tmp_path: Path,
    statements: list[Statement],
    version: int,
    linked: bool | None,  # noqa: FBT001  drawn by hypothesis
) -> None:
    file = tmp_path / "a.rdfb"
    options: dict[str, Any] = {} if linked is None else {"frame": True, "block_linked": linked}
    file.write_bytes(encode(statements, version=version, **options))
    assert read(file, spark) == statements
    assert str([tuple(map(plain, s)) for s in borsh.load(file, spark=spark)]) == str(
        [tuple(map(plain, s)) for s in statements]
    )
    assert read_rdf_borsh(file, spark=spark).count() == len(statements)


@settings(max_examples=tier(4, 15), deadline=None, suppress_health_check=list(HealthCheck))
@given(statement_lists)
def test_another_reader_reads_the_written_files(
    spark: SparkSession, tmp_path: Path, statements: list[Statement]
) -> None:
    target = tmp_path / "out"
    # One task, as repeated statements are removed in each file separately.
    write_rdf_borsh(rows(spark, statements).coalesce(1), target, mode="overwrite")
    assert sorted(found(target), key=str) == sorted(set(statements), key=str)
    file = io.BytesIO()
    borsh.dump(statements, file, spark=spark)
    assert sorted(decode(file.getvalue()), key=str) == sorted(set(statements), key=str)


def test_files_of_the_rust_crate(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    file.write_bytes(bytes.fromhex(OF_RUST))
    assert read(file, spark) == [
        Statement(Term("iri", "x:s"), Term("iri", "x:p"), Term("literal", "été", "fr"), None),
        Statement(Term("bnode", "b"), Term("iri", "x:p"), Term("literal", "text"), G),
    ]
    # The crate puts a byte before a datatype, contrary to the specification.
    file.write_bytes(bytes.fromhex(OF_RUST_WITH_DATATYPE))
    with pytest.raises(RdfBorshParseError, match=r"expected a datatype IRI of at most \d+ bytes"):
        borsh.load(file, spark=spark)
    with pytest.raises(TypeError, match="bytes, not text"):
        borsh.load(io.StringIO("RDFB"), spark=spark)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [lz4.frame.BLOCKSIZE_MAX64KB, lz4.frame.BLOCKSIZE_MAX4MB])
def test_large_frames_of_linked_blocks_are_read(
    spark: SparkSession, tmp_path: Path, size: int
) -> None:
    statements = [
        Statement(S, P, Term("iri", f"http://example.org/{i * i}/é"), None) for i in range(30_000)
    ]
    file = tmp_path / "a.rdfb"
    data = encode(
        statements,
        frame=True,
        block_size=size,
        content_checksum=True,
        block_checksum=True,
        block_linked=True,
    )
    file.write_bytes(data)
    assert read(file, spark) == statements


@pytest.mark.smoke
def test_read_and_write_with_options(spark: SparkSession, tmp_path: Path) -> None:
    target = tmp_path / "out"
    df = rows(spark, SOME).withColumn("half", sf.col("g").isNull().cast("string"))
    write_rdf_borsh(
        df, target, partition_by="half", compat="ruby", compression_level=0, max_records_per_file=9
    )
    assert all(file.read_bytes()[4] == 0x31 for file in parts(target))
    assert len(parts(target / "half=true")) >= 3
    assert sorted(found(target), key=str) == sorted(SOME, key=str)
    assert read_rdf_borsh(target, spark=spark).where("half = 'true'").count() == 25
    with pytest.raises(IllegalArgumentException, match="did you mean 'compressionLevel'"):
        write_rdf_borsh(df, tmp_path / "x", partition_by="half", compressionlevl=1)


def test_rows_can_be_sorted_before_they_are_written(spark: SparkSession, tmp_path: Path) -> None:
    # A hundred subjects in another order; ids follow the order of rows.
    statements = [Statement(Term("iri", f"x:{i * 37 % 100:02}"), P, S, S) for i in range(100)]
    target = tmp_path / "out"
    write_rdf_borsh(rows(spark, statements), target, cluster_by=["g", "s"])
    assert found(target) == sorted(statements)


def test_quoted_triples_are_refused(spark: SparkSession, tmp_path: Path) -> None:
    quoted = Statement(S, P, Term("triple", "<< <x:a> <x:b> <x:c> >>"), None)
    with pytest.raises(Exception, match="found a quoted triple as object"):
        write_rdf_borsh(rows(spark, [quoted]), tmp_path / "out")
    with pytest.raises(ValueError, match="found a quoted triple as object"):
        borsh.dump([("<x:s>", "<x:p>", "<< <x:a> <x:b> <x:c> >>")], tmp_path / "a", spark=spark)
    assert not (tmp_path / "a").exists()


# ---- dump and load ----


@pytest.mark.smoke
def test_dump_and_load_plain_tuples(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    borsh.dump(
        [
            (("iri", "x:s"), ("iri", "x:p"), ("literal", "é", "en")),
            ("_:b", "<x:p>", '"1"^^<x:int>', "<x:g>"),
            (("iri", "x:s"), ("iri", "x:p"), ("literal", "t", None, None), None),
        ],
        file,
        spark=spark,
        compat="ruby",
    )
    assert file.read_bytes()[4] == 0x31
    loaded = borsh.load(file, spark=spark)
    assert loaded[-1] == (
        ("bnode", "b", None, None),
        ("iri", "x:p", None, None),
        ("literal", "1", None, "x:int"),
        ("iri", "x:g", None, None),
    )
    assert {statement.o.value for statement in loaded} == {"é", "1", "t"}
    with file.open("rb") as stream:
        assert borsh.load(stream, spark=spark) == loaded


@pytest.mark.parametrize("extension", ["gz", "zst"])
def test_dump_and_load_compressed_files(
    spark: SparkSession, tmp_path: Path, extension: str
) -> None:
    file = tmp_path / f"a.rdfb.{extension}"
    borsh.dump(SOME, file, spark=spark)
    assert read_rdf_borsh(file, spark=spark).count() == len(SOME)
    assert len(borsh.load(file, spark=spark)) == len(SOME)


def test_open_files_are_taken_as_they_are(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb.gz"
    with gzip.open(file, "wb") as stream:
        borsh.dump(SOME, cast("IO[bytes]", stream), spark=spark)
    loaded = borsh.load(file, spark=spark)
    with gzip.open(file, "rb") as stream:
        assert borsh.load(cast("IO[bytes]", stream), spark=spark) == loaded
    packed = tmp_path / "a.rdfb.bz2"
    packed.write_bytes(bz2.compress(gzip.decompress(file.read_bytes())))
    assert borsh.load(packed, spark=spark) == loaded
    with pytest.raises(ValueError, match="bzip2 is for reading only"):
        borsh.dump(SOME, packed, spark=spark)
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(RdfBorshParseError, match=r"a\.rdfb\.gz"):
        borsh.load(file, spark=spark)


def test_dump_rdflib_graphs(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    graph = rdflib.Graph().parse(data='<urn:s> <urn:p> "a"@en, 12, _:b, "plain" .', format="turtle")
    borsh.dump(graph, file, spark=spark)
    assert {(s.o.value, s.o.lang, s.o.datatype) for s in borsh.load(file, spark=spark)} == {
        (
            str(o),
            getattr(o, "language", None),
            str(o.datatype) if isinstance(o, rdflib.Literal) and o.datatype else None,
        )
        for o in graph.objects()
    }
    data = rdflib.Dataset()
    data.parse(data="<x:s> <x:p> <x:o> <x:g> .\n<x:s> <x:p> <x:o> .\n", format="nquads")
    borsh.dump(data, file, spark=spark)
    assert [s.g and s.g.value for s in borsh.load(file, spark=spark)] == [None, "x:g"]


def many_terms() -> Iterator[tuple[tuple[str, str], ...]]:
    """Return statements with more terms than a file can have."""
    return ((("iri", f"x:{i}"), ("iri", "x:p"), ("iri", "x:o")) for i in range(65_536))


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (5, "expected a graph or statements, found 5"),
        ([5], "a tuple of three or four terms, but this is 5"),
        ([None], "a tuple of three or four terms, but this is None"),
        (["<x:s> <x:p> <x:o> ."], "a tuple of three or four terms, but this is '<x:s>"),
        ([{"<x:s>", "<x:p>", "<x:o>"}], "a tuple of three or four terms, but this is {"),
        ([("<x:s>", "<x:p>")], "three or four terms"),
        ([(("iri",), "<x:p>", "<x:o>")], "a term of kind iri, bnode or literal"),
        ([(1, "<x:p>", "<x:o>")], "a term of kind iri, bnode or literal"),
        ([("x:s", "<x:p>", "<x:o>")], "expected"),
        ([(("iri", "x:s", "en"), "<x:p>", "<x:o>")], "no language and no datatype"),
        ([("<x:s>", "<x:p>", ("literal", "x", "en", "x:int"))], "a language or a datatype"),
        ([("<x:s>", "<x:p>", ("literal", "x", "", None))], "a language tag, found an empty"),
        ([("<x:s>", "<x:p>", ("literal", "x", 0))], "a term of kind iri, bnode or literal"),
        ([("<x:s>", "<x:p>", ("literal", "x", 3))], "a term of kind iri, bnode or literal"),
        ([("<x:s>", "<x:p>", ("literal", "x", None, None, 1))], "a term of kind iri, bnode or li"),
        ([("<x:s>", "<x:p>", ("literal", "x", "dé"))], "language tag in ASCII"),
        ([("<x:s>", "<x:p>", ("literal", "a\ud800b"))], r"a Unicode text.*'a\\ud800b'"),
        ([("<x:s>", "<x:p>", '"\udc00"')], "a Unicode text"),
        ([(rdflib.BNode("\ud800"), rdflib.RDF.type, rdflib.RDFS.Class)], "a Unicode text"),
        (many_terms(), "at most 65535 terms"),
    ],
    ids=range(20),
)
def test_dump_says_which_statement_is_wrong(
    spark: SparkSession, tmp_path: Path, statements: object, message: str
) -> None:
    file, wrong = tmp_path / "a.rdfb", cast("Any", statements)
    with pytest.raises(ValueError, match=message):
        borsh.dump(wrong, file, spark=spark)
    assert not file.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"compat": "rubby"}, "compat is one of none, ruby, not 'rubby'"),
        ({"compat": ["ruby"]}, r"compat is one of none, ruby, not \['ruby'\]"),
        ({"compression_level": 13}, "compression_level must be a whole number, 0 to 12, not 13"),
        ({"compression_level": "9"}, "compression_level must be a whole number, 0 to 12, not '9'"),
        ({"compression_level": True}, "compression_level must be a whole number, 0 to 12"),
    ],
    ids=str,
)
def test_dump_says_which_option_is_wrong(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    file = tmp_path / "a.rdfb"
    with pytest.raises(ValueError, match=message):
        borsh.dump([], file, spark=spark, **options)
    assert not file.exists()


def test_dump_needs_a_path_or_a_file(spark: SparkSession) -> None:
    with pytest.raises(TypeError, match=r"expected a path, or a binary file .* found 5"):
        borsh.dump([], 5, spark=spark)  # type: ignore[arg-type]


def test_load_explains_errors(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    file.write_bytes(encode(SOME)[:-1])
    with pytest.raises(RdfBorshParseError, match=r"a\.rdfb: byte \d+: expected .* found the end"):
        borsh.load(file, spark=spark)
    with pytest.raises(TypeError, match="bytes, not text"):
        borsh.load(io.StringIO("RDFB"), spark=spark)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected a path, or a binary file .* found None"):
        borsh.load(None, spark=spark)  # type: ignore[arg-type]
