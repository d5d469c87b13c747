"""The encoders of the other tests are correct: pyjelly reads the statements that they write."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders import (
    GRAPHS,
    QUADS,
    TRIPLES,
    Encoder,
    decode_with_pyjelly,
    encode_with_pyjelly,
)
from strategies import statement_lists
from tiers import tier

if TYPE_CHECKING:
    from rdf import Statement


def expected(statements: list[Statement], physical: int) -> list[Statement]:
    """Return the part of statements that a stream of a physical type can hold."""
    return [s._replace(g=None) for s in statements] if physical == TRIPLES else statements


@pytest.mark.parametrize("physical", [TRIPLES, QUADS, GRAPHS])
@settings(max_examples=tier(15, 60), deadline=None)
@given(statement_lists(), st.integers(0, 2**32), st.sampled_from([0, 24]))
def test_pyjelly_decodes_files_of_the_encoder_over_our_proto_files(
    physical: int, statements: list[Statement], seed: int, prefixes: int
) -> None:
    encoder = Encoder(physical, Random(seed), prefixes=prefixes)  # noqa: S311  no secret
    encoder.write(statements)
    assert decode_with_pyjelly(encoder.bytes()) == expected(statements, physical)


@pytest.mark.parametrize("physical", [TRIPLES, QUADS, GRAPHS])
@settings(max_examples=tier(15, 60), deadline=None)
@given(statement_lists(), st.integers(1, 30))
def test_pyjelly_decodes_its_own_files(
    physical: int, statements: list[Statement], frame_size: int
) -> None:
    data = encode_with_pyjelly(statements, physical, frame_size=frame_size)
    assert decode_with_pyjelly(data) == expected(statements, physical)
