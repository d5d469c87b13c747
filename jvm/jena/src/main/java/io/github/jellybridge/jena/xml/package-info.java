/**
 * RDF/XML through RIOT's parser, within our limits.
 *
 * <p>{@code RdfXmlParser} is the entry. {@code XmlPrologue} reads up to the first element and
 * rejects external entities and large ones; {@code XmlExpansion} inlines external entities where an
 * option allows them; {@code XmlNestingInput} limits the depth. Then RIOT parses the events of an
 * XML reader of the JDK: {@code RdfXmlProfile} makes its terms, and {@code RdfXmlChecks} rejects
 * elements that RIOT would read incompletely or at too high a cost. RIOT alone resolves references.
 */
package io.github.jellybridge.jena.xml;
