package io.github.jellybridge.spark.aggregate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;

/**
 * Finds a local folder for data that does not fit into a task's memory. Uses the folders of Spark's
 * own temporary files: those of the cluster manager, else {@code spark.local.dir}.
 */
public final class SpillFolder {
  private static final String[] VARIABLES = {"LOCAL_DIRS", "SPARK_LOCAL_DIRS"};

  private SpillFolder() {}

  /**
   * Picks one of the writable folders; the choice varies from call to call.
   *
   * @throws IOException when no folder can be written to
   */
  public static Path pick() throws IOException {
    SparkEnv env = SparkEnv.get();
    String configured = env == null ? null : env.conf().get("spark.local.dir", null);
    String[] folders = candidates(System.getenv(), configured);
    int first = ThreadLocalRandom.current().nextInt(folders.length);
    for (int i = 0; i < folders.length; i++) {
      Path folder = Path.of(folders[(first + i) % folders.length]);
      if (Files.isDirectory(folder) && Files.isWritable(folder)) {
        return folder;
      }
    }
    throw new IOException(
        "No local folder can be written to: tried "
            + String.join(", ", folders)
            + ". Set spark.local.dir.");
  }

  /** Lists the candidate folders, by the rules of Spark's block manager. */
  static String[] candidates(Map<String, String> environment, String configured) {
    String list =
        Stream.of(VARIABLES)
            .map(environment::get)
            .filter(value -> value != null && !value.isEmpty())
            .findFirst()
            .orElse(configured == null ? System.getProperty("java.io.tmpdir") : configured);
    return list.split(",");
  }

  /** Creates an empty file; where the file system supports modes, only this user can read it. */
  public static Path newFile(String prefix) throws IOException {
    return Files.createTempFile(pick(), prefix, ".tmp");
  }
}
