"""Compares our RDF/Borsh with the Rust crate rdf-borsh; `scripts/borsh-peer` runs this.

Version 0.4.0 puts a byte before the datatype of a literal, contrary to the specification, so
literals with datatypes are omitted.
"""

from __future__ import annotations

import os
import random
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from borsh_format import encode
from jelly_bridge import borsh, read_rdf_borsh
from rdf import Statement, Term

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

TYPES = {1: "iri", 2: "bnode", 3: "literal", 5: "literal"}


def peer(command: str, file: Path, text: str = "") -> str:
    """Run the program that uses the crate."""
    return subprocess.run(
        [os.environ["BORSH_PEER"], command, file],
        input=text,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def line(statement: Statement) -> str:
    """Write a statement in the input format of the program."""

    def shown(term: Any) -> str:  # noqa: ANN401  a Term; the format has no quoted triples
        if term is None:
            return "-"
        number = 5 if term.lang else {"iri": 1, "bnode": 2, "literal": 3}[term.kind]
        texts = [term.value, term.lang] if term.lang else [term.value]
        return ":".join([str(number), *(text.encode().hex() for text in texts)])

    return "\t".join(shown(term) for term in statement)


def statement(text: str) -> Statement:
    """Read an output line of the program."""

    def term(shown: str) -> Term | None:
        if shown == "-":
            return None
        number, *texts = shown.split(":")
        return Term(TYPES[int(number)], *(bytes.fromhex(text).decode() for text in texts))

    s, p, o, g = map(term, text.split("\t"))
    assert s
    assert p
    assert o
    return Statement(s, p, o, g)


def some(seed: int, size: int) -> list[Statement]:
    """Make statements with every kind of term that the crate writes correctly."""
    rng = random.Random(seed)  # noqa: S311  no secrets

    def iri() -> Term:
        return Term("iri", f"http://example.org/{rng.randrange(size)}/é")

    def resource() -> Term:
        return rng.choice([iri(), Term("bnode", f"b{rng.randrange(size)}")])

    def thing() -> Term:
        text = f"日本語 {rng.randrange(size)}"
        return rng.choice([resource(), Term("literal", text), Term("literal", text, "de-CH")])

    return [Statement(resource(), iri(), thing(), rng.choice([None, iri()])) for _ in range(size)]


@pytest.mark.parametrize("size", [0, 1, 10, 300, 20_000])
def test_files_of_the_crate_are_read(spark: SparkSession, tmp_path: Path, size: int) -> None:
    statements = some(size, size)
    file = tmp_path / "a.rdfb"
    peer("encode", file, "".join(line(s) + "\n" for s in statements))
    assert file.read_bytes()[4:14] == b"1\x07" + file.read_bytes()[6:10] + b"\x04\x22\x4d\x18"
    loaded = borsh.load(file, spark=spark)
    assert len(loaded) == len(set(statements))
    assert {line(s) for s in loaded} == {line(s) for s in statements}  # type: ignore[arg-type]
    assert read_rdf_borsh(file, spark=spark).count() == len(loaded)


@pytest.mark.parametrize("size", [0, 1, 10, 300, 20_000])
def test_the_crate_reads_the_frames_of_our_tests(tmp_path: Path, size: int) -> None:
    statements = some(size, size)
    file = tmp_path / "a.rdfb"
    for linked in (True, False):
        file.write_bytes(encode(statements, version=0x31, frame=True, block_linked=linked))
        for reader in ("decode", "parse"):
            assert [statement(text) for text in peer(reader, file).splitlines()] == statements
