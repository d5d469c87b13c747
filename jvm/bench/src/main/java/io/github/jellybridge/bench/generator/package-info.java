/**
 * Data sets of any size, made from a seed: a shop ({@code iri-heavy}), reviews in six languages
 * ({@code text-heavy}) and a citation graph ({@code many-names}).
 *
 * <p>A {@link io.github.jellybridge.bench.generator.DataGenerator} gives the same statements for
 * the same seed. They are written by jelly-jvm, so that no contender reads its own output.
 */
package io.github.jellybridge.bench.generator;
