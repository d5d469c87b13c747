package io.github.jellybridge.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests belong to. */
public final class Checkout {
  private Checkout() {}

  /** Returns its root, in whichever folder of it the tests run. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("settings.gradle"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
