/**
 * A model of publishing: the real classes run on a file system in memory, and every interleaving of
 * their file operations is explored.
 *
 * <p>{@link io.github.jellybridge.spark.publish.model.ModelFiles} is a state of the file system,
 * {@link io.github.jellybridge.spark.publish.model.Program} a job or a reader, whose operations are
 * a function of the answers to the earlier ones. {@link
 * io.github.jellybridge.spark.publish.model.Exploration} visits all states of several programs.
 */
package io.github.jellybridge.spark.publish.model;
