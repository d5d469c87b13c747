package io.github.jellybridge.bench;

import io.github.jellybridge.bench.generator.IriHeavy;
import io.github.jellybridge.bench.harness.BenchArguments;

/** Makes the file that {@code ./scripts/demo} shows when it is given none, and prints its path. */
public final class DemoData {
  private DemoData() {}

  /** Takes {@code --statements N}; three million by default. */
  public static void main(String[] args) throws Exception {
    BenchArguments arguments = BenchArguments.parse(args, 0);
    DataSet made = new DataSets(arguments).generated(new IriHeavy(), arguments.statements, 0);
    System.out.println(made.files().get(0));
  }
}
