package io.github.jellybridge.jelly;

/**
 * Properties of a stream that are known before its statements are read.
 *
 * @param layout the wire layout; {@link Layout#V1} if the stream has no evidence of either
 * @param delimited whether each frame is preceded by its length
 * @param options the options row
 */
public record StreamHeader(Layout layout, boolean delimited, StreamOptions options) {}
