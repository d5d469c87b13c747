"""The command `jelly-bridge`: looks into Jelly, Jelly-Patch and RDF/Borsh files without Spark.

Data goes to standard output, messages and progress to standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

from jelly_bridge import _worker
from jelly_bridge._progress import ProgressBar
from jelly_bridge.errors import JellyBridgeError
from jelly_bridge.inspection import (
    BorshInfo,
    JellyInfo,
    PatchInfo,
    PatchOptions,
    info_from,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jelly_bridge._worker import Answer

OK: Final = 0
INVALID: Final = 1
USAGE: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 128 + signal.SIGINT
BROKEN_PIPE: Final = 128 + 13  # SIGPIPE, which Windows does not name

_EXIT_CODES: Final = """\
exit codes:
  0    every file was read
  1    a file is not valid Jelly, Jelly-Patch or RDF/Borsh
  2    wrong usage, or a file is missing, cannot be opened or cannot be indexed
  3    Java or the jar is missing, or something failed that is not your fault
  130  interrupted
  141  nobody reads the output any more
With several files the highest of 0 to 3 counts.
"""

_CODES: Final = {
    "invalid": INVALID,
    "missing": USAGE,
    "unreadable": USAGE,
    "unsuitable": USAGE,
    "unwritable": USAGE,
}
"""Exit codes of the failures of the worker."""

_PATHS: Final = """\
FILE is a file, a folder (its files, not those in sub-folders) or a quoted glob, on any file
system that Hadoop can open. Names that end in .gz, .zst or .bz2 are decompressed. Files whose
names end in .rdfb are RDF/Borsh, in .jellyp Jelly-Patch, in .rdfp text RDF Patch, all others Jelly.
"""

_EXAMPLES: Final = {
    "": """\
examples:
  jelly-bridge inspect data.jelly
  jelly-bridge head -n 3 data.jelly.gz
  jelly-bridge count data/*.jelly
  jelly-bridge validate --json data/ | jq -r 'select(.valid | not).message'
""",
    "inspect": """\
examples:
  jelly-bridge inspect data.jelly
  jelly-bridge inspect --json data/*.jelly | jq .statements
""",
    "head": """\
examples:
  jelly-bridge head data.jelly
  jelly-bridge head -n 100 --json data.jelly | jq -r .o.value
""",
    "count": """\
examples:
  jelly-bridge count data.jelly
  jelly-bridge count --json 'data/*.jelly'
""",
    "index": """\
examples:
  jelly-bridge index large.jelly
  jelly-bridge index --json 'data/*.jelly' | jq .places
""",
    "convert": """\
examples:
  jelly-bridge convert data.jelly data.rdfb
  jelly-bridge convert --compat ruby data.jelly.gz data.rdfb
  jelly-bridge convert data.rdfb data.jelly
  jelly-bridge convert changes.rdfp changes.jellyp
""",
    "validate": """\
examples:
  jelly-bridge validate data.jelly && echo fine
  jelly-bridge validate --lenient data/ > report.txt
""",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the command's name. Default: those of this process.

    Returns:
        The exit code.
    """
    options = _parser().parse_args(arguments)
    try:
        code = _Run(options).run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes standard output once more when it ends.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except JellyBridgeError as error:
        _complain(str(error))
        return FAILED
    return code


def _parser() -> argparse.ArgumentParser:
    """Describe the commands."""
    parser = argparse.ArgumentParser(
        prog="jelly-bridge",
        description="Look into RDF files in the Jelly, Jelly-Patch and RDF/Borsh formats.",
        epilog=f"{_EXAMPLES['']}\n{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"jelly-bridge {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def plain(
        name: str, summary: str, details: str, paths: str = _PATHS
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=summary,
            description=f"{details}\n\n{paths}",
            epilog=f"{_EXAMPLES[name]}\n{_EXIT_CODES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.add_argument("--json", action="store_true", help="print one JSON object a line")
        sub.add_argument(
            "--lenient",
            action="store_true",
            help="let pass violations that leave the meaning unambiguous",
        )
        sub.add_argument(
            "--progress",
            action=argparse.BooleanOptionalAction,
            default=None,
            help="show progress on standard error (default: when that is a terminal)",
        )
        return sub

    def command(name: str, summary: str, details: str) -> argparse.ArgumentParser:
        sub = plain(name, summary, details)
        sub.add_argument("files", nargs="+", metavar="FILE")
        return sub

    command(
        "inspect",
        "tell what a file says about itself, and what is in it",
        "Read files from end to end; print layout, options, namespaces, sizes and counts.",
    )
    head = command(
        "head",
        "print the first statements",
        "Print the first statements as N-Quads, or as the rows that Spark would see (--json).\n"
        "Blank nodes keep the labels that they have in the file.",
    )
    head.add_argument(
        "-n",
        "--lines",
        type=_count,
        default=10,
        metavar="N",
        help="statements of each file (default: 10)",
    )
    command(
        "count",
        "count the statements",
        "Print the number of statements; with several files, one line each and the total.\n"
        "Only frames and kinds of rows are checked; `validate` checks everything.",
    )
    command(
        "index",
        "write the index that lets several tasks share a file",
        "Read files from end to end and write beside each, as .FILE.index, where in it reading\n"
        "can start. Spark then shares the file among its tasks, until the file is changed.\n"
        "Files that jelly-bridge has written have checkpoints and do not need it; files that are\n"
        "compressed, not delimited or in the layout of the 1.0.0 draft cannot be indexed.",
    )
    command(
        "validate",
        "check files against the specification",
        "Read files from end to end and print a verdict on each.",
    )
    convert = plain(
        "convert",
        "convert a file from Jelly to RDF/Borsh, from RDF Patch to Jelly-Patch, or back",
        "Copy the statements of one file into a new one, in the format that its name tells.\n"
        "More than 65,535 terms do not fit into one RDF/Borsh file: the rest goes into OUT with\n"
        "-001, -002 and so on before the extension. The names of all files are printed.\n"
        "A text RDF Patch is one patch: several patches of a .jellyp file become one there.",
        "IN and OUT end in .jelly or .rdfb, or one in .jellyp and one in .rdfp; IN may be\n"
        "compressed.\n",
    )
    convert.add_argument("source", metavar="IN")
    convert.add_argument("target", metavar="OUT")
    convert.add_argument(
        "--compression-level",
        type=int,
        choices=range(13),
        default=12,
        metavar="0-12",
        help="of RDF/Borsh: 0 is the fastest (default: 12)",
    )
    convert.add_argument(
        "--compat",
        choices=["none", "ruby"],
        default="none",
        help="of RDF/Borsh: write the version byte that the Ruby reader insists on",
    )
    return parser


def _count(text: str) -> int:
    """Parse a number of statements."""
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


def _version() -> str:
    """Give the version of this package."""
    try:
        return metadata.version("jelly-bridge")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _complain(message: str) -> None:
    """Print a message to standard error, on one line."""
    print(f"jelly-bridge: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201


def _say(text: str) -> None:
    """Print data."""
    sys.stdout.write(text + "\n")


class _Run:
    """One run of one command."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.code = OK
        self.total = 0
        self.results = 0
        shown = sys.stderr.isatty() if options.progress is None else options.progress
        self.bar = ProgressBar(sys.stderr, shown=bool(shown) and options.command != "head")

    def run(self) -> int:
        """Read the files, print what there is to print, give the exit code."""
        on_result: dict[str, Callable[[Answer], None]] = {
            "inspect": self.inspected,
            "head": lambda _: None,
            "count": self.counted,
            "index": self.indexed,
            "validate": self.validated,
            "convert": self.converted,
        }
        handlers: dict[str, Callable[[Answer], None]] = {
            "progress": self.progressed,
            "row": self.row,
            "error": self.failed,
            "result": on_result[self.options.command],
        }
        try:
            self._handle_answers(handlers)
        finally:
            self.bar.clear()
        if self.options.command == "count" and not self.options.json and self.results > 1:
            _say(f"{self.total}\ttotal")
        return self.code

    def _handle_answers(self, handlers: dict[str, Callable[[Answer], None]]) -> None:
        """Call the handler of each answer of the worker."""
        with _worker.answers(
            self.options.command,
            self._words(),
            strict=not self.options.lenient,
            progress=self.bar.shown,
            limit=getattr(self.options, "lines", 0),
        ) as answers:
            for answer in answers:
                event = answer.pop("event")
                if event != "progress":
                    self.bar.clear()
                handlers[event](answer)
                self.results += event == "result"

    def _words(self) -> list[str]:
        """Give what the worker wants behind its flags: paths, mostly."""
        options = self.options
        if options.command != "convert":
            return list(options.files)
        version = 0x31 if options.compat == "ruby" else 0x01
        return [options.source, options.target, str(options.compression_level), str(version)]

    def converted(self, answer: Answer) -> None:
        """Print the files that were made."""
        if self.options.json:
            _say(_json(answer))
        else:
            _say("\n".join(file["path"] for file in answer["files"]))

    def progressed(self, answer: Answer) -> None:
        """Move the progress bar."""
        self.bar.update(answer["path"], answer["bytes"], answer["total"], answer["statements"])

    def row(self, answer: Answer) -> None:
        """Print a statement."""
        nquads = answer.pop("nquads")
        _say(_json(answer) if self.options.json else nquads)

    def inspected(self, answer: Answer) -> None:
        """Print what is in a file."""
        info = _info(answer)
        if self.options.json:
            _say(_json(info.to_dict()))
        else:
            _say(("\n" if self.results else "") + _text(info))

    def counted(self, answer: Answer) -> None:
        """Print the number of statements in a file."""
        self.total += answer["statements"]
        if self.options.json:
            _say(_json(answer))
        else:
            _say(f"{answer['statements']}\t{answer['path']}")

    def indexed(self, answer: Answer) -> None:
        """Print where the index of a file is."""
        if self.options.json:
            _say(_json(answer))
        else:
            places = f"{answer['places']} place{'' if answer['places'] == 1 else 's'}"
            _say(f"{answer['path']}: can be split at {places}: {answer['index']}")

    def validated(self, answer: Answer) -> None:
        """Print that a file is valid."""
        info = _info(answer)
        if isinstance(info, PatchInfo):
            self.patch_validated(info)
            return
        if isinstance(info, BorshInfo):
            verdict = {"path": info.path, "valid": True, "statements": info.statements}
            text = f"{info.path}: valid, {info.statements} statements of {info.terms} terms"
            _say(_json({**verdict, "terms": info.terms}) if self.options.json else text)
            return
        if self.options.json:
            verdict = {"path": info.path, "valid": True, "statements": info.statements}
            _say(_json({**verdict, "frames": info.frames, "violations": info.violations}))
            return
        passed = f", {info.violations} violations let pass" if info.violations else ""
        _say(f"{info.path}: valid, {info.statements} statements in {info.frames} frames{passed}")

    def patch_validated(self, info: PatchInfo) -> None:
        """Print that a file of patches is valid."""
        total = sum(info.operations.values())
        if self.options.json:
            verdict = {"path": info.path, "valid": True, "operations": total}
            _say(_json({**verdict, "patches": info.patches, "violations": info.violations}))
            return
        passed = f", {info.violations} violations let pass" if info.violations else ""
        what = f"{total} operations in {info.patches} patch{'' if info.patches == 1 else 'es'}"
        _say(f"{info.path}: valid, {what}{passed}")

    def failed(self, answer: Answer) -> None:
        """Print what is wrong with a file."""
        kind = answer.pop("kind")
        invalid = kind == "invalid"
        code = _CODES.get(kind, FAILED)
        self.code = max(self.code, code)
        # What is wrong inside a file is what `validate` is asked for; all else is a message.
        if invalid and self.options.command == "validate":
            if self.options.json:
                _say(_json({"path": answer.pop("path"), "valid": False, **answer}))
            else:
                path, message = answer["path"], answer["message"]
                _say(f"{path}: invalid: {message.removeprefix(path + ': ')}")
        else:
            _complain(answer["message"])


def _json(value: dict[str, Any]) -> str:
    """Write one JSON object on one line."""
    return json.dumps(value, ensure_ascii=False)


def _info(answer: Answer) -> JellyInfo | BorshInfo | PatchInfo:
    """Make what is told about a file of whatever format."""
    if answer.get("format") == "rdf-borsh":
        return BorshInfo(**answer)
    if "format" in answer:
        options = answer.pop("options", None)
        return PatchInfo(**answer, options=options and PatchOptions(**options))
    return info_from(answer)


def _text(info: JellyInfo | BorshInfo | PatchInfo) -> str:
    """Write what is in a file for people."""
    if isinstance(info, BorshInfo):
        return _described_borsh(info)
    return _described_patch(info) if isinstance(info, PatchInfo) else _described(info)


def _size(info: JellyInfo | BorshInfo | PatchInfo) -> str:
    """Write the size of a file."""
    size = f"{info.bytes} bytes"
    if info.compression:
        size += f", {info.compression}; {info.uncompressed_bytes} bytes uncompressed"
    return size


def _features(*, generalized: bool, rdf_star: bool) -> str:
    """Write which features a stream declares."""
    features = (("generalized statements", generalized), ("RDF-star", rdf_star))
    return ", ".join(name for name, used in features if used) or "none"


def _described_patch(info: PatchInfo) -> str:
    """Write what is in a file of patches for people."""
    rows = [("file", info.path), ("size", _size(info))]
    options = info.options
    if options is None:
        rows.append(("format", "text RDF Patch"))
    else:
        features = _features(generalized=options.generalized_statements, rdf_star=options.rdf_star)
        rows += [
            ("format", f"Jelly-Patch, version tag {options.version}"),
            ("framing", "delimited" if info.delimited else "not delimited"),
            ("statement type", options.statement_type),
            ("stream type", options.stream_type),
            ("features", features),
            ("frames", str(info.frames)),
        ]
    rows.append(("patches", str(info.patches)))
    counts = ", ".join(f"{count} {op}" for op, count in info.operations.items())
    rows.append(("operations", counts or "none"))
    if info.ignored_graphs:
        rows.append(("graphs", f"{info.ignored_graphs} ignored, as these are triples"))
    if info.violations:
        rows.append(("violations", f"{info.violations} let pass"))
    return "\n".join(f"{name + ':':<15}{value}" for name, value in rows)


def _described_borsh(info: BorshInfo) -> str:
    """Write what is in an RDF/Borsh file for people."""
    bodies = {"blocks": "two LZ4 blocks", "frame": "one LZ4 frame"}
    rows = (
        ("file", info.path),
        ("size", _size(info)),
        ("format", f"RDF/Borsh, version byte 0x{info.version_byte:02x}, flags 0x{info.flags:02x}"),
        ("body", bodies[info.body]),
        ("terms", str(info.terms)),
        ("statements", str(info.statements)),
    )
    return "\n".join(f"{name + ':':<15}{value}" for name, value in rows)


def _described(info: JellyInfo) -> str:
    """Write what is in a file for people."""
    options = info.options
    features = _features(generalized=options.generalized_statements, rdf_star=options.rdf_star)
    lookups = (
        ("names", info.lookups.names, options.max_name_table_size),
        ("prefixes", info.lookups.prefixes, options.max_prefix_table_size),
        ("datatypes", info.lookups.datatypes, options.max_datatype_table_size),
    )
    rows = [
        ("file", info.path),
        ("size", _size(info)),
        ("layout", f"{info.layout}, version tag {info.version}"),
        ("framing", "delimited" if info.delimited else "not delimited"),
        ("stream name", options.stream_name or "none"),
        ("physical type", info.physical_type),
        ("logical type", info.logical_type),
        ("features", features),
        ("frames", str(info.frames)),
        ("statements", str(info.statements)),
        *((name, f"{used} entries defined, table of {size}") for name, used, size in lookups),
    ]
    if info.violations:
        rows.append(("violations", f"{info.violations} let pass"))
    rows.extend(("namespace", f"{n.name}: <{n.iri}>") for n in info.namespaces)
    return "\n".join(f"{name + ':':<15}{value}" for name, value in rows)
