/** Tables of statements as Jena's graphs and streams, and the other way round. */
package io.github.jellybridge.spark.jena;
