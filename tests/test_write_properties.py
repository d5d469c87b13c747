"""pyjelly reads exactly the written statements in their order, with any options."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from encoders import decode_with_pyjelly
from jelly_bridge import write_jelly
from strategies import statement_lists
from test_write import parts, rows
from tiers import tier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rdf import Statement

# Namespaces are omitted: pyjelly's generic reader cannot read any, not even its own.
_OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "physical_type": st.sampled_from(["triples", "quads", "graphs"]),
        # A row never needs more names or datatypes than the smallest sizes here.
        "max_name_table_size": st.sampled_from([24, 128, 4000]),
        "max_prefix_table_size": st.sampled_from([0, 1, 2, 150]),
        "max_datatype_table_size": st.sampled_from([16, 32]),
        "checkpoint_bytes": st.sampled_from([0, 1, 300]),
        "max_frame_bytes": st.sampled_from([0, 1, 200]),
        "frame_size": st.sampled_from([0, 1, 7]),
    }
)


@settings(max_examples=tier(5, 20), deadline=None)
@given(statement_lists(), _OPTIONS)
def test_pyjelly_reads_written_files(
    spark: SparkSession, statements: list[Statement], options: dict[str, Any]
) -> None:
    triples = options["physical_type"] == "triples"
    expected = [s._replace(g=None) for s in statements] if triples else statements
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "written"
        df = rows(spark, expected).coalesce(1)
        write_jelly(df, target, rdf_star=True, generalized=True, **options)
        found = [s for file in parts(target) for s in decode_with_pyjelly(file.read_bytes())]
    assert found == expected
