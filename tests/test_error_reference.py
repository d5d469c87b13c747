"""The error reference shows the messages as users get them.

Each heading of the page has a case, which provokes the error through the public API.
`UPDATE_DOCS=1 pytest tests/test_error_reference.py` writes the messages into the page.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from error_cases import DATA, Place, message_of
from error_cases_read import READING
from error_cases_tools import TOOLS
from error_cases_write import WRITING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PAGE: Final = Path(__file__).resolve().parents[1] / "docs/reference/errors.md"
SECTION: Final = re.compile(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
BLOCK: Final = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CASES: Final = {**TOOLS, **READING, **WRITING}
UPDATE: Final = os.environ.get("UPDATE_DOCS") == "1"


def sections() -> dict[str, str]:
    """Return the sections of the page by their headings."""
    found = SECTION.findall(PAGE.read_text(encoding="utf-8"))
    assert len({heading for heading, _ in found}) == len(found)
    return dict(found)


def as_shown(text: str, folder: Path) -> str:
    """Replace parts of a message that differ between runs and machines."""
    text = text.replace(str(folder), DATA)
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def test_each_heading_has_a_case_and_each_case_a_heading() -> None:
    assert sorted(sections()) == sorted(CASES)


@pytest.mark.parametrize("heading", CASES)
def test_the_page_shows_the_message(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    heading: str,
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.chdir(folder)
    try:
        result = CASES[heading](Place(spark, folder, monkeypatch))
    except Exception as error:  # noqa: BLE001  whatever the case provokes
        shown = message_of(error)
    else:
        assert isinstance(result, subprocess.CompletedProcess), "there was no error"
        assert result.returncode != 0
        assert result.stdout == ""
        shown = result.stderr
        if not UPDATE:
            assert f"Exit code {result.returncode}." in sections()[heading]
    message = as_shown(shown, folder)
    if UPDATE:
        write(heading, message)
    assert BLOCK.findall(sections()[heading]) == [message]


def write(heading: str, message: str) -> None:
    """Write a message into the page."""
    page = PAGE.read_text(encoding="utf-8")
    (section,) = (found for found in SECTION.finditer(page) if found[1] == heading)
    block = BLOCK.sub(lambda _: f"```text\n{message}```", section[0])
    PAGE.write_text(page[: section.start()] + block + page[section.end() :], encoding="utf-8")


def test_the_message_is_the_cause_of_the_error_of_spark(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example at the start of the page prints the message alone."""
    monkeypatch.chdir(tmp_path)
    file = Place(spark, tmp_path, monkeypatch).jelly()
    file.write_bytes(file.read_bytes()[:-20])
    (code,) = re.findall(r"^```py\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {"spark": spark})  # noqa: S102  our own page
    message = as_shown(printed.getvalue(), tmp_path)
    (shown,) = BLOCK.findall(sections()["The file is cut off"])
    assert shown.endswith(message)
    assert message.startswith("file:/data/people.jelly: frame ")
