/**
 * Tables by path or by name: the implementation of the catalogs in {@code spark}.
 *
 * <p>{@link PathCatalog} reads the name of a table as a path, so that SQL can read and write {@code
 * jelly.`/data/folder`}. {@link PathSave} supports {@code df.write.save(path)} in every save mode.
 */
package io.github.jellybridge.spark.catalog;
