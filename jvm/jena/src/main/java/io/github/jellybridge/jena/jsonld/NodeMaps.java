package io.github.jellybridge.jena.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.flattening.NodeMap;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the node map of an expanded document (JSON-LD 1.1 API §7.2). The library's own algorithm
 * copies all values of a property, and all items of a list, for each further one.
 */
final class NodeMaps {
  private static final JsonProvider JSON = JsonProvider.provider();

  private static final Set<String> NO_PROPERTIES =
      Set.of("@id", "@type", "@index", "@reverse", "@graph", "@included");

  private final NodeMap map = new NodeMap();

  /** The values by graph, subject and property. */
  private final Map<String, Map<String, Map<String, Values>>> graphs = new LinkedHashMap<>();

  private NodeMaps() {}

  /** Values in their order, each once, except lists. */
  private static final class Values {
    /** Values that are compared one by one. */
    private static final int FEW = 8;

    private final List<JsonValue> all = new ArrayList<>(1);
    private Set<JsonValue> set;

    void add(JsonValue value) {
      if (set == null && all.size() == FEW) {
        set = new HashSet<>(all);
      }
      if (set == null ? !all.contains(value) : set.add(value)) {
        all.add(value);
      }
    }

    void addList(JsonValue list) {
      all.add(list);
    }
  }

  /**
   * The place of an element in its document.
   *
   * @param subject null outside of nodes
   * @param property null outside of nodes
   * @param list the items of the list that the element is in; null outside of lists
   * @param reversed the node whose reverse property has the element; null in other properties
   */
  private record Position(
      String graph, String subject, String property, List<JsonValue> list, JsonObject reversed) {
    static Position in(String graph) {
      return new Position(graph, null, null, null, null);
    }
  }

  /** Makes the map of an expanded document. */
  static NodeMap of(JsonArray expanded) throws JsonLdError {
    NodeMaps nodes = new NodeMaps();
    nodes.element(expanded, Position.in("@default"));
    nodes.graphs.forEach(
        (graph, subjects) ->
            subjects.forEach(
                (subject, properties) ->
                    properties.forEach(
                        (property, values) ->
                            nodes.map.set(graph, subject, property, array(values.all)))));
    return nodes.map;
  }

  private static JsonArray array(List<JsonValue> values) {
    return JSON.createArrayBuilder(values).build();
  }

  private void element(JsonValue element, Position position) throws JsonLdError {
    if (element instanceof JsonArray array) {
      for (JsonValue item : array) {
        element(item, position);
      }
    } else if (element instanceof JsonObject object) {
      if (object.containsKey("@value")) {
        add(object, position);
      } else if (object.containsKey("@list")) {
        list(object.get("@list"), position);
      } else {
        node(object, position);
      }
    }
  }

  private void add(JsonObject value, Position position) {
    if (position.list != null) {
      position.list.add(value);
    } else if (position.subject != null) {
      values(position.graph, position.subject, position.property).add(value);
    }
  }

  private void list(JsonValue items, Position position) throws JsonLdError {
    List<JsonValue> list = new ArrayList<>();
    element(
        items,
        new Position(position.graph, position.subject, position.property, list, position.reversed));
    JsonObject object = JSON.createObjectBuilder().add("@list", array(list)).build();
    if (position.list != null) {
      position.list.add(object);
    } else if (position.subject != null) {
      values(position.graph, position.subject, position.property).addList(object);
    }
  }

  private void node(JsonObject node, Position position) throws JsonLdError {
    JsonValue types = types(node.get("@type"));
    JsonValue written = node.get("@id");
    if (written != null && !(written instanceof JsonString)) {
      return;
    }
    String id = written == null ? map.createIdentifier() : name(written);
    Map<String, Values> properties = properties(position.graph, id);
    map.set(position.graph, id, "@id", JSON.createValue(id));
    if (position.reversed != null) {
      values(position.graph, id, position.property).add(position.reversed);
    } else if (position.property != null) {
      add(JSON.createObjectBuilder().add("@id", id).build(), position);
    }
    if (types instanceof JsonArray array) {
      array.forEach(values(position.graph, id, "@type")::add);
    }
    index(node.get("@index"), position.graph, id);
    if (node.get("@reverse") instanceof JsonObject reverse) {
      JsonObject reversed = JSON.createObjectBuilder().add("@id", id).build();
      for (Map.Entry<String, JsonValue> entry : reverse.entrySet()) {
        element(
            entry.getValue(), new Position(position.graph, null, entry.getKey(), null, reversed));
      }
    }
    if (node.containsKey("@graph")) {
      element(node.get("@graph"), Position.in(id));
    }
    if (node.containsKey("@included")) {
      element(node.get("@included"), Position.in(position.graph));
    }
    for (String key : new TreeSet<>(node.keySet())) {
      if (!NO_PROPERTIES.contains(key)) {
        String property = RdfQuadConsumer.isBlank(key) ? map.createIdentifier(key) : key;
        properties.computeIfAbsent(property, x -> new Values());
        element(node.get(key), new Position(position.graph, id, property, null, null));
      }
    }
  }

  /** Renames the blank nodes among types; returns an array, or null without types. */
  private JsonValue types(JsonValue types) {
    if (types == null) {
      return null;
    }
    List<JsonValue> renamed = new ArrayList<>();
    for (JsonValue type : types instanceof JsonArray array ? array : List.of(types)) {
      renamed.add(type instanceof JsonString ? JSON.createValue(name(type)) : type);
    }
    return array(renamed);
  }

  private String name(JsonValue id) {
    String name = ((JsonString) id).getString();
    return RdfQuadConsumer.isBlank(name) ? map.createIdentifier(name) : name;
  }

  private void index(JsonValue index, String graph, String id) throws JsonLdError {
    if (index != null) {
      JsonValue before = map.get(graph, id, "@index");
      if (before != null && !before.equals(index)) {
        throw new JsonLdError(JsonLdErrorCode.CONFLICTING_INDEXES);
      }
      map.set(graph, id, "@index", index);
    }
  }

  private Map<String, Values> properties(String graph, String subject) {
    return graphs
        .computeIfAbsent(graph, x -> new LinkedHashMap<>())
        .computeIfAbsent(subject, x -> new LinkedHashMap<>());
  }

  private Values values(String graph, String subject, String property) {
    return properties(graph, subject).computeIfAbsent(property, x -> new Values());
  }
}
