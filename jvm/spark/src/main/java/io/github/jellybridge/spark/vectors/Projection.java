package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermField;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The vectors that show statements as the columns of a query, and the batch that consists of them.
 * Created once per task and loaded with the rows of one batch after the other.
 */
public final class Projection {
  /** The number of the frame in the file. */
  public static final String FRAME = "frame";

  /** The number of the statement in the file. */
  public static final String STATEMENT = "statement";

  /** The number of the message in the file; null in files without messages. */
  public static final String MESSAGE = "message";

  private final Map<TermField, TermStrings> strings = new EnumMap<>(TermField.class);
  private final List<TermColumn> terms = new ArrayList<>();
  private final List<Fact> partitions = new ArrayList<>();
  private final List<Fact> metadata = new ArrayList<>();
  private final ColumnarBatch batch;
  private OpVector ops;
  private LongVector patches;
  private LongVector seqs;
  private LongVector frames;
  private LongVector statements;
  private LongVector messages;

  /**
   * Creates vectors for a schema.
   *
   * @param kind the kind of the rows, which determines the columns
   * @param schema columns of the kind (terms as strings, or as structs with some of their fields),
   *     {@code metadataColumn} (a struct with some of its fields) and partition columns
   * @param metadataColumn name of the struct that holds {@link #FRAME}, {@link #STATEMENT}, {@link
   *     #MESSAGE} and the metadata of the file
   */
  public Projection(TableKind kind, StructType schema, String metadataColumn) {
    StructField[] fields = schema.fields();
    ColumnVector[] vectors = new ColumnVector[fields.length];
    for (int i = 0; i < fields.length; i++) {
      StructField field = fields[i];
      int column = kind.idColumn(field);
      if (column >= 0) {
        vectors[i] = term(column, field);
      } else if (kind.columns().contains(field.name())) {
        vectors[i] = ofOperation(field.name());
      } else if (field.name().equals(metadataColumn)) {
        vectors[i] = metadata((StructType) field.dataType());
      } else {
        vectors[i] = fact(field, partitions);
      }
    }
    batch = new ColumnarBatch(vectors);
  }

  private ColumnVector term(int column, StructField field) {
    if (!(field.dataType() instanceof StructType struct)) {
      boolean plain = TableKind.isText(column);
      TermFieldVector text = fieldVector(plain ? TermField.VALUE : TermField.NTRIPLES);
      terms.add(new TermColumn(column, null, new TermFieldVector[] {text}));
      return text;
    }
    StructField[] fields = struct.fields();
    TermFieldVector[] children = new TermFieldVector[fields.length];
    for (int i = 0; i < fields.length; i++) {
      children[i] = fieldVector(TermField.of(fields[i].name()));
    }
    StructVector vector = new StructVector(struct, children);
    terms.add(new TermColumn(column, vector, children));
    return vector;
  }

  private ColumnVector ofOperation(String name) {
    return switch (name) {
      case TableKind.OP -> ops = new OpVector();
      case TableKind.PATCH -> patches = new LongVector();
      default -> seqs = new LongVector();
    };
  }

  private TermFieldVector fieldVector(TermField field) {
    return new TermFieldVector(strings.computeIfAbsent(field, TermStrings::new));
  }

  private ColumnVector metadata(StructType type) {
    StructField[] fields = type.fields();
    ColumnVector[] children = new ColumnVector[fields.length];
    for (int i = 0; i < fields.length; i++) {
      children[i] =
          switch (fields[i].name()) {
            case FRAME -> frames = new LongVector();
            case STATEMENT -> statements = new LongVector();
            case MESSAGE -> messages = new LongVector();
            default -> fact(fields[i], metadata);
          };
    }
    return new StructVector(type, children);
  }

  private static ColumnVector fact(StructField field, List<Fact> facts) {
    ConstantVector vector = new ConstantVector(field.dataType());
    facts.add(new Fact(field.name(), vector));
    return vector;
  }

  /**
   * Sets the values that all statements of a file share.
   *
   * @param partitionValue returns the value of a partition column by name, in Spark's internal form
   * @param fieldOfMetadata returns the value of a field of the metadata; a separate function,
   *     because partition columns may have the same names
   */
  public void startFile(
      Function<String, Object> partitionValue, Function<String, Object> fieldOfMetadata) {
    for (Fact fact : partitions) {
      fact.vector.set(partitionValue.apply(fact.name));
    }
    for (Fact fact : metadata) {
      fact.vector.set(fieldOfMetadata.apply(fact.name));
    }
  }

  /** Loads rows; the batch is the same object every time. */
  public ColumnarBatch load(BatchRows rows) {
    int size = rows.size();
    TermTable table = rows.terms();
    if (table != null) {
      for (TermStrings field : strings.values()) {
        field.sync(table);
      }
      for (TermColumn column : terms) {
        column.load(rows.ids(column.index), size);
      }
    }
    for (Fact fact : partitions) {
      fact.vector.load(size);
    }
    for (Fact fact : metadata) {
      fact.vector.load(size);
    }
    if (ops != null) {
      ops.load(rows);
    }
    if (patches != null) {
      rows.patchNumbers(patches.room(size));
    }
    if (seqs != null) {
      rows.patchSeqs(seqs.room(size));
    }
    if (frames != null) {
      rows.frameNumbers(frames.room(size));
    }
    if (statements != null) {
      rows.statementNumbers(statements.room(size));
    }
    if (messages != null) {
      rows.messageNumbers(messages.room(size));
      messages.sync(size);
    }
    batch.setNumRows(size);
    return batch;
  }

  /** Closes the vectors. */
  public void close() {
    batch.close();
  }

  /** The vectors over one id column; {@code struct} is null for plain strings. */
  private record TermColumn(int index, StructVector struct, TermFieldVector[] children) {
    void load(int[] ids, int rows) {
      if (struct != null) {
        struct.load(ids, rows);
      }
      for (TermFieldVector child : children) {
        child.load(ids, rows);
      }
    }
  }

  /** A value that is the same for a whole file. */
  private record Fact(String name, ConstantVector vector) {}
}
