package io.github.jellybridge.sparql;

import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Checkout;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;

/** Tests the list of public classes on the page about Java; this module sees all of them. */
public class JavaPageTest {
  @Test
  public void theClassesAreWhereThePageSays() throws Exception {
    String page = Files.readString(Checkout.root().resolve("docs/how-to/java.md"));
    Matcher rows =
        Pattern.compile(
                "^\\| `([a-z.]+)` \\| ((?:`[A-Z]\\w+`(?:, )?)+) \\| (?:yes|no) \\|$",
                Pattern.MULTILINE)
            .matcher(page);
    int classes = 0;
    while (rows.find()) {
      for (String name : rows.group(2).replace("`", "").split(", ")) {
        Class.forName("io.github.jellybridge." + rows.group(1) + "." + name);
        classes++;
      }
    }
    assertTrue(classes > 40);
  }
}
