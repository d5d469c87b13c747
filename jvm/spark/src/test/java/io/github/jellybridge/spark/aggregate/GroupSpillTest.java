package io.github.jellybridge.spark.aggregate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.filter.TermBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Test;

/** Tests that spilled records come back complete, with all parts of a group in one bucket. */
public class GroupSpillTest {
  private static final StructType SCHEMA =
      new StructType().add("key", DataTypes.StringType).add("count", DataTypes.LongType);

  /** Tests keys of up to 100 kB, more than a block can hold, each several times. */
  @Test
  public void recordsOfAnySizeComeBackFromOneBucketEach() throws IOException {
    Random random = new Random(1);
    Map<String, Integer> expected = new HashMap<>();
    Map<String, Integer> found = new HashMap<>();
    Map<String, Integer> bucketOf = new HashMap<>();
    GroupRecord record = new GroupRecord(SCHEMA, 1);
    try (GroupSpill spill = new GroupSpill(0)) {
      for (int i = 0; i < 2000; i++) {
        int number = random.nextInt(300);
        String key = "k" + number + "x".repeat(number % 50 == 0 ? 100_000 : number * 7);
        expected.merge(key, i, Integer::sum);
        record.load(row(key, i), 0);
        spill.add(record.bytes, 0, record.length);
      }
      spill.finish();
      TermBytes keys = new TermBytes();
      for (int bucket = 0; bucket < GroupSpill.BUCKETS; bucket++) {
        for (int block = 0; block < spill.blocks(bucket); block++) {
          byte[] bytes = spill.read(bucket, block);
          for (int at = 0; at < bytes.length; at += GroupRecord.length(bytes, at)) {
            GroupRecord.keys(bytes, at, keys);
            String key = new String(bytes, keys.offset + 4, keys.length - 4);
            long count = (long) GroupRecord.LONGS.get(bytes, keys.offset + keys.length + 4);
            found.merge(key, (int) count, Integer::sum);
            Integer before = bucketOf.put(key, bucket);
            assertTrue(before == null || before == bucket);
          }
        }
      }
    }
    assertEquals(expected, found);
    assertTrue("buckets are used alike", bucketOf.values().stream().distinct().count() > 50);
  }

  @Test
  public void deeperLevelsDivideOneBucket() throws IOException {
    GroupRecord record = new GroupRecord(SCHEMA, 1);
    List<byte[]> sameBucket = new ArrayList<>();
    for (int i = 0; sameBucket.size() < 200; i++) {
      record.load(row("key " + i, 1), 0);
      if (GroupRecord.hash(record.bytes, 0) >>> 26 == 5) {
        sameBucket.add(Arrays.copyOf(record.bytes, record.length));
      }
    }
    for (int level = 0; level <= GroupSpill.LEVELS; level++) {
      int used = 0;
      try (GroupSpill spill = new GroupSpill(level)) {
        for (byte[] bytes : sameBucket) {
          spill.add(bytes, 0, bytes.length);
        }
        spill.finish();
        for (int bucket = 0; bucket < GroupSpill.BUCKETS; bucket++) {
          used += spill.blocks(bucket) > 0 ? 1 : 0;
        }
      }
      assertTrue(used + " buckets at level " + level, level == 0 ? used == 1 : used > 30);
    }
  }

  private static ColumnarBatch row(String key, long count) {
    ColumnVector text =
        new ResultVectors.Keys(
            DataTypes.StringType,
            new boolean[] {true},
            new UTF8String[] {UTF8String.fromString(key)},
            new ColumnVector[0]);
    ColumnVector number = new ResultVectors.Longs(new long[] {count}, null, 0, 1);
    return new ColumnarBatch(new ColumnVector[] {text, number}, 1);
  }
}
