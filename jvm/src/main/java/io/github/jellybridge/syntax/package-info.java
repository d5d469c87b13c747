/** Every syntax of RDF in and out, whichever code reads or writes it. */
package io.github.jellybridge.syntax;
