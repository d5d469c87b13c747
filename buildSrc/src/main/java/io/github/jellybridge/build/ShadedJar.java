/**
 * Gradle task that packs the project's classes and its libraries into one jar, with libraries
 * moved.
 */
package io.github.jellybridge.build;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;

/**
 * Packs class folders and library jars into one jar whose bytes depend on their contents only.
 *
 * <p>{@link JarContents} decides what happens to each kind of entry.
 */
public class ShadedJar extends DefaultTask {

  /**
   * 1980-02-01 UTC: the zip format can hold this date in every time zone, and all builds share it.
   */
  private static final long ENTRY_TIME = 318_211_200_000L;

  private FileCollection classFolders;
  private FileCollection libraries;
  private Map<String, String> relocations = new TreeMap<>();
  private String implementationVersion = "";
  private File output;

  @Classpath
  public FileCollection getClassFolders() {
    return classFolders;
  }

  public void setClassFolders(FileCollection folders) {
    this.classFolders = folders;
  }

  @Classpath
  public FileCollection getLibraries() {
    return libraries;
  }

  public void setLibraries(FileCollection jars) {
    this.libraries = jars;
  }

  /** Old package to new package, dotted. */
  @Input
  public Map<String, String> getRelocations() {
    return relocations;
  }

  public void setRelocations(Map<String, String> packages) {
    this.relocations = new TreeMap<>(packages);
  }

  @Input
  public String getImplementationVersion() {
    return implementationVersion;
  }

  public void setImplementationVersion(String version) {
    this.implementationVersion = version;
  }

  @OutputFile
  public File getOutput() {
    return output;
  }

  public void setOutput(File jar) {
    this.output = jar;
  }

  /** The licence texts of the project itself. */
  private FileCollection notices;

  @InputFiles
  @org.gradle.api.tasks.PathSensitive(org.gradle.api.tasks.PathSensitivity.NAME_ONLY)
  public FileCollection getNotices() {
    return notices;
  }

  public void setNotices(FileCollection files) {
    this.notices = files;
  }

  /** Reads all inputs before it writes the jar, so that a failed build leaves no partial jar. */
  @TaskAction
  public void pack() throws IOException {
    JarContents contents = new JarContents(new Relocator(relocations));
    for (File file : notices) {
      contents.addOwnNotice(file.getName(), Files.readAllBytes(file.toPath()));
    }
    for (File folder : classFolders) {
      addFolder(contents, folder.toPath());
    }
    for (File jar : libraries) {
      addJar(contents, jar);
    }
    Files.createDirectories(output.toPath().getParent());
    Files.write(output.toPath(), bytes(contents.entries()));
  }

  private static void addFolder(JarContents contents, Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String path = folder.relativize(file).toString().replace(File.separatorChar, '/');
        contents.add("jelly-bridge", path, Files.readAllBytes(file));
      }
    }
  }

  private static void addJar(JarContents contents, File jar) throws IOException {
    String library = jar.getName().replaceFirst("\\.jar$", "");
    // Opened for the Java release that the project needs, so that a multi-release jar yields its
    // newest suitable classes.
    try (JarFile file = new JarFile(jar, false, JarFile.OPEN_READ, Runtime.Version.parse("17"));
        Stream<JarEntry> entries = file.versionedStream()) {
      for (JarEntry entry : entries.filter(e -> !e.isDirectory()).toList()) {
        contents.add(library, entry.getName(), file.getInputStream(entry).readAllBytes());
      }
    }
  }

  private byte[] bytes(Map<String, byte[]> entries) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.IMPLEMENTATION_TITLE, "jelly-bridge");
    main.put(Attributes.Name.IMPLEMENTATION_VERSION, implementationVersion);
    main.putValue("Automatic-Module-Name", "io.github.jellybridge");
    ByteArrayOutputStream manifestBytes = new ByteArrayOutputStream();
    manifest.write(manifestBytes);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      put(jar, JarFile.MANIFEST_NAME, manifestBytes.toByteArray());
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        put(jar, entry.getKey(), entry.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static void put(JarOutputStream jar, String path, byte[] content) throws IOException {
    JarEntry entry = new JarEntry(path);
    entry.setTimeLocal(
        java.time.LocalDateTime.ofEpochSecond(ENTRY_TIME / 1000, 0, java.time.ZoneOffset.UTC));
    jar.putNextEntry(entry);
    OutputStream out = jar;
    out.write(content);
    jar.closeEntry();
  }
}
