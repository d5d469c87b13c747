package io.github.jellybridge.python;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The static methods that Python calls through Py4J. They take and give plain values only. */
public final class PythonEntryPoint {
  private PythonEntryPoint() {}

  /**
   * Reads one file from end to end and tells what is in it.
   *
   * @param path a file; anything that Hadoop can open
   * @param strict whether violations that leave the meaning unambiguous are errors
   * @param conf the settings of the file system
   * @return one JSON object whose member {@code event} is {@code result} or {@code error}; see
   *     {@link Answers}
   */
  public static String inspect(String path, boolean strict, Configuration conf) {
    try {
      SourceFile file = SourceFile.of(path, conf);
      return Answers.info(FileInspector.inspect(file, strict, Progress.NONE)).toString();
    } catch (IOException | RuntimeException e) {
      return Answers.error(path, e).toString();
    }
  }
}
