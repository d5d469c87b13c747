/**
 * Reads a Jelly file from the middle, so that several tasks can share it.
 *
 * <p>A {@link SplitPoint} is an offset where reading may start, and a {@link Split} is the part
 * between two of them. Split points come from the checkpoints that our writer lists at the end of a
 * file ({@link CheckpointIndex}), from an index file next to it ({@link SplitIndexFile}) or from a
 * walk over the file ({@link SplitIndexer}; with several threads {@link SegmentIndexer}, in the
 * column layout {@link ColumnIndexer}). Each split checks that its end agrees with the start of the
 * next ({@link BoundaryCheck}): a wrong index is an error. An index file also has statistics of the
 * parts ({@link StatisticsIndexer}).
 */
package io.github.jellybridge.jelly.split;
