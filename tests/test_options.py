"""The option tables of the pages and the keyword arguments of Python match the options in Java.

Names, types, ranges, defaults and descriptions are declared once, as `OptionSpec` in Java.
`UPDATE_DOCS=1 pytest tests/test_options.py` writes them into the pages and the docstrings.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import textwrap
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args, get_origin

import pytest

import jelly_bridge
from jelly_bridge import borsh, messages, patches, rdf, reader, writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import SparkSession

Option: TypeAlias = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parents[1]
UPDATE: Final = os.environ.get("UPDATE_DOCS") == "1"

TABLE: Final = re.compile(r"(<!-- options: ([\w -]+) -->\n).*?(<!-- end of options -->)", re.DOTALL)

READERS: Final[dict[str, Callable[..., Any]]] = {
    "jelly": jelly_bridge.read_jelly,
    "jelly-patch": jelly_bridge.read_jelly_patch,
    "rdf": jelly_bridge.read_rdf,
    "rdf-borsh": jelly_bridge.read_rdf_borsh,
}
WRITERS: Final[dict[str, Callable[..., Any]]] = {
    "jelly": jelly_bridge.write_jelly,
    "jelly-patch": jelly_bridge.write_jelly_patch,
    "rdf": jelly_bridge.write_rdf,
    "rdf-borsh": jelly_bridge.write_rdf_borsh,
}
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(jelly_bridge, name) for name in ("from_jelly", "to_jelly", "rdf_term")
}
NO_KEYWORDS: Final = {
    "mergeSchema": "has no effect",
    "timeZone": "is for texts without a zone; a datetime can have one",
    "versionByte": "is what compat says",
}
NO_OPTIONS: Final = {"path", "df", "spark", "mode", "partition_by", "options"}
"""Arguments that are not options, though `mode` is an option of the reader."""


@pytest.fixture(scope="module")
def tables(spark: SparkSession) -> dict[str, list[Option]]:
    """The tables of options by name."""
    jvm: Any = spark._jvm  # noqa: SLF001  the one way to the JVM
    found: dict[str, list[Option]] = json.loads(
        jvm.io.github.jellybridge.spark.OptionReference.json()
    )
    return found


def keywords(tables: dict[str, list[Option]], *names: str) -> dict[str, Option]:
    """Return the options of some tables by their names in Python."""
    options = [option for name in names for option in tables[name]]
    return {
        snake(option["name"]): option for option in options if option["name"] not in NO_KEYWORDS
    }


def snake(name: str) -> str:
    """Return the Python name of an option."""
    return re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name)


# ---- Pages ----


def markdown(options: list[Option]) -> str:
    """Write a table of options."""
    lines = ["| option | type | default | meaning |", "| --- | --- | --- | --- |"]
    for option in options:
        kind = ", ".join(f"`{choice}`" for choice in option["choices"]) or option["type"]
        if option["range"]:
            kind += f", {option['range']}"
        cells = (f"`{option['name']}`", kind, option["default"] or "", option["description"])
        lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |"))
    return "\n".join(lines)


def test_pages_show_all_tables(tables: dict[str, list[Option]]) -> None:
    shown = []
    for path in sorted(ROOT.glob("docs/*/*.md")):
        page = path.read_text(encoding="utf-8")
        shown += [table for _, table, _ in TABLE.findall(page)]
        actual = TABLE.sub(
            lambda found: f"{found[1]}{markdown(tables[found[2]])}\n{found[3]}", page
        )
        if UPDATE:
            path.write_text(actual, encoding="utf-8")
        else:
            assert actual == page, path
    assert sorted(shown) == sorted(tables)


# ---- Python ----


def in_python(text: str) -> str:
    """Replace the names and values in a text on options by those of Python."""

    def spelled(found: re.Match[str]) -> str:
        code = found[1]
        if code in {"true", "false"}:
            return f"`{code.capitalize()}`"
        assignment = re.fullmatch("([a-z]+[A-Z][A-Za-z]*)=([a-z]+)", code)
        if assignment:
            return f'`{snake(assignment[1])}="{assignment[2]}"`'
        return f"`{snake(code)}`" if re.fullmatch("[a-z]+[A-Z][A-Za-z]*", code) else found[0]

    return re.sub("`([^`]*)`", spelled, text)


def expected_text(option: Option, default: object) -> str:
    """Return the docstring text of an option, given the default of the argument."""
    text = in_python(option["description"])
    if default in (None, ()) and option["default"]:
        text += f" Default: {in_python(option['default'])}."
    return text


def documented(function: Callable[..., Any]) -> dict[str, str]:
    """Return the docstring text of each argument, in one line."""
    section = re.search(
        r"^Args:\n(.*?)\n\n", inspect.getdoc(function) or "", re.DOTALL | re.MULTILINE
    )
    assert section, function
    entries = re.findall(r"^    \**(\w+): (.*(?:\n        .*)*)", section[1], re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}


def update(function: Callable[..., Any], name: str, text: str) -> None:
    """Write the text on an argument into the source."""
    path = Path(inspect.getsourcefile(function) or "")
    source = path.read_text(encoding="utf-8")
    start = source.index(f"\ndef {function.__name__}(")
    end = source.index('\n    """\n', start)
    entry = re.compile(rf"^        {name}: .*\n(?:            .*\n)*", re.MULTILINE)
    found = entry.search(source, start, end)
    assert found, f"{function.__name__} says nothing on {name}"
    lines = textwrap.fill(
        f"{name}: {text}",
        100,
        initial_indent=" " * 8,
        subsequent_indent=" " * 12,
        break_on_hyphens=False,
        break_long_words=False,
    )
    path.write_text(f"{source[: found.start()]}{lines}\n{source[found.end() :]}", encoding="utf-8")


def words(annotation: object) -> Iterator[str]:
    """Return the values that a type allows, as texts of options."""
    if annotation is bool:
        yield from ("true", "false")
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for part in get_args(annotation):
            yield from words(part)


def check_type(option: Option, argument: inspect.Parameter) -> None:
    """Compare the type and the default of an argument."""
    names = {**vars(typing), **vars(reader), **vars(writer), **vars(rdf)}
    names |= {**vars(borsh), **vars(messages), **vars(patches)}
    if option["choices"]:
        allowed = set(words(eval(argument.annotation, names)))  # noqa: S307  our own source
        assert allowed | ({option["value"]} - {None}) == set(option["choices"]), argument
    for kind, types in {"boolean": ["bool"], "integer": ["int"], "size": ["int", "str"]}.items():
        if option["type"] == kind:
            assert argument.annotation.removesuffix(" | None").split(" | ") == types, argument
    if argument.default not in (None, (), inspect.Parameter.empty):
        default = argument.default
        text = str(default).lower() if isinstance(default, bool) else str(default)
        assert text == option["value"], argument


@pytest.mark.parametrize("use", ["read", "write"])
@pytest.mark.parametrize("source", READERS)
def test_options_of_sources_are_keywords(
    tables: dict[str, list[Option]], source: str, use: str
) -> None:
    function = (READERS if use == "read" else WRITERS)[source]
    own = f"{source} {use}"
    options = keywords(tables, own, "files") if use == "read" else keywords(tables, own)
    arguments = inspect.signature(function).parameters
    assert set(arguments) - (NO_OPTIONS - set(options)) == set(options)
    texts = documented(function)
    for name, option in options.items():
        check_type(option, arguments[name])
        text = expected_text(option, arguments[name].default)
        if not f"{texts.get(name)} ".startswith(f"{text} "):
            assert UPDATE, f"{name}: {texts.get(name)!r} does not begin with {text!r}"
            update(function, name, text)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_options_of_functions_are_keywords(tables: dict[str, list[Option]], name: str) -> None:
    options = keywords(tables, name)
    arguments = inspect.signature(FUNCTIONS[name]).parameters
    texts = documented(FUNCTIONS[name])
    for option in options.keys() & arguments.keys():
        check_type(options[option], arguments[option])
        text = expected_text(options[option], arguments[option].default)
        if not f"{texts.get(option)} ".startswith(f"{text} "):
            assert UPDATE, f"{option}: {texts.get(option)!r} does not begin with {text!r}"
            update(FUNCTIONS[name], option, text)
    others = set(re.findall(r"`([a-z_]+)`", texts.get("options", "")))
    assert options.keys() - arguments.keys() <= others
