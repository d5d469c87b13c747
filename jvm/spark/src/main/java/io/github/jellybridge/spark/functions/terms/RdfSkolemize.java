package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.spark.functions.Spare;
import io.github.jellybridge.spark.schema.TermField;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code rdf_skolemize(term, base)}: replaces a blank node by the IRI {@code
 * BASE/.well-known/genid/LABEL} (RDF 1.1 Concepts, section 3.5), also inside triple terms. Terms
 * without blank nodes stay unchanged.
 */
public final class RdfSkolemize implements TermScalar<InternalRow> {
  private static final long serialVersionUID = 1L;

  static final String NAME = "rdf_skolemize";

  /** Well-known paths start at the root of a host: RFC 8615, section 3. */
  private static final Pattern BASE =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://[^/?#\\s<>\"{}|^`\\\\]+)/?");

  private static final String PATH = "/.well-known/genid/";
  private static final UTF8String BLANK = UTF8String.fromString("_:");
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private final TermLayout layout;
  private final DataType baseType;
  private final Spare<TermText> texts = new Spare<>(TermText::new);
  private transient volatile Prefix last;

  /** The bytes before labels, for the base of the last call. */
  private record Prefix(UTF8String base, byte[] bytes) {}

  /** Creates the function for a layout of terms and a type of bases, including its collation. */
  RdfSkolemize(TermLayout layout, DataType baseType) {
    this.layout = layout;
    this.baseType = baseType;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {layout.type(), baseType};
  }

  @Override
  public DataType resultType() {
    return TermField.nullableStructType();
  }

  /**
   * Returns a term without blank nodes. Generated code calls this method by its name.
   *
   * @return null if an argument is null
   * @throws IllegalArgumentException if the base is not a scheme and host, or the struct is not a
   *     term
   */
  public InternalRow invoke(InternalRow term, UTF8String base) {
    if (term == null || base == null) {
      return null;
    }
    byte[] prefix = prefix(base);
    UTF8String value = layout.value(term);
    if (value == null || layout.kind(term) == null) {
      throw layout.wrong(NAME, term);
    }
    if (layout.is(term, TermLayout.BNODE)) {
      return TermLayout.term(
          TermLayout.IRI, UTF8String.fromBytes(iri(prefix, value.getBytes())), null, null);
    }
    if (layout.is(term, TermLayout.TRIPLE) && value.contains(BLANK)) {
      return TermLayout.term(TermLayout.TRIPLE, quoted(prefix, value), null, null);
    }
    return layout.standard(term);
  }

  private UTF8String quoted(byte[] prefix, UTF8String value) {
    TermText parser = texts.take();
    try {
      return UTF8String.fromBytes(parser.replaceBlankNodes(value, label -> iri(prefix, label)));
    } finally {
      texts.give(parser);
    }
  }

  private byte[] prefix(UTF8String base) {
    Prefix known = last;
    if (known == null || !known.base().equals(base)) {
      var match = BASE.matcher(base.toString());
      if (!match.matches()) {
        throw new IllegalArgumentException(
            "rdf_skolemize: expected a base such as https://example.org, without a path, as"
                + " well-known IRIs start at the root of a host; found '"
                + base
                + "'.");
      }
      byte[] bytes = (match.group(1) + PATH).getBytes(StandardCharsets.UTF_8);
      known = new Prefix(base.copy(), bytes);
      last = known;
    }
    return known.bytes();
  }

  /** Percent-encodes all bytes except the unreserved characters of RFC 3986, section 2.3. */
  private static byte[] iri(byte[] prefix, byte[] label) {
    ByteBuilder out = new ByteBuilder();
    out.append(prefix);
    for (byte b : label) {
      if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9') {
        out.append(b);
      } else if (b == '-' || b == '.' || b == '_' || b == '~') {
        out.append(b);
      } else {
        out.append('%');
        out.append(HEX[b >> 4 & 15]);
        out.append(HEX[b & 15]);
      }
    }
    return out.toByteArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RdfSkolemize skolemize
        && layout.equals(skolemize.layout)
        && baseType.equals(skolemize.baseType);
  }

  @Override
  public int hashCode() {
    return 31 * layout.hashCode() + baseType.hashCode();
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
