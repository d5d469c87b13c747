/**
 * JSON-LD 1.1 through Titanium, the library that Jena RIOT uses.
 *
 * <p>The library resolves references with {@code java.net.URI}, which does not follow RFC 3986: it
 * loses percent escapes, cuts at brackets and takes some references for other ones. It also drops
 * or changes some literals. So {@code JsonLdEncoder} gives it a document whose strings are encoded
 * by {@code StringCodec}: the library compares, splits and joins them as the standard says but
 * never resolves them. {@code JsonLdDecoder} decodes and resolves them in the expanded document,
 * and the library makes statements of that. {@code JsonText} and {@code NodeMaps} do two steps of
 * the library in time that grows with the document only, and {@code ContextIris} limits the IRIs of
 * contexts. {@code JsonLdParser} runs these steps; {@code ContextLoader} loads nothing from
 * elsewhere unless an option allows it.
 */
package io.github.jellybridge.jena.jsonld;
