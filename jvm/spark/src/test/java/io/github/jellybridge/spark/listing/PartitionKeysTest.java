package io.github.jellybridge.spark.listing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;

import io.github.jellybridge.spark.options.SessionSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Tests that folders have equal keys if their values are read as equal. */
public class PartitionKeysTest {
  private static final String NULL = "k=__HIVE_DEFAULT_PARTITION__";

  private static PartitionKeys keys(DataType... types) {
    StructType schema = new StructType();
    for (int i = 0; i < types.length; i++) {
      schema = schema.add(i == 0 ? "k" : "k" + i, types[i]);
    }
    return new PartitionKeys(schema, SessionSettings.of(LocalSpark.get()));
  }

  private static void same(DataType type, String... folders) {
    PartitionKeys keys = keys(type);
    Arrays.stream(folders).forEach(f -> assertEquals(f, keys.of(folders[0]), keys.of(f)));
  }

  private static void different(DataType type, String one, String other) {
    assertNotEquals(keys(type).of(one), keys(type).of(other));
  }

  @Test
  public void valuesCountAndNotTexts() {
    same(DataTypes.IntegerType, "k=1", "k=01", "k=+1", "K=1");
    same(DataTypes.LongType, "k=1", "k=01");
    same(DataTypes.DoubleType, "k=19.9", "k=19.90", "k=1.99e1");
    same(DataTypes.DoubleType, "k=0.0", "k=-0.0", "k=0");
    same(DataTypes.DoubleType, "k=NaN", "k=NaN");
    same(DataTypes.createDecimalType(20, 0), "k=1E2", "k=100", "k=0100");
    same(DataTypes.createDecimalType(5, 2), "k=2.5", "k=2.50", "k=02.5");
    same(DataTypes.createDecimalType(5, 0), "k=25", "k=025");
    same(DataTypes.BooleanType, "k=true", "k=TRUE");
    same(DataTypes.ShortType, "k=1", "k=01");
    same(DataTypes.FloatType, "k=0.0", "k=-0.0");
    same(DataTypes.StringType, "k=a", "k=%61");
    same(DataTypes.TimestampType, "k=2026-01-02", "k=2026-01-02 00%3A00%3A00");
    same(DataTypes.StringType, NULL, NULL);
    different(DataTypes.StringType, "k=1", "k=01");
    different(DataTypes.StringType, "k=a", "k=A");
    different(DataTypes.StringType, NULL, "k=null");
    different(DataTypes.IntegerType, NULL, "k=0");
    different(DataTypes.BooleanType, "k=true", "k=false");
    different(DataTypes.createDecimalType(20, 0), "k=1E2", "k=1000");
    for (DataType type :
        List.of(DataTypes.DoubleType, DataTypes.FloatType, DataTypes.createDecimalType(5, 2))) {
      different(type, "k=1.5", "k=2.5");
      different(type, NULL, "k=0.0");
    }
  }

  @Test
  public void valuesThatWouldChangeTheTypeHaveNoKey() {
    assertNull(keys(DataTypes.IntegerType).of("k=1.0"));
    assertNull(keys(DataTypes.DateType).of("k=2026-01-02 12%3A00%3A00"));
    assertNull(keys(DataTypes.BooleanType).of("k=1"));
    assertNull(keys(DataTypes.createDecimalType(5, 2)).of("k=2.505"));
    assertNull(keys(DataTypes.createDecimalType(3, 2)).of("k=12.5"));
    assertNull(keys(DataTypes.DoubleType).of("k=5000000000"));
    assertNull(keys(DataTypes.FloatType).of("k=0.1234567890123"));
    assertNull(keys(DataTypes.LongType).of("k=9223372036854775808"));
    assertNull(keys(DataTypes.TimestampType).of("k=now"));
    PartitionKeys keys = keys(DataTypes.IntegerType).with(List.of("k=1.0"));
    assertEquals(keys.of("k=1.0"), keys.of("k=01"));
    assertNotEquals(
        keys(DataTypes.DateType).with(List.of("k=2026-01-02 12%3A00%3A00")).of("k=2026-01-02"),
        keys(DataTypes.TimestampType).of("k=2026-01-02 12%3A00%3A00"));
  }

  @Test
  public void newFoldersDoNotChangeDeclaredTypes() {
    PartitionKeys keys = keys(DataTypes.createDecimalType(5, 2)).with(List.of("k=2.50"));
    assertEquals(keys.of("k=2.50"), keys.of("k=2.5"));
    PartitionKeys flags = keys(DataTypes.BooleanType).with(List.of("k=true", "other=1", "_k=1"));
    assertEquals(flags.of("k=true"), flags.of("k=TRUE"));
    PartitionKeys floats = keys(DataTypes.FloatType).with(List.of("k=0.5"));
    assertEquals(floats.of("k=0.0"), floats.of("k=-0.0"));
    PartitionKeys texts = keys(DataTypes.BooleanType).with(List.of("k=true", "k=maybe"));
    assertNotEquals(texts.of("k=true"), texts.of("k=TRUE"));
    PartitionKeys years = keys(DataTypes.TimestampType).with(List.of("k=2026"));
    assertNotEquals(years.of("k=2026"), years.of("k=2026-01-01 00%3A00%3A00"));
  }

  @Test
  public void foldersOfOtherColumnsHaveNoKey() {
    PartitionKeys keys = keys(DataTypes.IntegerType, DataTypes.StringType);
    for (String folder :
        List.of("", "a", "k=1", "k1=a/k=1", "k=1/k2=a", "k=/k1=a", "_a/k=1/k1=a")) {
      assertNull(folder, keys.of(folder));
    }
    assertEquals(keys.of("k=1/k1=a:b"), keys.of("k=01/k1=a%3Ab/below"));
    assertNull(keys().of(""));
  }

  @Test
  public void someValuesAreAPartOfAKey() {
    PartitionKeys keys = keys(DataTypes.IntegerType, DataTypes.StringType);
    Map<String, Object> part = keys.ofValues(Map.of("K", "01"));
    assertEquals(Map.of("k", 1), part);
    assertNull(keys.ofValues(Map.of("k", "1", "other", "1")));
  }
}
