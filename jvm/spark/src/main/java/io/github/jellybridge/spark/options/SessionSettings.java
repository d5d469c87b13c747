package io.github.jellybridge.spark.options;

import io.github.jellybridge.spark.listing.SparkTimes;
import io.github.jellybridge.spark.schema.ColumnName;
import java.time.ZoneId;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The settings of a Spark session that affect reading files, read once on the driver.
 *
 * @param timeZone {@code spark.sql.session.timeZone}
 * @param caseSensitive {@code spark.sql.caseSensitive}
 * @param inferPartitionTypes {@code spark.sql.sources.partitionColumnTypeInference.enabled}
 * @param validatePartitionColumns {@code spark.sql.sources.validatePartitionColumns}
 * @param timestampType the type that {@code spark.sql.timestampType} selects
 * @param ignoreCorruptFiles {@code spark.sql.files.ignoreCorruptFiles}
 * @param ignoreMissingFiles {@code spark.sql.files.ignoreMissingFiles}
 * @param maxPartitionBytes {@code spark.sql.files.maxPartitionBytes}
 * @param openCostInBytes {@code spark.sql.files.openCostInBytes}
 * @param minPartitionNum {@code spark.sql.files.minPartitionNum}, else the parallelism of a leaf
 * @param maxPartitionNum {@code spark.sql.files.maxPartitionNum}, if set
 * @param encryptsLocalFiles {@code spark.io.encryption.enabled}
 * @param hadoopConf Hadoop's configuration of the context, overridden by the session's settings
 */
public record SessionSettings(
    ZoneId timeZone,
    boolean caseSensitive,
    boolean inferPartitionTypes,
    boolean validatePartitionColumns,
    DataType timestampType,
    boolean ignoreCorruptFiles,
    boolean ignoreMissingFiles,
    long maxPartitionBytes,
    long openCostInBytes,
    int minPartitionNum,
    OptionalInt maxPartitionNum,
    boolean encryptsLocalFiles,
    Configuration hadoopConf) {
  private static final String HADOOP_PREFIX = "spark.hadoop.";

  /** Returns the settings of the active session. Call on the driver. */
  public static SessionSettings active() {
    return of(SparkSession.active());
  }

  /** Returns the time zone of the active session. Call on the driver. */
  public static ZoneId activeTimeZone() {
    return timeZone(SparkSession.active().conf());
  }

  /** Tells whether names that differ in case are different names in a session. */
  public static boolean caseSensitive(SparkSession session) {
    return flag(session.conf(), "spark.sql.caseSensitive", false);
  }

  private static ZoneId timeZone(RuntimeConfig conf) {
    return SparkTimes.zone(conf.get("spark.sql.session.timeZone", ZoneId.systemDefault().getId()));
  }

  /** The settings of a session. */
  public static SessionSettings of(SparkSession session) {
    RuntimeConfig conf = session.conf();
    boolean noZone =
        "TIMESTAMP_NTZ".equalsIgnoreCase(conf.get("spark.sql.timestampType", "TIMESTAMP_LTZ"));
    OptionalInt minimum = optional(conf, "spark.sql.files.minPartitionNum");
    return new SessionSettings(
        timeZone(conf),
        caseSensitive(session),
        flag(conf, "spark.sql.sources.partitionColumnTypeInference.enabled", true),
        flag(conf, "spark.sql.sources.validatePartitionColumns", true),
        noZone ? DataTypes.TimestampNTZType : DataTypes.TimestampType,
        flag(conf, "spark.sql.files.ignoreCorruptFiles", false),
        flag(conf, "spark.sql.files.ignoreMissingFiles", false),
        JavaUtils.byteStringAsBytes(conf.get("spark.sql.files.maxPartitionBytes", "128MB")),
        JavaUtils.byteStringAsBytes(conf.get("spark.sql.files.openCostInBytes", "4MB")),
        minimum.isPresent() ? minimum.getAsInt() : leafParallelism(session),
        optional(conf, "spark.sql.files.maxPartitionNum"),
        session.sparkContext().getConf().getBoolean("spark.io.encryption.enabled", false),
        hadoopConf(session));
  }

  /** Tells whether two names mean the same column. */
  public boolean sameName(String one, String other) {
    return ColumnName.same(one, other, caseSensitive);
  }

  /**
   * Returns a copy of the session's Hadoop configuration, overridden by the table's own Hadoop
   * options (those with a dot in the name).
   */
  public Configuration hadoopConf(CaseInsensitiveStringMap options) {
    Configuration conf = new Configuration(hadoopConf);
    // Hadoop's names are case-sensitive, hence the map that kept the user's spelling.
    options
        .asCaseSensitiveMap()
        .forEach(
            (key, value) -> {
              if (key.indexOf('.') >= 0 && value != null) {
                conf.set(key, value);
              }
            });
    return conf;
  }

  private static Configuration hadoopConf(SparkSession session) {
    Configuration conf = new Configuration(session.sparkContext().hadoopConfiguration());
    Map<String, String> settings = CollectionConverters.asJava(session.conf().getAll());
    settings.forEach(
        (key, value) -> {
          if (value != null) {
            conf.set(key, value);
          }
        });
    // The context strips this prefix only from the settings that it was started with; later
    // settings of the session are also meant for Hadoop.
    settings.forEach(
        (key, value) -> {
          if (key.startsWith(HADOOP_PREFIX) && value != null) {
            conf.set(key.substring(HADOOP_PREFIX.length()), value);
          }
        });
    return conf;
  }

  private static int leafParallelism(SparkSession session) {
    return optional(session.conf(), "spark.sql.leafNodeDefaultParallelism")
        .orElseGet(() -> session.sparkContext().defaultParallelism());
  }

  private static boolean flag(RuntimeConfig conf, String key, boolean ifUnset) {
    return Boolean.parseBoolean(conf.get(key, Boolean.toString(ifUnset)));
  }

  private static OptionalInt optional(RuntimeConfig conf, String key) {
    String value = conf.getAll().get(key).getOrElse(() -> null);
    return value == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value.trim()));
  }
}
