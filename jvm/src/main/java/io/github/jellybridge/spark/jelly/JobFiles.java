package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.FileEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells by their names which files one Spark job has written, where their content does not. */
public final class JobFiles {
  /** As Spark, and we, name the files of a task: its number, then the id of the job. */
  private static final Pattern FILE_OF_JOB =
      Pattern.compile(
          "part-\\d{5,}-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})(?:[-.].*)?");

  private JobFiles() {}

  /**
   * Returns the scope of the blank nodes of a file: the job that has written it, as its files are
   * one dataset in which a label means one node; else the file.
   */
  public static String scope(FileEntry file) {
    Matcher name = FILE_OF_JOB.matcher(file.name());
    return name.matches() ? "job:" + name.group(1) : file.uri();
  }
}
