"""RDF/Borsh in Python, against a reader and a writer made straight from the specification."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import lz4.frame
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.errors import IllegalArgumentException
from pyspark.sql import functions as sf

from borsh_format import decode, encode
from encoders import QUADS, decode_with_pyjelly, encode_with_pyjelly
from jelly_bridge import (
    RdfBorshParseError,
    borsh,
    read_jelly,
    read_rdf_borsh,
    write_jelly,
    write_rdf_borsh,
)
from rdf import Statement, Term, statement_of
from strategies import bnodes, iris, literals
from test_write import parts, rows

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
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
    """Read files with the data source, labels as they are."""
    df = read_rdf_borsh(path, spark=spark, blank_nodes="preserve")
    return [statement_of(row) for row in df.collect()]


def plain(term: tuple[object, ...] | None) -> tuple[object, ...] | None:
    """Give a term as a plain tuple."""
    return None if term is None else tuple(term)


def nquad(statement: Statement) -> str:
    """Write a statement as a line of canonical N-Quads."""

    def text(term: Any) -> str:  # noqa: ANN401  a Term; the format has no quoted triples
        if term.kind != "literal":
            return f"<{term.value}>" if term.kind == "iri" else f"_:{term.value}"
        value = term.value.translate(ESCAPES)
        end = f"@{term.lang}" if term.lang else f"^^<{term.datatype}>" if term.datatype else ""
        return f'"{value}"{end}'

    return " ".join([*(text(term) for term in statement if term is not None), "."])


def found(folder: Path) -> list[Statement]:
    """Read all files of a folder with the decoder of the tests."""
    return [s for file in parts(folder) for s in decode(file.read_bytes())]


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
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


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(statement_lists)
def test_another_reader_reads_what_was_written(
    spark: SparkSession, tmp_path: Path, statements: list[Statement]
) -> None:
    target = tmp_path / "out"
    # One task, as repeated statements are left out file by file.
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
    # It puts a byte before a datatype, which the specification does not have.
    file.write_bytes(bytes.fromhex(OF_RUST_WITH_DATATYPE))
    with pytest.raises(RdfBorshParseError, match=r"expected a datatype IRI of at most \d+ bytes"):
        borsh.load(file, spark=spark)


def test_large_frames_of_linked_blocks_are_read(spark: SparkSession, tmp_path: Path) -> None:
    statements = [
        Statement(S, P, Term("iri", f"http://example.org/{i * i}/é"), None) for i in range(30_000)
    ]
    file = tmp_path / "a.rdfb"
    for size in (lz4.frame.BLOCKSIZE_MAX64KB, lz4.frame.BLOCKSIZE_MAX4MB):
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
    # A hundred subjects in some other order; ids follow the order of rows.
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


def test_dump_says_what_is_wrong(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    many = ((("iri", f"x:{i}"), ("iri", "x:p"), ("iri", "x:o")) for i in range(65_536))
    for statements, message in (
        ([("<x:s>", "<x:p>")], "three or four terms"),
        ([(("iri",), "<x:p>", "<x:o>")], "a term of kind iri, bnode or literal"),
        ([(1, "<x:p>", "<x:o>")], "a term of kind iri, bnode or literal"),
        ([("x:s", "<x:p>", "<x:o>")], "expected"),
        ([("<x:s>", "<x:p>", ("literal", "x", "dé"))], "language tag in ASCII"),
        (many, "at most 65535 terms"),
    ):
        with pytest.raises(ValueError, match=message):
            borsh.dump(statements, file, spark=spark)
    assert not file.exists()


def test_load_says_what_is_wrong(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    file.write_bytes(encode(SOME)[:-1])
    with pytest.raises(RdfBorshParseError, match=r"a\.rdfb: byte \d+: expected .* found the end"):
        borsh.load(file, spark=spark)


# ---- the command line ----


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return subprocess.run(
        [sys.executable, "-m", "jelly_bridge", *map(str, words)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


def test_command_line_understands_rdf_borsh(tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    file.write_bytes(encode(SOME, version=0x31))
    inspected = run("inspect", file).stdout
    assert "version byte 0x31" in inspected
    assert "statements:    50" in inspected
    assert '"terms": 52' in run("inspect", "--json", file).stdout
    assert run("validate", file).stdout == f"{file}: valid, 50 statements of 52 terms\n"
    assert run("count", file).stdout == f"50\t{file}\n"
    assert run("head", "-n", "2", file).stdout == (
        f'<{S.value}> <{P.value}> "0"@en <{S.value}> .\n<{S.value}> <{P.value}> "1"@en .\n'
    )
    file.write_bytes(encode(SOME)[:-1])
    broken = run("validate", file)
    assert broken.returncode == 1
    assert "a.rdfb: invalid: byte " in broken.stdout


def test_command_line_converts_both_ways(tmp_path: Path) -> None:
    source = tmp_path / "a.jelly"
    source.write_bytes(encode_with_pyjelly(SOME, QUADS))
    target = tmp_path / "a.rdfb"
    result = run("convert", source, target, "--compat", "ruby")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{target}\n", "")
    assert target.read_bytes()[4] == 0x31
    assert sorted(decode(target.read_bytes()), key=str) == sorted(SOME, key=str)
    back = tmp_path / "back.jelly"
    assert run("convert", target, back).returncode == 0
    assert sorted(decode_with_pyjelly(back.read_bytes()), key=str) == sorted(SOME, key=str)
    again = run("convert", target, back)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)
    wrong = run("convert", target, tmp_path / "a.ttl")
    assert (wrong.returncode, "ends in .jelly or .rdfb" in wrong.stderr) == (2, True)


def test_convert_writes_as_many_files_as_the_terms_need(tmp_path: Path) -> None:
    statements = [Statement(Term("iri", f"x:{i}"), P, S, None) for i in range(70_000)]
    source = tmp_path / "a.jelly"
    source.write_bytes(encode_with_pyjelly(statements, QUADS))
    result = run("convert", source, tmp_path / "a.rdfb", "--compression-level", "1")
    files = [tmp_path / "a.rdfb", tmp_path / "a-001.rdfb"]
    assert result.stdout.split() == [str(file) for file in files]
    assert sorted(s for file in files for s in decode(file.read_bytes())) == sorted(statements)
    assert not list(tmp_path.glob(".*"))


# ---- real data ----


NQUAD = r"^(\S+) (\S+) (.*) (<\S+>) \.$"


def schema_org(spark: SparkSession, shared: Path) -> DataFrame:
    """Give the lines of all releases, taken apart without a parser, and their releases."""
    lines = spark.read.text(str(shared / "data" / "schemaorg")).where("value <> ''")
    return lines.select(
        *(sf.regexp_extract("value", NQUAD, i).alias(name) for i, name in enumerate("spog", 1)),
        sf.regexp_extract(sf.col("_metadata.file_name"), r"^(.*)\.nq\.gz$", 1).alias("release"),
    )


def test_every_release_of_schema_org_alone(
    spark: SparkSession, shared: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    write_rdf_borsh(schema_org(spark, shared).coalesce(1), target, partition_by="release")
    sources = sorted((shared / "data" / "schemaorg").glob("*.nq.gz"))
    assert len(sources) == 12
    for source in sources:
        folder = target / f"release={source.name.removesuffix('.nq.gz')}"
        assert len(parts(folder)) == 1
        with gzip.open(source, "rt", encoding="utf-8") as lines:
            expected = {line.rstrip("\n") for line in lines if line.strip()}
        assert len(expected) > 15_000
        assert {nquad(statement) for statement in found(folder)} == expected
    back = read_rdf_borsh(
        target, spark=spark, term_format="ntriples", blank_nodes="preserve"
    ).withColumn("release", sf.col("release").cast("string"))
    expected_rows = schema_org(spark, shared).withColumn(
        "release", sf.col("release").cast("double").cast("string")
    )
    assert back.select(expected_rows.columns).exceptAll(expected_rows.distinct()).count() == 0
    assert back.count() == expected_rows.distinct().count()


def test_all_releases_of_schema_org_together_roll_over(
    spark: SparkSession, shared: Path, tmp_path: Path
) -> None:
    expected = schema_org(spark, shared).drop("release").cache()
    assert expected.count() > 190_000
    one, two = tmp_path / "a", tmp_path / "b"
    # The releases share most terms; with subjects and objects of their own they need more files.
    release = sf.regexp_extract("g", r"(\d+\.\d+)", 1)
    own = expected.select(
        *(
            sf.when(
                sf.col(name).startswith("<"),
                sf.concat(sf.regexp_replace(name, ">$", ""), release, sf.lit(">")),
            )
            .when(
                sf.col(name).startswith('"'),
                sf.concat(sf.lit('"'), release, sf.substring(name, 2, 1_000_000)),
            )
            .otherwise(sf.col(name))
            .alias(name)
            for name in "so"
        ),
        "p",
        "g",
    )
    for df, target in ((expected, one), (own, two)):
        write_rdf_borsh(df.coalesce(1), target, compression_level=1)
        back = read_rdf_borsh(target, spark=spark, term_format="ntriples", blank_nodes="preserve")
        distinct = df.select(*"spog").distinct()
        assert back.distinct().count() == distinct.count() == back.count()
        assert back.exceptAll(distinct).count() == 0
    # Together they have 9,598 terms; with terms of their own, 89,000.
    assert len(parts(one)) == 1
    assert len(parts(two)) > 1
    expected.unpersist()


def test_jelly_to_borsh_and_back(spark: SparkSession, tmp_path: Path) -> None:
    jelly, packed, again = tmp_path / "jelly", tmp_path / "borsh", tmp_path / "again"
    df = spark.range(200_000).selectExpr(
        "concat('<http://example.org/s', id div 3, '>') AS s",
        "concat('<http://example.org/p', id % 7, '>') AS p",
        "concat('\"', id, '\"@en') AS o",
        "CASE WHEN id % 5 = 0 THEN '<http://example.org/g>' END AS g",
    )
    write_jelly(df, jelly)
    write_rdf_borsh(read_jelly(jelly, spark=spark), packed, compression_level=1)
    assert len(parts(packed)) > 2
    write_jelly(read_rdf_borsh(packed, spark=spark), again)
    back = read_jelly(again, spark=spark, term_format="ntriples")
    assert back.count() == 200_000
    assert back.exceptAll(df).count() == 0
