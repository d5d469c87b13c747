package io.github.jellybridge.spark.publish.model;

import io.github.jellybridge.files.PublishJournal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Visits every state that two jobs reach, whichever of them does its next operation. One of the
 * jobs may be killed, be suspended until its lease has expired, or be refused a call. Records how
 * the files change, for {@link Reading}.
 */
final class Exploration {
  /** What may happen to a job. */
  enum Event {
    NONE,
    /** One job ends without a further operation; its lease expires at any later time. */
    KILL,
    /** The lease of one job expires at any time, although the job goes on. */
    SUSPEND,
    /** The file system refuses to rename a file, or to delete one of the table, once. */
    REFUSE
  }

  /** The rules that are checked in the states. */
  interface Rules {
    /** Checks the files at any time. */
    void checkFiles(ModelFiles files);

    /** Checks an end. */
    void checkEnd(ModelFiles files, String first, String second);
  }

  /**
   * A state: the files, and where each job is.
   *
   * @param dead a bit for each killed job
   * @param refused whether the file system has refused a call
   */
  private record State(int files, int first, int second, int dead, boolean refused) {}

  /**
   * The files that a reader may find at some time.
   *
   * @param first the number of changes that the first job has made: no job goes back
   */
  record Moment(ModelFiles files, int first, int second, int dead, boolean refused) {}

  /** An end that has been checked. */
  private record End(int files, String first, String second) {}

  private final Event event;
  private final Program[] jobs;
  private final Rules rules;
  private final Map<ModelFiles, Integer> ids = new HashMap<>();
  private final List<ModelFiles> files = new ArrayList<>();
  private final Map<Moment, Set<Moment>> changes = new LinkedHashMap<>();
  private final List<ModelFiles> forReaders = new ArrayList<>();
  private final Map<State, State> before = new HashMap<>();
  private final Deque<State> open = new ArrayDeque<>();
  private final Set<End> ends = new HashSet<>();

  Exploration(Event event, Program first, Program second, Rules rules) {
    this.event = event;
    this.jobs = new Program[] {first, second};
    this.rules = rules;
  }

  /** Visits all states; returns their number. */
  int run(ModelFiles start) {
    reach(null, new State(id(start), 0, 0, 0, false));
    while (!open.isEmpty()) {
      State state = open.pop();
      try {
        check(state);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + trace(state), e);
      }
      next(state);
    }
    return before.size();
  }

  /** What readers may find, and what that may change to. */
  Map<Moment, Set<Moment>> changes() {
    return changes;
  }

  /** The number of different states of the file system. */
  int files() {
    return files.size();
  }

  private int id(ModelFiles state) {
    return ids.computeIfAbsent(
        state,
        s -> {
          rules.checkFiles(s);
          files.add(s);
          forReaders.add(s.forReaders());
          return files.size() - 1;
        });
  }

  private void reach(State from, State to) {
    Moment moment = moment(to);
    changes.computeIfAbsent(moment, m -> new LinkedHashSet<>());
    if (from != null && !moment.equals(moment(from))) {
      changes.get(moment(from)).add(moment);
    }
    if (!before.containsKey(to)) {
      before.put(to, from);
      open.push(to);
    }
  }

  private Moment moment(State state) {
    return new Moment(
        forReaders.get(state.files),
        node(state, 0).changes(),
        node(state, 1).changes(),
        state.dead,
        state.refused);
  }

  private Program.Node node(State state, int job) {
    return jobs[job].node(job == 0 ? state.first : state.second);
  }

  private static boolean isDead(State state, int job) {
    return (state.dead & 1 << job) != 0;
  }

  private boolean isRunning(State state, int job) {
    return !isDead(state, job) && node(state, job).operation() != null;
  }

  private void check(State state) {
    if (!isRunning(state, 0) && !isRunning(state, 1)) {
      String first = result(state, 0);
      String second = result(state, 1);
      if (ends.add(new End(state.files, first, second))) {
        rules.checkEnd(files.get(state.files), first, second);
      }
    }
  }

  private String result(State state, int job) {
    return isDead(state, job) ? "killed" : node(state, job).result();
  }

  private void next(State state) {
    boolean early = files.get(state.files).now() == 0;
    for (int job = 0; job < jobs.length; job++) {
      if (isRunning(state, job)) {
        try {
          reach(state, stepped(state, job, false));
          if (event == Event.REFUSE && !state.refused && isRefusable(node(state, job))) {
            reach(state, stepped(state, job, true));
          }
        } catch (AssertionError e) {
          throw new AssertionError(
              e.getMessage() + trace(state) + "\n" + name(job) + node(state, job).operation(), e);
        }
        if (event == Event.KILL && state.dead == 0 && !node(state, job).isStart()) {
          reach(state, new State(state.files, state.first, state.second, 1 << job, false));
        }
        if (event == Event.SUSPEND && early && !node(state, job).isStart()) {
          reach(state, expired(state, job));
        }
      }
    }
    if (state.dead != 0 && early) {
      reach(state, expired(state, state.dead - 1));
    }
  }

  private static boolean isRefusable(Program.Node node) {
    Operation call = node.operation();
    return call.kind() == Operation.Kind.RENAME
        || call.kind() == Operation.Kind.DELETE
            && !call.path().contains(PublishJournal.STAGING_PREFIX);
  }

  /**
   * Does the next operation of a job, and those after it that no other program can observe.
   *
   * @param refuse whether the file system refuses the operation
   */
  private State stepped(State state, int job, boolean refuse) {
    Program.Node node = node(state, job);
    ModelFiles now = files.get(state.files);
    boolean refused = refuse;
    do {
      ModelFiles.Step step =
          refused ? new ModelFiles.Step(now, ModelFiles.NO) : now.apply(node.operation());
      refused = false;
      now = step.after();
      node = jobs[job].after(node, step.answer(), now);
    } while (node.operation() != null && node.operation().isPrivate(jobs[job].owner()));
    return new State(
        id(now),
        job == 0 ? node.id() : state.first,
        job == 1 ? node.id() : state.second,
        state.dead,
        state.refused || refuse);
  }

  /** Lets time pass until the lease of one job has expired. The other one renews its lease. */
  private State expired(State state, int job) {
    String renewed = jobs[1 - job].owner();
    ModelFiles later =
        files
            .get(state.files)
            .later(path -> path.endsWith(PublishJournal.LEASE) && path.contains(renewed));
    return new State(id(later), state.first, state.second, state.dead, state.refused);
  }

  private static String name(int job) {
    return job == 0 ? "first  " : "second ";
  }

  private static String refusal(State from, State to) {
    return to.refused && !from.refused ? " (refused)" : "";
  }

  /** Describes how a state was reached. */
  private String trace(State last) {
    Deque<String> lines = new ArrayDeque<>();
    for (State to = last, from = before.get(to); from != null; to = from, from = before.get(to)) {
      if (to.first != from.first) {
        lines.push(name(0) + node(from, 0).operation() + refusal(from, to));
      } else if (to.second != from.second) {
        lines.push(name(1) + node(from, 1).operation() + refusal(from, to));
      } else {
        lines.push(to.dead != from.dead ? "kill " + name(to.dead - 1) : "time passes");
      }
    }
    return "\n" + String.join("\n", lines);
  }
}
