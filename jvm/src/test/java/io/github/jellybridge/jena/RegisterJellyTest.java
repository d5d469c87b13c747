package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParserRegistry;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.junit.Test;
import org.slf4j.Logger;

/** The jar in a Java of its own, where nothing has started Jena before. */
public class RegisterJellyTest {
  private static final long MAX_SECONDS = 120;

  /** Uses a class of Jena first that could not be used after Jelly's own way to register. */
  public static final class StreamWriterFirst {
    private StreamWriterFirst() {}

    /** Prints whether stream writers and Jelly are known in the end. */
    public static void main(String[] args) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      StreamRDFWriter.getWriterStream(out, Lang.NQUADS).finish();
      StreamRDFWriter.getWriterStream(out, JellyLanguage.JELLY).finish();
      boolean known =
          RDFLanguages.filenameToLang("a.jelly") == JellyLanguage.JELLY
              && RDFParserRegistry.isQuads(JellyLanguage.JELLY);
      System.out.println(known ? "known" : "unknown");
    }
  }

  /** Lets Jena start by another class, as most programs do. */
  public static final class ModelFirst {
    private ModelFirst() {}

    /** Prints whether Jelly is known by its extension. */
    public static void main(String[] args) {
      boolean empty = ModelFactory.createDefaultModel().isEmpty();
      Lang lang = RDFLanguages.filenameToLang("a.jelly");
      boolean known = empty && lang != null && StreamRDFWriter.registered(lang);
      System.out.println(known ? "known" : "unknown");
    }
  }

  @Test
  public void streamWritersMayBeTheFirstOfJena() throws Exception {
    assertEquals("known", output(StreamWriterFirst.class));
  }

  @Test
  public void jellyIsKnownByItsExtension() throws Exception {
    assertEquals("known", output(ModelFirst.class));
  }

  private static String output(Class<?> main) throws IOException, InterruptedException {
    Path jar =
        Path.of(
            "build",
            "libs",
            "jelly-bridge-" + Files.readString(Path.of("VERSION")).strip() + ".jar");
    assertTrue(jar + " is made by the build", Files.exists(jar));
    String classPath =
        Stream.of(jar.toString(), place(main), place(Logger.class))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    classPath,
                    main.getName()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(output, process.waitFor(MAX_SECONDS, TimeUnit.SECONDS));
    return output.strip();
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
