"""Sums up JUnit XML reports, of Gradle and of pytest.

python junit_summary.py failures PATH…
Prints each failure, then one line `JVM: N passed, M failed`.
python junit_summary.py slowest COUNT LABEL=PATH…
Prints the slowest classes and modules of all labels together.

A PATH is a report or a folder of reports; a path that does not exist counts as no tests.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET  # reports of our own tests  # nosec B405
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOWN_LINES = 25
"""Lines shown of a failure, without stack frames of other packages, which hide the test's line."""

SHOWN_CHARACTERS = 400
"""Characters shown of a line, which may contain all statements of a file."""

OURS = "io.github.jellybridge"


def suites(path: Path) -> Iterator[ET.Element]:
    """Read the test suites of a report, or of all reports in a folder."""
    for report in sorted(path.glob("*.xml")) if path.is_dir() else [path]:
        if report.exists():
            yield from ET.parse(report).getroot().iter("testsuite")  # noqa: S314  ours  # nosec B314


def show_failures(suite: ET.Element) -> None:
    """Print the name of each failed test with the start of its stack trace."""
    for case in suite.iter("testcase"):
        for fault in (*case.findall("failure"), *case.findall("error")):
            print(f"FAILED {case.get('classname')}.{case.get('name')}")
            trace = (fault.text or fault.get("message") or "").splitlines()
            shown = [line for line in trace if not line.startswith("\tat ") or OURS in line]
            print(*(f"    {line[:SHOWN_CHARACTERS]}" for line in shown[:SHOWN_LINES]), sep="\n")


def failures(paths: list[str]) -> None:
    """Print failures and the sum of all reports."""
    total = failed = skipped = 0
    for path in paths:
        for suite in suites(Path(path)):
            total += int(suite.get("tests", "0"))
            failed += int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
            skipped += int(suite.get("skipped", "0"))
            show_failures(suite)
    tail = f", {skipped} skipped" if skipped else ""
    print(f"JVM: {total - failed - skipped} passed, {failed} failed{tail}")


def slowest(count: int, sources: list[str]) -> None:
    """Print the slowest classes and modules, with their seconds."""
    seconds: Counter[tuple[str, str]] = Counter()
    for source in sources:
        label, _, path = source.partition("=")
        for suite in suites(Path(path)):
            for case in suite.iter("testcase"):
                key = (label, case.get("classname") or "")
                seconds[key] += float(case.get("time", "0"))  # type: ignore[assignment]
    for (label, name), duration in seconds.most_common(count):
        print(f"{duration:7.1f} s  {label:8} {name}")


if __name__ == "__main__":
    if sys.argv[1] == "failures":
        failures(sys.argv[2:])
    else:
        slowest(int(sys.argv[2]), sys.argv[3:])
