package io.github.jellybridge.fuzz;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.commons.codec.digest.XXHash32;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.lang3.ArrayUtils;
import org.hamcrest.Matcher;
import org.junit.Assert;

/** Runs a fuzz test in a separate JVM with a heap of 256 MiB, so that wasted memory fails. */
public final class SmallHeap {
  private static final int SEED = 20_261_121;
  private static final long MAX_MINUTES = 10;

  private SmallHeap() {}

  /**
   * Runs the main class with the number of mutants and the seed as arguments.
   *
   * @throws AssertionError if the program times out or exits with a status other than 0
   */
  public static void fuzz(Class<?> main, int mutants) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath(main),
                    main.getName(),
                    Integer.toString(mutants),
                    Integer.toString(SEED)))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(output, process.waitFor(MAX_MINUTES, TimeUnit.MINUTES));
    System.out.println(output.lines().findFirst().orElse("no output"));
    assertEquals(output, 0, process.exitValue());
  }

  /** The class path of fuzz tests, from the locations of classes: Gradle hides it in a jar. */
  private static String classPath(Class<?> main) {
    return Stream.of(
            main,
            JellyReader.class,
            RdfStreamFrame.class,
            MessageLite.class,
            LZ4Factory.class,
            FramedLZ4CompressorInputStream.class,
            IOUtils.class,
            XXHash32.class,
            ArrayUtils.class,
            Assert.class,
            Matcher.class)
        .map(SmallHeap::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
