package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hamcrest.Matcher;
import org.junit.Assert;
import org.junit.Test;

/**
 * Runs {@link PatchFuzzRun} in a Java of its own with a heap of 256 MiB, so that wasted memory
 * fails.
 */
public class PatchFuzzTest {
  private static final int MUTANTS = 20_000;
  private static final int SEED = 20_261_121;
  private static final long MAX_MINUTES = 10;

  @Test
  public void damagedPatchesAreReadRightOrRefused() throws Exception {
    String classPath =
        Stream.of(
                PatchFuzzRun.class,
                PatchReader.class,
                RdfStreamFrame.class,
                MessageLite.class,
                Assert.class,
                Matcher.class)
            .map(PatchFuzzTest::place)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath,
                    PatchFuzzRun.class.getName(),
                    Integer.toString(MUTANTS),
                    Integer.toString(SEED)))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(output, process.waitFor(MAX_MINUTES, TimeUnit.MINUTES));
    System.out.println(output.lines().findFirst().orElse("no output"));
    assertEquals(output, 0, process.exitValue());
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
