/**
 * The bytes of a text document between its file and a parser of Jena.
 *
 * <p>{@code PositionTrackingInput} knows line and column of every byte, {@code Utf8Input} rejects
 * malformed UTF-8, {@code TranscodingInput} transcodes, and {@code NestingInput} limits how deeply
 * a document nests, all before a parser sees the bytes. {@code ParseErrors} makes the typed errors,
 * with file, line and column. {@code PlainIris} recognizes the IRIs that RIOT need not resolve.
 */
package io.github.jellybridge.jena.text;
