package io.github.jellybridge.spark.functions;

import java.io.Serializable;
import java.util.function.Supplier;

/**
 * An object that calls use in turn. Spark may evaluate one expression in several threads, if
 * seldom: a call that finds the object in use gets one of its own. What is written for tasks is how
 * objects are made.
 */
public final class Spare<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Maker<T> maker;
  private transient T idle;

  /** Makes an object. */
  public interface Maker<T> extends Supplier<T>, Serializable {}

  /** Says how objects are made. */
  public Spare(Maker<T> maker) {
    this.maker = maker;
  }

  /** Returns an object that nobody else uses. */
  public synchronized T take() {
    T taken = idle == null ? maker.get() : idle;
    idle = null;
    return taken;
  }

  /** Takes an object back. */
  public synchronized void give(T object) {
    idle = object;
  }
}
