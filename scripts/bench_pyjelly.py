"""Does the benchmark tasks with pyjelly: one request per line on stdin, one answer per stdout line.

A request is a task name, a file and further arguments, separated by tabs. Answers are in base64 and
equal those of `PlainTasks` and `Decoders` in `jvm/bench` character for character. After an
exclamation mark, the answer is the message of an error.
"""

from __future__ import annotations

import base64
import sys
from collections import Counter, defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyjelly.integrations.generic.generic_sink import (
    IRI,
    BlankNode,
    Literal,
    Prefix,
    Triple,
)
from pyjelly.integrations.generic.parse import parse_jelly_flat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOP = 20
GRAPH = 3
ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"})


def value(term: Any) -> str:  # noqa: ANN401 - pyjelly's terms share no base class
    """Return the text of a term: IRI, blank node label, lexical form, or nothing."""
    if isinstance(term, IRI):
        return str(term._iri)  # noqa: SLF001 - pyjelly offers no public access
    if isinstance(term, Literal):
        return str(term._lex)  # noqa: SLF001 - pyjelly offers no public access
    if isinstance(term, BlankNode):
        return str(term._identifier)  # noqa: SLF001 - pyjelly offers no public access
    return star_text(term) if isinstance(term, Triple) else ""


def star_text(term: Any) -> str:  # noqa: ANN401 - pyjelly's terms share no base class
    """Return a term in N-Triples-star."""
    if isinstance(term, Triple):
        return f"<< {' '.join(map(star_text, term))} >>"
    if isinstance(term, Literal):
        text = str(term)  # unescaped, in quotes, followed by language or datatype
        lex = value(term)
        return f'"{lex.translate(ESCAPES)}"{text[len(lex) + 2 :]}'
    return str(term)


def statements(path: str) -> Iterator[tuple[Any, ...]]:
    """Yield triples or quads of a file."""
    with Path(path).open("rb") as file:
        for item in parse_jelly_flat(file):
            if not isinstance(item, Prefix):
                yield item


def top(counts: Counter[str]) -> str:
    """Return the most frequent values, one per line; ties are in the order of their code points."""
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return "\n".join(f"{count} {key}" for key, count in ordered[:TOP])


def lengths(path: str) -> str:
    """Return the number of statements and the value lengths of each position, in UTF-16 units."""
    sums = [0, 0, 0, 0]
    count = 0
    for statement in statements(path):
        count += 1
        for position, term in enumerate(statement):
            text = "" if isinstance(term, Triple) else value(term)
            sums[position] += len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
    return f"{count} statements, lengths {' '.join(map(str, sums))}"


def count(path: str) -> str:
    """Return the number of statements."""
    return str(sum(1 for _ in statements(path)))


def group_predicate(path: str) -> str:
    """Return the number of statements of each predicate, in the order of the predicates."""
    counts = Counter(value(statement[1]) for statement in statements(path))
    return "\n".join(f"{counts[key]} {key}" for key in sorted(counts))


def filter_group_object(path: str, predicate: str) -> str:
    """Return the most frequent objects of a predicate."""
    return top(
        Counter(value(item[2]) for item in statements(path) if value(item[1]) == predicate),
    )


def distinct_subjects(path: str) -> str:
    """Return the number of distinct subject values."""
    return str(len({value(statement[0]) for statement in statements(path)}))


def string_lengths(path: str) -> str:
    """Return the summed lengths of subjects, predicates and objects, in code points."""
    sums = [0, 0, 0]
    for statement in statements(path):
        for position in range(GRAPH):
            sums[position] += len(value(statement[position]))
    return " ".join(map(str, sums))


def self_join(path: str, first: str, second: str) -> str:
    """Return the most frequent `?c` of `?a first ?b . ?b second ?c`."""
    left: Counter[str] = Counter()
    right: defaultdict[str, list[str]] = defaultdict(list)
    for statement in statements(path):
        predicate = value(statement[1])
        if predicate == first:
            left[value(statement[2])] += 1
        if predicate == second:
            right[value(statement[0])].append(value(statement[2]))
    counts: Counter[str] = Counter()
    for key, times in left.items():
        for found in right.get(key, ()):
            counts[found] += times
    return top(counts)


TASKS: dict[str, Callable[..., str]] = {
    "lengths": lengths,
    "count": count,
    "group-predicate": group_predicate,
    "filter-group-object": filter_group_object,
    "distinct-subjects": distinct_subjects,
    "string-lengths": string_lengths,
    "materialise": count,
    "self-join": self_join,
}


def answer(text: str, mark: str = "") -> None:
    """Send one answer."""
    sys.stdout.write(mark + base64.b64encode(text.encode()).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve requests until stdin ends."""
    answer(version("pyjelly"))
    for line in sys.stdin:
        task, path, *arguments = line.rstrip("\n").split("\t")
        try:
            answer(TASKS[task](path, *arguments))
        except Exception as error:  # noqa: BLE001 - the other side interprets the failure
            answer(f"{type(error).__name__}: {error}", mark="!")


if __name__ == "__main__":
    main()
