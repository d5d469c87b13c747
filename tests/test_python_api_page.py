"""The reference of the Python API has every public name of the package."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from typing import Final

import jelly_bridge
from jelly_bridge import borsh

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "reference" / "python-api.md"
SHOWN: Final = re.findall(r"^::: jelly_bridge\.([\w.]+)$", PAGE.read_text("utf-8"), re.MULTILINE)
WITH_TYPES: Final = (
    "borsh",
    "functions",
    "messages",
    "patches",
    "queries",
    "rdf",
    "reader",
    "tables",
    "writer",
)
"""Modules that name the types of arguments."""


def test_the_page_has_every_public_name_once() -> None:
    names = [name for name in SHOWN if "." not in name]
    assert sorted(names) == sorted(jelly_bridge.__all__)
    own = {name for name in borsh.__all__ if name not in jelly_bridge.__all__}
    assert own - {"FORMAT"} <= {name.removeprefix("borsh.") for name in SHOWN}
    assert len(SHOWN) == len(set(SHOWN))


def test_the_page_has_every_type_of_an_argument() -> None:
    modules = {name: importlib.import_module(f"jelly_bridge.{name}") for name in WITH_TYPES}
    missing = [
        f"{name}.{alias}"
        for name, module in modules.items()
        for alias in re.findall(r"^([A-Z]\w+): TypeAlias", inspect.getsource(module), re.MULTILINE)
        if f"{name}.{alias}" not in SHOWN
    ]
    assert missing == []
