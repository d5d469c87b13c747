/**
 * Rows of Jelly-RDF to term ids (Jelly-RDF 1.1, "Stream rows").
 *
 * <p>{@link FrameReader} walks over frames and hands their rows to a {@link RowDecoder}. One class
 * decodes one kind of data: IRIs with delta-coded ids ({@link IriDecoder}), datatypes, language
 * tags, options, namespaces. {@link FastRowDecoder} is an accelerator for the most common form of a
 * row; without it every result and every error is the same. The mirror of this package is {@code
 * encode}.
 */
package io.github.jellybridge.jelly.decode;
