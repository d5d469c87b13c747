"""`read_jelly` returns exactly the statements that independent writers encode, in any form."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from pyjelly.options import LookupPreset

from encoders import GRAPHS, QUADS, TRIPLES, DraftEncoder, Encoder, encode_with_pyjelly
from jelly_bridge import read_jelly
from rdf import Statement, row_of
from strategies import statement_lists
from test_read import by_file
from tiers import tier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOOKUPS = [LookupPreset(), LookupPreset.small(), LookupPreset(max_names=16, max_prefixes=0)]


@settings(max_examples=tier(5, 25), deadline=None)
@given(
    statement_lists(),
    st.integers(0, 2**32),
    st.integers(1, 50),
    st.sampled_from(_LOOKUPS),
    st.sampled_from([0, 32]),
)
def test_files_of_other_encoders_are_read(  # noqa: PLR0913,PLR0917  one for each choice
    spark: SparkSession,
    statements: list[Statement],
    seed: int,
    frame_size: int,
    lookups: LookupPreset,
    prefixes: int,
) -> None:
    contents: dict[str, bytes] = {}
    for name, physical in (("triples", TRIPLES), ("quads", QUADS), ("graphs", GRAPHS)):
        contents[f"pyjelly-{name}"] = encode_with_pyjelly(
            statements, physical, frame_size=frame_size, lookups=lookups
        )
        for prefix, kind in (("v1", Encoder), ("draft", DraftEncoder)):
            encoder = kind(physical, Random(seed), prefixes=prefixes)  # noqa: S311  no secret
            encoder.write(statements)
            contents[f"{prefix}-{name}"] = encoder.bytes()
            if len(encoder.frames) == 1:
                contents[f"bare-{prefix}-{name}"] = encoder.bytes(delimited=False)
    quads = list(map(row_of, statements))
    triples = [statement._replace(g=None) for statement in quads]
    with tempfile.TemporaryDirectory() as folder:
        for name, data in contents.items():
            (Path(folder) / name).write_bytes(data)
        found = by_file(read_jelly(folder, spark=spark, blank_nodes="preserve"))
    for name in contents:
        assert found.get(name, []) == (triples if name.endswith("triples") else quads), name
