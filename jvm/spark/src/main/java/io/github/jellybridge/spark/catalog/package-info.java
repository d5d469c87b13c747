/**
 * Tables by path or by name: the implementation of the catalogs in {@code spark}.
 *
 * <p>{@link PathCatalog} takes the name of a table for a path, so that SQL can read and write
 * {@code jelly.`/data/folder`}. {@link PathSave} gives {@code df.write.save(path)} every save mode.
 */
package io.github.jellybridge.spark.catalog;
