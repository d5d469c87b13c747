/**
 * The command line {@code jelly-bridge}, and the methods that Python calls through Py4J.
 *
 * <p>It needs the jars of a Spark installation but no Spark session. Data goes to standard output,
 * progress and errors go to standard error.
 */
package io.github.jellybridge.cli;
