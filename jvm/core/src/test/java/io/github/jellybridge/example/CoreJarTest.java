package io.github.jellybridge.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Compiles and runs the examples of docs/how-to/java.md against the jar of the codecs alone. */
public class CoreJarTest {
  private static final Path JAR = Path.of(System.getProperty("jellybridge.core.jar"));
  private static final Path SOURCES =
      Path.of("jvm/core/src/test/java/io/github/jellybridge/example");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void theExamplesNeedNothingButTheCoreJar() throws Exception {
    Path classes = folder.newFolder("classes").toPath();
    compile(classes, "ConvertNQuads", "CountByPredicate");
    Path source = folder.newFile("example.nq").toPath();
    Files.writeString(
        source,
        """
        <http://example.org/a> <http://example.org/name> "A"@en <http://example.org/g> .
        <http://example.org/a> <http://example.org/knows> <http://example.org/b> .
        """);
    Path target = folder.getRoot().toPath().resolve("example.jelly");
    URL[] path = {JAR.toUri().toURL(), classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      String name = JellyReadOptions.class.getName();
      assertEquals(loader, loader.loadClass(name).getClassLoader());
      assertEquals(2L, call(loader, "ConvertNQuads", "convert", source, target));
      assertEquals(
          Map.of("http://example.org/name", 1L), call(loader, "CountByPredicate", "count", target));
    }
  }

  private static Object call(ClassLoader loader, String name, String method, Path... files)
      throws ReflectiveOperationException {
    Class<?>[] types = new Class<?>[files.length];
    Arrays.fill(types, Path.class);
    return loader
        .loadClass("io.github.jellybridge.example." + name)
        .getMethod(method, types)
        .invoke(null, (Object[]) files);
  }

  private static void compile(Path classes, String... examples) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertNotNull("the tests need a JDK", compiler);
    List<File> files =
        List.of(examples).stream().map(name -> SOURCES.resolve(name + ".java").toFile()).toList();
    var manager = compiler.getStandardFileManager(null, null, null);
    List<String> options = List.of("-cp", JAR.toString(), "-d", classes.toString(), "-proc:none");
    boolean ok =
        compiler
            .getTask(null, manager, null, options, null, manager.getJavaFileObjectsFromFiles(files))
            .call();
    assertTrue(ok);
  }
}
