package io.github.jellybridge.jelly;

/**
 * What is known of a stream before its statements are read.
 *
 * @param layout the wire layout; {@link Layout#V1} when nothing in the stream tells
 * @param delimited whether every frame stands behind its length
 * @param options the options row
 */
public record StreamHeader(Layout layout, boolean delimited, StreamOptions options) {}
