package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.publish.Overwrite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * Collects what Spark asks to overwrite: nothing, all files, some partitions, or the partitions
 * that get rows.
 */
public final class FileWriteBuilder implements SupportsOverwriteV2, SupportsDynamicOverwrite {
  private final FileWriteSpec spec;
  private String mode;
  private Overwrite overwrite = Overwrite.APPEND;

  /** Creates a write that appends, unless another method is called. */
  public FileWriteBuilder(FileWriteSpec spec) {
    this.spec = spec;
  }

  /**
   * Sets which files an overwrite without a partition replaces; Spark itself only follows the
   * session setting. If that is {@code dynamic}, Spark does not pass on the partitions that a
   * statement names, so {@code static} is then rejected.
   *
   * @param overwriteMode {@code static} or {@code dynamic}; null to follow the session
   * @return this
   */
  public FileWriteBuilder inMode(String overwriteMode) {
    mode = overwriteMode == null ? null : overwriteMode.trim();
    return this;
  }

  @Override
  public WriteBuilder truncate() {
    return overwrite("dynamic".equalsIgnoreCase(mode));
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    if ("static".equalsIgnoreCase(mode) && !spec.partitions().isEmpty()) {
      throw new IllegalArgumentException(
          "The option 'partitionOverwriteMode' is static, which deletes all partitions, but"
              + " overwritePartitions() and INSERT OVERWRITE with"
              + " spark.sql.sources.partitionOverwriteMode=dynamic replace only those that get"
              + " rows. Leave out the option, or set"
              + " spark.sql.sources.partitionOverwriteMode=static.");
    }
    return overwrite(true);
  }

  private WriteBuilder overwrite(boolean dynamic) {
    // Without partition columns, all files are one partition, including those in sub-folders.
    overwrite = dynamic && !spec.partitions().isEmpty() ? Overwrite.DYNAMIC : Overwrite.ALL;
    return this;
  }

  @Override
  public boolean canOverwrite(Predicate[] predicates) {
    return partition(predicates).isPresent();
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    overwrite = Overwrite.ofPartition(partition(predicates).orElseThrow());
    return this;
  }

  @Override
  public Write build() {
    if (overwrite.kind() != Overwrite.Kind.APPEND) {
      spec.existing().requireAll();
    }
    StructType existing =
        overwrite.kind() == Overwrite.Kind.ALL ? null : spec.existing().partitionColumns();
    if (existing == null) {
      return new FileWrite(spec, overwrite, new PartitionKeys(new StructType(), spec.session()));
    }
    List<String> names = List.of(existing.fieldNames());
    checkPartitions(names);
    return new FileWrite(
        spec.withPartitions(PartitionColumn.spelled(spec.partitions(), names)),
        overwrite,
        new PartitionKeys(existing, spec.session()));
  }

  /**
   * Checks that old and new files have the same partition columns; otherwise they could not be read
   * together.
   */
  private void checkPartitions(List<String> existing) {
    List<String> wanted = spec.partitions().stream().map(PartitionColumn::name).toList();
    boolean same = existing.size() == wanted.size();
    for (int i = 0; same && i < existing.size(); i++) {
      same = spec.session().sameName(existing.get(i), wanted.get(i));
    }
    if (!same) {
      throw new IllegalArgumentException(
          "The files in "
              + spec.path()
              + " are partitioned by ["
              + String.join(", ", existing)
              + "], so more files cannot be partitioned by ["
              + String.join(", ", wanted)
              + "]. Partition by the same columns, or overwrite all files.");
    }
  }

  /**
   * Returns the values to which predicates restrict partition columns; empty if they do anything
   * else.
   */
  private Optional<Map<String, String>> partition(Predicate[] predicates) {
    Map<String, String> values = new HashMap<>();
    for (Predicate predicate : predicates) {
      if (predicate instanceof AlwaysTrue) {
        continue;
      }
      Optional<String> name = column(predicate);
      Optional<String> value = value(predicate);
      if (name.isEmpty() || value.isEmpty()) {
        return Optional.empty();
      }
      String before = values.put(name.get(), value.get());
      if (before != null && !before.equals(value.get())) {
        return Optional.empty(); // no row can have both values
      }
    }
    return Optional.of(values);
  }

  /** Returns the partition column that a predicate tests. */
  private Optional<String> column(Predicate predicate) {
    Expression[] operands = predicate.children();
    if (operands.length == 0
        || !(operands[0] instanceof NamedReference column)
        || column.fieldNames().length != 1) {
      return Optional.empty();
    }
    return spec.partitions().stream()
        .map(PartitionColumn::name)
        .filter(name -> spec.session().sameName(name, column.fieldNames()[0]))
        .findFirst();
  }

  /** Returns the value that a predicate requires of its column, in the form of folder names. */
  private Optional<String> value(Predicate predicate) {
    Expression[] operands = predicate.children();
    boolean nullsAreEqual = predicate.name().equals("<=>");
    if (predicate.name().equals("IS_NULL")) {
      return Optional.of(ExternalCatalogUtils.DEFAULT_PARTITION_NAME()); // also for <=> NULL
    }
    if ((nullsAreEqual || predicate.name().equals("="))
        && operands[1] instanceof Literal<?> constant
        && (nullsAreEqual || constant.value() != null)) {
      return Optional.of(PartitionPath.value(constant, spec.session().timeZone()));
    }
    return Optional.empty();
  }
}
