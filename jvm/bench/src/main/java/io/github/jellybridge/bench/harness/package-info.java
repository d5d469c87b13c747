/**
 * Measuring, whatever is measured: the arguments of a run, rounds in which every contender runs
 * once, results as JSON, child processes and the live heap.
 *
 * <p>Start with {@link io.github.jellybridge.bench.harness.Race}: it runs every contender once a
 * round, drops the warm-up rounds, compares their answers and keeps the medians.
 */
package io.github.jellybridge.bench.harness;
