package io.github.jellybridge.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.jellybridge.spark.borsh.BorshFormat;
import io.github.jellybridge.spark.functions.FromJelly;
import io.github.jellybridge.spark.functions.ToJelly;
import io.github.jellybridge.spark.functions.terms.RdfTerm;
import io.github.jellybridge.spark.jelly.JellyFormat;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.patch.PatchFormat;
import io.github.jellybridge.spark.rdf.RdfFormat;
import io.github.jellybridge.spark.table.TableFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of all data sources and functions, for the documentation and the Python package. */
public final class OptionReference {
  private static final List<TableFormat> FORMATS =
      List.of(JellyFormat.INSTANCE, PatchFormat.INSTANCE, RdfFormat.INSTANCE, BorshFormat.INSTANCE);

  private OptionReference() {}

  /**
   * Returns the option tables by name: {@code files} and {@code streams}, which all data sources
   * share; {@code jelly read}, {@code jelly write} and so on; {@code from_jelly} and so on.
   */
  public static Map<String, List<OptionSpec>> tables() {
    Map<String, List<OptionSpec>> tables = new LinkedHashMap<>();
    tables.put("files", FileOptions.SPECS);
    tables.put("streams", FileStreamOptions.SPECS);
    for (TableFormat format : FORMATS) {
      tables.put(format.shortName() + " read", format.readOptions().own());
      tables.put(format.shortName() + " write", format.writeOptions().own());
    }
    tables.put(FromJelly.NAME, FromJelly.OPTIONS.own());
    tables.put(ToJelly.NAME, ToJelly.OPTIONS.own());
    tables.put(RdfTerm.NAME, RdfTerm.OPTIONS.own());
    return tables;
  }

  /**
   * Returns {@link #tables} as JSON. An option is an object of {@code name}, {@code type}, {@code
   * range}, {@code choices}, {@code default} (Markdown), {@code value} (the default as the text of
   * an option) and {@code description}. Missing values are null.
   */
  public static String json() {
    Map<String, List<Map<String, Object>>> json = new LinkedHashMap<>();
    tables()
        .forEach(
            (name, specs) -> json.put(name, specs.stream().map(OptionReference::entry).toList()));
    try {
      return new ObjectMapper().writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> entry(OptionSpec spec) {
    Object value = spec.defaultValue();
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", spec.name());
    entry.put("type", spec.type());
    entry.put("range", spec.range());
    entry.put("choices", spec.choices());
    entry.put("default", spec.defaultText());
    entry.put("value", value == null ? null : value.toString());
    entry.put("description", spec.description());
    return entry;
  }
}
