package io.github.jellybridge.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Words of the command line, and its streams; the Python tests have the results of commands. */
public class CliMainTest {
  private static final String TRIPLE = "<x:s> <x:p> \"\u00e9\\\"\\n\" .\n";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) {
    return run(InputStream.nullInputStream(), out, err, words);
  }

  private int run(InputStream in, OutputStream out, OutputStream err, String... words) {
    this.out.reset();
    this.err.reset();
    return CliMain.run(in, out, err, words);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.getRoot().toPath().resolve("a.nt"), content);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void checkUsage(String message, String... words) {
    assertEquals(CliMain.USAGE, run(words));
    assertEquals("", out());
    assertTrue(err(), err().startsWith("usage: jelly-bridge"));
    assertTrue(err(), err().endsWith("\njelly-bridge: " + message + "\n"));
  }

  @Test
  public void wrongWordsAreNamed() {
    checkUsage("Missing required subcommand");
    checkUsage(
        "unknown command 'frobnicate'; the commands are inspect, head, count, index, validate,"
            + " convert, query",
        "frobnicate");
    checkUsage("Unknown option: '--frobnicate'", "count", "--frobnicate", "x");
    checkUsage("Missing required parameter: 'FILE'", "count");
    checkUsage("Missing required parameter: 'IN... OUT'", "convert");
    checkUsage("expected a file to write after 'x.nt'", "convert", "x.nt", "--to", "nq");
    checkUsage(
        "Invalid value for option '--lines': expected a number from 0 to 9223372036854775807, not"
            + " '-1'",
        "head",
        "-n",
        "-1",
        "x");
    checkUsage(
        "Invalid value for option '--compression-level': expected a number from 0 to 12, not '13'",
        "convert",
        "--compression-level",
        "13",
        "a",
        "b");
    checkUsage(
        "Invalid value for option '--compat': expected none or ruby, not 'rust'",
        "convert",
        "--compat=rust",
        "a",
        "b");
    checkUsage(
        "Invalid value for option '--to': expected nt, nq, ttl, trig, rdfxml, jsonld, thrift,"
            + " protobuf, jelly or rdfb, not 'n3'",
        "convert",
        "--to",
        "n3",
        "a",
        "b");
  }

  @Test
  public void optionsMayFollowFiles() throws Exception {
    Path file = file(TRIPLE.repeat(20));
    assertEquals(CliMain.OK, run("head", file.toString(), "--lines", "2"));
    assertEquals(TRIPLE.repeat(2), out());
  }

  @Test
  public void jsonIsSpacedAndEscapedAsInPython() throws Exception {
    assertEquals(CliMain.OK, run("head", "--json", file(TRIPLE).toString()));
    assertEquals(
        "{\"s\": {\"kind\": \"iri\", \"value\": \"x:s\", \"lang\": null, \"datatype\": null},"
            + " \"p\": {\"kind\": \"iri\", \"value\": \"x:p\", \"lang\": null, \"datatype\": null},"
            + " \"o\": {\"kind\": \"literal\", \"value\": \"\u00e9\\\"\\n"
            + "\", \"lang\": null, \"datatype\": null}, \"g\": null}\n",
        out());
  }

  @Test
  public void progressIsShownOnlyWhenAskedForOutsideATerminal() throws Exception {
    String file = file(TRIPLE).toString();
    assertEquals(CliMain.OK, run("count", file));
    assertEquals("", err());
    assertEquals(CliMain.OK, run("count", "--progress", file));
    assertTrue(err(), err().startsWith("\r[########################] 100%  " + file));
    assertEquals("1\t" + file + "\n", out());
    assertEquals(CliMain.OK, run("count", "--no-progress", file));
    assertEquals("", err());
  }

  @Test
  public void standardInputIsConvertedToStandardOutput() {
    InputStream in = new ByteArrayInputStream(TRIPLE.getBytes(StandardCharsets.UTF_8));
    assertEquals(CliMain.OK, run(in, out, err, "convert", "--from", "nt", "--to", "nq", "-", "-"));
    assertEquals(TRIPLE, out());
    assertEquals("", err());
  }

  @Test
  public void outputThatIsClosedEndsTheCommandSilently() throws Exception {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    String file = file(TRIPLE).toString();
    InputStream nothing = InputStream.nullInputStream();
    assertEquals(CliMain.CLOSED, run(nothing, closed, err, "head", file));
    assertEquals(CliMain.CLOSED, run(nothing, closed, err, "convert", "--to", "ttl", file, "-"));
    assertEquals(CliMain.CLOSED, run(nothing, closed, err, "--help"));
    assertEquals("", err());
    assertEquals(CliMain.CLOSED, run(nothing, out, closed, "count", file + ".none"));
  }
}
