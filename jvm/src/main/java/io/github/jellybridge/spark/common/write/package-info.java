/**
 * Writing files so that readers see all of a job or nothing: what a task writes, how a job
 * publishes it, and what becomes of the leftovers of jobs that died; and the catalog by whose names
 * SQL reads and writes paths. It knows nothing of any format but {@link
 * io.github.jellybridge.spark.common.write.RowFileFormat}.
 */
package io.github.jellybridge.spark.common.write;
