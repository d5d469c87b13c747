/**
 * Decodes the column layout of Jelly-RDF 1.2 to term ids.
 *
 * <p>A frame has at most one batch, and a batch has one column for each position of a statement.
 * {@link ColumnFrameDecoder} finds the parts of a frame. {@link ColumnBatchDecoder} applies the
 * lookup entries and namespaces of its batch, and takes rows from its columns. A {@link Column} is
 * read in three steps: {@link ColumnFields} collects its lists, {@link ColumnTerms} makes the terms
 * of its values and {@link ColumnRuns} tells which rows have which value. Columns that are not
 * requested are skipped. {@link MessageLengths} assigns rows to messages, {@link
 * ColumnOptionsReader} reads the stream options of this layout, and {@link ColumnState} is the
 * state at a split point.
 */
package io.github.jellybridge.jelly.columns;
