package io.github.jellybridge.spark;

import org.apache.spark.sql.DataFrameWriter;
import scala.Function1;
import scala.runtime.AbstractFunction1;

/** Gives Scala {@code df.write.jelly(path)}; see {@link #syntax}. */
public final class WriteJelly {
  private final DataFrameWriter<?> writer;

  private WriteJelly(DataFrameWriter<?> writer) {
    this.writer = writer;
  }

  /** What Scala needs as an implicit value: {@code implicit val writeJelly = WriteJelly.syntax}. */
  public static Function1<DataFrameWriter<?>, WriteJelly> syntax() {
    return new AbstractFunction1<>() {
      @Override
      public WriteJelly apply(DataFrameWriter<?> writer) {
        return new WriteJelly(writer);
      }
    };
  }

  /** Writes a folder as {@code format("jelly").save(path)} does. */
  public void jelly(String path) {
    writer.format("jelly").save(path);
  }
}
