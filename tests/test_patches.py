"""Patches: their files, and the differences of two tables."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import functions as sf

from jelly_bridge import (
    TERM_TYPE,
    apply_patch,
    compact,
    diff,
    follow,
    invert,
    read_jelly,
    read_jelly_patch,
    write_jelly,
    write_jelly_patch,
)
from tasks import await_tasks
from tiers import tier

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession


def table(spark: SparkSession, statements: list[tuple[str, str]]) -> DataFrame:
    """Make a table of statements, each from a subject and a text."""
    rows = [
        (("iri", s, None, None), ("iri", "urn:p", None, None), ("literal", o, None, None))
        for s, o in statements
    ]
    return spark.createDataFrame(rows, ", ".join(f"{c} {TERM_TYPE.simpleString()}" for c in "spo"))


def found(statements: DataFrame) -> list[tuple[str, str]]:
    """Return subjects and texts."""
    return sorted((row[0], row[1]) for row in statements.select("s.value", "o.value").collect())


OLD = [("urn:a", "1"), ("urn:a", "2"), ("urn:b", "3")]
NEW = [("urn:a", "2"), ("urn:c", "4")]


def test_a_difference_is_deletes_then_adds_in_a_transaction(
    spark: SparkSession, tmp_path: Path
) -> None:
    patch = diff(table(spark, OLD), table(spark, NEW + NEW), patch_id="urn:2", prev="urn:1")
    write_jelly_patch(patch, tmp_path / "p", statement_type="triples")
    again = read_jelly_patch(tmp_path / "p", spark=spark)
    rows = again.orderBy("patch", "seq").collect()
    assert [row.op for row in rows] == ["H", "H", "TX", "D", "D", "A", "TC"]
    assert [(row.name, row.value.value) for row in rows[:2]] == [
        ("id", "urn:2"),
        ("prev", "urn:1"),
    ]
    assert found(apply_patch(table(spark, OLD), again)) == NEW
    assert found(apply_patch(table(spark, NEW), invert(again, table(spark, OLD)))) == sorted(OLD)
    assert found(apply_patch(table(spark, OLD), compact(again))) == NEW


Change = tuple[str, str, str, str | None, int, int]


def changes(random: Random) -> list[Change]:
    """Make operations on few statements, inside and outside of transactions, in three patches."""
    found: list[Change] = []
    for patch in range(3):
        within = False
        for seq in range(80):
            mark = random.random() < 0.15 or (within and seq == 79)
            last = random.choice(["TC", "TA"]) if within else "TX"
            op = last if mark and (within or seq < 79) else random.choice("AAD")
            within = within != (op[0] == "T")
            graph = random.choice([None, None, "urn:g"])
            found.append(
                (op, f"urn:{random.randrange(5)}", random.choice("1234"), graph, patch, seq)
            )
    return found


def played(statements: set[tuple[str, str, str]], done: list[Change]) -> set[tuple[str, str, str]]:
    """Apply operations in order to a set of subjects, texts and graphs."""
    now, before = set(statements), set(statements)
    for op, s, o, g, _, _ in done:
        if op == "TX":
            before = set(now)
        elif op == "TA":
            now = before
        elif op == "A":
            now.add((s, o, g or ""))
        elif op == "D":
            now.discard((s, o, g or ""))
    return now


def changes_table(spark: SparkSession, done: list[Change]) -> DataFrame:
    """Make a table of operations in random order."""
    iri, none = "struct('iri' AS kind, {0} AS value, {1} AS lang, {1} AS datatype)", "string(null)"
    on_statement = "IF(op IN ('A', 'D'), {}, null) AS {}"
    parts = {
        "s": iri.format("s", none),
        "p": iri.format("'urn:p'", none),
        "o": iri.replace("iri", "literal").format("o", none),
        "g": f"IF(g IS NULL, null, {iri.format('g', none)})",
    }
    rows = spark.createDataFrame(
        done, "op string, s string, o string, g string, patch long, seq long"
    )
    terms = (on_statement.format(part, name) for name, part in parts.items())
    rows = rows.orderBy(sf.hash("seq", "patch")).selectExpr("op", *terms, "patch", "seq")
    return rows.withColumns(
        {"name": sf.lit(None).cast("string"), "value": sf.lit(None).cast(TERM_TYPE)}
    )


def quads(statements: DataFrame) -> set[tuple[str, str, str]]:
    """Return subjects, texts and graphs; each statement must occur once."""
    rows = statements.select("s.value", "o.value", sf.coalesce("g.value", sf.lit(""))).collect()
    assert len(set(rows)) == len(rows)
    return {(row[0], row[1], row[2]) for row in rows}


@pytest.mark.parametrize("seed", range(tier(1, 3)))
def test_random_patches_are_applied(spark: SparkSession, seed: int) -> None:
    random = Random(seed)  # noqa: S311  test data
    first, second = changes(random), changes(random)
    nothing = changes_table(spark, first).where("op = 'none'")
    old = apply_patch(nothing, changes_table(spark, first)).localCheckpoint()
    patch = changes_table(spark, second).localCheckpoint()
    before, after = played(set(), first), played(played(set(), first), second)
    assert quads(old) == before
    new = apply_patch(old, patch).localCheckpoint()
    assert quads(new) == after
    assert quads(apply_patch(old, compact(patch))) == after
    assert quads(apply_patch(new, invert(patch, old))) == before
    difference = diff(old, new).localCheckpoint()
    assert quads(difference.where("op = 'D'")) == before - after
    assert quads(difference.where("op = 'A'")) == after - before
    assert quads(apply_patch(old, difference)) == after


def test_an_ambiguous_order_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    patch = diff(table(spark, OLD), table(spark, NEW))
    with pytest.raises(Py4JJavaError, match=r"ambiguous.*; patches of several files"):
        write_jelly_patch(patch.withColumn("seq", sf.lit(1).cast("long")), tmp_path / "p")
    await_tasks(spark)
    assert not (tmp_path / "p").exists()


def test_a_transaction_that_does_not_end_does_nothing(spark: SparkSession) -> None:
    done: list[Change] = [
        ("TX", "", "", None, 0, 0),
        ("A", "urn:a", "1", None, 0, 1),
        ("TX", "", "", None, 1, 0),
        ("A", "urn:b", "2", None, 1, 1),
        ("TC", "", "", None, 1, 2),
        ("TX", "", "", None, 1, 3),
        ("D", "urn:b", "2", None, 1, 4),
        ("D", "urn:c", "4", None, 2, 0),
    ]
    old = table(spark, [("urn:c", "4")])
    patch = changes_table(spark, done)
    assert quads(apply_patch(old, patch)) == {("urn:b", "2", "")}
    assert quads(apply_patch(old, compact(patch))) == {("urn:b", "2", "")}
    assert quads(apply_patch(old.limit(0), invert(patch, old))) == {("urn:c", "4", "")}


def test_operations_without_a_number_are_refused(spark: SparkSession) -> None:
    done: list[Change] = [
        ("TX", "", "", None, 0, 0),
        ("A", "urn:a", "1", None, 0, 1),
        ("TA", "", "", None, 0, 2),
    ]
    patch, nothing = changes_table(spark, done), table(spark, OLD).limit(0)
    never = sf.when(sf.col("seq") < 0, sf.col("seq"))
    assert quads(apply_patch(nothing, patch)) == set()
    assert quads(apply_patch(nothing, patch.withColumn("patch", never))) == set()
    for seq in (never, sf.lit(1), sf.lit(1).cast("byte")):
        with pytest.raises((PySparkException, Py4JJavaError), match="ambiguous"):
            apply_patch(nothing, patch.withColumn("seq", seq)).collect()


@pytest.mark.parametrize("order", [[], "seq", None, 1, {"patch", "seq"}, iter(())])
def test_an_order_is_names_of_columns(spark: SparkSession, order: list[str] | str) -> None:
    patch, statements = changes_table(spark, [("A", "urn:a", "1", None, 0, 0)]), table(spark, OLD)
    with pytest.raises(ValueError, match="order must be names of columns"):
        apply_patch(statements, patch, order=order)
    with pytest.raises(ValueError, match="order must be names of columns"):
        compact(patch, order=order)
    with pytest.raises(ValueError, match="order must be names of columns"):
        invert(patch, statements, order=order)
    with pytest.raises(ValueError, match="the name of a column must be a Unicode text"):
        compact(patch, order=["patch", "\ud800"])


def test_an_order_may_be_an_iterator(spark: SparkSession) -> None:
    done: list[Change] = [("A", "urn:a", "1", None, 0, 0), ("D", "urn:b", "2", None, 0, 1)]
    patch, statements = changes_table(spark, done), table(spark, OLD)
    names = ["patch", "seq"]
    after = quads(apply_patch(statements, patch))
    assert quads(apply_patch(statements, patch, order=iter(names))) == after
    assert quads(apply_patch(statements, compact(patch, order=iter(names)))) == after
    undo = invert(patch, statements, order=iter(names))
    assert quads(apply_patch(apply_patch(statements, patch), undo)) == {(*old, "") for old in OLD}


def test_patches_of_several_files_need_an_order(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "p"
    first: list[Change] = [
        ("A", "urn:a", "1", None, 0, 0),
        ("A", "urn:b", "2", None, 0, 1),
        ("A", "urn:c", "3", None, 0, 2),
    ]
    write_jelly_patch(changes_table(spark, first), path)
    second: list[Change] = [("D", "urn:b", "2", None, 0, 0), ("TX", "", "", None, 0, 1)]
    second += [("D", "urn:a", "1", None, 0, 2), ("TA", "", "", None, 0, 3)]
    write_jelly_patch(changes_table(spark, second), path, mode="append")
    files = sorted(path.glob("*.jellyp"), key=lambda file: file.stat().st_mtime_ns)
    os.utime(files[0], (1, 1))
    patch = read_jelly_patch(path, spark=spark)
    nothing = table(spark, OLD).limit(0)
    for mixed in (apply_patch(nothing, patch), compact(patch), invert(patch, nothing)):
        with pytest.raises((PySparkException, Py4JJavaError), match="ambiguous: operations have"):
            mixed.collect()
    order = ["_metadata.file_modification_time", "patch", "seq"]
    after = {("urn:a", "1", ""), ("urn:c", "3", "")}
    assert quads(apply_patch(nothing, patch, order=order)) == after
    assert quads(apply_patch(nothing, compact(patch, order=order))) == after
    undo = invert(patch, nothing, order=order)
    assert quads(apply_patch(apply_patch(nothing, patch, order=order), undo)) == set()


def test_patches_of_a_job_are_one_file_in_their_order(spark: SparkSession, tmp_path: Path) -> None:
    # The first patch is the largest, so that its task ends last.
    done: list[Change] = [
        ("A", f"urn:{patch}", str(seq), None, patch, seq)
        for patch in range(8)
        for seq in range(4000 if patch == 0 else 10)
    ]
    patch = changes_table(spark, done).repartition(5)
    write_jelly_patch(patch, tmp_path / "p")
    assert len(list((tmp_path / "p").glob("*.jellyp"))) == 1
    read = read_jelly_patch(tmp_path / "p", spark=spark).select("s.value", "patch", "seq")
    assert [tuple(row) for row in read.collect()] == [(s, p, n) for _, s, _, _, p, n in done]


@pytest.mark.parametrize("name", ["now[1]", "12:00"])
def test_snapshots_have_names_of_any_kind(spark: SparkSession, tmp_path: Path, name: str) -> None:
    (tmp_path / "now1").mkdir()
    for old, new in (([], OLD), (OLD, NEW)):
        write_jelly_patch(diff(table(spark, old), table(spark, new)), tmp_path / "p", mode="append")
        query = follow(tmp_path / "p", tmp_path / name, checkpoint=tmp_path / "c", spark=spark)
        query.awaitTermination()
    (tmp_path / name).rename(tmp_path / "plain")
    assert found(read_jelly(tmp_path / "plain", spark=spark)) == NEW


def test_patches_are_applied_where_keywords_are_reserved(
    spark: SparkSession, tmp_path: Path
) -> None:
    spark.conf.set("spark.sql.ansi.enforceReservedKeywords", "true")
    try:
        patch = diff(table(spark, []), table(spark, NEW))
        write_jelly_patch(patch, tmp_path / "p")
        assert found(apply_patch(table(spark, []), patch)) == NEW
        follow(tmp_path / "p", tmp_path / "now", checkpoint=tmp_path / "c").awaitTermination()
    finally:
        spark.conf.unset("spark.sql.ansi.enforceReservedKeywords")
    assert found(read_jelly(tmp_path / "now", spark=spark)) == NEW


def test_files_of_one_second_are_followed_in_the_order_of_their_jobs(
    spark: SparkSession, tmp_path: Path
) -> None:
    # As on S3, file times are in whole seconds, so they do not tell which file came first.
    path = tmp_path / "p"
    for number in range(4):
        op = "D" if number % 2 else "A"
        step: list[Change] = [
            (op, "urn:a", "1", None, 0, 0),
            ("A", "urn:b", str(number), None, 0, 1),
        ]
        write_jelly_patch(changes_table(spark, step), path, mode="append")
    written = sorted(path.glob("*.jellyp"), key=lambda file: file.stat().st_mtime_ns)
    assert written == sorted(written)
    for file in written:
        os.utime(file, (1, 1))
    follow(path, tmp_path / "now", checkpoint=tmp_path / "c", spark=spark).awaitTermination()
    after = [("urn:b", str(number)) for number in range(4)]
    assert found(read_jelly(tmp_path / "now", spark=spark)) == after


@pytest.mark.parametrize("whole", ["tinyint", "smallint", "int", "bigint"])
def test_patch_and_seq_are_whole_numbers_of_any_width(
    spark: SparkSession, tmp_path: Path, whole: str
) -> None:
    done: list[Change] = [
        ("A", f"urn:{patch}", str(seq), None, patch, seq)
        for patch in range(-2, 2)
        for seq in range(-3, 3)
    ]
    patch = changes_table(spark, done)
    for column in ("patch", "seq"):
        patch = patch.withColumn(column, sf.col(column).cast(whole))
    write_jelly_patch(patch.repartition(3), tmp_path / "p")
    read = read_jelly_patch(tmp_path / "p", spark=spark).select("s.value", "o.value")
    assert [tuple(row) for row in read.collect()] == [(s, o) for _, s, o, *_ in done]


@pytest.mark.parametrize("no_number", ["string", "double", "decimal(10,0)", "void"])
def test_patch_and_seq_that_are_no_whole_numbers_are_refused(
    spark: SparkSession, tmp_path: Path, no_number: str
) -> None:
    patch = diff(table(spark, OLD), table(spark, NEW))
    column = sf.lit(None) if no_number == "void" else sf.col("seq").cast(no_number)
    expected = "Column 'seq' must be of type BIGINT, INT, SMALLINT, TINYINT, not "
    with pytest.raises(PySparkException, match=expected):
        write_jelly_patch(patch.withColumn("seq", column), tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_options_have_the_names_of_python(spark: SparkSession, tmp_path: Path) -> None:
    blank = table(spark, [("b0", "1")]).withColumn(
        "s", sf.col("s").withField("kind", sf.lit("bnode"))
    )
    patch = diff(blank.limit(0), blank)
    write_jelly_patch(patch, tmp_path / "p", frame_size=1, max_frame_bytes="1k")
    read = read_jelly_patch(
        tmp_path / "p",
        spark=spark,
        term_format="ntriples",
        blank_nodes="file",
        path_glob_filter="*p",
    )
    (label,) = (row.s for row in read.where("op = 'A'").collect())
    assert label.startswith("_:jb")
    assert label.endswith("_b0")
    assert read.select("_metadata.frame").distinct().count() > 1
    with pytest.raises(PySparkException, match="'maxNameTable'"):
        read_jelly_patch(tmp_path / "p", spark=spark, max_name_table=0).collect()


def test_headers_are_iris(spark: SparkSession) -> None:
    old = table(spark, OLD)
    with pytest.raises(ValueError, match="patch_id is an IRI without angle brackets: 'urn:2'"):
        diff(old, old, patch_id="<urn:2>")
    with pytest.raises(ValueError, match="prev must be a text, not 1"):
        diff(old, old, prev=1)  # type: ignore[arg-type]


def test_blank_nodes_can_be_refused(spark: SparkSession) -> None:
    blank = table(spark, OLD).withColumn("s", sf.col("s").withField("kind", sf.lit("bnode")))
    with pytest.raises(PySparkException, match="a blank node"):
        diff(blank, blank, refuse_blank_nodes=True).collect()


def test_texts_of_quoted_triples_hold_no_blank_nodes(spark: SparkSession) -> None:
    texts = [r'<< <urn:s> <urn:p> "a \"_:b\\" >>', '<< << <_:s> <urn:p> "_:" >> <urn:p> "<" >>']
    kind = sf.col("o").withField("kind", sf.lit("triple"))
    fine = table(spark, [("urn:a", text) for text in texts]).withColumn("o", kind)
    assert diff(fine, fine, refuse_blank_nodes=True).where("op = 'A'").count() == 0
    for text in (
        r'<<( <<( _:b <urn:p> "\\" )>> <urn:p> "" )>>',
        "<<( _:b _:p _:o )>>",
        "<< _:b _:p _:o >>",
    ):
        bad = table(spark, [("urn:a", text)]).withColumn("o", kind)
        with pytest.raises(PySparkException, match="a blank node"):
            diff(fine, bad, refuse_blank_nodes=True).collect()


def test_texts_are_no_terms(spark: SparkSession) -> None:
    terms = table(spark, OLD)
    texts = terms.select("s.value", "p.value", "o.value").toDF("s", "p", "o")
    patch = diff(terms, terms)
    wrong: list[Callable[[], DataFrame]] = [
        lambda: diff(texts, texts),
        lambda: apply_patch(texts, patch),
        lambda: invert(patch, texts),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"column s: expected a term, struct<kind.*found str"):
            call()


def test_large_patches_are_looked_up_by_hash(spark: SparkSession, tmp_path: Path) -> None:
    statements = table(spark, [(f"urn:{number}", "1") for number in range(200)])
    write_jelly(statements, tmp_path / "old")
    old = read_jelly(tmp_path / "old", spark=spark)
    write_jelly_patch(diff(old.where("s.value = 'urn:7'"), old.limit(0)), tmp_path / "p")
    patch = read_jelly_patch(tmp_path / "p", spark=spark)
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", 1)
    try:
        after = apply_patch(old, patch)
        assert after.count() == 199
        assert "ShuffledHashJoin" in after._jdf.queryExecution().executedPlan().toString()  # noqa: SLF001
    finally:
        spark.conf.unset("spark.sql.autoBroadcastJoinThreshold")
