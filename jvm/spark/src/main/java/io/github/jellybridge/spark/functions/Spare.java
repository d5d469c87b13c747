package io.github.jellybridge.spark.functions;

import java.io.Serializable;
import java.util.function.Supplier;

/**
 * An object that calls share one at a time. Spark may, though rarely, evaluate one expression in
 * several threads: a call that finds the object in use gets a new one. Only the recipe for new
 * objects is serialized.
 */
public final class Spare<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Maker<T> maker;
  private transient T idle;

  /** Creates an object. */
  public interface Maker<T> extends Supplier<T>, Serializable {}

  /** Creates a holder whose objects come from the given maker. */
  public Spare(Maker<T> maker) {
    this.maker = maker;
  }

  /** Returns an object that no other call uses. */
  public synchronized T take() {
    T taken = idle == null ? maker.get() : idle;
    idle = null;
    return taken;
  }

  /** Returns an object to the holder. */
  public synchronized void give(T object) {
    idle = object;
  }
}
