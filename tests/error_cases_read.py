"""Errors of reading: paths, options, malformed files, limits, other formats, partition folders."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING, Any, Final

from cli import run
from encoders import TRIPLES, encode_with_pyjelly
from error_cases import Cases, Place, encoder
from files import quads
from jelly_bridge import (
    read_jelly,
    read_rdf,
    read_rdf_borsh,
)
from rdf import Term

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import DataFrame

READING: Final = Cases()

# ---- paths ----


@READING.add("The path does not exist")
def _(at: Place) -> object:
    return read_jelly(at / "people.jelly")


@READING.add("The name of the file starts with an underscore or a dot")
def _(at: Place) -> object:
    return read_jelly(at.jelly("_people.jelly"))


@READING.add("The scheme of the path has no file system")
def _(at: Place) -> object:
    return read_jelly("s3://bucket/people.jelly", spark=at.spark)


@READING.add("A file was deleted after the path was loaded")
def _(at: Place) -> object:
    file = at.jelly()
    df = read_jelly(file)
    file.unlink()
    return df.collect()


def _large(at: Place) -> Path:
    """Write a file that several tasks share."""
    statements = [
        st._replace(g=None, o=Term("literal", f"{i} ".ljust(150, "-")))
        for i, st in enumerate(quads(9_000))
    ]
    return at.write("people.jelly", encode_with_pyjelly(statements, TRIPLES))


def _shared(at: Place, file: Path) -> DataFrame:
    """Read a file by its index, and plan the tasks."""
    for name, value in {"maxPartitionBytes": "512k", "openCostInBytes": "1"}.items():
        at.spark.conf.set(f"spark.sql.files.{name}", value)
    try:
        df = read_jelly(file, split="index")
        plan: Any = df._jdf.queryExecution()  # noqa: SLF001  planning alone has no other way
        assert plan.toRdd().getNumPartitions() > 1
    finally:
        for name in ("maxPartitionBytes", "openCostInBytes"):
            at.spark.conf.unset(f"spark.sql.files.{name}")
    return df


@READING.add("A file changed while it was read")
def _(at: Place) -> object:
    file = _large(at)
    df = _shared(at, file)
    at.jelly()
    return df.collect()


@READING.add("The index of a file is stale")
def _(at: Place) -> object:
    file = _large(at)
    assert run("index", file).returncode == 0
    time = file.stat().st_mtime_ns
    file.write_bytes(file.read_bytes().replace(b"example.org", b"example.com"))
    os.utime(file, ns=(time, time))
    return _shared(at, file).collect()


# ---- options ----


@READING.add("An option is unknown")
def _(at: Place) -> object:
    return at.spark.read.format("jelly").option("blankNode", "file").load(str(at.jelly()))


@READING.add("A keyword of Python is unknown")
def _(at: Place) -> object:
    keywords: dict[str, Any] = {"blank_node": "file"}
    return read_rdf_borsh(at.folder, **keywords)


@READING.add("The value of an option is not allowed")
def _(at: Place) -> object:
    value: Any = "keep"
    return read_jelly(at.jelly(), blank_nodes=value)


@READING.add("The value of a keyword has the wrong type")
def _(at: Place) -> object:
    value: Any = ["*.jelly"]
    return read_jelly(at.folder, path_glob_filter=value)


@READING.add("The mode is PERMISSIVE")
def _(at: Place) -> object:
    return at.spark.read.format("jelly").option("mode", "PERMISSIVE").load(str(at.jelly()))


@READING.add("The given schema does not fit")
def _(at: Place) -> object:
    schema = "s string, p string, o string"
    return at.spark.read.format("jelly").schema(schema).load(str(at.jelly())).collect()


# ---- malformed Jelly ----


@READING.add("The file is cut off")
def _(at: Place) -> object:
    file = at.jelly()
    file.write_bytes(file.read_bytes()[:-20])
    return read_jelly(file).collect()


@READING.add("Bytes of a frame are damaged")
def _(at: Place) -> object:
    file = at.jelly()
    file.write_bytes(file.read_bytes().replace(b"Bob", b"B\xffb"))
    return read_jelly(file).collect()


@READING.add("A lookup entry is missing")
def _(at: Place) -> object:
    made = encoder()
    names = [row for row in made.frames[0].rows if row.WhichOneof("row") == "name"]
    made.frames[0].rows.remove(names[-1])
    return read_jelly(at.write("people.jelly", made.bytes())).collect()


@READING.add("The version of the file is too high")
def _(at: Place) -> object:
    made = encoder()
    made.frames[0].rows[0].options.version = 4
    return read_jelly(at.write("people.jelly", made.bytes())).collect()


@READING.add("The options of joined files differ")
def _(at: Place) -> object:
    parts = [encoder(names=names).bytes() for names in (64, 128)]
    return read_jelly(at.write("people.jelly", b"".join(parts))).collect()


@READING.add("A feature is not declared")
def _(at: Place) -> object:
    data = bytearray(encode_with_pyjelly(quads(), TRIPLES))
    # Field 4 of the options row, rdf_star, is the byte pair 20 01.
    data[data.index(b"\x20\x01") + 1] = 0
    return read_jelly(at.write("people.jelly", bytes(data))).collect()


@READING.add("The file is a patch")
def _(at: Place) -> object:
    text = at.write("people.rdfp", "A <x:s> <x:p> <x:o> .\n")
    assert run("convert", text, at / "people.jellyp").returncode == 0
    return read_jelly((at / "people.jellyp").rename(at / "people.jelly")).collect()


@READING.add("The file is text")
def _(at: Place) -> object:
    text = "@prefix ex: <http://example.org/> .\nex:anna ex:age 27 .\n"
    return read_jelly(at.write("people.jelly", text)).collect()


@READING.add("The file is compressed, and its name does not say so")
def _(at: Place) -> object:
    file = at.jelly()
    file.write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    return read_jelly(file).collect()


@READING.add("A compressed file is cut off")
def _(at: Place) -> object:
    data = gzip.compress(at.jelly("a.jelly").read_bytes(), mtime=0)
    return read_jelly(at.write("people.jelly.gz", data[:-20])).collect()


# ---- limits ----


@READING.add("A frame is larger than maxFrameBytes")
def _(at: Place) -> object:
    return read_jelly(at.jelly(), max_frame_bytes="100").collect()


@READING.add("A lookup is larger than maxNameTable")
def _(at: Place) -> object:
    return read_jelly(at.jelly(), max_name_table=100).collect()


@READING.add("A file expands to more than maxDecompressedBytes")
def _(at: Place) -> object:
    data = gzip.compress(at.jelly("a.jelly").read_bytes(), mtime=0)
    file = at.write("people.jelly.gz", data)
    return read_jelly(file, max_decompressed_bytes=200).collect()


@READING.add("A .zst file needs a larger window than maxWindowBytes")
def _(at: Place) -> object:
    line = b"<x:s> <x:p> <x:o> .\n"
    # A frame with a window of 2^28 bytes and one raw block (RFC 8878, 3.1.1).
    header = bytes.fromhex("28b52ffd00") + bytes([(28 - 10) << 3])
    block = (len(line) << 3 | 1).to_bytes(3, "little") + line
    return read_rdf(at.write("people.nt.zst", header + block)).collect()


# ---- other formats ----


@READING.add("The syntax of a file is unknown")
def _(at: Place) -> object:
    return read_rdf(at.write("people.txt", "<x:s> <x:p> <x:o> .\n")).collect()


@READING.add("A line of N-Triples is malformed")
def _(at: Place) -> object:
    text = '<http://example.org/anna> <http://example.org/age> "27" .\n<x:s> <x:p> "27 .\n'
    return read_rdf(at.write("people.nt", text)).collect()


@READING.add("An IRI of N-Triples is relative")
def _(at: Place) -> object:
    return read_rdf(at.write("people.nt", '<anna> <http://example.org/age> "27" .\n')).collect()


@READING.add("A prefix of Turtle is not declared")
def _(at: Place) -> object:
    text = "@prefix ex: <http://example.org/> .\nex:anna foaf:age 27 .\n"
    return read_rdf(at.write("people.ttl", text)).collect()


@READING.add("A document of RDF/XML is malformed")
def _(at: Place) -> object:
    text = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="http://example.org/anna">\n'
        "</rdf:RDF>\n"
    )
    return read_rdf(at.write("people.rdf", text)).collect()


@READING.add("JSON-LD has a remote context")
def _(at: Place) -> object:
    text = '{"@context": "https://schema.org/", "@id": "http://example.org/anna", "name": "Anna"}'
    return read_rdf(at.write("people.jsonld", text)).collect()


@READING.add("The file is not RDF/Borsh")
def _(at: Place) -> object:
    return read_rdf_borsh(at.jelly()).collect()


# ---- partition folders ----


@READING.add("Files lie beside partition folders")
def _(at: Place) -> object:
    at.jelly("year=2026/people.jelly")
    at.jelly()
    return read_jelly(at.folder)


@READING.add("Partition folders have different columns")
def _(at: Place) -> object:
    at.jelly("year=2026/people.jelly")
    at.jelly("month=11/people.jelly")
    return read_jelly(at.folder)
