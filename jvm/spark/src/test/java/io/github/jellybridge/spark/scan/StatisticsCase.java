package io.github.jellybridge.spark.scan;

import org.junit.After;
import org.junit.Before;

/** Lets the reader look at the statistics of small files, which it reads as fast without them. */
public abstract class StatisticsCase extends PushdownCase {
  static final String OPEN_COST = "spark.sql.files.openCostInBytes";

  @Before
  public void setOpenCost() {
    SparkJelly.spark().conf().set(OPEN_COST, "100");
  }

  @After
  public void resetOpenCost() {
    SparkJelly.spark().conf().unset(OPEN_COST);
  }
}
