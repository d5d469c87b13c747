package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.spark.jelly.JellySink;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.scan.RequestedColumns;
import io.github.jellybridge.spark.table.TableOptions;
import io.github.jellybridge.spark.terms.StatementRowEncoder;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Makes messages from rows of terms, as {@code to_jelly} does: each is one self-contained frame.
 */
public final class MessageFormat implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The options of {@code to_jelly}. */
  public static final OptionRegistry OPTIONS = MessageOptions.REGISTRY;

  private final List<TermColumn> columns;

  private MessageFormat(List<TermColumn> columns) {
    this.columns = columns;
  }

  /**
   * Returns the format for rows of a type.
   *
   * @param statement the columns {@code s, p, o} and, if there are graphs, {@code g}, in any order,
   *     of structs of terms or of N-Triples text
   * @throws IllegalArgumentException if a column is missing, unknown or of another type
   */
  public static MessageFormat of(StructType statement) {
    return new MessageFormat(
        RequestedColumns.find("jelly", statement, List.of(), List.of(), false).terms());
  }

  /**
   * Parses the options of {@code to_jelly}.
   *
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or options
   *     that contradict each other
   */
  public JellyWriteOptions options(CaseInsensitiveStringMap map) {
    return MessageOptions.parse(map, columns.size() > 3);
  }

  /**
   * Starts a message.
   *
   * @param statements estimated number of statements, so that small messages cost little
   */
  public Message start(JellyWriteOptions options, int statements) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JellyWriter writer = JellyWriter.open(bytes, options);
    int batch = Math.max(1, Math.min(statements, TableOptions.DEFAULT_BATCH_SIZE));
    return new Message(
        bytes, new StatementRowEncoder(new JellySink(writer), columns, List.of(), batch));
  }

  /** A message to which statements are added. */
  public static final class Message {
    private final ByteArrayOutputStream bytes;
    private final RowFileEncoder encoder;

    private Message(ByteArrayOutputStream bytes, RowFileEncoder encoder) {
      this.bytes = bytes;
      this.encoder = encoder;
    }

    /**
     * Adds a statement.
     *
     * @param row a row of the format's type
     * @throws IllegalArgumentException if the row is not a statement, or the options do not allow
     *     it
     */
    public void add(InternalRow row) {
      try {
        encoder.write(row);
      } catch (RowRefusedException e) {
        throw refused(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Ends the message; nothing can be added afterwards. Throws as {@link #add}. */
    public byte[] finish() {
      try {
        encoder.finish();
      } catch (RowRefusedException e) {
        throw refused(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    private static IllegalArgumentException refused(RowRefusedException e) {
      return new IllegalArgumentException(
          "to_jelly cannot write statement " + e.row() + ": " + e.getMessage() + ".", e);
    }
  }
}
