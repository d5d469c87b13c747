/**
 * Converts lexical forms of XML Schema datatypes to values (XSD 1.1 Part 2), on UTF-8 bytes.
 *
 * <p>White space is collapsed as the datatypes require. Text that is not a valid form has no value;
 * a value that the Java type cannot represent is reported as such. Used by the SQL function {@code
 * rdf_value}. Start with {@link XsdType}.
 */
package io.github.jellybridge.rdf.xsd;
