package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.Syntax;

/**
 * What is in one file of N-Triples, Turtle or another syntax that says little about itself.
 *
 * @param file the file
 * @param syntax its syntax, by its name
 * @param statements number of statements
 * @param uncompressedBytes size of the file after decompression
 */
record SyntaxInfo(SourceFile file, Syntax syntax, long statements, long uncompressedBytes) {}
