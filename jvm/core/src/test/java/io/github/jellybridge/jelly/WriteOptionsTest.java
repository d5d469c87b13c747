package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.Test;

/** The stream options and the namespaces that are written. */
public class WriteOptionsTest {
  @Test
  public void theVersionIsTheLowestThatFits() throws IOException {
    assertEquals(1, version(JellyWriteOptions.builder()));
    assertEquals(
        1, version(JellyWriteOptions.builder().rdfStar(true).generalized(true).scope("s")));
    assertEquals(2, version(JellyWriteOptions.builder().namespaceDeclarations(true)));
    assertEquals(2, version(JellyWriteOptions.builder().namespaces(Map.of("a", "urn:a"))));
  }

  @Test
  public void thePhysicalTypeIsTheOneThatTheLogicalTypeNeeds() {
    Cases.each(
        LogicalType.NAMED,
        type -> {
          boolean triples = type.fits(PhysicalType.TRIPLES) && !type.fits(PhysicalType.QUADS);
          assertEquals(
              triples ? PhysicalType.TRIPLES : PhysicalType.QUADS,
              JellyWriteOptions.builder().logicalType(type).build().physicalType());
        });
    assertEquals(
        LogicalType.FLAT_QUADS,
        JellyWriteOptions.builder().logicalType(null).build().logicalType());
  }

  @Test
  public void namespacesAreDeclaredInTheirOrder() throws IOException {
    Map<String, String> namespaces = new LinkedHashMap<>();
    namespaces.put("ex", "http://example.org/");
    namespaces.put("", "http://example.org/é#");
    namespaces.put("u", "urn:x:");
    Cases.each(
        new int[] {0, 1, 150},
        prefixes -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          JellyWriteOptions options =
              JellyWriteOptions.builder()
                  .namespaces(namespaces)
                  .maxPrefixTableSize(prefixes)
                  .build();
          try (JellyWriter writer = JellyWriter.open(out, options)) {
            Writing.write(writer, Writing.flat(3), Writing.Filling.DICTIONARY, 10);
            writer.namespace("late", "http://example.org/late");
            Writing.write(writer, Writing.flat(3), Writing.Filling.DICTIONARY, 10);
          }
          assertEquals(6, Writing.decode(out.toByteArray(), true).size());
          assertEquals(
              List.of(
                  new NamespaceDeclaration("ex", "http://example.org/"),
                  new NamespaceDeclaration("", "http://example.org/é#"),
                  new NamespaceDeclaration("u", "urn:x:"),
                  new NamespaceDeclaration("late", "http://example.org/late")),
              Reading.namespaces(out.toByteArray()));
        });
  }

  @Test
  public void aNamespaceIsRefusedWhereNoneWereAnnounced() {
    JellyWriter writer =
        JellyWriter.open(new ByteArrayOutputStream(), JellyWriteOptions.defaults());
    assertThrows(IllegalStateException.class, () -> writer.namespace("a", "urn:a"));
  }

  @Test
  public void aStreamMayHoldNamespacesOnly() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriteOptions options = JellyWriteOptions.builder().namespaceDeclarations(true).build();
    JellyWriter writer = JellyWriter.open(out, options);
    writer.namespace("a", "urn:a");
    writer.finish();
    assertThrows(IllegalStateException.class, () -> writer.namespace("b", "urn:b"));
    assertEquals(List.of(), Writing.decode(out.toByteArray(), true));
    assertEquals(
        List.of(new NamespaceDeclaration("a", "urn:a")), Reading.namespaces(out.toByteArray()));
  }

  @Test
  public void halvesOfSurrogatePairsAreRefused() {
    String half = "a\ud83d";
    Map<String, Consumer<JellyWriteOptions.Builder>> settings =
        Map.of(
            "streamName", b -> b.streamName(half),
            "scope", b -> b.scope(half),
            "namespaces must", b -> b.namespaces(Map.of("a", "urn:" + half)),
            "namespaces", b -> b.namespaces(Map.of(half, "urn:a")));
    settings.forEach(
        (name, setting) -> {
          JellyWriteOptions.Builder builder = JellyWriteOptions.builder();
          setting.accept(builder);
          IllegalArgumentException e = assertThrows(IllegalArgumentException.class, builder::build);
          assertTrue(e.getMessage(), e.getMessage().startsWith(name));
        });
    assertEquals(
        "a\ud83d\ude00?",
        JellyWriteOptions.builder().streamName("a\ud83d\ude00?").build().streamName());
  }

  @Test
  public void presetsAreThoseOfTheSpecificationsAuthors() {
    JellyWriteOptions small =
        JellyWriteOptions.builder().preset(JellyWriteOptions.Preset.SMALL).build();
    var theirs = eu.neverblink.jelly.core.JellyOptions.SMALL_STRICT;
    assertEquals(theirs.getMaxNameTableSize(), small.maxNameTableSize());
    assertEquals(theirs.getMaxPrefixTableSize(), small.maxPrefixTableSize());
    assertEquals(theirs.getMaxDatatypeTableSize(), small.maxDatatypeTableSize());
    var big = eu.neverblink.jelly.core.JellyOptions.BIG_STRICT;
    assertEquals(big.getMaxNameTableSize(), JellyWriteOptions.defaults().maxNameTableSize());
    assertEquals(big.getMaxPrefixTableSize(), JellyWriteOptions.defaults().maxPrefixTableSize());
    assertEquals(
        big.getMaxDatatypeTableSize(), JellyWriteOptions.defaults().maxDatatypeTableSize());
  }

  private static int version(JellyWriteOptions.Builder options) throws IOException {
    byte[] file = Writing.write(Writing.flat(1), options.build());
    return Writing.frames(file).get(0).getRows(0).getOptions().getVersion();
  }
}
