package io.github.jellybridge.jelly;

/**
 * A namespace declaration (Jelly-RDF 1.1, "Namespace declarations"). Not used to resolve IRIs.
 *
 * @param name the short name, without the colon
 * @param iri the namespace
 */
public record NamespaceDeclaration(String name, String iri) {}
