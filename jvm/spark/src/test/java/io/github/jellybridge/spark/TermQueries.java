package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.listing.LocalSpark;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Calls functions on terms in SQL. */
public final class TermQueries {
  static final String XSD = "http://www.w3.org/2001/XMLSchema#";

  private TermQueries() {}

  /**
   * Evaluates an expression on the column {@code x} of texts: as constants, and with and without
   * code generation.
   */
  public static List<Object> eval(String expression, List<String> texts) {
    SparkSession spark = LocalSpark.get();
    RdfFunctions.register(spark);
    List<Row> rows = texts.stream().map(RowFactory::create).toList();
    Dataset<Row> frame =
        spark
            .createDataFrame(rows, new StructType().add("x", DataTypes.StringType))
            .coalesce(1)
            .selectExpr(expression.replaceAll("\\b(rdf_)", "jelly_bridge.$1") + " AS y");
    List<Object> found = frame.collectAsList().stream().map(row -> row.get(0)).toList();
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    try {
      assertEquals(found, frame.collectAsList().stream().map(row -> row.get(0)).toList());
    } finally {
      spark.conf().unset("spark.sql.codegen.wholeStage");
      spark.conf().unset("spark.sql.codegen.factoryMode");
    }
    return found;
  }

  public static Object one(String expression, String text) {
    return eval(expression, Arrays.asList(text)).get(0);
  }

  public static String literal(String text, String type) {
    return '"' + text + "\"^^<" + XSD + type + '>';
  }
}
