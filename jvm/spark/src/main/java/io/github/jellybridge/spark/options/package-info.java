/**
 * Options of data sources: declared, parsed and checked once.
 *
 * <p>An {@link OptionSpec} declares one option, an {@link OptionRegistry} holds all options of a
 * format, and {@link SourceOptions} are their parsed values. Unknown options are rejected with the
 * list of valid ones. {@link SessionSettings} are the settings of Spark that reading depends on.
 */
package io.github.jellybridge.spark.options;
