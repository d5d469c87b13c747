"""The reference of the command line says what `--help` says, and names the keys of `--json`.

`UPDATE_DOCS=1 pytest tests/test_command_line_page.py` writes the help into the page.
"""

from __future__ import annotations

import json
import os
import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from cli import run

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "reference" / "command-line.md"
UPDATE: Final = os.environ.get("UPDATE_DOCS") == "1"

BLOCK: Final = re.compile(r"(<!-- help: ([\w ]+) -->\n).*?(<!-- end of help -->)", re.DOTALL)
SECTION: Final = re.compile(r"^(arguments|options|commands|exit codes|examples):$", re.MULTILINE)
FIRST_COLUMN: Final = 8
"""Entries of a list start before this column; the lines of their texts start after it."""


class Help(NamedTuple):
    """The parts of the help of one command; lists are pairs of a name and a text."""

    usage: str
    description: list[str]
    lists: dict[str, list[tuple[str, str]]]
    examples: str


@cache
def help_of(command: str = "") -> Help:
    """Ask for the help of a command; that of the program without one."""
    result = run(*command.split(), "--help")
    assert (result.returncode, result.stderr) == (0, "")
    start, *sections = SECTION.split(result.stdout)
    usage, *description = start.strip().split("usage: ", 1)[1].split("\n\n")
    texts = dict(zip(sections[::2], sections[1::2], strict=True))
    return Help(
        textwrap.dedent(f"{' ' * len('usage: ')}{usage}"),
        [" ".join(paragraph.split()) for paragraph in description],
        {name: entries(text) for name, text in texts.items() if name != "examples"},
        textwrap.dedent(texts.get("examples", "").strip("\n")),
    )


def entries(text: str) -> list[tuple[str, str]]:
    """Read a list in two columns; continued lines are indented by two more than their column."""
    found: list[tuple[str, str]] = []
    column = 0
    for line in text.strip("\n").splitlines():
        indent = len(line) - len(line.lstrip())
        if indent < FIRST_COLUMN:
            name, start = re.split(r" {2,}", line.strip(), maxsplit=1)
            column = line.index(start, indent + len(name))
            found.append((name, start))
        elif indent == column:
            found.append(("", line.strip()))
        else:
            name, start = found[-1]
            found[-1] = (name, f"{start} {line.strip()}")
    return found


def commands() -> list[str]:
    """Return the names of all commands."""
    return [name for name, _ in help_of().lists["commands"]]


def shared() -> set[tuple[str, str]]:
    """Return the options that all commands have."""
    return set.intersection(*(set(help_of(command).lists["options"]) for command in commands()))


def in_markdown(text: str) -> str:
    """Write the names of options and extensions in a text of the help as code."""
    quoted = re.compile(r"`[^`]*`|<<.*?>>|--[a-z]+(?:-[a-z]+)*|(?<![\w.])\.[a-zA-Z]\w*(?:\.\w+)*")
    return quoted.sub(lambda found: f"`{found[0].strip('`')}`", text)


def table(head: str, rows: list[tuple[str, str]]) -> str:
    """Write a list as a table."""
    lines = [f"| {head} | meaning |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| `{name}` | {in_markdown(text)} |" for name, text in rows)])


def fill(text: str) -> str:
    """Write a paragraph."""
    return textwrap.fill(in_markdown(text), 120, break_long_words=False, break_on_hyphens=False)


def of_command(command: str) -> str:
    """Write the block of one command, without what all commands have."""
    found = help_of(command)
    own = [option for option in found.lists["options"] if option not in shared()]
    description = [text for text in found.description if text != files_text()]
    parts = [
        *map(fill, description),
        f"```shell\n{found.usage}\n```",
        table("argument", found.lists["arguments"]),
    ]
    if own:
        parts.append(table("option", own))
    parts.append(f"Examples:\n\n```shell\n{found.examples}\n```")
    return "\n\n".join(parts)


def files_text() -> str:
    """Return the paragraph on names of files, which several commands have."""
    return help_of("inspect").description[-1]


def block(name: str) -> str:
    """Write the block of a name."""
    if name == "commands":
        return table("command", help_of().lists["commands"])
    if name == "options":
        options = help_of("inspect").lists["options"]
        return table("option", [option for option in options if option in shared()])
    if name == "exit codes":
        codes = help_of().lists["exit codes"]
        notes = [text for code, text in codes if not code]
        return "\n\n".join([table("code", [row for row in codes if row[0]]), *notes])
    if name == "files":
        return fill(files_text())
    return of_command(name)


def test_the_page_says_what_the_help_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    actual = BLOCK.sub(lambda found: f"{found[1]}{block(found[2])}\n{found[3]}", page)
    if UPDATE:
        PAGE.write_text(actual, encoding="utf-8")
    assert actual == page or UPDATE


def test_the_page_has_a_section_for_each_command() -> None:
    shown = [name for _, name, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))]
    assert sorted(shown) == sorted([*commands(), "commands", "options", "files", "exit codes"])


# ---- Keys of JSON ----

VALID: Final = {
    "a.jelly": "Jelly-RDF",
    "a.jellyp": "Jelly-Patch, text RDF Patch",
    "a.rdfp": "Jelly-Patch, text RDF Patch",
    "a.rdfb": "RDF/Borsh",
    "a.nt": "syntax of RDF",
}
INVALID: Final = {
    "cut.jelly": "invalid Jelly",
    "cut.ttl": "invalid syntax of RDF",
    "cut.nt.gz": "invalid in another way, such as a cut compressed file",
}


def rows(heading: str) -> dict[str, list[str]]:
    """Return the rows of the first table below a heading: their first cells and the names in them.

    A row without other names has those in its first cell.
    """
    _, rest = PAGE.read_text(encoding="utf-8").split(f"\n### {heading}\n", 1)
    lines = rest.split("| --- | --- |\n", 1)[1].split("\n\n", 1)[0].splitlines()
    cells = [re.split(r" \| ", line.strip("| "), maxsplit=1) for line in lines]
    return {first: re.findall(r"`(\w+)`", second) for first, second in cells}


def keys(*words: str | Path) -> list[str]:
    """Run a command and return the keys of the first object that it prints."""
    return list(json.loads(run(*words, "--json").stdout.splitlines()[0]))


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each format, and malformed ones."""
    folder = tmp_path_factory.mktemp("samples")
    (folder / "a.nt").write_text("<x:s> <x:p> <x:o> .\n")
    (folder / "a.rdfp").write_text("TX .\nA <x:s> <x:p> <x:o> .\nTC .\n")
    for source, target in (
        ("a.nt", "a.jelly"),
        ("a.nt", "a.rdfb"),
        ("a.nt", "a.nt.gz"),
        ("a.rdfp", "a.jellyp"),
    ):
        assert run("convert", folder / source, folder / target).returncode == 0
    for name in ("a.jelly", "a.nt.gz"):
        (folder / name.replace("a", "cut", 1)).write_bytes((folder / name).read_bytes()[:-3])
    (folder / "cut.ttl").write_text("<x:s> <x:p> \n")
    return folder


@pytest.mark.parametrize("name", VALID)
def test_inspect_prints_the_keys_of_the_page(samples: Path, name: str) -> None:
    assert keys("inspect", samples / name) == rows("Output of inspect")[VALID[name]]


def test_all_keys_of_inspect_are_explained() -> None:
    page = PAGE.read_text(encoding="utf-8")
    _, values = page.split("\n| key | value |\n", 1)
    explained = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (.*?) \|", values, re.MULTILINE)))
    used = {key for names in rows("Output of inspect").values() for key in names}
    assert used - {"statements", "patches", "frames", "terms"} <= set(explained)


@pytest.mark.parametrize("name", [*VALID, *INVALID])
def test_validate_prints_the_keys_of_the_page(samples: Path, name: str) -> None:
    table = rows("Output of validate")
    found = keys("validate", samples / name)
    if name == "cut.ttl":
        assert found == [key for key in table[INVALID[name]] if key in found]
        assert {"message", "line", "expected", "found"} <= set(found)
    else:
        assert found == table[f"valid {VALID[name]}" if name in VALID else INVALID[name]]


def first_cell(heading: str) -> list[str]:
    """Return the names in the first cell of the only row below a heading."""
    (cell,) = rows(heading)
    return re.findall(r"`(\w+)`", cell)


def test_other_commands_print_the_keys_of_the_page(samples: Path) -> None:
    source = samples / "a.jelly"
    for command in ("head", "count", "index"):
        assert keys(command, source) == first_cell(f"Output of {command}"), command
    copied = keys("convert", source, samples / "copy.nt")
    assert copied == first_cell("Output of convert")
