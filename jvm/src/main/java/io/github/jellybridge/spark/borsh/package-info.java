/** The DataSource {@code rdf-borsh}: what is special to it; the rest is that of {@code jelly}. */
package io.github.jellybridge.spark.borsh;
