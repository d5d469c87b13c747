package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.Found;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Other jobs of a table that had not published their files when this job searched for the files to
 * replace. Some of their files may already be in place. None of these is replaced: they all count
 * when the other job ends, as if it had begun after this one.
 */
public final class ConcurrentJobs {
  private static final Pattern JOB = Pattern.compile(".*(" + PublishJournal.JOB_ID + ")");

  private final FileSystem fs;
  private final Set<Path> known;
  private final Set<String> unpublished = new HashSet<>();

  /**
   * Records the running jobs, before the listing.
   *
   * @param stagingFolders the staging folders of all jobs
   */
  public ConcurrentJobs(FileSystem fs, List<Path> stagingFolders) throws IOException {
    this.fs = fs;
    this.known = new HashSet<>(stagingFolders);
    for (Path staging : stagingFolders) {
      if (!hasPublished(staging)) {
        addTo(unpublished, staging);
      }
    }
  }

  private boolean hasPublished(Path staging) throws IOException {
    Found found = PublishJournal.find(fs, staging).orElse(null);
    return found == null ? !Lease.isHeld(fs, staging) : found.state() != State.ADDING;
  }

  private static void addTo(Set<String> jobs, Path staging) {
    Matcher name = JOB.matcher(staging.getName());
    if (name.matches()) {
      jobs.add(name.group(1));
    }
  }

  /**
   * Keeps the files of a listing that had been published before it began.
   *
   * @param files their paths
   * @param stagingFolders the staging folders of all jobs after the listing
   */
  public List<String> published(List<String> files, List<Path> stagingFolders) {
    Set<String> others = new HashSet<>(unpublished);
    stagingFolders.stream()
        .filter(staging -> !known.contains(staging))
        .forEach(staging -> addTo(others, staging));
    return others.isEmpty()
        ? files
        : files.stream().filter(file -> others.stream().noneMatch(file::contains)).toList();
  }
}
