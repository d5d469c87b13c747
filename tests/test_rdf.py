"""Files in the common syntaxes, compared with rdflib and pyoxigraph, in both directions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph
import pytest
import rdflib
from pyspark.errors import IllegalArgumentException
from rdflib.compare import isomorphic

from cli import run
from jelly_bridge import rdf_direction, read_rdf, to_rdflib, write_rdf, write_rdf_borsh
from tasks import await_tasks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from jelly_bridge.rdf import WrittenSyntax

DOCUMENTS = Path(__file__).parent.parent / "jvm/jena/src/test/resources/syntax"
BASE = "http://example.org/base"
FORMATS = {
    "nt": "nt",
    "nq": "nquads",
    "ttl": "turtle",
    "trig": "trig",
    "rdf": "xml",
    "rdfxml": "xml",
    "jsonld": "json-ld",
}
GRAPHS = ("nq", "trig", "jsonld")


def parsed(path: Path) -> rdflib.Graph:
    """Read a file with rdflib, including graph names."""
    dataset = rdflib.Dataset()
    dataset.parse(path, format=FORMATS[path.suffix[1:]], publicID=BASE)
    return as_triples(dataset)


def as_triples(statements: rdflib.Dataset) -> rdflib.Graph:
    """Represent each statement as some triples, so that named graphs can be compared."""
    graph = rdflib.Graph()
    for s, p, o, g in statements.quads((None, None, None, None)):
        node = rdflib.BNode()
        name = getattr(g, "identifier", g)
        for position, term in zip("spo", (s, p, o), strict=True):
            graph.add((node, rdflib.URIRef(f"x:{position}"), plain(term)))
        if name is not None and str(name) != "urn:x-rdflib:default":
            graph.add((node, rdflib.URIRef("x:g"), name))
    return graph


def plain(term: rdflib.term.Node) -> rdflib.term.Node:
    """Normalise a literal, as rdflib does with some of them."""
    if not isinstance(term, rdflib.Literal):
        return term
    lang = None if term.language is None else term.language.lower()
    datatype = None if lang or term.datatype == rdflib.XSD.string else term.datatype
    return rdflib.Literal(str(term), lang=lang, datatype=datatype)


@pytest.mark.parametrize("name", ["kinds.ttl", "graphs.trig", "kinds.rdf", "kinds.jsonld"])
def test_documents_read_as_in_rdflib(spark: SparkSession, name: str) -> None:
    frame = read_rdf(DOCUMENTS / name, spark=spark, base=BASE)
    found = to_rdflib(frame)
    assert isinstance(found, rdflib.Dataset)
    expected = parsed(DOCUMENTS / name)
    assert len(expected) > 30
    assert isomorphic(expected, as_triples(found))


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("kinds.ttl", pyoxigraph.RdfFormat.TURTLE),
        ("graphs.trig", pyoxigraph.RdfFormat.TRIG),
    ],
    ids=["ttl", "trig"],
)
def test_documents_read_as_in_pyoxigraph(
    tmp_path: Path, name: str, form: pyoxigraph.RdfFormat
) -> None:
    converted = tmp_path / f"{name}.nq"
    assert run("convert", "--base", BASE, DOCUMENTS / name, converted).returncode == 0
    data = (DOCUMENTS / name).read_bytes()
    expected = pyoxigraph.Dataset(pyoxigraph.parse(data, format=form, base_iri=BASE))
    found = pyoxigraph.Dataset(
        pyoxigraph.parse(converted.read_bytes(), format=pyoxigraph.RdfFormat.N_QUADS)
    )
    for dataset in (expected, found):
        dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.UNSTABLE)
    assert expected == found


@pytest.mark.parametrize("syntax", ["nt", "nq", "ttl", "trig", "rdfxml", "jsonld"])
def test_rdflib_reads_written_files(
    spark: SparkSession, tmp_path: Path, syntax: WrittenSyntax
) -> None:
    name = "graphs.trig" if syntax in GRAPHS else "kinds.rdf"
    statements = read_rdf(DOCUMENTS / name, spark=spark, base=BASE, blank_nodes="preserve")
    namespaces = {"ex": "http://example.org/ns/"}
    target = tmp_path / "written"
    write_rdf(statements, target, syntax=syntax, single_file=True, namespaces=namespaces)
    (file,) = target.glob("part-*")
    assert isomorphic(parsed(DOCUMENTS / name), parsed(file))


def test_impossible_arguments_are_explained(spark: SparkSession, tmp_path: Path) -> None:
    statements = read_rdf(DOCUMENTS / "graphs.trig", spark=spark)
    with pytest.raises(Exception, match="named graphs"):
        write_rdf(statements, tmp_path / "a", syntax="ttl")
    await_tasks(spark)
    assert not (tmp_path / "a").exists()
    with pytest.raises(IllegalArgumentException, match="nt, nq, ttl"):
        write_rdf(statements, tmp_path / "a", syntax="n3")  # type: ignore[arg-type]
    remote = tmp_path / "remote.jsonld"
    remote.write_text('{"@context": "http://127.0.0.1:9/context", "p": "o"}')
    with pytest.raises(Exception, match="remoteContexts"):
        read_rdf(remote, spark=spark).collect()


@pytest.mark.parametrize("syntax", ["nt", "ttl", "rdfxml", "jsonld"])
def test_a_language_tag_that_is_none_is_refused(
    spark: SparkSession, tmp_path: Path, syntax: WrittenSyntax
) -> None:
    tagged = "named_struct('kind', 'literal', 'value', 'v', 'lang', 'e n') AS o"
    statements = read_rdf(DOCUMENTS / "graphs.trig", spark=spark)
    no_tag = statements.drop("g").limit(1).selectExpr("s", "p", tagged)
    with pytest.raises(Exception, match="a language tag"):
        write_rdf(no_tag, tmp_path / "a", syntax=syntax)


# ---- the command line ----


def test_convert_goes_around_all_syntaxes(tmp_path: Path) -> None:
    source = DOCUMENTS / "graphs.trig"
    expected = parsed(source)
    names = ("a.jelly", "a.jsonld", "a.rt", "a.trig", "a.nq.gz", "a.rpb", "a.rdfb", "b.nq")
    for name in names:
        target = tmp_path / name
        result = run("convert", source, target)
        assert (result.returncode, result.stdout, result.stderr) == (0, f"{target}\n", "")
        source = target
    assert isomorphic(expected, parsed(source))
    assert isomorphic(expected, parsed(tmp_path / "a.trig"))
    assert isomorphic(expected, parsed(tmp_path / "a.jsonld"))
    assert (tmp_path / "a.trig").read_text().startswith("@prefix ")


def test_names_may_have_a_colon(spark: SparkSession, here: Path) -> None:
    """Hadoop takes text before a colon for a scheme, or fails at the name of a checksum file."""
    folder = here
    (folder / "at 12:00.ttl").write_text("<s> <x:p> _:b .")
    result = run("convert", "--base", BASE, "at 12:00.ttl", "a:b.nt")
    assert (result.returncode, result.stdout, result.stderr) == (0, "a:b.nt\n", "")
    assert run("head", "a:b.nt").stdout == (folder / "a:b.nt").read_text()
    assert run("count", folder).stdout.endswith("2\ttotal\n")
    files = read_rdf(folder, spark=spark)
    assert sorted(row.value for row in files.select("s.value").collect()) == [
        (folder / "s").as_uri(),
        "http://example.org/s",
    ]
    write_rdf(read_rdf(DOCUMENTS / "kinds.ttl"), folder, syntax="nq", mode="overwrite")
    assert not list(folder.glob("*:*"))


def test_convert_joins_files_and_keeps_their_blank_nodes_apart(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f'_:x <x:p> "{name}" .\n')
    target = tmp_path / "all.txt"
    result = run(
        "convert", "--from", "nt", "--to", "ttl", tmp_path / "a.txt", tmp_path / "b.txt", target
    )
    assert result.returncode == 0
    graph = rdflib.Graph().parse(target, format="turtle")
    assert len(set(graph.subjects())) == len(graph) == len(("a.txt", "b.txt"))


@pytest.mark.parametrize("syntax", ["nt", "ttl", "trig", None])
def test_convert_joins_the_blank_nodes_of_the_files_of_one_job(
    spark: SparkSession, tmp_path: Path, syntax: WrittenSyntax | None
) -> None:
    """Convert them like a read in Spark, which joins these nodes."""
    texts = [(f"_:x{i % 2}", "<x:p>", f'"{i}"') for i in range(4)]
    table = spark.createDataFrame(texts, "s string, p string, o string").repartition(2)
    if syntax is None:
        write_rdf_borsh(table, tmp_path / "job")
    else:
        write_rdf(table, tmp_path / "job", syntax=syntax)
    files = sorted((tmp_path / "job").glob("part-*"))
    assert len(files) > 1
    target = tmp_path / "all.nt"
    assert run("convert", *files, target).returncode == 0
    graph = rdflib.Graph().parse(target, format="nt")
    assert (len(graph), len(set(graph.subjects()))) == (4, 2)


def test_convert_reports_the_line_of_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    source = tmp_path / "a.ttl"
    source.write_text("<x:s> <x:p> 1 .\n<x:s> <x:p> ] .\n")
    result = run("convert", source, tmp_path / "a.nt")
    assert result.returncode == 1
    assert f"{source}: line 2, column" in result.stderr
    based = run("convert", "--base", "here", DOCUMENTS / "kinds.ttl", tmp_path / "a.nt")
    assert (based.returncode, "absolute IRI" in based.stderr) == (2, True)
    named = run("convert", DOCUMENTS / "graphs.trig", tmp_path / "a.rdf")
    assert (named.returncode, "named graphs" in named.stderr) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.ttl"]


def test_head_and_count_read_all_syntaxes() -> None:
    counted = run("count", DOCUMENTS / "kinds.ttl", DOCUMENTS / "kinds.rdf").stdout.splitlines()
    assert [int(line.split()[0]) for line in counted] == [64, 31, 95]
    head = run("head", "-n", "100", DOCUMENTS / "kinds.jsonld").stdout
    count = run("count", DOCUMENTS / "kinds.jsonld").stdout.split("\t")[0]
    quads = list(pyoxigraph.parse(head, format=pyoxigraph.RdfFormat.N_QUADS))
    assert len(quads) == int(count) > 20


def test_validate_and_inspect_understand_all_syntaxes(tmp_path: Path) -> None:
    good = DOCUMENTS / "kinds.ttl"
    bad = tmp_path / "bad.ttl"
    bad.write_text("<s> <p> 1 .\n<s> <p> .\n")
    result = run("validate", good, bad)
    first, second = result.stdout.splitlines()
    assert result.returncode == 1
    assert first == f"{good}: valid, 64 statements"
    assert second.startswith(f"{bad}: invalid: line 2, column 9")
    report = json.loads(run("validate", "--json", bad).stdout)
    assert (report["line"], report["column"], "byte_offset" in report) == (2, 9, False)
    info = json.loads(run("inspect", "--json", good).stdout)
    assert info == {
        "path": str(good),
        "bytes": good.stat().st_size,
        "compression": None,
        "uncompressed_bytes": good.stat().st_size,
        "statements": 64,
        "format": "ttl",
    }
    assert "statements:    64" in run("inspect", good).stdout


# ---- RDF 1.2 ----

LINES = """VERSION "1.2"
<x:s> <x:p> "a\\u0009"@ar-EG--rtl .
<x:s> <x:p> <<( <x:a> <x:b> "c"@EN )>> .
"""


def test_terms_of_rdf_12_go_through_lines_turtle_and_the_table(
    spark: SparkSession, tmp_path: Path
) -> None:
    (tmp_path / "a.nt").write_text(LINES)
    df = read_rdf(tmp_path / "a.nt", spark=spark)
    found = {(row.o.kind, row.o.value, row.o.lang) for row in df.collect()}
    assert found == {
        ("literal", "a\t", "ar-EG--rtl"),
        ("triple", '<<( <x:a> <x:b> "c"@EN )>>', None),
    }
    assert df.where(rdf_direction("o") == "rtl").count() == 1
    canonical = LINES.split("\n", 1)[1].replace("\\u0009", "\\t")
    for syntax in ("nq", "ttl", "trig"):
        assert run("convert", tmp_path / "a.nt", tmp_path / f"a.{syntax}").returncode == 0
        back = tmp_path / f"{syntax}.nt"
        assert run("convert", tmp_path / f"a.{syntax}", back).returncode == 0
        assert back.read_text() == canonical
    folder = tmp_path / "out"
    write_rdf(df, folder, syntax="nt", single_file=True, canonical=True)
    (part,) = folder.glob("part-*")
    assert part.read_text() == canonical.lower()


def test_quoted_triples_of_rdf_star_need_an_option(spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "star.nt"
    file.write_text("<< <x:a> <x:b> <x:c> >> <x:p> << <x:a> <x:b> _:d >> .\n")
    with pytest.raises(Exception, match=r"option rdfStar allows '<<'"):
        read_rdf(file, spark=spark).collect()
    df = read_rdf(file, rdf_star=True, blank_nodes="preserve", spark=spark)
    assert df.select("s.value", "o.value").first() == (
        "<<( <x:a> <x:b> <x:c> )>>",
        "<<( <x:a> <x:b> _:d )>>",
    )
    copy = tmp_path / "copy.nt"
    assert run("convert", "--rdf-star", file, copy).returncode == 0
    assert copy.read_text() == file.read_text()
