/**
 * Lexical forms of XML Schema datatypes (XSD 1.1 Part 2) to values, on UTF-8 bytes. White space is
 * not taken off: RDF literals have to be in the lexical space as they are.
 */
package io.github.jellybridge.rdf.xsd;
