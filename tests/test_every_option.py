"""pyjelly reads the same statements with all combinations of the writer's options that it supports.

The long run has every combination, the short one every eleventh, which covers every value.

`EveryOptionTest` does the same with jelly-jvm, and `test_write_properties.py` with random data.
"""

from __future__ import annotations

import shutil
import subprocess
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from encoders import decode_frames_with_pyjelly, decode_with_pyjelly
from jelly_bridge import jar_path
from rdf import XSD, Quoted, Statement, Term, nquads
from tiers import tier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rdf import AnyTerm

PROGRAM = Path(__file__).parent / "java" / "WriteWithOptions.java"
GROUPS = 3
STEP = tier(11, 1)
TYPES = [
    ("TRIPLES", ["FLAT_TRIPLES", "GRAPHS", "SUBJECT_GRAPHS"]),
    *((t, ["FLAT_QUADS", "DATASETS", "NAMED_GRAPHS"]) for t in ("QUADS", "GRAPHS")),
]
TABLES = [(4000, 150, 32), (128, 16, 16), (24, 1, 8), (24, 0, 8)]
SWITCHES = {
    "generalized": ("false", "true"),
    "rdfStar": ("false", "true"),
    "streamName": ("", "strøm"),
    "frameSize": ("0", "5"),
    "maxFrameBytes": ("0", "150"),
    "checkpointBytes": ("0", "300"),
    "delimited": ("true", "false"),
}


def statements(*, quads: bool, generalized: bool, star: bool) -> list[list[Statement]]:
    """Make groups of statements with every kind of term that the features allow."""
    a, b, name = (Term("iri", f"http://example.org/{x}") for x in ("a", "ns#b", ""))
    node, text = Term("bnode", "b0"), Term("literal", "")
    objects: list[AnyTerm] = [
        text,
        Term("literal", 'Grüße 😀\t"\\\r\n', "de-AT"),
        Term("literal", "1", datatype=XSD + "integer"),
        Term("literal", "x", datatype="urn:type"),
        Term("iri", "urn:x"),
        node,
        a,
    ]
    if star:
        objects += [Quoted(a, b, text), Quoted(Quoted(node, b, a), b, objects[1])]
    subjects: list[AnyTerm] = [a, a, node, name, *(objects[7:] if star else [])]
    predicates: list[AnyTerm] = [b, a]
    graphs: list[AnyTerm | None] = [None, a, a, node] if quads else [None]
    if generalized:
        subjects.append(text)
        predicates += [node, objects[2]]
        graphs += [objects[1]] if quads else []
    # The lists have different lengths, so that their elements occur in many combinations.
    size = 12
    made = [
        Statement(
            subjects[i // 2 % len(subjects)],
            predicates[i % len(predicates)],
            objects[i % len(objects)],
            graphs[i // 4 % len(graphs)],
        )
        for i in range(size * GROUPS)
    ]
    return [made[i * size : (i + 1) * size] for i in range(GROUPS)]


def combinations() -> Iterator[dict[str, str]]:
    """Yield every combination of options."""
    for (physical, several), tables in product(TYPES, TABLES):
        for logical, *switches in product(several, *SWITCHES.values()):
            yield {
                "physicalType": physical,
                "logicalType": logical,
                **dict(zip(("names", "prefixes", "datatypes"), map(str, tables), strict=True)),
                **dict(zip(SWITCHES, switches, strict=True)),
            }


def written(folder: Path) -> Iterator[tuple[dict[str, str], list[list[Statement]], bytes]]:
    """Write with every combination; yield the options, the groups, and the stream."""
    groups: dict[tuple[bool, ...], list[list[Statement]]] = {}
    lines = []
    for options in islice(combinations(), 0, None, STEP):
        quads = options["physicalType"] != "TRIPLES"
        generalized, star = (options[name] == "true" for name in ("generalized", "rdfStar"))
        key = (quads, generalized, star)
        file = folder / ("-".join(map(str, key)) + ".nq")
        if key not in groups:
            groups[key] = statements(quads=quads, generalized=generalized, star=star)
            text = "\n".join(
                "".join(f"{nquads(statement)}\n" for statement in group) for group in groups[key]
            )
            file.write_text(text, encoding="utf-8")
        lines.append((options, key, file))
    java = shutil.which("java")
    assert java
    result = subprocess.run(
        [java, "-Xmx256m", "-XX:+UseSerialGC", "-cp", str(jar_path()), str(PROGRAM)],
        input="".join(
            f"{file} {' '.join(f'{k}={v}' for k, v in options.items())}\n"
            for options, _, file in lines
        ).encode(),
        check=True,
        stdout=subprocess.PIPE,
        timeout=120,
    )
    data = iter(result.stdout)
    for options, key, _ in lines:
        length = int.from_bytes(bytes(islice(data, 4)), "big")
        yield options, groups[key], bytes(islice(data, length))


def test_pyjelly_reads_files_of_every_combination(tmp_path: Path) -> None:
    count = 0
    values: set[tuple[str, str]] = set()
    for options, groups, data in written(tmp_path):
        flat = [statement for group in groups for statement in group]
        if options["logicalType"].startswith("FLAT_"):
            assert decode_with_pyjelly(data) == flat, options
        else:
            expected = groups if options["delimited"] == "true" else [flat]
            assert decode_frames_with_pyjelly(data) == expected, options
        count += 1
        values |= options.items()
    assert count == -(9 * 4 * 4 * 32 // -STEP)
    assert values == {item for options in combinations() for item in options.items()}
