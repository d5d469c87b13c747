/**
 * The programs that are compared: decoders and encoders of jelly-bridge, jelly-jvm, Jena RIOT and
 * pyjelly, and the tasks of the benchmark {@code read} in plain Java on top of them.
 *
 * <p>All contenders of a task do the same work on the same statements. {@link
 * io.github.jellybridge.bench.contender.Decoders} opens the parsers, and {@link
 * io.github.jellybridge.bench.contender.PlainTasks} runs queries without Spark.
 */
package io.github.jellybridge.bench.contender;
