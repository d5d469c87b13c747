package io.github.jellybridge.sparql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Var;

/**
 * The surroundings in which an operator is evaluated.
 *
 * <p>Keys evaluate an operator for many graphs, or many outer solutions, at once: each solution has
 * the key of the graph, or the outer solution, that it belongs to. Keys are variables that are
 * always bound, so ordinary joins keep solutions of different keys apart.
 *
 * @param dataset the dataset of the query
 * @param graph the active graph: null for the default graph, or the key of all named graphs
 * @param environment the outer solutions that are substituted into the operator, with their key; or
 *     null
 * @param environmentKey the key of the outer solutions; or null
 * @param duplicates whether the number of equal solutions matters
 */
record Scope(
    DatasetTable dataset,
    Node graph,
    Solutions environment,
    Var environmentKey,
    boolean duplicates) {
  /** The start of the names of keys of graphs; no variable of a query starts with a dot. */
  static final String GRAPH_KEY = ".graph";

  /** Returns the scope of a whole query. */
  static Scope of(DatasetTable dataset, boolean duplicates) {
    return new Scope(dataset, null, null, null, duplicates);
  }

  Scope withGraph(Node newGraph) {
    return new Scope(dataset, newGraph, environment, environmentKey, duplicates);
  }

  Scope withDuplicates(boolean matter) {
    return new Scope(dataset, graph, environment, environmentKey, matter);
  }

  /** Returns the scope of a pattern of which only the existence of solutions matters. */
  Scope withEnvironment(Solutions outer, Var key) {
    return new Scope(dataset, graph, outer, key, false);
  }

  /** Returns the scope within a subquery: variables that it does not project are others. */
  Scope within(Collection<Var> projected) {
    if (environment == null) {
      return this;
    }
    List<Var> visible = new ArrayList<>(environment.variables());
    // Keys of graphs stay, also those of graphs around the active one.
    visible.removeIf(
        variable ->
            !projected.contains(variable)
                && !variable.equals(environmentKey)
                && !variable.getName().startsWith(GRAPH_KEY));
    return new Scope(dataset, graph, environment.project(visible), environmentKey, duplicates);
  }

  /** Returns the variables that every solution has for its key. */
  List<Var> keys() {
    List<Var> keys = new ArrayList<>();
    if (environmentKey != null) {
      keys.add(environmentKey);
    }
    if (graph instanceof Var key) {
      keys.add(key);
    }
    return keys;
  }

  /** Returns the variables that are constants, or no part of the solutions. */
  Set<Var> fixed() {
    Set<Var> fixed = new LinkedHashSet<>(keys());
    if (environment != null) {
      fixed.addAll(environment.variables());
    }
    return fixed;
  }

  /** Tells whether a variable is one of the outer solutions, and not bound in all of them. */
  boolean mayBeUnboundOutside(Var variable) {
    return environment != null
        && environment.variables().contains(variable)
        && !environment.bound().contains(variable);
  }

  /**
   * Returns the solutions without the blank nodes of the query, which they do not bind (section
   * 18.3.1).
   */
  Solutions withoutBlankNodes(Solutions solutions) {
    List<Var> unnamed = new ArrayList<>(solutions.variables());
    unnamed.removeIf(variable -> variable.isNamedVar());
    unnamed.removeAll(keys());
    return solutions.without(unnamed);
  }

  /** Returns the empty solution, for each key. */
  Solutions unit() {
    return environment == null ? graphUnit() : atLeaf(graphUnit());
  }

  /** Returns the empty solution for each active graph. */
  Solutions graphUnit() {
    if (graph == null) {
      return dataset.unit();
    }
    return graph instanceof Var key ? dataset.names(key) : dataset.exists(graph);
  }

  /**
   * Returns solutions of the active graph for each outer solution that they are compatible with.
   */
  Solutions atLeaf(Solutions solutions) {
    return environment == null ? solutions : Joins.join(environment, solutions);
  }

  /** Returns solutions that do not depend on the active graph, for each key. */
  Solutions forEachKey(Solutions solutions) {
    return graph == null && environment == null ? solutions : Joins.join(unit(), solutions);
  }
}
