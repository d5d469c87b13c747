package io.github.jellybridge.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests belong to. */
public final class Checkout {
  private Checkout() {}

  /** Returns the root of the checkout from any folder in it. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("settings.gradle"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
