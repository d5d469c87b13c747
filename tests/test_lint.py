"""The checks of `scripts/lint` that are part of the project: phrases and Markdown."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def load(name: str) -> ModuleType:
    """Import a script."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROSE = load("check_prose")
MARKDOWN = load("check_markdown")


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check(module: ModuleType, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Check a file a.md with the given text, and return the exit code and the output."""
    Path("a.md").write_text(text, encoding="utf-8")
    return module.main(["a.md"]), capsys.readouterr().out


# ---- Phrases ----


@pytest.mark.parametrize(
    ("text", "phrase", "better"),
    [
        ("Nobody reads this.", "Nobody", "name the actor: the reader, the caller, another job"),
        ("the bytes at hand", "at hand", "available, buffered, given"),
        ("the row behind the options", "behind the", "after, following, at the end of"),
        ("a row in front of it", "in front of", "before"),
        ("read but for it", "but for", "except for"),
        ("leaves it out without a word", "without a word", "silently"),
        ("a format of ours", "of ours", "our own, their own"),
        ("a row of no known kind", "of no known", "of an unknown"),
        ("who heeds the limit", "heeds", "respects, honours"),
        ("mends the file", "mends", "fix, repair"),
        ("index it anew", "anew", "again, or a new one"),
        ("meanwhile changed", "meanwhile", "in the meantime, concurrently"),
        ("terms put together", "put together", "assemble, build"),
        ("read in turns", "in turns", "alternating"),
        ("what it says of blank nodes", "says of", "specifies, does not specify"),
        ("The same goes for files.", "The same goes for", "this also applies to"),
        ("the reader is told", "is told", "is reported, is given"),
        ("as the places say", "the places", "the positions, the split points"),
        ("graphs are, too.", "are, too", "is also, are also"),
    ],
)
def test_phrases_are_found_with_better_words(
    capsys: pytest.CaptureFixture[str], text: str, phrase: str, better: str
) -> None:
    code, output = check(PROSE, f"Fine.\n{text}\n", capsys)
    assert (code, output) == (1, f"a.md:2: '{phrase}': write {better}\n")


@pytest.mark.parametrize(
    "text",
    [
        "/**\n * Reads the bytes at\n * hand.\n */\n",
        '  throw error(\n      "there are no bytes at "\n          + "hand");\n',
        '    msg = (\n        "there are no bytes at"\n        " hand"\n    )\n',
        "# Reads the bytes at\n# hand.\n",
    ],
)
def test_phrases_are_found_on_two_lines(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, output = check(PROSE, text, capsys)
    assert code == 1
    assert output.startswith("a.md:")
    assert output.count("\n") == 1


def test_other_uses_of_the_words_are_no_phrases(capsys: pytest.CaptureFixture[str]) -> None:
    text = "A proxy stands behind. It recommends a handle, but forbids too many amendments.\n"
    assert check(PROSE, text, capsys) == (0, "")


# ---- Markdown ----


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "# A\n" + "word " * 24 + "x\n",
            ["2: 121 characters, at most 120 are allowed: break the line"],
        ),
        ("text\n", ["1: no heading of level 1"]),
        ("# A\n\n# B\n", ["3: a second heading of level 1: use ##"]),
        (
            "# A\nSee https://a.b/c for it\n",
            ["2: bare URL https://a.b/c: write [text](URL) or <URL>"],
        ),
        ("# A\n[b](b.md)\n", ["2: link to b.md, which does not exist"]),
        ('# A\n<img src="b.svg">\n', ["2: link to b.svg, which does not exist"]),
        ("# A\n[b]\n\n[b]: b.md#c\n", ["4: link to b.md#c, which does not exist"]),
    ],
)
def test_problems_of_markdown_are_found(
    capsys: pytest.CaptureFixture[str], text: str, problems: list[str]
) -> None:
    code, output = check(MARKDOWN, text, capsys)
    assert (code, output.splitlines()) == (1, [f"a.md:{problem}" for problem in problems])


@pytest.mark.parametrize(
    "text",
    [
        "word " * 24,
        "| " + "cell " * 30 + "|",
        f"[text](https://example.org/{'x' * 120})",
        "```console\n# curl https://example.org\n" + "word " * 30 + "\n```",
        "````text\n```\n# Not a heading\n````",
        "`https://example.org` <https://example.org> [text](https://example.org)",
        "[text][1]\n\n[1]: https://example.org",
        "[this page](a.md#title), [a heading](#title), `[code](b.md)`, [generated](api/index.html)",
        "Writes [https://example.org/](https://example.org/).",
    ],
)
def test_valid_markdown_has_no_problems(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert check(MARKDOWN, f"# Title\n\n{text}\n", capsys) == (0, "")
