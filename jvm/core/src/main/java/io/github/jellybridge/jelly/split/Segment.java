package io.github.jellybridge.jelly.split;

/**
 * What a walk over some frames of a file found, without what was before them.
 *
 * @param start offset in the file of the first frame, or of its end if there is none, in bytes
 * @param end the same of the first frame behind these
 * @param frames how many frames there are
 * @param statements how many statements there are
 * @param names what they do to the name lookup
 * @param prefixes what they do to the prefix lookup
 * @param datatypes what they do to the datatype lookup
 */
record Segment(
    long start,
    long end,
    long frames,
    long statements,
    LookupChanges.Summary names,
    LookupChanges.Summary prefixes,
    LookupChanges.Summary datatypes) {}
