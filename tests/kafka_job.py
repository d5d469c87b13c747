"""The Spark side of the test with Kafka, as a program because the test needs the oldest Spark.

kafka_job.py SERVER FOLDER JAR…
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from jelly_bridge import configure, from_jelly, iri, to_jelly

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

EX = "http://example.org/"
XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer"


def integer(value: Column) -> Column:
    """Make an RDF term of a number."""
    return sf.struct(
        sf.lit("literal").alias("kind"),
        value.cast("string").alias("value"),
        sf.lit(None).cast("string").alias("lang"),
        sf.lit(XSD_INTEGER).alias("datatype"),
    )


def send(messages: DataFrame, server: str, topic: str, folder: str) -> None:
    """Write messages into a topic until the input ends."""
    query = (
        messages.writeStream.format("kafka")
        .option("kafka.bootstrap.servers", server)
        .option("topic", topic)
        .option("checkpointLocation", f"{folder}/{topic}")
        .outputMode("complete")
        .trigger(availableNow=True)
        .start()
    )
    if not query.awaitTermination(90):
        raise TimeoutError(topic)


def main(server: str, folder: str, jars: list[str]) -> None:
    """Decode the topic `readings`, aggregate it and send the results as frames."""
    builder = SparkSession.builder.master("local[2]").config("spark.jars", ",".join(jars))
    spark = (
        configure(builder)
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    messages = (
        spark.readStream.format("kafka")
        .option("kafka.bootstrap.servers", server)
        .option("subscribe", "readings")
        .option("startingOffsets", "earliest")
        .option("maxOffsetsPerTrigger", 150)
        .load()
    )
    statements = messages.select(
        sf.explode(from_jelly("value", mode="PERMISSIVE")).alias("st")
    ).select("st.*")
    readings = statements.where(statements.p == iri(EX + "temperature"))

    sums = readings.groupBy("s").agg(
        sf.count("*").alias("readings"), sf.sum(sf.col("o.value").cast("long")).alias("sum")
    )
    found = sf.array(
        *(
            sf.struct("s", iri(EX + name).alias("p"), integer(sf.col(name)).alias("o"))
            for name in ("readings", "sum")
        )
    )
    send(
        sums.select(sf.col("s.value").alias("key"), to_jelly(found).alias("value")),
        server,
        "sums",
        folder,
    )

    grouped = readings.groupBy(sf.col("s.value").alias("key")).agg(
        to_jelly("s", "p", "o", streamName="readings").alias("value")
    )
    send(grouped, server, "grouped", folder)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
