package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.Found;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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
  private final Path root;
  private final Set<String> known = new HashSet<>();
  private final Set<String> unpublished = new HashSet<>();

  /**
   * Records the running jobs.
   *
   * @param root the folder of the table
   * @param stagingFolders the staging folders of all jobs
   */
  public ConcurrentJobs(FileSystem fs, Path root, List<Path> stagingFolders) throws IOException {
    this.fs = fs;
    this.root = root;
    for (Path staging : stagingFolders) {
      known.add(staging.getName());
      if (!hasPublished(staging)) {
        addTo(unpublished, staging.getName());
      }
    }
  }

  private boolean hasPublished(Path staging) throws IOException {
    Found found = PublishJournal.find(fs, staging).orElse(null);
    return found == null ? !Lease.isHeld(fs, staging) : found.state() != State.ADDING;
  }

  private static void addTo(Set<String> jobs, String stagingFolder) {
    Matcher name = JOB.matcher(stagingFolder);
    if (name.matches()) {
      jobs.add(name.group(1));
    }
  }

  /**
   * Lists the files of the table that had been published when the jobs were recorded.
   *
   * @param inPartition whether the files of a folder are wanted, by its path
   */
  public List<String> publishedFiles(Predicate<String> inPartition) throws IOException {
    Set<String> during = new HashSet<>();
    List<String> files = ReplacedFiles.list(fs, root, inPartition, during);
    during.removeAll(known);
    Set<String> others = new HashSet<>(unpublished);
    during.forEach(stagingFolder -> addTo(others, stagingFolder));
    return others.isEmpty()
        ? files
        : files.stream().filter(file -> others.stream().noneMatch(file::contains)).toList();
  }
}
