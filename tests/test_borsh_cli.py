"""The command line on RDF/Borsh files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from borsh_format import decode, encode
from cli import run
from encoders import QUADS, decode_with_pyjelly, encode_with_pyjelly
from rdf import Statement, Term
from test_borsh import SOME, P, S

if TYPE_CHECKING:
    from pathlib import Path


def test_command_line_understands_rdf_borsh(tmp_path: Path) -> None:
    file = tmp_path / "a.rdfb"
    file.write_bytes(encode(SOME, version=0x31))
    inspected = run("inspect", file).stdout
    assert "version byte 0x31" in inspected
    assert "statements:    50" in inspected
    assert '"terms": 52' in run("inspect", "--json", file).stdout
    assert run("validate", file).stdout == f"{file}: valid, 50 statements of 52 terms\n"
    report = json.loads(run("validate", "--json", file).stdout)
    assert report == {"path": str(file), "valid": True, "statements": 50, "terms": 52}
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
    wrong = run("convert", target, tmp_path / "a.txt")
    assert (wrong.returncode, "ends in .rdfb, .jelly" in wrong.stderr) == (2, True)


def test_convert_writes_as_many_files_as_the_terms_need(tmp_path: Path) -> None:
    statements = [Statement(Term("iri", f"x:{i}"), P, S, None) for i in range(70_000)]
    source = tmp_path / "a.jelly"
    source.write_bytes(encode_with_pyjelly(statements, QUADS))
    result = run("convert", source, tmp_path / "a.rdfb", "--compression-level", "1")
    files = [tmp_path / "a.rdfb", tmp_path / "a-001.rdfb"]
    assert result.stdout.split() == [str(file) for file in files]
    assert sorted(s for file in files for s in decode(file.read_bytes())) == sorted(statements)
    assert not list(tmp_path.glob(".*"))


def test_convert_writes_files_that_are_read_with_the_default_limits(tmp_path: Path) -> None:
    source = tmp_path / "a.nt"
    with source.open("w", encoding="utf-8") as out:
        for i in range(140):
            out.write(f'<x:s> <x:p> "{str(i % 10) * (1 << 20)}{i}" .\n')
    result = run("convert", source, tmp_path / "a.rdfb", "--compression-level", "1")
    files = [tmp_path / "a.rdfb", tmp_path / "a-001.rdfb"]
    assert result.stdout.split() == [str(file) for file in files]
    counts = [run("count", file).stdout for file in files]
    validated = run("validate", *files)
    assert (validated.returncode, sum(int(count.split()[0]) for count in counts)) == (0, 140)
