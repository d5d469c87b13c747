"""The command `jelly-bridge`: looks into RDF files and converts them, without Spark.

Data goes to standard output, messages and progress to standard error.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, Final

from jelly_bridge import _standard_files, _worker
from jelly_bridge._arguments import parser
from jelly_bridge._file_text import description, file_info
from jelly_bridge._progress import ProgressBar
from jelly_bridge._standard_files import say
from jelly_bridge.errors import JellyBridgeError
from jelly_bridge.inspection import BorshInfo, PatchInfo, SyntaxInfo

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from jelly_bridge._file_text import FileInfo
    from jelly_bridge._worker import Answer

OK: Final = 0
INVALID: Final = 1
USAGE: Final = 2
FAILED: Final = 3
INTERRUPTED: Final = 128 + signal.SIGINT
"""That of another signal is 128 and its number, too."""
BROKEN_PIPE: Final = 128 + 13  # SIGPIPE, which Windows does not name

_CODES: Final = {
    "invalid": INVALID,
    "missing": USAGE,
    "unreadable": USAGE,
    "unsuitable": USAGE,
    "unwritable": USAGE,
}
"""Exit codes of the failures of the worker."""

_OPEN_TARGET: Final = re.compile(r"/dev/stderr|/(?:dev|proc/self)/fd/(\d+)")
"""Names of open files that can be converted to, besides those of standard output."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the command's name. Default: those of this process.

    Returns:
        The exit code.
    """
    _standard_files.reopen()
    _standard_files.write_utf8()
    try:
        return _run(arguments)
    except BrokenPipeError:
        _standard_files.forget(sys.stdout)
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except _EndedError as end:
        return 128 + end.number
    finally:
        _standard_files.flush_messages()


def _run(arguments: Sequence[str] | None) -> int:
    """Run a command, and say what failed; give the exit code.

    Raises:
        BrokenPipeError: Nobody reads what it prints, or says.
    """
    try:
        with _ended_by_signals():
            code = _Run(_options(arguments)).run()
            _standard_files.flush()
    except JellyBridgeError as error:
        _standard_files.complain(str(error))
        return FAILED
    return code


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the words of the command line.

    Raises:
        SystemExit: They are wrong, or ask for help, which is printed.
    """
    try:
        return parser().parse_args(arguments)
    except SystemExit:
        # argparse does not look whether what it prints gets anywhere.
        _standard_files.flush()
        raise


class _EndedError(BaseException):
    """This process was told to end. As KeyboardInterrupt, it is no error that anybody handles."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end a run as Ctrl-C does: the worker first, which cleans up.

    Raises:
        _EndedError: One of them came.
    """

    def end(number: int, _: FrameType | None) -> None:
        raise _EndedError(number)

    # Only the main thread may say what happens on a signal; nohup has said it already.
    main_thread = threading.current_thread() is threading.main_thread()
    names = [name for name in ("SIGTERM", "SIGHUP") if main_thread and hasattr(signal, name)]
    numbers = [getattr(signal, name) for name in names]
    ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in ours:
            signal.signal(number, end)
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


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
            say(f"{self.total}\ttotal")
        return self.code

    def _handle_answers(self, handlers: dict[str, Callable[[Answer], None]]) -> None:
        """Call the handler of each answer of the worker."""
        output = self._output()
        with _worker.answers(
            self.options.command,
            self._words(output),
            strict=not self.options.lenient,
            progress=self.bar.shown,
            limit=getattr(self.options, "lines", 0),
            output=output,
        ) as answers:
            for answer in answers:
                event = answer.pop("event")
                if event != "progress":
                    self.bar.clear()
                handlers[event](answer)
                self.results += event == "result"

    def _output(self) -> int | None:
        """Give the number of the open file that is converted to, if it is one.

        Raises:
            JellyBridgeError: It is not open.
        """
        target = getattr(self.options, "target", None)
        if target in {"-", "/dev/stdout"}:
            return sys.stdout.fileno()
        match = _OPEN_TARGET.fullmatch(target or "")
        if match is None:
            return None
        number = int(match[1] or 2)
        if not _standard_files.is_open(number):
            msg = f"cannot write to {target}: {os.strerror(errno.EBADF)}"
            raise JellyBridgeError(msg)
        return number

    def _words(self, output: int | None) -> list[str]:
        """Give what the worker wants behind its flags: paths, mostly."""
        options = self.options
        if options.command != "convert":
            return list(options.files)
        named = {
            "from": options.source_format,
            "to": options.target_format,
            "base": options.base,
            "remoteContexts": options.remote_contexts,
            "externalEntities": options.external_entities,
            "rdfStar": options.rdf_star,
            "level": options.compression_level,
            "version": 0x31 if options.compat == "ruby" else 0x01,
        }
        words = [f"{name}={value}" for name, value in named.items() if value is not None]
        target = options.target if output is None else f"/dev/fd/{output}"
        return [*words, "--", target, *options.sources]

    def converted(self, answer: Answer) -> None:
        """Print the files that were made."""
        if self._output() is not None:
            return
        if self.options.json:
            say(_json(answer))
        else:
            say("\n".join(file["path"] for file in answer["files"]))

    def progressed(self, answer: Answer) -> None:
        """Move the progress bar."""
        self.bar.update(answer["path"], answer["bytes"], answer["total"], answer["statements"])

    def row(self, answer: Answer) -> None:
        """Print a statement."""
        nquads = answer.pop("nquads")
        say(_json(answer) if self.options.json else nquads)

    def inspected(self, answer: Answer) -> None:
        """Print what is in a file."""
        info = file_info(answer)
        if self.options.json:
            say(_json(info.to_dict()))
        else:
            say(("\n" if self.results else "") + description(info))

    def counted(self, answer: Answer) -> None:
        """Print the number of statements in a file."""
        self.total += answer["statements"]
        if self.options.json:
            say(_json(answer))
        else:
            say(f"{answer['statements']}\t{answer['path']}")

    def indexed(self, answer: Answer) -> None:
        """Print where the index of a file is."""
        if self.options.json:
            say(_json(answer))
        else:
            places = f"{answer['places']} place{'' if answer['places'] == 1 else 's'}"
            say(f"{answer['path']}: can be split at {places}: {answer['index']}")

    def validated(self, answer: Answer) -> None:
        """Print that a file is valid."""
        info = file_info(answer)
        found, text = _content(info)
        if self.options.json:
            say(_json({"path": info.path, "valid": True, **found}))
        else:
            say(f"{info.path}: valid, {text}")

    def failed(self, answer: Answer) -> None:
        """Print what is wrong with a file."""
        kind = answer.pop("kind")
        if self._output() is not None and answer["message"].endswith("Broken pipe"):
            self.code = BROKEN_PIPE
            return
        invalid = kind == "invalid"
        code = _CODES.get(kind, FAILED)
        self.code = max(self.code, code)
        # What is wrong inside a file is what `validate` is asked for; all else is a message.
        if invalid and self.options.command == "validate":
            if self.options.json:
                say(_json({"path": answer.pop("path"), "valid": False, **answer}))
            else:
                path, message = answer["path"], answer["message"]
                say(f"{path}: invalid: {message.removeprefix(path + ': ')}")
        else:
            _standard_files.complain(answer["message"])


def _content(info: FileInfo) -> tuple[dict[str, Any], str]:
    """Give what is in a valid file, as members of an object and in words."""
    if isinstance(info, SyntaxInfo):
        return {"statements": info.statements}, f"{info.statements} statements"
    if isinstance(info, BorshInfo):
        found = {"statements": info.statements, "terms": info.terms}
        return found, f"{info.statements} statements of {info.terms} terms"
    passed = f", {info.violations} violations let pass" if info.violations else ""
    if isinstance(info, PatchInfo):
        total = sum(info.operations.values())
        found = {"operations": total, "patches": info.patches, "violations": info.violations}
        what = f"{total} operations in {info.patches} patch{'' if info.patches == 1 else 'es'}"
        return found, what + passed
    found = {
        "statements": info.statements,
        "frames": info.frames,
        "violations": info.violations,
    }
    return found, f"{info.statements} statements in {info.frames} frames{passed}"


def _json(value: dict[str, Any]) -> str:
    """Write one JSON object on one line."""
    return json.dumps(value, ensure_ascii=False)
