package io.github.jellybridge.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells by their names which files one Spark job has written, where their content does not. */
public final class JobFiles {
  /** As Spark, and we, name the files of a task: its number, then the id of the job. */
  private static final Pattern FILE_OF_JOB =
      Pattern.compile("part-\\d{5,}-(" + PublishJournal.JOB_ID + ")(?:[-.].*)?");

  private JobFiles() {}

  /**
   * Returns the scope of the blank nodes of a file: the job that has written it, as its files are
   * one dataset in which a label means one node; else the file.
   *
   * @param name the last part of its path
   * @param path what no other file has
   */
  public static String scope(String name, String path) {
    Matcher matcher = FILE_OF_JOB.matcher(name);
    return matcher.matches() ? "job:" + matcher.group(1) : path;
  }
}
