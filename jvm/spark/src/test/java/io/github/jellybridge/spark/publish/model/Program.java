package io.github.jellybridge.spark.publish.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Code that uses the file system. What it does next depends on the answers to its operations only,
 * so its states are the nodes of a tree. The tree grows when answers come that were not there
 * before: the code runs again, gets the earlier answers again, and then runs to its end alone.
 */
final class Program {
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  /** Starts the ids that replace random ones. */
  private static final String MODEL_ID = "00000000-0000-0000-000";

  /** The code of a program; the result describes how it ended. */
  interface Code {
    String run() throws Exception;
  }

  /** A state of the program: the answers so far. */
  static final class Node {
    private final int id;
    private final Node before;
    private final String answer;
    private final Map<String, Node> next = new HashMap<>();
    private final int changes;
    private final int listings;
    private Operation operation;
    private String result;

    private Node(int id, Node before, String answer) {
      this.id = id;
      this.changes = before == null ? 0 : before.changes + (before.operation.isChange() ? 1 : 0);
      this.listings = before == null ? 0 : before.listings + (before.isListing() ? 1 : 0);
      this.before = before;
      this.answer = answer;
    }

    int id() {
      return id;
    }

    /** The next operation; null at the end. */
    Operation operation() {
      return operation;
    }

    /** The number of operations so far that change files. */
    int changes() {
      return changes;
    }

    /** The number of folders that it has listed so far. */
    int listings() {
      return listings;
    }

    /** Whether the next operation lists a folder. */
    boolean isListing() {
      return operation != null && operation.kind() == Operation.Kind.LIST;
    }

    /** How the program has ended. */
    String result() {
      return result;
    }

    boolean isStart() {
      return before == null;
    }
  }

  private final char name;
  private final Code code;
  private final List<Node> nodes = new ArrayList<>();

  /**
   * Creates a program.
   *
   * @param name a hexadecimal digit, which becomes part of the ids that the program makes
   * @param files the files at its first run
   */
  Program(char name, Code code, ModelFiles files) {
    this.name = name;
    this.code = code;
    newNode(null, null);
    run(new ArrayDeque<>(), files);
  }

  /** Part of the names of the program's files. */
  String owner() {
    return MODEL_ID + name;
  }

  Node start() {
    return nodes.get(0);
  }

  Node node(int id) {
    return nodes.get(id);
  }

  private Node newNode(Node before, String answer) {
    Node node = new Node(nodes.size(), before, answer);
    nodes.add(node);
    return node;
  }

  /**
   * Returns the state after an answer.
   *
   * @param files the files after the operation
   */
  Node after(Node node, String answer, ModelFiles files) {
    if (!node.next.containsKey(answer)) {
      Deque<String> answers = new ArrayDeque<>();
      answers.push(answer);
      for (Node at = node; at.before != null; at = at.before) {
        answers.push(at.answer);
      }
      run(answers, files);
    }
    return node.next.get(answer);
  }

  /**
   * The end of a program.
   *
   * @param result the value that the program returned
   */
  record End(ModelFiles files, String result) {}

  /** Runs the program alone from its start to its end. */
  End alone(ModelFiles files) {
    Node node = start();
    ModelFiles now = files;
    while (node.operation != null) {
      ModelFiles.Step step = now.apply(node.operation);
      now = step.after();
      node = after(node, step.answer(), now);
    }
    return new End(now, node.result);
  }

  private void run(Deque<String> answers, ModelFiles files) {
    Run run = new Run(answers, files);
    String result;
    ModelFileSystem.use(run::call);
    try {
      result = code.run();
    } catch (Exception e) {
      result = "failed: " + e;
    } finally {
      ModelFileSystem.release();
    }
    run.at.result = run.toModel(result);
  }

  /** One run of the code: first with known answers, then alone on files of its own. */
  private final class Run {
    private final Deque<String> answers;
    private final Map<String, String> modelIds = new HashMap<>();
    private final Map<String, String> realIds = new HashMap<>();
    private ModelFiles files;
    private Node at = start();

    Run(Deque<String> answers, ModelFiles files) {
      this.answers = answers;
      this.files = files;
    }

    String call(Operation real) {
      Operation operation = new Operation(real.kind(), toModel(real.path()), toModel(real.other()));
      if (at.operation == null) {
        at.operation = operation;
      } else if (!at.operation.equals(operation)) {
        throw new AssertionError("not deterministic: " + operation + " for " + at.operation);
      }
      String answer;
      if (answers.isEmpty()) {
        ModelFiles.Step step = files.apply(operation);
        files = step.after();
        answer = step.answer();
      } else {
        answer = answers.pop();
      }
      Node before = at;
      at = before.next.computeIfAbsent(answer, a -> newNode(before, a));
      return replace(answer, id -> realIds.getOrDefault(id, id));
    }

    private String toModel(String text) {
      return replace(text, this::modelId);
    }

    private String modelId(String id) {
      if (id.startsWith(MODEL_ID)) {
        return id;
      }
      return modelIds.computeIfAbsent(
          id,
          real -> {
            String model = "%s%c-%012d".formatted(MODEL_ID, name, modelIds.size());
            realIds.put(model, real);
            return model;
          });
    }

    private String replace(String text, UnaryOperator<String> ids) {
      return UUID.matcher(text).replaceAll(match -> ids.apply(match.group()));
    }
  }
}
