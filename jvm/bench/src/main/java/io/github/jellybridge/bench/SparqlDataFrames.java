package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.github.jellybridge.bench.contender.SparqlTask;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The queries as code on DataFrames, written by hand by someone who knows the data: subjects and
 * objects of these predicates are IRIs or literals of one datatype, so their values are enough.
 */
record SparqlDataFrames(Dataset<Row> statements) {
  private static final String SCHEMA = "https://schema.org/";
  private static final String SHOP = "https://shop.example.org/";

  Dataset<Row> run(SparqlTask task) {
    return switch (task) {
      case SINGLE -> number(with("availability", "PreOrder", "s"));
      case STAR_3 -> number(star(with("availability", "OutOfStock", "s"), "brand", "color"));
      case STAR_6 ->
          number(
              star(
                      with("availability", "PreOrder", "s").join(typed("Product"), "s"),
                      "brand",
                      "color",
                      "countryOfOrigin")
                  .join(pairs(SHOP + "ns#vendor", "s", "v"), "s"));
      case CHAIN ->
          number(
              schema("isAccessoryOrSparePartFor", "b", "c")
                  .join(schema("isSimilarTo", "a", "b"), "b")
                  .join(schema("isSimilarTo", "c", "d"), "c"));
      case SNOWFLAKE ->
          number(
              schema("isAccessoryOrSparePartFor", "s", "o")
                  .join(pairs(SHOP + "ns#vendor", "s", "v"), "s")
                  .join(schema("location", "v", "l"), "v")
                  .join(schema("brand", "o", "b"), "o"));
      case FILTER_NUMBER -> number(schema("price", "s", "p").where(decimal(col("p")).gt(400)));
      case FILTER_TEXT ->
          number(
              pairs("http://www.w3.org/2000/01/rdf-schema#label", "s", "l")
                  .where(col("l").contains("battery")));
      case OPTIONAL ->
          schema("isAccessoryOrSparePartFor", "s", "o")
              .join(schema("price", "s", "p"), "s", "left_outer")
              .agg(count(lit(1)), count("p"));
      case AGGREGATION -> schema("brand", "s", "b").groupBy("b").count();
      case TOP_K -> schema("price", "s", "p").orderBy(decimal(col("p")).desc(), col("s")).limit(10);
      case DISTINCT ->
          number(
              schema("brand", "s", "b")
                  .join(schema("color", "s", "c"), "s")
                  .select("b", "c")
                  .distinct());
      case PATH -> number(schema("category", "s", "c").join(below(SHOP + "category/k1"), "c"));
      case UNION ->
          number(
              with("itemCondition", "NewCondition", "s")
                  .union(schema("isAccessoryOrSparePartFor", "s", "o").select("s")));
    };
  }

  private static Dataset<Row> number(Dataset<Row> rows) {
    return rows.agg(count(lit(1)));
  }

  private static Column decimal(Column text) {
    return text.cast("decimal(18,2)");
  }

  /** Joins subjects with their objects of some predicates. */
  private Dataset<Row> star(Dataset<Row> subjects, String... predicates) {
    Dataset<Row> all = subjects;
    for (String predicate : predicates) {
      all = all.join(schema(predicate, "s", predicate), "s");
    }
    return all;
  }

  private Dataset<Row> schema(String predicate, String subject, String object) {
    return pairs(SCHEMA + predicate, subject, object);
  }

  private Dataset<Row> pairs(String predicate, String subject, String object) {
    return statements
        .where(col("p.value").equalTo(predicate))
        .select(col("s.value").as(subject), col("o.value").as(object));
  }

  private Dataset<Row> with(String predicate, String object, String subject) {
    return statements
        .where(col("p.value").equalTo(SCHEMA + predicate))
        .where(col("o.value").equalTo(SCHEMA + object))
        .select(col("s.value").as(subject));
  }

  private Dataset<Row> typed(String type) {
    return statements
        .where(col("p.value").equalTo("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
        .where(col("o.value").equalTo(SCHEMA + type))
        .select(col("s.value").as("s"));
  }

  /** The narrower categories of one, at any depth. */
  private Dataset<Row> below(String category) {
    Dataset<Row> broader =
        pairs("http://www.w3.org/2004/02/skos/core#broader", "c", "parent").cache();
    Dataset<Row> all = broader.where(col("parent").equalTo(category)).select("c");
    Dataset<Row> newest = all;
    while (!newest.isEmpty()) {
      newest =
          broader
              .join(newest.withColumnRenamed("c", "parent"), "parent")
              .select("c")
              .join(all, "c", "left_anti")
              .localCheckpoint();
      all = all.union(newest);
    }
    broader.unpersist();
    return all;
  }
}
