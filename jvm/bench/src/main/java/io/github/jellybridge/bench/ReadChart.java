package io.github.jellybridge.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws how many times faster than Parquet each task is, as an SVG that the README shows. */
final class ReadChart {
  private static final int WIDTH = 860;
  private static final int LEFT = 170;
  private static final int RIGHT = 90;
  private static final int TOP = 92;
  private static final int BAR = 13;
  private static final int GAP = 16;

  /** Colours that stay apart for colour-blind eyes and in grey. */
  private static final List<String> COLOURS = List.of("#1b4f72", "#2e86c1", "#76b7e5", "#e08e2b");

  private final List<ReadTable.Ratio> ratios;
  private final Map<String, Object> machine;

  ReadChart(List<Harness.Row> rows, Map<String, Object> machine) {
    this.ratios = new ReadTable(rows).ratios().stream().filter(ReadTable.Ratio::inMean).toList();
    this.machine = machine;
  }

  /** The chart as a whole SVG document. */
  String svg() {
    List<String> tasks = ratios.stream().map(ReadTable.Ratio::task).distinct().toList();
    List<String> datasets = ratios.stream().map(ReadTable.Ratio::dataset).distinct().toList();
    int group = datasets.size() * BAR + GAP;
    int bottom = TOP + tasks.size() * group;
    double most = ratios.stream().mapToDouble(ReadTable.Ratio::ratio).max().orElse(1);
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif'"
            + " font-size='12'>",
        WIDTH,
        bottom + 52);
    add(svg, "<rect width='100%%' height='100%%' fill='white'/>");
    add(
        svg,
        "<text x='16' y='26' font-size='17' font-weight='bold'>Reading Jelly in Spark, times"
            + " faster than the same table in Parquet</text>");
    add(
        svg,
        "<text x='16' y='46' fill='#555'>Parquet time / jelly-bridge time, one core, median of"
            + " rounds; longer is better; geometric mean %.2f</text>",
        Harness.geometricMean(ratios.stream().map(ReadTable.Ratio::ratio).toList()));
    for (int i = 0; i < datasets.size(); i++) {
      int x = LEFT + i * 150;
      add(svg, "<rect x='%d' y='60' width='12' height='12' fill='%s'/>", x, colour(i));
      add(svg, "<text x='%d' y='70'>%s</text>", x + 17, escape(datasets.get(i)));
    }
    grid(svg, most, bottom);
    for (int t = 0; t < tasks.size(); t++) {
      int y = TOP + t * group;
      add(
          svg,
          "<text x='%d' y='%d' text-anchor='end'>%s</text>",
          LEFT - 10,
          y + datasets.size() * BAR / 2 + 4,
          tasks.get(t));
      for (ReadTable.Ratio ratio : ratios) {
        if (ratio.task().equals(tasks.get(t))) {
          bar(svg, ratio.ratio(), most, y, datasets.indexOf(ratio.dataset()));
        }
      }
    }
    add(
        svg,
        "<text x='16' y='%d' fill='#555' font-size='11'>%s, %s cores, Spark %s, %s</text>",
        bottom + 40,
        escape(machine.get("cpu")),
        machine.get("cores"),
        escape(machine.get("spark")),
        escape(machine.get("java")));
    return svg.append("</svg>\n").toString();
  }

  private static void grid(StringBuilder svg, double most, int bottom) {
    double step = most > 24 ? 8 : most > 12 ? 4 : most > 6 ? 2 : 1;
    for (double value = 0; value <= most; value += step) {
      line(svg, value, most, bottom, "#ddd", "");
      add(
          svg,
          "<text x='%.1f' y='%d' text-anchor='middle' fill='#555'>%.0f</text>",
          x(value, most),
          bottom + 14,
          value);
    }
    line(svg, 1, most, bottom, "#c0392b", " stroke-dasharray='4 3'");
    add(
        svg,
        "<text x='%.1f' y='%d' fill='#c0392b' font-size='11'>Parquet</text>",
        x(1, most) + 3,
        TOP - 6);
  }

  private static void line(
      StringBuilder svg, double value, double most, int bottom, String colour, String more) {
    add(
        svg,
        "<line x1='%.1f' x2='%.1f' y1='%d' y2='%d' stroke='%s'%s/>",
        x(value, most),
        x(value, most),
        TOP - 4,
        bottom,
        colour,
        more);
  }

  private static void bar(StringBuilder svg, double ratio, double most, int y, int row) {
    double end = x(ratio, most);
    add(
        svg,
        "<rect x='%d' y='%d' width='%.1f' height='%d' fill='%s'/>",
        LEFT,
        y + row * BAR,
        end - LEFT,
        BAR - 2,
        colour(row));
    add(
        svg,
        "<text x='%.1f' y='%d' font-size='10'>%.1f</text>",
        end + 4,
        y + row * BAR + BAR - 4,
        ratio);
  }

  private static double x(double value, double most) {
    return LEFT + (WIDTH - LEFT - RIGHT) * value / most;
  }

  private static String colour(int i) {
    return COLOURS.get(i % COLOURS.size());
  }

  private static String escape(Object text) {
    return text.toString().replace("&", "&amp;").replace("<", "&lt;");
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
