package io.github.jellybridge.files;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A journal is text that any writer of a folder may have put there. */
public class PublishJournalTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private FileSystem fs;
  private Path staging;

  @Before
  public void open() throws IOException {
    staging = new Path(folder.getRoot().toURI().toString(), PublishJournal.STAGING_PREFIX + "job");
    fs = staging.getFileSystem(new Configuration());
  }

  private void write(String json) throws IOException {
    try (OutputStream out = fs.create(State.ADDING.in(staging), true)) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  public void aJournalIsReadAsItWasWritten() throws IOException {
    PublishJournal journal = new PublishJournal(List.of("k=..a/b", "a:b"), List.of("c"), "log/7");
    journal.begin(fs, staging);
    assertEquals(journal, PublishJournal.find(fs, staging).orElseThrow().journal());
  }

  @Test
  public void theNameOfACommitFileMayContainAColon() throws IOException {
    PublishJournal journal = new PublishJournal(List.of("a"), List.of(), "1:00");
    journal.begin(fs, staging);
    assertEquals(State.ADDING, PublishJournal.find(fs, staging).orElseThrow().state());
  }

  @Test
  public void aJournalThatNamesFilesOutsideOfItsTableIsRefused() throws IOException {
    for (String file : new String[] {"../x", "a/../../x", "/x", "a//x", ".", "", "a/.."}) {
      for (String json :
          new String[] {
            "{'added':['%s'],'replaced':[],'commitFile':null}",
            "{'added':[],'replaced':['a','%s'],'commitFile':null}",
            "{'added':[],'replaced':[],'commitFile':'%s'}"
          }) {
        write(json.formatted(file).replace('\'', '"'));
        IOException error =
            assertThrows(json, IOException.class, () -> PublishJournal.find(fs, staging));
        assertTrue(error.getMessage(), error.getMessage().contains("'" + file + "'"));
      }
    }
  }

  @Test
  public void aJournalWithoutListsIsRefused() throws IOException {
    for (String json : new String[] {"null", "{}", "[]", "{\"added\":[\"a\"]}", "x", ""}) {
      write(json);
      assertThrows(json, IOException.class, () -> PublishJournal.find(fs, staging));
    }
  }
}
