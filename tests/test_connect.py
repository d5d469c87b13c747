"""Spark Connect: reading and writing work, and functions that need a JVM give a clear error."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from encoders import TRIPLES, encode_with_pyjelly
from files import triples
from jelly_bridge import jar_path
from processes import spark_environment
from tiers import ALL

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
    import os, sys
    from concurrent.futures import ThreadPoolExecutor
    from pyspark.sql import SparkSession, functions as sf
    from jelly_bridge import (
        JvmRequiredError, apply_patch, borsh, compact, describe, diff, follow, from_jelly,
        from_rdflib, inspect_jelly, invert, iri, literal, property_table, rdf_lang_matches,
        rdf_value, read_jelly, read_jelly_patch, read_rdf_borsh, to_jelly, to_ntriples, to_rdflib,
        write_jelly, write_jelly_patch, write_rdf_borsh
    )

    file, jar, only_start = sys.argv[1:]
    builder = SparkSession.builder.remote("local[1]").config("spark.ui.enabled", "false")
    # Nothing listens beyond this machine.
    builder = builder.config("spark.connect.grpc.binding.address", "127.0.0.1")
    if jar:
        builder = builder.config("spark.jars", jar)
    spark = builder.getOrCreate()
    print(type(spark).__module__)
    if jar:
        print(spark.read.format("jelly").load(file).count())
    # What Spark keeps of its own server is not there when the server is another one.
    os.environ.pop("SPARK_REMOTE", None)
    with ThreadPoolExecutor() as pool:
        print(pool.submit(lambda: read_jelly(file).select(rdf_value("o")).count()).result())
    df = read_jelly(file, blank_nodes="preserve")
    print(df.count(), read_jelly([file, file], spark=spark).count())
    if only_start:
        spark.stop()
        sys.exit()
    print(df.where(df.p == iri("http://example.org/p1")).count())
    print(df.where(df.o == literal("Text 1", lang="de-AT")).select(to_ntriples("o")).first()[0])
    value = bytearray(open(file, "rb").read())
    open(file + ".other.jelly", "wb").write(value)
    # Each is too large for a task: a job makes indexes.
    spark.conf.set("spark.sql.files.openCostInBytes", "1")
    spark.conf.set("spark.sql.files.maxPartitionBytes", "100")
    print(read_jelly([file, file + ".other.jelly"], split="index").select("o").count())
    spark.conf.unset("spark.sql.files.openCostInBytes")
    spark.conf.unset("spark.sql.files.maxPartitionBytes")
    messages = spark.createDataFrame([(value,)], "value binary")
    statements = messages.select(sf.explode(from_jelly("value")).alias("x")).select("x.*")
    frames = statements.agg(to_jelly("s", "p", "o", rdfStar=True).alias("value"))
    print(frames.select(sf.size(from_jelly("value"))).first()[0])
    name = sf.concat(sf.lit("Text "), sf.lit(1))
    print(df.where(df.o == literal(name, lang=sf.lit("de-AT"))).count() > 0)
    print(df.where(rdf_lang_matches("o", "de")).count(), df.select(rdf_value("o")).count())
    plain = df.where("s.kind <> 'triple' AND o.kind <> 'triple'")
    graph = to_rdflib(plain.drop("g"))
    print(len(graph) == plain.distinct().count() == from_rdflib(graph, spark=spark).count())
    print(describe(df).totals()["statements"], property_table(plain, ["http://example.org/p1"]).columns)
    write_rdf_borsh(plain, file + ".borsh")
    again = read_rdf_borsh(file + ".borsh", spark=spark).distinct()
    print(again.count() == plain.distinct().count())
    half = df.where(df.p == iri("http://example.org/p1"))
    write_jelly_patch(diff(df, half), file + ".patch", rdf_star=True)
    patch = read_jelly_patch(file + ".patch", spark=spark)
    after, undo = apply_patch(df, compact(patch)), invert(patch, df)
    before = apply_patch(after, undo).distinct()
    print(after.count(), before.count() == df.distinct().count())
    for needs_jvm in (
        lambda: inspect_jelly(file),
        lambda: follow(file + ".patch", file + ".now", checkpoint=file + ".check"),
        lambda: borsh.dump([], file + ".rdfb"),
        lambda: borsh.load(file),
    ):
        try:
            needs_jvm()
        except JvmRequiredError as error:
            print(error)
    try:
        read_jelly(file + ".none").count()
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
    open(file + ".bad.jelly", "wb").write(value[:-1])
    bad_row = spark.sql("SELECT '_:s' AS s, '<x:p>' AS p, concat('<x:', id) AS o FROM range(1)")
    for fails in (
        lambda: read_jelly(file + ".bad.jelly", spark=spark).collect(),
        lambda: write_jelly(bad_row, file + ".not"),
    ):
        try:
            fails()
        except Exception as error:
            print(str(error).splitlines()[0].partition("Exception: ")[2])
    write_jelly(df, file + ".copy", rdf_star=True)
    print(read_jelly(file + ".copy").count())
    try:
        write_jelly(df, file + ".copy", rdf_star=True)
    except Exception as error:
        print(str(error).splitlines()[0])
    spark.stop()
"""


@pytest.mark.parametrize("jar", [str(jar_path()), ""], ids=["jar on the server", "no jar there"])
def test_reading_and_writing_over_spark_connect(tmp_path: Path, jar: str) -> None:
    file = tmp_path / "data.jelly"
    file.write_bytes(encode_with_pyjelly(triples(), TRIPLES))
    # Once the jar is attached, the rest does not depend on how this was done.
    only_start = jar and not ALL
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), file, jar, "1" if only_start else ""],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        env=spark_environment(),
    )
    assert result.returncode == 0, result.stderr
    module, *lines = result.stdout.splitlines()
    assert module == "pyspark.sql.connect.session"
    if jar:
        assert lines.pop(0) == "60"
    assert lines.pop(0) == "60"
    assert lines[0] == "60 120"
    if only_start:
        assert len(lines) == 1
        return
    assert lines[1:3] == ["12", '"Text 1"@de-AT']
    assert lines.pop(3) == "120"
    assert lines.pop(3) == "60"
    assert lines.pop(3) == "True"
    assert lines.pop(3) == "12 60"
    assert lines.pop(3) == "True"
    assert lines.pop(3) == "60 ['s', 'p1']"
    assert lines.pop(3) == "True"
    assert lines.pop(3) == "12 True"
    no_jvm = (
        " calls the JVM through Py4J, which a Spark Connect session does not have; use a classic"
    )
    for name in ("follow", "borsh.dump", "borsh.load"):
        assert lines.pop(4) == f"{name}{no_jvm} session"
    assert lines[3].startswith(f"inspect_jelly{no_jvm} session, or run `jelly-bridge inspect`")
    assert "PATH_NOT_FOUND" in lines.pop(4)
    assert lines[4].startswith(f"file:{file}.bad.jelly: frame 0, byte ")
    assert lines.pop(4).endswith(", 1 bytes short")
    assert lines[4].startswith("Cannot write row 0 of task 0: column o: byte 4: expected '>'")
    assert lines[5] == "60"
    assert "PATH_ALREADY_EXISTS" in lines[6]
