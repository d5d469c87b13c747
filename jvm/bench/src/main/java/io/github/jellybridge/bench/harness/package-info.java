/**
 * Measuring, whatever is measured: the arguments of a run, rounds in which every contender runs
 * once, results as JSON, child processes and the live heap.
 *
 * <p>{@link io.github.jellybridge.bench.harness.Race} is the place to start: it runs contenders in
 * turns, drops the warm-up rounds, compares their answers and keeps the medians.
 */
package io.github.jellybridge.bench.harness;
