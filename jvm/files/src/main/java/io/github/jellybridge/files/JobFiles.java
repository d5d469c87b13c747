package io.github.jellybridge.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies the files that one Spark job has written by their names, if their content does not.
 */
public final class JobFiles {
  /** The name that Spark and this project give to a task's file: its number, then the job's id. */
  private static final Pattern FILE_OF_JOB =
      Pattern.compile("part-\\d{5,}-(" + PublishJournal.JOB_ID + ")(?:[-.].*)?");

  private JobFiles() {}

  /**
   * Returns the scope of the blank nodes of a file. For a file written by a Spark job it is the
   * job: its files are one dataset, in which a label denotes one node. For other files it is the
   * file.
   *
   * @param name the last part of its path
   * @param path a string that is unique to the file
   */
  public static String scope(String name, String path) {
    Matcher matcher = FILE_OF_JOB.matcher(name);
    return matcher.matches() ? "job:" + matcher.group(1) : path;
  }
}
