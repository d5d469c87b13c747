package io.github.jellybridge.spark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.jellybridge.spark.options.OptionSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Checks that the reference lists all options of all data sources and functions. */
public class OptionReferenceTest {
  @Test
  public void allSourcesAndFunctionsHaveATable() {
    assertEquals(
        List.of(
            "files",
            "streams",
            "jelly read",
            "jelly write",
            "jelly-patch read",
            "jelly-patch write",
            "rdf read",
            "rdf write",
            "rdf-borsh read",
            "rdf-borsh write",
            "from_jelly",
            "to_jelly",
            "rdf_term"),
        List.copyOf(OptionReference.tables().keySet()));
  }

  @Test
  public void descriptionsAreSentences() {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, List<OptionSpec>> table : OptionReference.tables().entrySet()) {
      for (OptionSpec spec : table.getValue()) {
        if (!spec.description().matches("[A-Z0-9`].*\\.") || spec.description().contains("|")) {
          wrong.add(table.getKey() + ": " + spec.name());
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  public void jsonHasEverythingThatIsDeclared() throws IOException {
    JsonNode tables = new ObjectMapper().readTree(OptionReference.json());
    assertEquals(
        new ObjectMapper()
            .readTree(
                "{\"name\":\"compressionLevel\",\"type\":\"integer\",\"range\":\"0 to"
                    + " 12\",\"choices\":[],\"default\":\"12\",\"value\":\"12\",\"description\":\"0"
                    + " is fast LZ4. 1 to 12 are LZ4-HC: the higher, the smaller and slower.\"}"),
        tables.get("rdf-borsh write").get(0));
    OptionReference.tables()
        .forEach((name, specs) -> assertEquals(name, specs.size(), tables.get(name).size()));
    assertTrue(tables.get("jelly write").get(0).get("range").isNull());
  }
}
