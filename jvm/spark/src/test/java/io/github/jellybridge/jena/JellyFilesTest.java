package io.github.jellybridge.jena;

import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.spark.scan.JellyMessages;
import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.PrefixMapFactory;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.rules.TemporaryFolder;

/** Tests statements of Jena to and from Jelly; the other side is jelly-jvm, through RIOT. */
public class JellyFilesTest {
  private static final JellyWriteOptions OPTIONS = JellyWriteOptions.defaults();

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static DatasetGraph dataset(Iterable<Quad> quads) {
    DatasetGraph dataset = DatasetGraphFactory.create();
    quads.forEach(dataset::add);
    return dataset;
  }

  private static <T> List<T> all(Iterator<T> iterator) {
    List<T> list = new ArrayList<>();
    iterator.forEachRemaining(list::add);
    return list;
  }

  /** More quads than one batch holds, with terms of every kind. */
  private static List<Quad> manyQuads() {
    List<Quad> quads = new ArrayList<>(JellySamples.someQuads());
    quads.addAll(JellySamples.numbered(3000));
    return quads;
  }

  @Test
  public void quadsThatJellyJvmWroteAreRead() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    JellySamples.writeQuads(file, manyQuads(), 100);
    List<Quad> found = all(JellyFiles.readQuads(file));
    assertEquals(manyQuads().size(), found.size());
    assertTrue(Riot.isomorphic(dataset(manyQuads()), dataset(found)));
  }

  @Test
  public void triplesThatJellyJvmWroteAreRead() throws IOException {
    byte[] bytes = JellyMessages.triples(JellySamples.everyKind());
    List<Triple> found = all(JellyFiles.readTriples(new ByteArrayInputStream(bytes)));
    DatasetGraph expected = dataset(JellySamples.everyKind());
    assertTrue(
        Riot.isomorphic(
            expected,
            dataset(found.stream().map(t -> Quad.create(Quad.defaultGraphIRI, t)).toList())));
  }

  @Test
  public void quadsAreReadByJellyJvm() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    assertEquals(manyQuads().size(), JellyFiles.writeQuads(manyQuads().iterator(), file, OPTIONS));
    assertEquals(
        JellySamples.described(manyQuads()),
        JellySamples.described(JellySamples.readWithJellyJvm(file)));
    assertArrayEquals(new String[] {"a.jelly"}, folder.getRoot().list());
  }

  @Test
  public void triplesAreReadByJellyJvm() throws IOException {
    List<Triple> triples = JellySamples.everyKind().stream().map(Quad::asTriple).toList();
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    JellyFiles.writeTriples(triples.iterator(), file, OPTIONS);
    assertEquals(
        JellySamples.described(JellySamples.everyKind()),
        JellySamples.described(JellySamples.readWithJellyJvm(file)));
    try (InputStream in = Files.newInputStream(file)) {
      assertEquals(
          PhysicalStreamType.TRIPLES,
          eu.neverblink.jelly.core.proto.v1.RdfStreamFrame.parseDelimitedFrom(in)
              .getRows()
              .iterator()
              .next()
              .getOptions()
              .getPhysicalType());
    }
  }

  @Test
  public void theOutputOfAParserOfRiotIsWritten() throws IOException {
    String turtle = "PREFIX e: <http://example.org/> e:a e:p [ e:q 1, 'x'@en ] .";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriteOptions options = JellyWriteOptions.builder().namespaceDeclarations(true).build();
    try (JellyStreamRdf stream = new JellyStreamRdf(out, options)) {
      RDFParser.fromString(turtle, Lang.TURTLE).parse(stream);
      assertEquals(3, stream.statements());
    }
    DatasetGraph found = DatasetGraphFactory.create();
    RDFDataMgr.read(
        found, new ByteArrayInputStream(out.toByteArray()), RDFLanguages.nameToLang("Jelly"));
    DatasetGraph expected = DatasetGraphFactory.create();
    RDFParser.fromString(turtle, Lang.TURTLE).parse(expected);
    assertTrue(Riot.isomorphic(expected, found));
    assertEquals("http://example.org/", PrefixMapFactory.create(found.prefixes()).get("e"));
  }

  @Test
  public void blankNodesOfTwoStreamsDiffer() {
    byte[] bytes = JellyMessages.triples(JellySamples.everyKind());
    Node one = JellyFiles.readQuads(new ByteArrayInputStream(bytes)).next().getSubject();
    List<Quad> quads = all(JellyFiles.readQuads(new ByteArrayInputStream(bytes)));
    List<Quad> others = all(JellyFiles.readQuads(new ByteArrayInputStream(bytes)));
    assertEquals(one, quads.get(0).getSubject());
    assertTrue(quads.get(3).getSubject().isBlank());
    assertEquals(quads.get(3).getSubject(), quads.get(4).getSubject());
    assertNotEquals(quads.get(3).getSubject(), others.get(3).getSubject());
  }

  @Test
  public void aBlankNodeIsTheSameInsideAndOutsideOfAQuotedTriple() throws IOException {
    Cases.each(
        List.of("b0", "a:b", "", "jbx41"),
        label -> {
          Node blank = NodeFactory.createBlankNode(label);
          Triple triple =
              Triple.create(blank, iri("p"), NodeFactory.createTripleTerm(blank, iri("p"), blank));
          Path file = folder.getRoot().toPath().resolve("a.jelly");
          JellyWriteOptions options = JellyWriteOptions.builder().rdfStar(true).build();
          JellyFiles.writeTriples(List.of(triple).iterator(), file, options);
          Triple read = JellyFiles.readTriples(file).next();
          assertEquals(read.getSubject(), read.getObject().getTriple().getSubject());
          assertEquals(read.getSubject(), read.getObject().getTriple().getObject());
          Quad byJellyJvm = JellySamples.readWithJellyJvm(file).get(0);
          assertEquals(blank, byJellyJvm.getSubject());
          assertEquals(blank, byJellyJvm.getObject().getTriple().getSubject());
        });
  }

  /** Single surrogates would be encoded as question marks, which would merge different nodes. */
  @Test
  public void halvesOfSurrogatePairsAreRefused() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    for (Node half :
        List.of(
            text("a\ud800b"),
            NodeFactory.createLiteralDT("a", NodeFactory.getType("x:\ud800")),
            NodeFactory.createURI("x:a\udc00"),
            NodeFactory.createBlankNode("\ud800\ud800"),
            NodeFactory.createTripleTerm(iri("a"), iri("p"), text("\ud800")))) {
      List<Triple> triples = List.of(Triple.create(iri("a"), iri("p"), half));
      for (ThrowingRunnable refused :
          List.<ThrowingRunnable>of(
              () -> JellyFiles.writeTriples(triples.iterator(), file, OPTIONS),
              () -> TermFields.of(half))) {
        String message = assertThrows(IllegalArgumentException.class, refused).getMessage();
        assertTrue(message, message.contains("half of a surrogate pair"));
      }
    }
    assertArrayEquals(new String[0], folder.getRoot().list());
    List<Triple> pair = List.of(Triple.create(iri("a"), iri("p"), text("\ud83d\ude00?")));
    JellyFiles.writeTriples(pair.iterator(), file, OPTIONS);
    assertEquals(pair, all(JellyFiles.readTriples(file)));
  }

  @Test
  public void aStreamThatRefusedAStatementIsNotFinished() throws IOException {
    Triple good = Triple.create(iri("a"), iri("p"), iri("b"));
    Triple bad = Triple.create(iri("a"), iri("p"), NodeFactory.createVariable("x"));
    AtomicInteger closed = new AtomicInteger();
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    try (JellyStreamRdf stream = new JellyStreamRdf(out, OPTIONS)) {
      stream.triple(good);
      assertThrows(IllegalArgumentException.class, () -> stream.triple(bad));
      assertThrows(IllegalStateException.class, () -> stream.triple(good));
      assertThrows(IllegalStateException.class, stream::finish);
    }
    assertEquals(1, closed.get());
    assertEquals(0, out.size());
  }

  @Test
  public void aStreamThatWasFinishedOrClosedTakesNothingMore() throws IOException {
    Triple triple = Triple.create(iri("a"), iri("p"), iri("b"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyStreamRdf stream = new JellyStreamRdf(out, OPTIONS);
    stream.triple(triple);
    stream.finish();
    assertThrows(IllegalStateException.class, () -> stream.triple(triple));
    stream.finish();
    stream.close();
    assertThrows(IllegalStateException.class, () -> stream.triple(triple));
    stream.close();
    assertEquals(1, stream.statements());
    assertEquals(1, all(JellyFiles.readQuads(new ByteArrayInputStream(out.toByteArray()))).size());
  }

  @Test
  public void aStreamThatTheWriterRefusedIsClosedWithoutAWord() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Node quoted = NodeFactory.createTripleTerm(iri("a"), iri("p"), iri("b"));
    try (JellyStreamRdf stream = new JellyStreamRdf(out, OPTIONS)) {
      stream.triple(Triple.create(iri("a"), iri("p"), quoted));
      assertThrows(UncheckedIOException.class, stream::finish);
    }
    assertEquals(0, out.size());
  }

  @Test
  public void namedGraphIsNoTriple() {
    byte[] bytes = JellyMessages.quads(List.of(quad(iri("a"), iri("p"), text("x"), iri("g"))));
    Iterator<Triple> triples = JellyFiles.readTriples(new ByteArrayInputStream(bytes));
    String text = assertThrows(IllegalStateException.class, triples::next).getMessage();
    assertTrue(text, text.contains("Statement 0 is in the graph http://example.org/g"));
  }

  @Test
  public void brokenInputIsAnErrorAndClosesTheStream() {
    byte[] bytes = JellyMessages.triples(JellySamples.everyKind());
    AtomicInteger closed = new AtomicInteger();
    InputStream cut =
        new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length - 3)) {
          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    JellyIterator<Quad> quads = JellyIterator.quads(cut, "cut", JellyReadOptions.defaults());
    Throwable cause = assertThrows(UncheckedIOException.class, () -> all(quads)).getCause();
    assertTrue(cause.getMessage(), cause instanceof JellyParseException);
    assertTrue(closed.get() > 0);
    // A further call must fail as well, as an empty rest would look like the end of the file.
    assertEquals(cause, assertThrows(UncheckedIOException.class, quads::hasNext).getCause());
    assertEquals(cause, assertThrows(UncheckedIOException.class, quads::next).getCause());
  }

  @Test
  public void nothingFollowsTheEndOfAnIterator() throws IOException {
    byte[] bytes = JellyMessages.triples(JellySamples.everyKind());
    Cases.each(
        List.of(true, false),
        closed -> {
          JellyIterator<Quad> quads = JellyFiles.readQuads(new ByteArrayInputStream(bytes));
          if (closed) {
            quads.next();
            quads.close();
          } else {
            all(quads);
          }
          assertFalse(quads.hasNext());
          assertThrows(NoSuchElementException.class, quads::next);
        });
  }

  @Test
  public void aRefusedWriteLeavesTheFileUnchanged() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    Files.write(file, new byte[] {1, 2});
    Node quoted = NodeFactory.createTripleTerm(iri("a"), iri("p"), iri("b"));
    List<Quad> quads =
        List.of(JellySamples.triple(iri("a"), iri("p"), quoted), JellySamples.someQuads().get(0));
    JellyWriteException e =
        assertThrows(
            JellyWriteException.class,
            () -> JellyFiles.writeQuads(quads.iterator(), file, OPTIONS));
    assertEquals("rdfStar", e.option());
    assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(file));
    assertArrayEquals(new String[] {"a.jelly"}, folder.getRoot().list());
    JellyWriteOptions star = JellyWriteOptions.builder().rdfStar(true).build();
    JellyFiles.writeQuads(quads.iterator(), file, star);
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellySamples.readWithJellyJvm(file)));
  }

  @Test
  public void aLinkStaysAndLeadsToTheWrittenFile() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a.jelly");
    Path elsewhere = folder.newFolder("elsewhere").toPath();
    Path link = Files.createSymbolicLink(elsewhere.resolve("link.jelly"), file);
    List<Quad> quads = JellySamples.someQuads();
    assertThrows(
        NoSuchFileException.class, () -> JellyFiles.writeQuads(quads.iterator(), link, OPTIONS));
    Files.write(file, new byte[] {1, 2});
    JellyFiles.writeQuads(quads.iterator(), link, OPTIONS);
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellySamples.readWithJellyJvm(file)));
    assertArrayEquals(new String[] {"link.jelly"}, elsewhere.toFile().list());
  }

  @Test
  public void aPipeReceivesTheFile() throws Exception {
    Path pipe = folder.getRoot().toPath().resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Path copy = folder.getRoot().toPath().resolve("copy.jelly");
    Process reader =
        new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
    try {
      JellyFiles.writeQuads(manyQuads().iterator(), pipe, OPTIONS);
      assertFalse(Files.isRegularFile(pipe));
      assertEquals(0, reader.waitFor());
    } finally {
      reader.destroy();
    }
    assertEquals(
        JellySamples.described(manyQuads()),
        JellySamples.described(JellySamples.readWithJellyJvm(copy)));
  }

  @Test
  public void aFileThatIsReplacedKeepsItsPermissions() throws IOException {
    Path file = Files.createFile(folder.getRoot().toPath().resolve("a.jelly"));
    Cases.each(
        List.of("rw-------", "rw-rw-rw-"),
        permissions -> {
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
          JellyFiles.writeQuads(manyQuads().iterator(), file, OPTIONS);
          assertEquals(
              permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        });
  }

  @Test
  public void aNameMayBeAsLongAsNamesOfFilesAre() throws IOException {
    Path file = folder.getRoot().toPath().resolve("a".repeat(249) + ".jelly");
    List<Quad> quads = JellySamples.someQuads();
    JellyFiles.writeQuads(quads.iterator(), file, OPTIONS);
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellySamples.readWithJellyJvm(file)));
  }
}
