package io.github.jellybridge.spark.io;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Carries Hadoop's configuration from the driver to the tasks. Its thousand settings are serialized
 * once for all tasks and read once per JVM: on small files, serializing them per task took a tenth
 * of a query.
 */
public final class SerializableHadoopConf implements Serializable {
  private static final long serialVersionUID = 2L;

  private static final int KEPT = 32;

  /** The most recently used configurations of this JVM, by the id of their carrier. */
  private static final Map<String, Configuration> KNOWN = new LruCache<>(KEPT);

  private final String id = UUID.randomUUID().toString();
  private transient Configuration conf;
  private byte[] written;

  /** Wraps a configuration; it must not be changed afterwards. */
  public SerializableHadoopConf(Configuration conf) {
    this.conf = conf;
    synchronized (KNOWN) {
      KNOWN.put(id, conf);
    }
  }

  /** Returns the configuration, which must not be changed. */
  public synchronized Configuration get() {
    if (conf == null) {
      synchronized (KNOWN) {
        conf = KNOWN.computeIfAbsent(id, unknown -> read(written));
      }
    }
    return conf;
  }

  /** Makes this JVM read configurations again, as a new executor does. */
  public static void forgetAll() {
    synchronized (KNOWN) {
      KNOWN.clear();
    }
  }

  private static Configuration read(byte[] written) {
    // The serialized form holds every setting, so the executor's own files must not be read.
    Configuration conf = new Configuration(false);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(written))) {
      conf.readFields(in);
    } catch (IOException e) {
      throw new UncheckedIOException("Hadoop's configuration did not arrive whole", e);
    }
    return conf;
  }

  private synchronized void writeObject(ObjectOutputStream out) throws IOException {
    if (written == null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      conf.write(new DataOutputStream(bytes));
      written = bytes.toByteArray();
    }
    out.defaultWriteObject();
  }
}
