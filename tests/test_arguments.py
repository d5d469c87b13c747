"""Invalid arguments give one clear error, and valid ones have an effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pyspark.sql import functions as sf

from encoders import QUADS, encode_with_pyjelly
from files import quads
from jelly_bridge import (
    apply_patch,
    borsh,
    describe,
    diff,
    follow,
    from_pyoxigraph,
    from_rdflib,
    inspect_jelly,
    property_table,
    rdf_term,
    rdf_value,
    read_jelly,
    read_rdf,
    to_graphframe_tables,
    to_jelly,
    to_pyoxigraph,
    to_rdflib,
    vertical_partitions,
    write_jelly,
    write_jelly_patch,
    write_rdf,
    write_rdf_borsh,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that is only read."""
    path = tmp_path_factory.mktemp("arguments") / "data.jelly"
    path.write_bytes(encode_with_pyjelly(quads(), QUADS))
    return path


@pytest.fixture
def df(spark: SparkSession, file: Path) -> DataFrame:
    """The statements of the file without quoted triples."""
    return read_jelly(file, spark=spark).where("o.kind <> 'triple'")


@pytest.mark.parametrize("value", [["*.jelly"], ("x",), {}, b"*.jelly", object(), np.array(["x"])])
def test_values_that_no_option_has(
    df: DataFrame, file: Path, tmp_path: Path, value: object
) -> None:
    # As text, such a value would be a glob that matches no file, or a name.
    wrong: Any = value
    with pytest.raises(ValueError, match="the option pathGlobFilter must be a text, a number"):
        read_jelly(file.parent, path_glob_filter=wrong)
    with pytest.raises(ValueError, match="the option streamName must be a text, a number"):
        write_jelly(df, tmp_path / "x", stream_name=wrong)
    with pytest.raises(ValueError, match="the option stream_name must be a text, a number"):
        to_jelly("s", "p", "o", stream_name=wrong)


def test_scalars_of_numpy_are_numbers_and_flags(df: DataFrame, file: Path) -> None:
    flag: Any = np.bool_(True)  # noqa: FBT003  what there is to test
    number: Any = np.int64(5)
    assert read_jelly(file, strict=flag, batch_size=number).count() == len(quads())
    assert inspect_jelly(file, strict=flag).statements == len(quads())
    assert len(describe(df).top("predicate", number)) == len(vertical_partitions(df))
    with pytest.raises(ValueError, match="more than 5 statements"):
        to_rdflib(df, max_statements=number)


@pytest.mark.parametrize("most", [(1 << 31) - 1, 1 << 31, 1 << 70])
def test_more_than_spark_can_count_is_all(df: DataFrame, most: int) -> None:
    assert len(to_rdflib(df, max_statements=most)) == df.count()
    assert len(to_pyoxigraph(df, max_statements=most)) == df.count()
    assert len(vertical_partitions(df, max_predicates=most)) == len(
        describe(df).top("predicate", most)
    )


@pytest.mark.parametrize("mode", [3, ["append"], object(), "\ud800"])
def test_modes_are_texts(df: DataFrame, tmp_path: Path, mode: object) -> None:
    wrong: Any = mode
    saves: list[Callable[..., None]] = [
        partial(write_jelly, df),
        partial(write_rdf, df, syntax="nq"),
        partial(write_rdf_borsh, df),
        partial(write_jelly_patch, diff(df.limit(0), df)),
    ]
    for save in saves:
        with pytest.raises(ValueError, match="mode must be a "):
            save(tmp_path / "x", mode=wrong)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda df: write_jelly(df, "x", partition_by=df.s), "expected the names of columns"),
        (lambda df: write_jelly(df, "x", frame_columns=df.s), "expected the names of columns"),
        (lambda df: write_rdf_borsh(df, "x", cluster_by=df.s), "expected the names of columns"),
        (lambda df: property_table(df, df.s), "expected the IRIs of predicates"),
        (lambda df: vertical_partitions(df, df.s), "expected the IRIs of predicates"),
        (lambda df: property_table(df, cells=df.s), "cells must be one of"),
        (lambda df: apply_patch(df, diff(df, df), order=df.s), "order must be names of columns"),
        (lambda df: read_jelly(df.s, spark=df.sparkSession), "a path must be a text"),
        (lambda df: read_rdf("x.nt", spark=df.s), "spark must be a SparkSession"),
        (lambda df: rdf_value("o", spark=df.s), "spark must be a SparkSession"),
        (lambda df: from_rdflib(df.s), "expected a graph or statements"),
        (lambda df: from_pyoxigraph(df.s), "expected quads or triples"),
        (lambda df: borsh.dump(df.s, "x"), "expected a graph or statements"),
    ],
)
def test_a_column_is_no_name_of_one_and_nothing_to_iterate_over(
    df: DataFrame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Callable[[DataFrame], object],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        call(df)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("wrong", ["no", None, 1, {}])
def test_flags_are_true_or_false(df: DataFrame, file: Path, wrong: object) -> None:
    flag: Any = wrong
    with pytest.raises(ValueError, match="strict must be True or False, not "):
        inspect_jelly(file, strict=flag)
    with pytest.raises(ValueError, match="refuse_blank_nodes must be True or False, not "):
        diff(df, df, refuse_blank_nodes=flag)
    with pytest.raises(ValueError, match="literals must be True or False, not "):
        to_graphframe_tables(df, literals=flag)


def test_a_data_frame_is_no_flag_and_no_type(df: DataFrame, file: Path) -> None:
    wrong: Any = df
    with pytest.raises(ValueError, match="strict must be True or False, not "):
        inspect_jelly(file, strict=wrong)
    with pytest.raises(ValueError, match="refuse_blank_nodes must be True or False, not "):
        diff(df, df, refuse_blank_nodes=wrong)
    with pytest.raises(ValueError, match="literals must be True or False, not "):
        to_graphframe_tables(df, literals=wrong)
    with pytest.raises(ValueError, match=r"as_type must be one of string, .*, not "):
        rdf_value("o", wrong)


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("wrong", ["int", 3, ["long"]])
def test_types_of_values_have_names(wrong: object) -> None:
    name: Any = wrong
    with pytest.raises(ValueError, match=r"as_type must be one of string, .*, not "):
        rdf_value("o", name)


@pytest.mark.parametrize("wrong", [["predicate"], {}, None])
def test_statistics_have_names(df: DataFrame, wrong: object) -> None:
    name: Any = wrong
    with pytest.raises(ValueError, match="statistic must be one of "):
        describe(df).top(name)


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("wrong", ["rdfStar", ["rdfStar"], []])
def test_options_are_a_map(file: Path, tmp_path: Path, wrong: object) -> None:
    options: Any = wrong
    with pytest.raises(ValueError, match="options must map names to values, not be "):
        follow(file, tmp_path / "s", checkpoint=tmp_path / "c", snapshot_options=options)


@pytest.mark.usefixtures("spark")
def test_paths_are_unicode() -> None:
    with pytest.raises(ValueError, match="a path must be a Unicode text"):
        borsh.dump([], "\ud800")


def test_none_leaves_out_the_options_of_functions(df: DataFrame) -> None:
    none: Any = None
    text = sf.lit("<http://example.org/>")
    assert df.select(rdf_term(text, mode=none)).first() == df.select(rdf_term(text)).first()
    frames = df.select(to_jelly("s", "p", "o", stream_name=none).alias("frame"))
    assert frames.first() == df.select(to_jelly("s", "p", "o").alias("frame")).first()
