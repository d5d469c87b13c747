package io.github.jellybridge.jelly.columns;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfIri;
import io.github.jellybridge.proto.columns.RdfLiteral;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.proto.columns.RdfStreamOptionsA;
import io.github.jellybridge.proto.columns.RdfStreamOptionsB;
import io.github.jellybridge.proto.columns.RdfStreamRow;
import io.github.jellybridge.proto.columns.RdfTripleTerm;
import io.github.jellybridge.proto.columns.RdfVersion;
import io.github.jellybridge.proto.columns.StatementType;
import io.github.jellybridge.proto.columns.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * Encodes statements in the column layout with protoc's classes, which have nothing in common with
 * the code under test. Uses the forms that the format allows at random.
 */
final class ColumnStream {
  private final Random random;
  private final boolean variantA;
  private final boolean messages;
  private final PhysicalType type;
  private final int nameSize;
  private final int prefixSize;
  private final int datatypeSize;

  private final Lookup names = new Lookup();
  private final Lookup prefixes = new Lookup();
  private final Lookup datatypes = new Lookup();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  ColumnStream(Random random, boolean variantA, boolean messages, PhysicalType type) {
    this.random = random;
    this.variantA = variantA;
    this.messages = messages;
    this.type = type;
    this.nameSize = 128 + random.nextInt(200);
    this.prefixSize = random.nextInt(3) == 0 ? 0 : 30 + random.nextInt(30);
    this.datatypeSize = 20;
  }

  /** A lookup as the writer keeps it: ids in a circle, without those that the batch needs. */
  private static final class Lookup {
    final Map<String, Integer> ids = new HashMap<>();
    private final Map<Integer, String> values = new HashMap<>();
    private int next = 1;
    private int last;

    void clear() {
      ids.clear();
      values.clear();
      next = 1;
      last = 0;
    }

    List<RdfLookupEntryPacked> define(Set<String> needed, int size, Random random) {
      List<RdfLookupEntryPacked> entries = new ArrayList<>();
      RdfLookupEntryPacked.Builder open = null;
      for (String value : needed) {
        if (ids.containsKey(value)) {
          continue;
        }
        while (needed.contains(values.get(next))) {
          next = next % size + 1;
        }
        ids.remove(values.put(next, value));
        ids.put(value, next);
        boolean follows = next == last + 1;
        if (open == null || !follows || random.nextInt(4) == 0) {
          if (open != null) {
            entries.add(open.build());
          }
          open = RdfLookupEntryPacked.newBuilder();
          if (!follows || random.nextBoolean()) {
            open.setId(next);
          }
        }
        open.addValues(value);
        last = next;
        next = next % size + 1;
      }
      if (open != null) {
        entries.add(open.build());
      }
      return entries;
    }
  }

  // ---- frames ----------------------------------------------------------------------------------

  /** The options of this stream. */
  ByteString options() {
    if (variantA) {
      return RdfStreamOptionsA.newBuilder()
          .setStreamName("stream")
          .setPhysicalType(StatementType.forNumber(type.number()))
          .setStreamType(messages ? StreamType.STREAM_TYPE_MESSAGES : StreamType.STREAM_TYPE_FLAT)
          .setRdfVersion(RdfVersion.RDF_VERSION_1_2)
          .setMaxNameTableSize(nameSize)
          .setMaxPrefixTableSize(prefixSize)
          .setMaxDatatypeTableSize(datatypeSize)
          .setVersion(3)
          .build()
          .toByteString();
    }
    return RdfStreamOptionsB.newBuilder()
        .setStatementType(StatementType.forNumber(type.number()))
        .setStreamType(messages ? StreamType.STREAM_TYPE_MESSAGES : StreamType.STREAM_TYPE_FLAT)
        .setMaxNameTableSize(nameSize)
        .setMaxPrefixTableSize(prefixSize)
        .setMaxDatatypeTableSize(datatypeSize)
        .setVersion(3)
        .build()
        .toByteString();
  }

  /**
   * Adds a frame.
   *
   * @param restated whether it has the options, which empties the lookups
   * @param messageLengths the rows of the messages that end in it
   */
  RdfStreamFrame frame(boolean restated, List<Statement> statements, List<Integer> messageLengths) {
    RdfStreamFrame.Builder frame = RdfStreamFrame.newBuilder();
    if (restated) {
      names.clear();
      prefixes.clear();
      datatypes.clear();
      frame.addRows(RdfStreamRow.newBuilder().setOptions(options()));
    }
    if (random.nextInt(4) == 0) {
      frame.putMetadata("key", ByteString.copyFromUtf8("value"));
    }
    if (statements.isEmpty() && messageLengths.isEmpty() && random.nextBoolean()) {
      return frame.build();
    }
    Set<String> neededNames = new LinkedHashSet<>();
    Set<String> neededPrefixes = new LinkedHashSet<>();
    Set<String> neededDatatypes = new LinkedHashSet<>();
    for (Statement statement : statements) {
      for (Term term : new Term[] {statement.s(), statement.p(), statement.o(), statement.g()}) {
        collect(term, neededNames, neededPrefixes, neededDatatypes);
      }
    }
    RdfColumnBatch.Builder batch =
        RdfColumnBatch.newBuilder()
            .setRowCount(statements.size())
            .addAllNames(names.define(neededNames, nameSize, random))
            .addAllPrefixes(prefixes.define(neededPrefixes, prefixSize, random))
            .addAllDatatypes(datatypes.define(neededDatatypes, datatypeSize, random));
    if (!statements.isEmpty()) {
      batch
          .setSubjects(column(statements, Statement::s))
          .setPredicates(column(statements, Statement::p))
          .setObjects(column(statements, Statement::o));
      if (statements.stream().anyMatch(statement -> statement.g() != null)) {
        batch.setGraphs(column(statements, Statement::g));
      }
    }
    if (variantA) {
      batch.addAllMessageLengthsA(messageLengths);
    } else {
      batch.addAllMessageLengthsB(messageLengths);
    }
    return frame.setColumns(batch).build();
  }

  /** Appends a frame with its length. */
  void write(MessageLite frame) {
    try {
      frame.writeDelimitedTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] file() {
    return out.toByteArray();
  }

  // ---- terms -----------------------------------------------------------------------------------

  private String prefix(String iri) {
    int end = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
    return prefixSize == 0 ? "" : iri.substring(0, end);
  }

  private String name(String iri) {
    return iri.substring(prefix(iri).length());
  }

  private void collect(Term term, Set<String> names, Set<String> prefixes, Set<String> datatypes) {
    if (term instanceof Term.Iri iri) {
      names.add(name(iri.value()));
      if (prefixSize > 0) {
        // An empty prefix is an entry: in a list of ids, 0 is the prefix of the IRI before.
        prefixes.add(prefix(iri.value()));
      }
    } else if (term instanceof Term.Literal literal && literal.datatype() != null) {
      datatypes.add(literal.datatype());
    } else if (term instanceof Term.Quoted triple) {
      collect(triple.s(), names, prefixes, datatypes);
      collect(triple.p(), names, prefixes, datatypes);
      collect(triple.o(), names, prefixes, datatypes);
    }
  }

  /** One run of rows: the term, null if they have none, and their number. */
  private record Run(Term term, int length) {}

  private List<Run> runs(List<Statement> statements, Function<Statement, Term> position) {
    List<Run> runs = new ArrayList<>();
    for (Statement statement : statements) {
      Term term = position.apply(statement);
      Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      // A writer need not find all repetitions.
      if (last != null
          && Objects.equals(last.term, term)
          && (term == null || random.nextInt(8) > 0)) {
        runs.set(runs.size() - 1, new Run(term, last.length + 1));
      } else {
        runs.add(new Run(term, 1));
      }
    }
    if (!runs.isEmpty() && runs.get(runs.size() - 1).term == null) {
      runs.remove(runs.size() - 1);
    }
    return runs;
  }

  RdfColumn column(List<Statement> statements, Function<Statement, Term> position) {
    List<Run> runs = runs(statements, position);
    RdfColumn.Builder column = RdfColumn.newBuilder();
    layouts(column, runs);
    List<Term> values = runs.stream().map(Run::term).filter(Objects::nonNull).toList();
    kinds(column, values);
    iris(column, values);
    literals(column, values);
    Iris state = new Iris();
    for (Term value : values) {
      if (value instanceof Term.Bnode node) {
        column.addBnodes(node.label());
      } else if (value instanceof Term.Quoted triple) {
        column.addTripleTerms(tripleTerm(triple, state));
      }
    }
    return column.build();
  }

  private static void layouts(RdfColumn.Builder column, List<Run> runs) {
    int skip = 0;
    for (Run run : runs) {
      if (run.term != null && run.length == 1) {
        skip++;
        continue;
      }
      int length = run.length - (run.term == null ? 1 : 2);
      int kind = run.term == null ? 1 : 0;
      column.addLayouts(skip << 5 | kind << 4 | Math.min(length, 15));
      if (length >= 15) {
        column.addLayouts(length - 15);
      }
      skip = 0;
    }
  }

  private static int kind(Term term) {
    return term instanceof Term.Iri
        ? 0
        : term instanceof Term.Literal ? 1 : term instanceof Term.Bnode ? 2 : 3;
  }

  private void kinds(RdfColumn.Builder column, List<Term> values) {
    boolean mixed = values.stream().mapToInt(ColumnStream::kind).distinct().count() > 1;
    if (!mixed && random.nextInt(4) > 0) {
      return;
    }
    byte[] kinds = new byte[(values.size() + 3) / 4];
    for (int i = 0; i < values.size(); i++) {
      kinds[i / 4] |= (byte) (kind(values.get(i)) << i % 4 * 2);
    }
    column.setKinds(ByteString.copyFrom(kinds));
  }

  private void iris(RdfColumn.Builder column, List<Term> values) {
    List<Integer> prefixIds = new ArrayList<>();
    int last = 0;
    for (Term value : values) {
      if (value instanceof Term.Iri iri) {
        int id = names.ids.get(name(iri.value()));
        column.addNameIds(id == last + 1 && random.nextInt(5) > 0 ? 0 : id);
        last = id;
        prefixIds.add(prefixId(iri));
      }
    }
    if (prefixIds.stream().allMatch(id -> id == 0)) {
      return;
    }
    if (prefixIds.stream().distinct().count() == 1 && random.nextInt(4) > 0) {
      column.addPrefixIds(prefixIds.get(0));
      return;
    }
    int before = 0;
    for (int id : prefixIds) {
      column.addPrefixIds(id == before && random.nextInt(5) > 0 ? 0 : id);
      before = id;
    }
  }

  private int prefixId(Term.Iri iri) {
    return prefixSize == 0 ? 0 : prefixes.ids.get(prefix(iri.value()));
  }

  private void literals(RdfColumn.Builder column, List<Term> values) {
    List<Integer> kinds = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (Term value : values) {
      if (value instanceof Term.Literal literal) {
        column.addLexValues(literal.lex());
        if (literal.datatype() != null) {
          kinds.add(2 * datatypes.ids.get(literal.datatype()) - 1);
        } else if (literal.lang() != null) {
          if (!tags.contains(literal.lang())) {
            tags.add(literal.lang());
          }
          kinds.add(2 * tags.indexOf(literal.lang()) + 2);
        } else {
          kinds.add(0);
        }
      }
    }
    boolean same = kinds.stream().distinct().count() == 1;
    if (!same || kinds.get(0) != 0 && random.nextBoolean()) {
      column.addAllLiteralKinds(kinds);
    } else if (kinds.get(0) != 0 || random.nextBoolean()) {
      column.addLiteralKinds(kinds.get(0));
    }
    boolean directed = tags.stream().anyMatch(tag -> tag.contains("--"));
    for (String tag : tags) {
      column.addLangtags(plainTag(tag));
      if (directed) {
        column.addLangtagDirections(direction(tag));
      }
    }
  }

  private static String plainTag(String tag) {
    return tag.replaceAll("--.*", "");
  }

  private static int direction(String tag) {
    return tag.endsWith("--ltr") ? 1 : tag.endsWith("--rtl") ? 2 : 0;
  }

  /** The ids that the next IRI of a triple term is relative to. */
  private final class Iris {
    private int lastPrefix;
    private int lastName;

    RdfIri message(Term.Iri iri) {
      int prefix = prefixId(iri);
      int name = names.ids.get(name(iri.value()));
      RdfIri.Builder message = RdfIri.newBuilder();
      if (prefix != lastPrefix) {
        message.setPrefixId(prefix);
      }
      if (name != lastName + 1) {
        message.setNameId(name);
      }
      lastPrefix = prefix;
      lastName = name;
      return message.build();
    }
  }

  private RdfTripleTerm tripleTerm(Term.Quoted triple, Iris state) {
    RdfTripleTerm.Builder term = RdfTripleTerm.newBuilder();
    if (triple.s() instanceof Term.Iri iri) {
      term.setSIri(state.message(iri));
    } else {
      term.setSBnode(((Term.Bnode) triple.s()).label());
    }
    term.setPIri(state.message((Term.Iri) triple.p()));
    if (triple.o() instanceof Term.Iri iri) {
      term.setOIri(state.message(iri));
    } else if (triple.o() instanceof Term.Bnode node) {
      term.setOBnode(node.label());
    } else if (triple.o() instanceof Term.Literal literal) {
      term.setOLiteral(literal(literal));
    } else {
      term.setOTripleTerm(tripleTerm((Term.Quoted) triple.o(), state));
    }
    return term.build();
  }

  private RdfLiteral literal(Term.Literal literal) {
    RdfLiteral.Builder message = RdfLiteral.newBuilder().setLex(literal.lex());
    if (literal.lang() != null) {
      message.setLangtag(plainTag(literal.lang())).setDirection(direction(literal.lang()));
    } else if (literal.datatype() != null) {
      message.setDatatype(datatypes.ids.get(literal.datatype()));
    }
    return message.build();
  }
}
