/**
 * Lexical forms of XML Schema datatypes to values (XSD 1.1 Part 2), on UTF-8 bytes.
 *
 * <p>White space is collapsed as the datatypes ask for. A text that is no valid form has no value,
 * and values that the Java type cannot hold are reported as such. Used by the SQL function {@code
 * rdf_value}. Start with {@link XsdType}.
 */
package io.github.jellybridge.rdf.xsd;
