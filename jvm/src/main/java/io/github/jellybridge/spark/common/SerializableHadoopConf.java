package io.github.jellybridge.spark.common;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/** Carries Hadoop's configuration from the driver to the tasks. */
public final class SerializableHadoopConf implements Serializable {
  private static final long serialVersionUID = 1L;

  private transient Configuration conf;

  /** Wraps a configuration; it must not be changed afterwards. */
  public SerializableHadoopConf(Configuration conf) {
    this.conf = conf;
  }

  /** The configuration; not to be changed. */
  public Configuration get() {
    return conf;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    conf.write(out);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    // The written form holds every setting, so nothing is to be read from the executor's own files.
    conf = new Configuration(false);
    conf.readFields(in);
  }
}
