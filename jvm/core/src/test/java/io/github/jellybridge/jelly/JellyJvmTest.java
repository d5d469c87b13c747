package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.util.Context;
import org.apache.jena.sys.JenaSystem;
import org.junit.Test;

/** Checks that we read files of jelly-jvm as jelly-jvm reads them. */
public class JellyJvmTest {
  private static final int SIZE = TestSize.of(150, 700);
  private static final int[] ROWS_PER_FRAME = {1, 7, 256, 1_000_000};

  @Test
  public void filesOfEveryPresetReadAsInJellyCore() throws Exception {
    AtomicLong seed = new AtomicLong();
    Cases.each(
        presets().entrySet(),
        preset -> {
          for (PhysicalStreamType type : types()) {
            for (int rowsPerFrame : ROWS_PER_FRAME) {
              check(
                  preset.getKey(),
                  preset.getValue(),
                  type,
                  rowsPerFrame,
                  true,
                  SIZE,
                  seed.incrementAndGet());
            }
            check(preset.getKey(), preset.getValue(), type, 0, false, SIZE, seed.incrementAndGet());
          }
        });
  }

  @Test
  public void manySmallFilesReadAsInJellyCore() throws Exception {
    List<Map.Entry<String, RdfStreamOptions>> presets = List.copyOf(presets().entrySet());
    for (long seed = 1000; seed < TestSize.of(1060, 1300); seed++) {
      Random random = new Random(seed);
      var preset = presets.get(random.nextInt(presets.size()));
      PhysicalStreamType type = types().get(random.nextInt(3));
      boolean delimited = random.nextBoolean();
      int size = 1 + random.nextInt(60);
      check(
          preset.getKey(), preset.getValue(), type, 1 + random.nextInt(20), delimited, size, seed);
    }
  }

  private static void check(
      String preset,
      RdfStreamOptions base,
      PhysicalStreamType type,
      int rowsPerFrame,
      boolean delimited,
      int size,
      long seed)
      throws Exception {
    String what =
        "seed " + seed + ", " + preset + ", " + type + ", " + rowsPerFrame + " rows a frame";
    List<Statement> statements = statements(base, type != PhysicalStreamType.TRIPLES, size, seed);
    LogicalStreamType logical =
        type == PhysicalStreamType.TRIPLES
            ? LogicalStreamType.FLAT_TRIPLES
            : LogicalStreamType.FLAT_QUADS;
    RdfStreamOptions options =
        base.clone().setPhysicalType(type).setLogicalType(logical).setVersion(1);
    byte[] file = JellyCore.encode(statements, options, rowsPerFrame, delimited);
    List<Statement> expected = JellyCore.decode(file);
    assertEquals(what, inOneFrame(statements), inOneFrame(expected));
    assertEquals(what, expected, Reading.read(file));
    assertEquals(what, delimited, Reading.header(file).delimited());
    assertEquals(what, Layout.V1, Reading.header(file).layout());
  }

  @Test
  public void filesOfJellyJenaReadAsInRiot() throws Exception {
    JenaSystem.init();
    long seed = 2000;
    for (String preset : new TreeMap<>(JellyLanguage.PRESETS).keySet()) {
      for (boolean quads : new boolean[] {false, true}) {
        for (boolean delimited : new boolean[] {true, false}) {
          RdfStreamOptions options = JellyLanguage.PRESETS.get(preset);
          List<Statement> statements = statements(options, quads, SIZE, ++seed);
          byte[] file = riot(statements, preset, quads, delimited);
          String what = "seed " + seed + ", " + preset + (quads ? ", quads" : ", triples");
          List<Statement> expected = riot(file);
          assertEquals(what, inOneFrame(statements), expected);
          assertEquals(what, expected, inOneFrame(Reading.read(file)));
        }
      }
    }
  }

  private static byte[] riot(
      List<Statement> statements, String preset, boolean quads, boolean delimited) {
    Context context = new Context();
    context.set(JellyLanguage.SYMBOL_PRESET, preset);
    context.set(JellyLanguage.SYMBOL_FRAME_SIZE, 50);
    context.set(JellyLanguage.SYMBOL_DELIMITED_OUTPUT, delimited);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF stream = StreamRDFWriter.getWriterStream(out, JellyLanguage.JELLY, context);
    stream.start();
    for (Statement s : statements) {
      Triple triple = Triple.create(node(s.s()), node(s.p()), node(s.o()));
      if (quads) {
        Node graph = s.g() == null ? Quad.defaultGraphNodeGenerated : node(s.g());
        stream.quad(Quad.create(graph, triple));
      } else {
        stream.triple(triple);
      }
    }
    stream.finish();
    return out.toByteArray();
  }

  private static List<Statement> riot(byte[] file) {
    List<Statement> found = new ArrayList<>();
    RDFParser.source(new ByteArrayInputStream(file))
        .lang(JellyLanguage.JELLY)
        .parse(
            new StreamRDFBase() {
              @Override
              public void triple(Triple t) {
                found.add(
                    new Statement(
                        0,
                        term(t.getSubject()),
                        term(t.getPredicate()),
                        term(t.getObject()),
                        null));
              }

              @Override
              public void quad(Quad q) {
                Term graph = q.isDefaultGraph() ? null : term(q.getGraph());
                Triple t = q.asTriple();
                found.add(
                    new Statement(
                        0,
                        term(t.getSubject()),
                        term(t.getPredicate()),
                        term(t.getObject()),
                        graph));
              }
            });
    return found;
  }

  private static Node node(Term term) {
    if (term instanceof Term.Iri t) {
      return NodeFactory.createURI(t.value());
    } else if (term instanceof Term.Bnode t) {
      return NodeFactory.createBlankNode(t.label());
    } else if (term instanceof Term.Quoted t) {
      return NodeFactory.createTripleTerm(node(t.s()), node(t.p()), node(t.o()));
    }
    Term.Literal t = (Term.Literal) term;
    if (t.lang() != null) {
      return NodeFactory.createLiteralLang(t.lex(), t.lang());
    }
    return t.datatype() == null
        ? NodeFactory.createLiteralString(t.lex())
        : NodeFactory.createLiteralDT(
            t.lex(), TypeMapper.getInstance().getSafeTypeByName(t.datatype()));
  }

  private static Term term(Node node) {
    if (node.isURI()) {
      return Term.iri(node.getURI());
    } else if (node.isBlank()) {
      return Term.bnode(node.getBlankNodeLabel());
    } else if (node.isTripleTerm()) {
      Triple t = node.getTriple();
      return Term.quoted(term(t.getSubject()), term(t.getPredicate()), term(t.getObject()));
    }
    String lang = node.getLiteralLanguage();
    return lang.isEmpty()
        ? Term.typed(node.getLiteralLexicalForm(), node.getLiteralDatatypeURI())
        : Term.lang(node.getLiteralLexicalForm(), lang);
  }

  private static List<Statement> statements(
      RdfStreamOptions options, boolean quads, int size, long seed) {
    RandomTerms terms =
        new RandomTerms(new Random(seed), options.getGeneralizedStatements(), options.getRdfStar());
    List<Statement> made = new ArrayList<>();
    Random random = new Random(~seed);
    Statement last = null;
    for (int i = 0; i < size; i++) {
      boolean repeats = last != null && random.nextInt(3) > 0;
      Term s = repeats ? last.s() : terms.subject();
      Term p = repeats && random.nextBoolean() ? last.p() : terms.predicate();
      Term g = !quads ? null : repeats ? last.g() : terms.graph();
      last = new Statement(0, s, p, terms.object(), g);
      made.add(last);
    }
    return made;
  }

  private static List<Statement> inOneFrame(List<Statement> statements) {
    return statements.stream().map(s -> new Statement(0, s.s(), s.p(), s.o(), s.g())).toList();
  }

  private static List<PhysicalStreamType> types() {
    return List.of(PhysicalStreamType.TRIPLES, PhysicalStreamType.QUADS, PhysicalStreamType.GRAPHS);
  }

  private static Map<String, RdfStreamOptions> presets() {
    Map<String, RdfStreamOptions> presets = new TreeMap<>();
    presets.put("SMALL_STRICT", JellyOptions.SMALL_STRICT);
    presets.put("SMALL_GENERALIZED", JellyOptions.SMALL_GENERALIZED);
    presets.put("SMALL_RDF_STAR", JellyOptions.SMALL_RDF_STAR);
    presets.put("SMALL_ALL_FEATURES", JellyOptions.SMALL_ALL_FEATURES);
    presets.put("BIG_STRICT", JellyOptions.BIG_STRICT);
    presets.put("BIG_GENERALIZED", JellyOptions.BIG_GENERALIZED);
    presets.put("BIG_RDF_STAR", JellyOptions.BIG_RDF_STAR);
    presets.put("BIG_ALL_FEATURES", JellyOptions.BIG_ALL_FEATURES);
    return presets;
  }
}
