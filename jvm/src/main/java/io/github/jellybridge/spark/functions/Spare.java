package io.github.jellybridge.spark.functions;

import java.util.function.Supplier;

/**
 * An object that calls use in turn. Spark may evaluate one expression in several threads, if
 * seldom: a call that finds the object in use gets one of its own.
 */
public final class Spare<T> {
  private final Supplier<T> maker;
  private T idle;

  /** Says how objects are made. */
  public Spare(Supplier<T> maker) {
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
