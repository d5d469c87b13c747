package io.github.jellybridge.borsh;

/**
 * The header of a file ("Header Format").
 *
 * @param version the version byte: 0x01 as in the specification, or 0x31 as in most files
 * @param flags the flags; the low three bits are set
 * @param quads the number of quads in the header, 0 to 2^32 - 1; not yet compared with the quads
 */
public record BorshHeader(int version, int flags, long quads) {}
