package io.github.jellybridge.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session of its own with a number of cores that does tasks on files as asked on standard
 * input, one a line: {@code TASK TOUCH FILE}. Touched files are new to the session. The line {@code
 * collect} stands for a garbage collection.
 */
public final class SplitProbe {
  static final String COLLECT = "collect";

  private SplitProbe() {}

  /** Runs until standard input ends; the argument is the number of cores. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    SparkSession spark =
        SparkSession.builder()
            .master("local[" + args[0] + "]")
            .appName("jelly-bridge bench")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 2)
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(COLLECT)) {
        System.gc();
        out.println(COLLECT);
      } else {
        String[] words = line.split(" ", 3);
        out.println(answer(spark, words[0], Boolean.parseBoolean(words[1]), words[2]));
      }
      out.flush();
    }
    spark.stop();
  }

  private static String answer(SparkSession spark, String task, boolean touch, String file)
      throws IOException {
    if (touch) {
      Files.setLastModifiedTime(Path.of(file), FileTime.fromMillis(System.currentTimeMillis()));
    }
    String format = file.endsWith(".jelly") ? "jelly" : "rdf";
    Dataset<Row> df = spark.read().format(format).option("blankNodes", "preserve").load(file);
    if (task.equals("parts")) {
      return Integer.toString(df.rdd().getNumPartitions());
    }
    ReadTask known = ReadTask.valueOf(task);
    // Their predicates do not matter to the tasks that are measured here.
    ReadTask.Predicates none = new ReadTask.Predicates("", "", "");
    return Integer.toHexString(SparkTasks.run(known, none, df).hashCode());
  }
}
