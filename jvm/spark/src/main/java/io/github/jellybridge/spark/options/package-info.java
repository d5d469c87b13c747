/**
 * Options of data sources: declared, parsed and checked once.
 *
 * <p>An {@link OptionSpec} is the declaration of one option, an {@link OptionRegistry} all those of
 * a format, and {@link SourceOptions} their parsed values. An unknown option is refused with the
 * list of valid ones. {@link SessionSettings} are the settings of Spark that reading depends on.
 */
package io.github.jellybridge.spark.options;
