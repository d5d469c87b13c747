/**
 * Statistics of the parts of a file: what a reader needs to know to leave a part out, or to answer
 * a count without reading it. The writer collects them between two checkpoints and stores them in
 * metadata of the last frame. Those of files of other writers are in an index beside the file.
 * {@code docs/reference/files-on-disk.md} has the bytes.
 */
package io.github.jellybridge.jelly.statistics;
