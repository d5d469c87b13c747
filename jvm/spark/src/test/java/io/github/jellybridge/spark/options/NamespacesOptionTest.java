package io.github.jellybridge.spark.options;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Tests the JSON of the option {@code namespaces}. */
public class NamespacesOptionTest {
  @Test
  public void namesAndIrisAreTakenInTheirOrder() {
    Map<String, String> found = NamespacesOption.parse(" {\"b\": \"urn:b\", \"\": \"urn:a\"} ");
    assertEquals("[b=urn:b, =urn:a]", found.entrySet().toString());
    assertEquals(Map.of(), NamespacesOption.spec("Names.").defaultValue());
    assertEquals(Map.of(), NamespacesOption.parse("{}"));
  }

  @Test
  public void allElseIsRefused() {
    for (String json :
        List.of(
            "",
            "null",
            "[]",
            "\"a\"",
            "{\"a\": 1}",
            "{\"a\": true}",
            "{\"a\": null}",
            "{\"a\": {}}",
            "{\"a\": \"urn:a\", \"a\": \"urn:b\"}",
            "{} {}",
            "{\"a\"")) {
      Exception error =
          assertThrows(json, IllegalArgumentException.class, () -> NamespacesOption.parse(json));
      assertTrue(error.getMessage(), error.getMessage().startsWith("Option 'namespaces'"));
    }
  }
}
