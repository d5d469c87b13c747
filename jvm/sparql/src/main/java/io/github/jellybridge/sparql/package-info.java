/** SPARQL queries over tables of statements. */
package io.github.jellybridge.sparql;
