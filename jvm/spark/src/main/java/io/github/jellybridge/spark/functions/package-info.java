/**
 * The SQL functions {@code from_jelly} and {@code to_jelly}, for messages such as those of Kafka.
 *
 * <p>They use Spark's public connector API, so that a catalog or the session extensions can offer
 * them. {@link JellyFunctions} lists all functions. {@link MessageDecoder} decodes messages, {@link
 * MessageFormat} makes them, and {@link FrameState} is the state of the aggregate.
 */
package io.github.jellybridge.spark.functions;
