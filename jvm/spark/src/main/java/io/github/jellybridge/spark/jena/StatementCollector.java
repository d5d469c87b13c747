package io.github.jellybridge.spark.jena;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jena.JellyStreamRdf;
import io.github.jellybridge.spark.RdfFunctions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Collects the statements that a parser or a graph of Jena sends, and makes a table of them. Keeps
 * them as Jelly, which takes little memory on the driver and is small to send to the tasks, which
 * decode it. Blank nodes keep their labels; prefixes are left out.
 */
public final class StatementCollector extends StreamRDFBase {
  /** Bytes after which a new message starts, so that tasks can share the work. */
  private static final int MESSAGE_BYTES = 1 << 20;

  /**
   * Approximate bytes per task: Spark sends no task larger than {@code spark.rpc.message.maxSize}.
   */
  private static final int TASK_BYTES = 16 << 20;

  private static final JellyWriteOptions OPTIONS =
      JellyWriteOptions.builder()
          .rdfStar(true)
          .generalized(true)
          .checkpointBytes(0)
          .maxFrameBytes(MESSAGE_BYTES / 4)
          .build();

  private final List<byte[]> messages = new ArrayList<>();
  private ByteArrayOutputStream bytes;
  private JellyStreamRdf stream;

  @Override
  public void triple(Triple triple) {
    stream().triple(triple);
  }

  @Override
  public void quad(Quad quad) {
    stream().quad(quad);
  }

  private JellyStreamRdf stream() {
    if (stream != null && bytes.size() >= MESSAGE_BYTES) {
      endMessage();
    }
    if (stream == null) {
      bytes = new ByteArrayOutputStream();
      stream = new JellyStreamRdf(bytes, OPTIONS);
    }
    return stream;
  }

  private void endMessage() {
    if (stream != null) {
      stream.finish();
      messages.add(bytes.toByteArray());
      stream = null;
    }
  }

  /** Returns the statements so far, in their order, as the columns {@code s, p, o, g}. */
  public Dataset<Row> dataFrame(SparkSession spark) {
    endMessage();
    RdfFunctions.register(spark);
    return dataset(spark)
        .toDF("message")
        .select(
            explode(
                    RdfFunctions.from_jelly(
                        col("message"), map(lit("blankNodes"), lit("preserve"))))
                .as("statement"))
        .select("statement.*");
  }

  private Dataset<byte[]> dataset(SparkSession spark) {
    List<byte[]> all = List.copyOf(messages);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    long bytes = all.stream().mapToLong(message -> message.length).sum();
    int tasks = (int) Math.min(all.size(), bytes / TASK_BYTES + 1);
    // Spark divides a list among as many tasks as there are cores.
    return tasks <= context.defaultParallelism()
        ? spark.createDataset(all, Encoders.BINARY())
        : spark.createDataset(context.parallelize(all, tasks).rdd(), Encoders.BINARY());
  }
}
