/**
 * Decodes rows of Jelly-RDF to term ids (Jelly-RDF 1.1, "Stream rows").
 *
 * <p>{@link FrameReader} iterates over frames and passes their rows to a {@link RowDecoder}. Each
 * class decodes one kind of data: IRIs with delta-coded ids ({@link IriDecoder}), datatypes,
 * language tags, options, namespaces. {@link FastRowDecoder} accelerates the most common form of a
 * row; it never changes a result or an error. The counterpart of this package is {@code encode}.
 */
package io.github.jellybridge.jelly.decode;
