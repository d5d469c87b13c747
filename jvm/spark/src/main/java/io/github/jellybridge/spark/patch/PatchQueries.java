package io.github.jellybridge.spark.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The queries of {@code patch_operations.sql}, which Python's {@code jelly_bridge.patch_operations}
 * also uses.
 */
public final class PatchQueries {
  private static final String FILE = "/jelly-bridge/patch_operations.sql";
  private static final String SECTION = "-- section: ";
  private static final Map<String, String> SECTIONS = sections();

  private PatchQueries() {}

  /** Runs a query on tables of one session. */
  public static Dataset<Row> run(String section, Map<String, Dataset<Row>> tables) {
    return run(section, "", tables, Map.of());
  }

  /**
   * Runs a query.
   *
   * @param section the name of the section with the query
   * @param hint the name of a section with a hint, or an empty text
   * @param tables tables of one session, by the names that the query uses for them
   * @param parameters the values of parameters, each of which may be null
   */
  public static Dataset<Row> run(
      String section,
      String hint,
      Map<String, Dataset<Row>> tables,
      Map<String, Object> parameters) {
    String query = SECTIONS.get(section).replace("{hint}", SECTIONS.getOrDefault(hint, ""));
    for (Map.Entry<String, String> part : SECTIONS.entrySet()) {
      if (!tables.containsKey(part.getKey())) {
        query = query.replace("{" + part.getKey() + "}", part.getValue());
      }
    }
    SparkSession spark = tables.values().iterator().next().sparkSession();
    Map<String, String> views = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, Dataset<Row>> table : tables.entrySet()) {
        String view = "jelly_bridge_" + UUID.randomUUID().toString().replace("-", "");
        views.put(table.getKey(), view);
        table.getValue().createOrReplaceTempView(view);
        query = query.replace("{" + table.getKey() + "}", view);
      }
      return spark.sql(query, parameters);
    } finally {
      views.values().forEach(view -> spark.catalog().dropTempView(view));
    }
  }

  private static Map<String, String> sections() {
    String text;
    try (InputStream in = PatchQueries.class.getResourceAsStream(FILE)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> sections = new LinkedHashMap<>();
    for (String section : text.substring(text.indexOf(SECTION)).split(SECTION)) {
      int end = section.indexOf('\n');
      if (end > 0) {
        sections.put(section.substring(0, end), section.substring(end + 1).strip());
      }
    }
    return sections;
  }
}
