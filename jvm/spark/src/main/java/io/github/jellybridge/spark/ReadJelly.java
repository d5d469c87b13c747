package io.github.jellybridge.spark;

import java.io.Serializable;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Function1;
import scala.runtime.AbstractFunction1;

/** Adds {@code spark.read.jelly(path)} to Scala; see {@link #syntax}. */
public final class ReadJelly {
  private final DataFrameReader reader;

  private ReadJelly(DataFrameReader reader) {
    this.reader = reader;
  }

  /** Returns the implicit value for Scala: {@code implicit val readJelly = ReadJelly.syntax}. */
  public static Function1<DataFrameReader, ReadJelly> syntax() {
    return new Syntax();
  }

  /** Reads files as {@code format("jelly").load(…)} does. */
  public Dataset<Row> jelly(String... paths) {
    return reader.format("jelly").load(paths);
  }

  /** Serializable because closures in a Scala shell capture the values declared around them. */
  private static final class Syntax extends AbstractFunction1<DataFrameReader, ReadJelly>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public ReadJelly apply(DataFrameReader reader) {
      return new ReadJelly(reader);
    }
  }
}
