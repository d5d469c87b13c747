package io.github.jellybridge.spark.aggregate;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups on disk, in buckets by the hash of their keys: all parts of a group are in one bucket, and
 * a bucket fits into memory.
 *
 * <p>Uses one temporary file of blocks; each block holds whole records of one bucket. The file is
 * unlinked once it is open, so it vanishes with the process.
 */
final class GroupSpill implements Closeable {
  static final int BUCKETS = 64;

  /** All bits of a hash are used after this number of levels. */
  static final int LEVELS = 4;

  private static final int BUCKET_BITS = 6;
  private static final int BLOCK = 32 << 10;

  private final int level;
  private final FileChannel file;
  private final byte[][] buffers = new byte[BUCKETS][];
  private final int[] used = new int[BUCKETS];
  private final List<List<Block>> blocks = new ArrayList<>();
  private long end;

  /** A run of records of one bucket. */
  private record Block(long start, int length) {}

  /**
   * @param level how many times the groups have been divided into buckets before
   */
  GroupSpill(int level) throws IOException {
    this.level = level;
    this.file =
        FileChannel.open(
            SpillFolder.newFile("jelly-groups-"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    for (int i = 0; i < BUCKETS; i++) {
      blocks.add(new ArrayList<>());
    }
  }

  int level() {
    return level;
  }

  /** Returns the bucket of a hash; tables in memory use the lowest bits. */
  private int bucket(int hash) {
    return hash >>> Math.max(0, Integer.SIZE - BUCKET_BITS * (level + 1)) & (BUCKETS - 1);
  }

  /** Adds a record. */
  void add(byte[] bytes, int offset, int length) throws IOException {
    int bucket = bucket(GroupRecord.hash(bytes, offset));
    if (buffers[bucket] == null) {
      buffers[bucket] = new byte[BLOCK];
    }
    if (used[bucket] + length > BLOCK) {
      flush(bucket);
    }
    if (length > BLOCK) {
      write(bucket, bytes, offset, length);
      return;
    }
    System.arraycopy(bytes, offset, buffers[bucket], used[bucket], length);
    used[bucket] += length;
  }

  private void flush(int bucket) throws IOException {
    if (used[bucket] > 0) {
      write(bucket, buffers[bucket], 0, used[bucket]);
      used[bucket] = 0;
    }
  }

  private void write(int bucket, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer block = ByteBuffer.wrap(bytes, offset, length);
    long at = end;
    while (block.hasRemaining()) {
      at += file.write(block, at);
    }
    blocks.get(bucket).add(new Block(end, length));
    end = at;
  }

  /** Ends writing. */
  void finish() throws IOException {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      flush(bucket);
      buffers[bucket] = null;
    }
  }

  /** The number of blocks of a bucket. */
  int blocks(int bucket) {
    return blocks.get(bucket).size();
  }

  /** Reads a block of a bucket. */
  byte[] read(int bucket, int index) throws IOException {
    Block block = blocks.get(bucket).get(index);
    ByteBuffer bytes = ByteBuffer.allocate(block.length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, block.start + bytes.position()) < 0) {
        throw new EOFException("A temporary file of groups has become shorter");
      }
    }
    return bytes.array();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
