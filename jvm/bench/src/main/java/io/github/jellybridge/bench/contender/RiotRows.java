package io.github.jellybridge.bench.contender;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.irix.IRIxResolver;
import org.apache.jena.riot.RIOT;
import org.apache.jena.riot.lang.IteratorParsers;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.FactoryRDFCaching;
import org.apache.jena.riot.system.ParserProfile;
import org.apache.jena.riot.system.ParserProfileStd;
import org.apache.jena.riot.system.PrefixMapFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The statements that RIOT reads from files as rows, one by one on the thread that asks for them:
 * its parsers of N-Triples and N-Quads are iterators.
 */
final class RiotRows implements PartitionReader<InternalRow> {
  private static final List<String> FIELDS = List.of("kind", "value", "lang", "datatype");
  private static final UTF8String IRI = UTF8String.fromString("iri");
  private static final UTF8String BNODE = UTF8String.fromString("bnode");
  private static final UTF8String LITERAL = UTF8String.fromString("literal");
  private static final UTF8String TRIPLE = UTF8String.fromString("triple");

  private final String[] files;
  private final boolean quads;

  private final int[] columns;
  // By column: of kind, value, language and datatype, those that are asked for.
  private final int[][] fields;
  // RIOT has the same node for an IRI that it has met a moment ago.
  private final Node[] last;
  private final Object[] lastTerms;
  private final Node[] nodes = new Node[4];
  private final GenericInternalRow row;
  private int opened;
  private InputStream in;
  private Iterator<Triple> triples = Collections.emptyIterator();
  private Iterator<Quad> statements = Collections.emptyIterator();

  RiotRows(String[] files, boolean quads, StructType schema) {
    this.files = files;
    this.quads = quads;
    String[] names = schema.fieldNames();
    columns = new int[names.length];
    fields = new int[names.length][];
    for (int i = 0; i < names.length; i++) {
      columns[i] = "spog".indexOf(names[i]);
      fields[i] =
          Arrays.stream(((StructType) schema.fields()[i].dataType()).fieldNames())
              .mapToInt(FIELDS::indexOf)
              .toArray();
    }
    last = new Node[names.length];
    lastTerms = new Object[names.length];
    row = new GenericInternalRow(new Object[names.length]);
  }

  @Override
  public boolean next() throws IOException {
    while (!(quads ? statements : triples).hasNext()) {
      if (opened == files.length) {
        return false;
      }
      open(Path.of(files[opened++]));
    }
    if (quads) {
      Quad quad = statements.next();
      nodes[0] = quad.getSubject();
      nodes[1] = quad.getPredicate();
      nodes[2] = quad.getObject();
      nodes[3] = quad.isDefaultGraph() || quad.getGraph() == null ? null : quad.getGraph();
    } else {
      Triple triple = triples.next();
      nodes[0] = triple.getSubject();
      nodes[1] = triple.getPredicate();
      nodes[2] = triple.getObject();
    }
    return true;
  }

  private void open(Path file) throws IOException {
    close();
    in = Files.newInputStream(file);
    if (quads) {
      statements = IteratorParsers.createIteratorNQuads(in, profile());
    } else {
      triples = IteratorParsers.createIteratorNTriples(in, profile());
    }
  }

  /** As RIOT itself has it for these two syntaxes, except for the labels of blank nodes. */
  private static ParserProfile profile() {
    return new ParserProfileStd(
        new FactoryRDFCaching(
            FactoryRDFCaching.DftNodeCacheSize, LabelToNode.createUseLabelEncoded()),
        ErrorHandlerFactory.getDefaultErrorHandler(),
        IRIxResolver.create().noBase().resolve(false).allowRelative(true).build(),
        PrefixMapFactory.create(),
        RIOT.getContext(),
        false,
        false);
  }

  @Override
  public InternalRow get() {
    for (int i = 0; i < columns.length; i++) {
      Node node = nodes[columns[i]];
      if (node != last[i]) {
        last[i] = node;
        lastTerms[i] = node == null ? null : term(node, fields[i]);
      }
      row.update(i, lastTerms[i]);
    }
    return row;
  }

  private static InternalRow term(Node node, int[] fields) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] =
          switch (fields[i]) {
            case 0 -> kind(node);
            case 1 -> UTF8String.fromString(PlainTasks.value(node));
            case 2 -> lang(node);
            default -> datatype(node);
          };
    }
    return new GenericInternalRow(values);
  }

  private static UTF8String kind(Node node) {
    if (node.isURI()) {
      return IRI;
    }
    return node.isLiteral() ? LITERAL : node.isBlank() ? BNODE : TRIPLE;
  }

  private static UTF8String lang(Node node) {
    boolean has = node.isLiteral() && !node.getLiteralLanguage().isEmpty();
    return has ? UTF8String.fromString(node.getLiteralLanguage()) : null;
  }

  private static UTF8String datatype(Node node) {
    boolean has =
        node.isLiteral()
            && node.getLiteralLanguage().isEmpty()
            && !XSDDatatype.XSDstring.equals(node.getLiteralDatatype());
    return has ? UTF8String.fromString(node.getLiteralDatatypeURI()) : null;
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
