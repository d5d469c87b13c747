/**
 * What users of Spark name: the extensions and catalogs that a session is configured with, {@link
 * io.github.jellybridge.spark.JellyBridge} and typed statements.
 */
package io.github.jellybridge.spark;
