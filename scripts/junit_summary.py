"""Adds up JUnit XML reports: prints each failure, then one line `JVM: N passed, M failed`."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

SHOWN_LINES = 25
"""Lines of a failure, without the frames of others: they name the test's own line."""

SHOWN_CHARACTERS = 400
"""Characters of a line, which may have all statements of a file."""

OURS = "io.github.jellybridge"


def show_failures(suite: ET.Element) -> None:
    """Print the name of each failed test with the start of its stack trace."""
    for case in suite.iter("testcase"):
        for fault in (*case.findall("failure"), *case.findall("error")):
            print(f"FAILED {case.get('classname')}.{case.get('name')}")
            trace = (fault.text or fault.get("message") or "").splitlines()
            shown = [line for line in trace if not line.startswith("\tat ") or OURS in line]
            print(*(f"    {line[:SHOWN_CHARACTERS]}" for line in shown[:SHOWN_LINES]), sep="\n")


def main(folder: str) -> None:
    """Print failures and the sum of all reports in a folder; no folder counts as no test."""
    total = failed = skipped = 0
    for report in sorted(Path(folder).glob("*.xml")):
        suite = ET.parse(report).getroot()  # noqa: S314  # Gradle of this checkout wrote it
        total += int(suite.get("tests", "0"))
        failed += int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
        skipped += int(suite.get("skipped", "0"))
        show_failures(suite)
    tail = f", {skipped} skipped" if skipped else ""
    print(f"JVM: {total - failed - skipped} passed, {failed} failed{tail}")


if __name__ == "__main__":
    main(sys.argv[1])
