"""The documentation site builds, loads nothing from other hosts, and looks as it should.

The pictures are in `build/site-pictures`.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import json
import re
import subprocess
import threading
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from chromium import Chromium, Tab, find_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "build" / "site-pictures"

WIDE = (1440, 900)
NARROW = (390, 844)

LOADED = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
"""Attributes whose address a browser loads with the page."""

EXTERNAL = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
STYLE_ADDRESS = re.compile(r"(?:url\(\s*|@import\s+)[\"']?\s*((?:https?:)?//[^\"')\s]+)")


class View(NamedTuple):
    """A page in a window."""

    name: str
    page: str
    size: tuple[int, int]
    query: str = ""


VIEWS = [
    View("start", "index.html", WIDE),
    View("reference", "reference/jelly.html", WIDE),
    View("architecture", "explanation/architecture.html", (1440, 2600)),
    View("search", "index.html", WIDE, "kafka"),
    View("narrow", "index.html", NARROW),
    View("narrow-reference", "reference/jelly.html", NARROW),
]


@pytest.fixture(scope="session")
def site(testrun_uid: str) -> Path:
    """Build the site once in this run, whichever process comes first."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "site.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != testrun_uid:
            result = subprocess.run(
                [ROOT / "scripts" / "docs"],
                check=False,
                capture_output=True,
                text=True,
                timeout=600,
            )
            assert result.returncode == 0, result.stdout + result.stderr
            lock.truncate(0)
            lock.write(testrun_uid)
    return folder / "site"


class Page(HTMLParser):
    """The addresses that a page loads, and the text of its article."""

    def __init__(self, html: str) -> None:
        """Parse a page."""
        super().__init__()
        self.loaded: list[str] = []
        self.text = ""
        self.headings = 0
        self._article = 0
        self._style = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of a tag."""
        values = dict(attrs)
        if tag != "link" or values.get("rel") not in {"prev", "next", "canonical", "edit"}:
            self.loaded += [values[name] or "" for name in LOADED.get(tag, ()) if name in values]
        self.loaded += STYLE_ADDRESS.findall(values.get("style") or "")
        self._article += tag == "article"
        self._style = tag == "style"
        self.headings += tag == "h1"

    def handle_endtag(self, tag: str) -> None:
        """Note the end of the article."""
        self._article -= tag == "article"
        self._style = False

    def handle_data(self, data: str) -> None:
        """Note text of the article, and addresses in styles."""
        if self._style:
            self.loaded += STYLE_ADDRESS.findall(data)
        elif self._article:
            self.text += data


def pages(site: Path) -> dict[str, Page]:
    """Parse all pages except the generated Javadoc, which has its own form."""
    return {
        name: Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if "javadoc/" not in (name := str(path.relative_to(site))) and name != "404.html"
    }


def test_every_page_of_the_site_has_text_and_one_heading(site: Path) -> None:
    found = pages(site)
    assert "index.html" in found
    assert {name: p.headings for name, p in found.items() if p.headings != 1} == {}
    assert [name for name, p in found.items() if len(p.text.split()) < 30] == []


def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    external = {
        str(path.relative_to(site)): addresses
        for path in sorted(site.rglob("*.html"))
        if (
            addresses := [
                address
                for address in Page(path.read_text(encoding="utf-8")).loaded
                if EXTERNAL.match(address)
            ]
        )
    }
    assert external == {}


def test_styles_and_pictures_load_nothing_from_other_hosts(site: Path) -> None:
    files = [*site.rglob("*.css"), *(site / "img").glob("*.svg")]
    assert len(files) > 1
    external = {
        str(path.relative_to(site)): found
        for path in files
        if (found := STYLE_ADDRESS.findall(path.read_text(encoding="utf-8")))
    }
    assert external == {}


def test_pictures_on_pages_have_a_text_for_those_who_cannot_see_them() -> None:
    pictures = [
        (str(path.relative_to(ROOT)), text)
        for path in ROOT.glob("docs/**/*.md")
        for text in re.findall(r"!\[([^\]]*)\]\(", path.read_text(encoding="utf-8"))
    ]
    assert len(pictures) > 2
    assert [page for page, text in pictures if len(text) < 20] == []


def test_classes_that_the_architecture_names_exist() -> None:
    page = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
    path = (ROOT / "docs/img/read-path.svg").read_text(encoding="utf-8")
    code = re.findall(r"`(\w+)`", page) + re.findall(r'class="code"[^>]*>([^<]+)<', path)
    named = set(re.findall(r"\b[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+\b", " ".join(code)))
    sources = [*ROOT.glob("jvm/*/src/main/**/*.java"), *ROOT.glob("buildSrc/src/**/*.java")]
    assert len(named) > 50
    assert named - {source.stem for source in sources} == set()


class Quiet(SimpleHTTPRequestHandler):
    """A server of files without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name in Python
        """Log nothing."""


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site on this machine, in a folder of its version beside a list of versions."""
    folder = tmp_path_factory.mktemp("versions")
    version = {"version": "0.1", "title": "0.1", "aliases": ["latest"]}
    (folder / "versions.json").write_text(json.dumps([version]), encoding="utf-8")
    (folder / "0.1").symlink_to(site)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/0.1/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Start a headless Chromium."""
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium for pictures of the site: apt-get install chromium-headless-shell")
    chromium = Chromium(program, tmp_path_factory.mktemp("chromium"))
    yield chromium
    chromium.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_pages_work_in_a_browser(browser: Chromium, address: str, view: View, scheme: str) -> None:
    with contextlib.closing(Tab(browser, *view.size, scheme)) as tab:
        tab.open(address + view.page)
        if view.query:
            tab.evaluate("document.querySelector('.md-search__input').focus()")
            tab.type(view.query)
            tab.wait_until("document.querySelectorAll('.md-search-result__item').length > 0")
            shown = tab.evaluate("document.querySelector('.md-search-result__list').innerText")
            assert view.query in shown.lower()
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{view.name}-{scheme}.png").write_bytes(tab.picture())
        tab.wait_until("document.querySelector('.md-version__current') !== null")
        assert tab.problems() == []
        assert len(tab.evaluate("document.querySelector('.md-content__inner').innerText")) > 300
        assert tab.evaluate("document.documentElement.scrollWidth") <= view.size[0]
        pictures = "Array.from(document.images).filter(i => i.complete && !i.naturalWidth).length"
        assert tab.evaluate(pictures) == 0
        colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness = sum(map(int, re.findall(r"\d+", colour)[:3])) / 3
        assert brightness > 200 if scheme == "light" else brightness < 80
