"""An HTML page with the statistics of a dataset, with bar charts as SVG."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHARTS: Final = {
    "predicate": "Statements by predicate",
    "class": "Instances by class",
    "datatype": "Literals by datatype",
    "language": "Literals by language",
    "graph": "Statements by named graph",
    "subject kind": "Subjects by kind",
    "object kind": "Objects by kind",
}
"""The statistics that have a chart, and the headings of the charts."""

_BAR: Final = 18
_GAP: Final = 6
_LABELS: Final = 420
_BARS: Final = 360
_NUMBERS: Final = 120
_LONGEST: Final = 60

_CLASS: Final = "jelly-bridge-report"
"""The class of all elements, because styles would otherwise affect the rest of a notebook."""

_STYLE: Final = """\
.R { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 960px; margin: 2em auto; }
.R table { border-collapse: collapse; }
.R td, .R th { padding: .2em 1.2em .2em 0; text-align: left; }
.R td.number { text-align: right; font-variant-numeric: tabular-nums; }
.R svg { display: block; max-width: 100%; height: auto; }
.R svg text { font-size: 12px; fill: #222; }
.R svg rect { fill: #3b7dd8; }
""".replace(".R", f".{_CLASS}")


def page(
    title: str, totals: Mapping[str, int], charts: Mapping[str, Sequence[tuple[str, int]]]
) -> str:
    """Return the page.

    Args:
        title: Title of the page.
        totals: Numbers by name.
        charts: By statistic, items with their counts, highest first.
    """
    rows = "\n".join(
        f'<tr><th>{html.escape(name)}</th><td class="number">{count:,}</td></tr>'
        for name, count in totals.items()
    )
    sections = "\n".join(
        f"<h2>{heading}</h2>\n{_chart(heading, charts[name])}"
        for name, heading in CHARTS.items()
        if charts.get(name)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f'<div class="{_CLASS}">\n<h1>{html.escape(title)}</h1>\n<table>\n{rows}\n</table>\n'
        f"{sections}\n</div>\n</body>\n</html>\n"
    )


def _chart(heading: str, items: Sequence[tuple[str, int]]) -> str:
    """Return a chart with one bar per item."""
    highest = max(count for _, count in items) or 1
    height = len(items) * (_BAR + _GAP)
    width = _LABELS + _BARS + _NUMBERS
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [f'<svg role="img" aria-label="{heading}" {size}>']
    for i, (item, count) in enumerate(items):
        top = i * (_BAR + _GAP)
        base = top + _BAR - 5
        long = max(1, round(_BARS * count / highest))
        lines += [
            f'<text x="{_LABELS - 8}" y="{base}" text-anchor="end">{_label(item)}</text>',
            f'<rect x="{_LABELS}" y="{top}" width="{long}" height="{_BAR}"/>',
            f'<text x="{_LABELS + long + 6}" y="{base}">{count:,}</text>',
        ]
    return "\n".join([*lines, "</svg>"])


def _label(item: str) -> str:
    """Shorten a text in the middle, with the complete text as a tooltip."""
    half = _LONGEST // 2
    short = item if len(item) <= _LONGEST else f"{item[: half - 1]}…{item[-half:]}"
    return f"{html.escape(short)}<title>{html.escape(item)}</title>"
