package io.github.jellybridge.jena;

import org.xml.sax.Attributes;

/** The attributes of one element after the other, some of them with other values. */
final class ChangedAttributes implements Attributes {
  private Attributes attributes;
  private String[] values = new String[4];

  /** Takes the attributes of an element, until those of the next one. */
  void open(Attributes ofElement) {
    attributes = ofElement;
    int length = ofElement.getLength();
    if (values.length < length) {
      values = new String[2 * length];
    }
    for (int i = 0; i < length; i++) {
      values[i] = ofElement.getValue(i);
    }
  }

  void setValue(int index, String value) {
    values[index] = value;
  }

  @Override
  public String getValue(int index) {
    return index < 0 || index >= attributes.getLength() ? null : values[index];
  }

  @Override
  public String getValue(String uri, String local) {
    return getValue(attributes.getIndex(uri, local));
  }

  @Override
  public String getValue(String name) {
    return getValue(attributes.getIndex(name));
  }

  @Override
  public int getLength() {
    return attributes.getLength();
  }

  @Override
  public String getURI(int index) {
    return attributes.getURI(index);
  }

  @Override
  public String getLocalName(int index) {
    return attributes.getLocalName(index);
  }

  @Override
  public String getQName(int index) {
    return attributes.getQName(index);
  }

  @Override
  public String getType(int index) {
    return attributes.getType(index);
  }

  @Override
  public String getType(String uri, String local) {
    return attributes.getType(uri, local);
  }

  @Override
  public String getType(String name) {
    return attributes.getType(name);
  }

  @Override
  public int getIndex(String uri, String local) {
    return attributes.getIndex(uri, local);
  }

  @Override
  public int getIndex(String name) {
    return attributes.getIndex(name);
  }
}
