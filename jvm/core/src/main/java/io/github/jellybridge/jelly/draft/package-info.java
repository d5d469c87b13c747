/**
 * Decodes rows of the Jelly-RDF 1.0.0 draft to term ids.
 *
 * <p>In this layout every term is an {@code RdfTerm} message, and a repeated term is a separate
 * message. {@link DraftRowDecoder} is the {@link io.github.jellybridge.jelly.decode.RowDecoder} of
 * the draft. It shares lookups, options and the strict checks of terms with 1.x. Our writer never
 * writes this layout.
 */
package io.github.jellybridge.jelly.draft;
