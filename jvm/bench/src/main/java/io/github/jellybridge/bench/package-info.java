/**
 * The benchmarks of {@code scripts/bench}, and the data of {@code scripts/demo}; not in the jar.
 *
 * <p>{@link io.github.jellybridge.bench.Bench} is the main class. Each {@code …Bench} declares its
 * data sets, tasks and contenders; {@code harness} measures them, {@code contender} has the
 * programs that are compared, and {@code generator} makes the data.
 */
package io.github.jellybridge.bench;
