package io.github.jellybridge.jelly;

import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The vocabulary of {@link BothLayouts} for rules that only Jelly-RDF 1.x has.
 *
 * <p>Files in the 1.x layout.
 */
public final class OneX {
  private OneX() {}

  /** A delimited file of one frame: options, the lookups of {@link BothLayouts}, and rows. */
  public static byte[] file(WireRow.Options options, WireRow... rows) {
    List<WireRow> all = new ArrayList<>();
    all.add(options);
    all.addAll(BothLayouts.LOOKUPS);
    all.addAll(Arrays.asList(rows));
    return Wire.delimited(Wire.V1.frame(all));
  }
}
