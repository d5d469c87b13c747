/** Renames packages of bundled libraries, in class files, resource paths and service entries. */
package io.github.jellybridge.build;

import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Maps every name below one of a set of packages to the same name below another package. */
final class Relocator extends Remapper {

  private final Map<String, String> packages;

  /**
   * @param packages old package to new package, dotted, for example {@code com.google.gson} to
   *     {@code shaded.com.google.gson}
   */
  @SuppressWarnings(
      "deprecation") // The constructor that names an ASM API level is newer than Gradle's ASM.
  Relocator(Map<String, String> packages) {
    this.packages = packages;
  }

  /**
   * Returns the new name of a class or package with dots, or the same name when it does not move.
   */
  String dotted(String name) {
    return renamed(name, '.');
  }

  /**
   * Returns the new path of a class or resource with slashes, or the same path when it does not
   * move.
   */
  String path(String path) {
    return renamed(path, '/');
  }

  private String renamed(String name, char separator) {
    for (Map.Entry<String, String> move : packages.entrySet()) {
      String from = move.getKey().replace('.', separator);
      if (name.startsWith(from)
          && (name.length() == from.length() || name.charAt(from.length()) == separator)) {
        return move.getValue().replace('.', separator) + name.substring(from.length());
      }
    }
    return name;
  }

  @Override
  public String map(String internalName) {
    return path(internalName);
  }

  /**
   * Also renames constants that consist of nothing but a class, package or resource name: libraries
   * load service providers, generated classes and message bundles by such strings.
   */
  @Override
  public Object mapValue(Object value) {
    if (!(value instanceof String text)) {
      return super.mapValue(value);
    }
    if (!text.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.' || c == '/')) {
      return text;
    }
    if (text.startsWith("/")) {
      return "/" + path(text.substring(1));
    }
    return path(dotted(text));
  }

  /** Returns the class file with every occurrence of a moved name changed. */
  byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(new ClassRemapper(new XmlReaderOfTheJdk(writer), this), 0);
    return writer.toByteArray();
  }
}
