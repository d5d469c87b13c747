/**
 * RDF/XML through RIOT's parser, within our limits.
 *
 * <p>{@code RdfXmlParser} is the entry. {@code XmlPrologue} reads up to the first element, rejects
 * external entities and large ones, and chooses the decoder; {@code XmlExpansion} inlines external
 * entities where an option allows them. Then RIOT parses the events of an XML reader of the JDK:
 * {@code RdfXmlChecks} limits the depth and rejects or rewrites elements that RIOT would read as
 * something else, {@code XmlLiteralText} writes XML literals, and {@code RdfXmlProfile} makes the
 * terms.
 */
package io.github.jellybridge.jena.xml;
