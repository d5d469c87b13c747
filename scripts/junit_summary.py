"""Adds up JUnit XML reports and prints one line: `JVM: N passed, M failed`."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path


def main(folder: str) -> None:
    """Print the sum of all reports in a folder; no folder counts as no test."""
    total = failed = skipped = 0
    for report in Path(folder).glob("*.xml"):
        suite = ET.parse(report).getroot()  # noqa: S314  # Gradle of this checkout wrote it
        total += int(suite.get("tests", "0"))
        failed += int(suite.get("failures", "0")) + int(suite.get("errors", "0"))
        skipped += int(suite.get("skipped", "0"))
    tail = f", {skipped} skipped" if skipped else ""
    print(f"JVM: {total - failed - skipped} passed, {failed} failed{tail}")


if __name__ == "__main__":
    main(sys.argv[1])
