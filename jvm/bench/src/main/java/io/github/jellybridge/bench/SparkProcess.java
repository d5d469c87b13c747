package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.harness.ChildProcess;
import io.github.jellybridge.files.Compression;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session in a process that has no more processors than the session has cores, so that
 * neither reading ahead nor the garbage collector of one core runs on another one.
 */
public final class SparkProcess implements Closeable {
  private static final String COLLECT = "collect";

  private final ChildProcess process;

  /** Starts the process on the first so many processors; needs {@code taskset}. */
  SparkProcess(int cores) throws IOException {
    List<String> command = new ArrayList<>(List.of("taskset", "-c", "0-" + (cores - 1)));
    // One collector for both: the one that Java chooses for two processors. And a heap of one size.
    List<String> flags = List.of("-Xms1500m", "-Xmx1500m", "-XX:+UseG1GC");
    command.addAll(ChildProcess.java(SparkProcess.class, flags, cores));
    process = new ChildProcess(command, Map.of());
  }

  /**
   * Does a task.
   *
   * @param touch whether the file is to be new to the session, so that it has no index of it
   * @return what identifies the answer
   */
  String run(String task, boolean touch, Path file) throws IOException {
    return process.ask(task + " " + touch + " " + file.toAbsolutePath());
  }

  /** Collects garbage, so that no collection of one task runs during the next. */
  void collect() throws IOException {
    process.ask(COLLECT);
  }

  @Override
  public void close() {
    process.close();
  }

  /** The process itself: runs until standard input ends; the argument is the number of cores. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    SparkSession spark = Bench.session("local[" + args[0] + "]", 2).getOrCreate();
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
    boolean jelly = Compression.plainName(file).endsWith(".jelly");
    Dataset<Row> df = SparkTasks.load(spark, jelly ? "jelly" : "rdf", file);
    if (task.equals("parts")) {
      return Integer.toString(df.rdd().getNumPartitions());
    }
    // The predicates do not matter to the tasks that are measured here.
    ReadTask.Predicates none = new ReadTask.Predicates("", "", "");
    return Integer.toHexString(SparkTasks.run(ReadTask.valueOf(task), none, df).hashCode());
  }
}
