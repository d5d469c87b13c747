package io.github.jellybridge.jelly.split;

/**
 * The result of a walk over some frames of a file, independent of the frames before them.
 *
 * @param start offset in the file of the first frame, in bytes; the end of the file if there are no
 *     frames
 * @param end offset in the file of the first frame after these, in bytes, or the end of the file
 * @param frames number of frames
 * @param statements number of statements
 * @param names changes of the name lookup
 * @param prefixes changes of the prefix lookup
 * @param datatypes changes of the datatype lookup
 */
record Segment(
    long start,
    long end,
    long frames,
    long statements,
    LookupChanges.Summary names,
    LookupChanges.Summary prefixes,
    LookupChanges.Summary datatypes) {}
