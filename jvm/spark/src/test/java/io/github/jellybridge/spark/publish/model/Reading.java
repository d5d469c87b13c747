package io.github.jellybridge.spark.publish.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A reader whose operations come between any of the changes that an {@link Exploration} has found.
 * The table that it reads must have been the table at some time since its last listing.
 */
final class Reading {
  /**
   * A state.
   *
   * @param moment number of the table that the reader may find
   * @param node where the reader is
   * @param seen a bit for each table that existed since the last listing
   */
  private record State(int moment, int node, long seen) {}

  private final Program reader;
  private final int listings;
  private final List<Exploration.Moment> moments;
  private final List<int[]> next = new ArrayList<>();
  private final List<Integer> tables = new ArrayList<>();
  private final Map<String, Integer> tableIds = new LinkedHashMap<>();
  private final Map<State, State> before = new HashMap<>();
  private final Deque<State> open = new ArrayDeque<>();

  /**
   * Prepares the reading of a folder without partitions.
   *
   * @param listings how often the reader may list the folder because jobs disturb it
   */
  Reading(Exploration jobs, Program reader, int listings) {
    this.reader = reader;
    this.listings = listings;
    this.moments = List.copyOf(jobs.changes().keySet());
    Map<Exploration.Moment, Integer> ids = new HashMap<>();
    for (Exploration.Moment moment : moments) {
      ids.put(moment, ids.size());
      String table = reader.alone(moment.files()).result();
      tables.add(tableIds.computeIfAbsent(table, t -> tableIds.size()));
    }
    jobs.changes()
        .values()
        .forEach(changes -> next.add(changes.stream().mapToInt(ids::get).toArray()));
  }

  /** Visits all states; returns their number. */
  int run() {
    for (int moment = 0; moment < moments.size(); moment++) {
      reach(null, new State(moment, 0, bit(moment)));
    }
    while (!open.isEmpty()) {
      State state = open.pop();
      Program.Node node = reader.node(state.node);
      if (node.operation() == null) {
        check(state, node.result());
        continue;
      }
      ModelFiles now = moments.get(state.moment).files();
      ModelFiles.Step step = now.apply(node.operation());
      reach(
          state, new State(state.moment, reader.after(node, step.answer(), now).id(), state.seen));
      if (!node.isStart()) {
        for (int moment : next.get(state.moment)) {
          reach(state, new State(moment, state.node, state.seen | bit(moment)));
        }
      }
    }
    return before.size();
  }

  private long bit(int moment) {
    return 1L << tables.get(moment);
  }

  /** The tables that there were at some time. */
  Set<String> tables() {
    return tableIds.keySet();
  }

  private void reach(State from, State to) {
    if (!before.containsKey(to)) {
      before.put(to, from);
      open.push(to);
    }
  }

  private void check(State state, String found) {
    if (found.contains("faster than it is listed")) {
      return;
    }
    Integer id = tableIds.get(found);
    if (id == null || (state.seen & 1L << id) == 0) {
      throw new AssertionError("read " + found + " while there were " + seen(state) + trace(state));
    }
  }

  private List<String> seen(State state) {
    List<String> names = new ArrayList<>();
    tableIds.forEach(
        (table, id) -> {
          if ((state.seen & 1L << id) != 0) {
            names.add(table);
          }
        });
    return names;
  }

  /** Describes how a state was reached: the operations of the reader, and the changed paths. */
  private String trace(State last) {
    Deque<String> lines = new ArrayDeque<>();
    for (State to = last, from = before.get(to); from != null; to = from, from = before.get(to)) {
      lines.push(
          to.node != from.node
              ? "reader " + reader.node(from.node).operation()
              : "jobs   " + difference(moments.get(from.moment), moments.get(to.moment)));
    }
    return "\n" + String.join("\n", lines);
  }

  private static String difference(Exploration.Moment from, Exploration.Moment to) {
    Set<String> gone = new TreeSet<>(from.files().entries().keySet());
    gone.removeAll(to.files().entries().keySet());
    Set<String> added = new TreeSet<>(to.files().entries().keySet());
    added.removeAll(from.files().entries().keySet());
    return "-" + gone + " +" + added;
  }
}
