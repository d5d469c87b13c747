package io.github.jellybridge.example;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jena.JellyFiles;
import io.github.jellybridge.jena.JellyIterator;
import io.github.jellybridge.spark.JellyBridge;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.jena.graph.Graph;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The third example of docs/how-to/java.md: tables as graphs of Jena, and Jelly without Spark. */
public final class JenaAndBack {
  private JenaAndBack() {}

  /** Returns the statements that RDFS entails from a file, and copies the file. */
  public static Dataset<Row> run(SparkSession spark, Path file, Path copy) throws IOException {
    Dataset<Row> table = spark.read().format("jelly").load(file.toString());
    Graph graph = JellyBridge.toGraph(table.where("g IS NULL"), 100_000);
    Graph entailed =
        ModelFactory.createRDFSModel(ModelFactory.createModelForGraph(graph)).getGraph();
    Dataset<Row> inferred = JellyBridge.toDataFrame(spark, entailed);

    try (JellyIterator<Quad> quads = JellyFiles.readQuads(file)) {
      JellyFiles.writeQuads(quads, copy, JellyWriteOptions.defaults());
    }
    return inferred;
  }
}
