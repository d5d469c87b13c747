/**
 * Bytes, fields and frames: the Protocol Buffers layer below the rows of Jelly.
 *
 * <p>{@link ChunkedInput} gets a stream into memory, {@link WireReader} reads varints and fields
 * from it, {@link RowHeader} finds where a row ends and of which kind it is. {@link LayoutDetector}
 * tells the draft layout from 1.x and delimited streams from others by their first bytes. {@link
 * FrameBuffer} and {@link FrameWriter} are the writing side.
 */
package io.github.jellybridge.jelly.wire;
