package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.files.Compression;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;

/** The static methods that Python calls through Py4J. They take and return only plain values. */
public final class PythonEntryPoint {
  private PythonEntryPoint() {}

  /**
   * Reads one file from end to end and reports its content.
   *
   * @param path a file on any file system that Hadoop can open
   * @param strict whether violations that leave the meaning unambiguous are errors
   * @param conf the settings of the file system
   * @return one JSON object: that of {@link FileReport}, or that of {@link Failure} with the kind
   *     of the failure as {@code error}
   */
  public static String inspect(String path, boolean strict, Configuration conf) {
    try {
      SourceFile file = SourceFile.of(path, conf);
      return Json.text(FileInspector.inspectJelly(file, strict, Progress.NONE).json());
    } catch (IOException | RuntimeException | FSError e) {
      Failure failure = Failure.of(path, e);
      failure.json().put("error", failure.kind().name());
      return Json.text(failure.json());
    }
  }

  /**
   * Creates an RDF/Borsh file.
   *
   * @param message statements, in the form of {@link BorshMessages}
   * @param level compression level, 0 to 12
   * @param version version byte
   * @param name the name of the file, whose extension determines the compression
   * @return the file as {@code byte[]}, or an error message about the statements as a String
   */
  public static Object borshDump(byte[] message, int level, int version, String name) {
    try {
      BorshWriteOptions options = new BorshWriteOptions(version, level);
      return BorshMessages.toFile(message, options, Compression.of(name));
    } catch (IOException | IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /**
   * Reads an RDF/Borsh file.
   *
   * @param file its bytes
   * @param name its name, for messages
   * @param asNamed whether it is compressed according to the extension of its name
   * @return the statements in the form of {@link BorshMessages}, or an error message as a String
   */
  public static Object borshLoad(byte[] file, String name, boolean asNamed) {
    try {
      return BorshMessages.ofFile(file, name, asNamed ? Compression.of(name) : Compression.NONE);
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
