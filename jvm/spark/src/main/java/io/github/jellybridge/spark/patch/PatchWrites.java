package io.github.jellybridge.spark.patch;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.PatchSchema;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.StatementWrites;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.FileWriteBuilder;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.PartitionNames;
import io.github.jellybridge.spark.write.RowOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Makes writes of options and columns; what is wrong with them is told before anything runs. */
final class PatchWrites {
  static final OptionRegistry REGISTRY =
      OptionRegistry.of(
          PatchFormat.NAME,
          OptionSpec.choice("statementType", "quads", "triples", "quads"),
          OptionSpec.choice("streamType", "punctuated", "frame", "flat", "punctuated"),
          OptionSpec.bool("rdfStar", false),
          OptionSpec.bool("generalized", false),
          OptionSpec.integer(
              "frameSize", PatchWriteOptions.defaults().frameSize(), 0, Integer.MAX_VALUE),
          OptionSpec.bytes(
              "maxFrameBytes", PatchWriteOptions.defaults().maxFrameBytes(), 0, 1L << 30),
          StatementWrites.COMPRESSION);

  private PatchWrites() {}

  /**
   * Starts a write.
   *
   * @throws IllegalArgumentException for options or columns that cannot be
   */
  static FileWriteBuilder of(
      CaseInsensitiveStringMap table,
      LogicalWriteInfo info,
      SessionSettings session,
      ExistingFiles existing) {
    CaseInsensitiveStringMap map = StatementWrites.merge(table, info.options(), REGISTRY::knows);
    SourceOptions options = REGISTRY.parse(map);
    String partitions = map.get(PartitionNames.OPTION);
    if (partitions != null && !PartitionNames.parse(partitions).isEmpty()) {
      throw new IllegalArgumentException(
          "Data source 'jelly-patch' does not partition: that would tear patches apart.");
    }
    PatchWriteOptions codec =
        PatchWriteOptions.defaults()
            .with(
                options.choice("statementType", PatchStatementType.class),
                options.choice("streamType", PatchStreamType.class))
            .with(options.bool("generalized"), options.bool("rdfStar"))
            .withFrames(options.integer("frameSize"), (int) options.bytes("maxFrameBytes"));
    PatchFileFormat format = format(codec, info.schema(), session.caseSensitive());
    return new FileWriteBuilder(
        new FileWriteSpec(
            PatchFormat.NAME,
            StatementWrites.path(map),
            info.queryId(),
            format,
            List.of(),
            List.of(),
            order(format),
            existing,
            session,
            options.choice("compression", Compression.class),
            0,
            session.hadoopConf(map)));
  }

  /**
   * All patches in one file, and their operations in order. In several files, patches would have
   * the same numbers, and nothing that readers could go by: what task has ended first is not what
   * comes first.
   */
  private static RowOrder order(PatchFileFormat format) {
    return format.patch() == null
        ? RowOrder.inOneTask(TableKind.SEQ, TableKind.SEQ)
        : RowOrder.inOneTask(TableKind.SEQ, TableKind.PATCH, TableKind.SEQ);
  }

  private static PatchFileFormat format(
      PatchWriteOptions codec, StructType schema, boolean caseSensitive) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      String name = schema.fields()[i].name();
      String known = name(name, caseSensitive);
      if (known == null || places.put(known, i) != null) {
        throw new IllegalArgumentException(
            "Data source 'jelly-patch' writes the columns "
                + String.join(", ", PatchSchema.TABLE.fieldNames())
                + ", each once, and does not know what to do with "
                + name
                + "; drop such columns.");
      }
    }
    List<TermColumn> terms = new ArrayList<>();
    for (String name : List.of("s", "p", "o", "g", "value")) {
      Integer at = places.get(name);
      DataType type = at == null ? null : schema.fields()[at].dataType();
      terms.add(
          at == null || type instanceof NullType
              ? new TermColumn(name, -1, TermFormat.STRUCT, new int[0], 0)
              : TermColumn.of(name, at, type, caseSensitive));
    }
    return new PatchFileFormat(
        codec,
        List.copyOf(terms),
        place(places, schema, TableKind.OP, List.of(DataTypes.StringType), true),
        place(places, schema, "name", List.of(DataTypes.StringType), false),
        order(places, schema, TableKind.PATCH, false),
        order(places, schema, TableKind.SEQ, true));
  }

  private static String name(String name, boolean caseSensitive) {
    for (String known : PatchSchema.TABLE.fieldNames()) {
      if (ColumnName.same(known, name, caseSensitive)) {
        return known;
      }
    }
    return null;
  }

  /** A column of whole numbers; null where there is none. */
  private static OrderColumn order(
      Map<String, Integer> places, StructType schema, String name, boolean needed) {
    int at = place(places, schema, name, OrderColumn.TYPES, needed);
    return at < 0 ? null : new OrderColumn(at, schema.fields()[at].dataType());
  }

  private static int place(
      Map<String, Integer> places,
      StructType schema,
      String name,
      List<DataType> types,
      boolean needed) {
    Integer at = places.get(name);
    if (at == null && needed) {
      throw new IllegalArgumentException(
          "There is no column '"
              + name
              + "' to write"
              + (name.equals(TableKind.SEQ)
                  ? ", so the order of the operations is ambiguous."
                  : "."));
    }
    if (at == null || !needed && schema.fields()[at].dataType() instanceof NullType) {
      return -1;
    }
    StructField field = schema.fields()[at];
    if (!types.contains(field.dataType())) {
      throw new IllegalArgumentException(
          "Column '"
              + name
              + "' must be of type "
              + types.stream().map(DataType::sql).collect(Collectors.joining(", "))
              + ", not "
              + field.dataType().sql());
    }
    return at;
  }
}
