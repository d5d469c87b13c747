/**
 * Bytes, fields and frames: the Protocol Buffers layer below the rows of Jelly.
 *
 * <p>{@link ChunkedInput} reads a stream into memory, {@link WireReader} reads varints and fields
 * from it, {@link RowHeader} finds the end and the kind of a row. {@link LayoutDetector} detects
 * the layout (draft or 1.x) and the framing of a file from its first bytes. {@link FrameBuffer} and
 * {@link FrameWriter} write frames.
 */
package io.github.jellybridge.jelly.wire;
