package io.github.jellybridge.spark.borsh;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.spark.terms.TermColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Test;

/** Tests the memory that rows need in addition to their file. */
public class BorshRowEncoderTest {
  /** Tests repeated texts whose sum exceeds both the heap of the tests and the size of an array. */
  @Test
  public void aLargeTextThatComesAgainAndAgainTakesUpNoMemory() throws IOException {
    List<TermColumn> columns = new ArrayList<>();
    for (String name : List.of("s", "p", "o")) {
      columns.add(TermColumn.of(name, columns.size(), DataTypes.StringType, true));
    }
    UTF8String iri = UTF8String.fromString("<x:a>");
    UTF8String text = UTF8String.fromString('"' + "x".repeat(40_000_000) + '"');
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BorshRowEncoder encoder =
        new BorshRowEncoder(
            BorshWriter.open(out, BorshWriteOptions.defaults().withCompressionLevel(0)),
            BorshReadOptions.DEFAULT_MAX_TERMS_BYTES,
            columns);
    for (int i = 0; i < 60; i++) {
      UTF8String subject = UTF8String.fromString("<x:" + i + ">");
      assertTrue(encoder.offer(new GenericInternalRow(new Object[] {subject, iri, text})));
      assertTrue(encoder.offer(new GenericInternalRow(new Object[] {subject, iri, iri})));
    }
    encoder.finish();
    byte[] file = out.toByteArray();
    try (BorshReader reader =
        BorshReader.open(new ByteArrayInputStream(file), "a.rdfb", BorshReadOptions.defaults())) {
      assertEquals(120, reader.countStatements());
    }
  }
}
