package io.github.jellybridge.spark;

import java.io.Serializable;
import org.apache.spark.sql.DataFrameWriter;
import scala.Function1;
import scala.runtime.AbstractFunction1;

/** Adds {@code df.write.jelly(path)} to Scala; see {@link #syntax}. */
public final class WriteJelly {
  private final DataFrameWriter<?> writer;

  private WriteJelly(DataFrameWriter<?> writer) {
    this.writer = writer;
  }

  /** Returns the implicit value for Scala: {@code implicit val writeJelly = WriteJelly.syntax}. */
  public static Function1<DataFrameWriter<?>, WriteJelly> syntax() {
    return new Syntax();
  }

  /** Writes a folder as {@code format("jelly").save(path)} does. */
  public void jelly(String path) {
    writer.format("jelly").save(path);
  }

  /** Serializable because closures in a Scala shell capture the values declared around them. */
  private static final class Syntax extends AbstractFunction1<DataFrameWriter<?>, WriteJelly>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public WriteJelly apply(DataFrameWriter<?> writer) {
      return new WriteJelly(writer);
    }
  }
}
