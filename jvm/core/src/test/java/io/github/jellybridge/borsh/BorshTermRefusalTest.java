package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.Borsh.incompressible;
import static io.github.jellybridge.borsh.Borsh.refused;
import static io.github.jellybridge.borsh.BorshFile.A;
import static io.github.jellybridge.borsh.BorshFile.B;
import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.entry;
import static io.github.jellybridge.borsh.BorshFile.little;
import static io.github.jellybridge.borsh.BorshFile.utf8;
import static io.github.jellybridge.borsh.BorshFile.valid;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.testing.Cases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

/** Refusals of wrong terms blocks, with their errors: one rule, one test. */
public class BorshTermRefusalTest {
  @Test
  public void trailingBytesInTheTermsBlock() {
    BorshFile file = valid();
    file.terms = concat(file.terms, new byte[3]);
    refused(file.bytes(), "expected the end of the terms block, found 3 more bytes");
  }

  @Test
  public void termCountAboveTheLargestId() {
    BorshFile file = valid();
    List<byte[]> terms = new ArrayList<>(Collections.nCopies(65536, A));
    file.terms = BorshFile.termsBlock(65536, terms);
    refused(file.bytes(), "expected at most 65535 terms, found 65536");
    file.terms = BorshFile.termsBlock(-1, terms);
    refused(file.bytes(), "expected at most 65535 terms, found 4294967295");
  }

  @Test
  public void termCountAboveTheTerms() {
    BorshFile file = valid();
    file.terms = BorshFile.termsBlock(3, List.of(A, B));
    refused(file.bytes(), "expected term 3 of 3, found the end of the block");
  }

  @Test
  public void termsBlockWithoutACount() {
    BorshFile file = valid();
    file.terms = new byte[] {1, 0};
    refused(file.bytes(), "expected a number of terms (4 bytes), found 2 bytes");
  }

  @Test
  public void unknownTermType() {
    Cases.each(
        new int[] {0, 6, 255},
        type -> {
          BorshFile file =
              new BorshFile(List.of(A, entry(type, utf8("x"))), new int[] {0, 1, 1, 1});
          BorshParseException error = refused(file.bytes(), "a term type of 1 to 5, found " + type);
          assertEquals(4 + A.length, error.byteOffset());
          assertEquals(Section.TERMS, error.section());
        });
  }

  @Test
  public void stringLengthPastTheBlock() {
    Cases.each(
        new int[] {4, Integer.MAX_VALUE, -1},
        length -> {
          BorshFile file = valid();
          System.arraycopy(little(4).putInt(length).array(), 0, file.terms, 4 + A.length + 1, 4);
          refused(file.bytes(), "expected an IRI of at most 3 bytes, found the length");
        });
  }

  @Test
  public void secondStringLengthPastTheBlock() {
    byte[] tagged = concat(entry(5, utf8("x")), little(4).putInt(3).array(), utf8("en"));
    BorshFile file = new BorshFile(List.of(A, tagged), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag of at most 2 bytes, found the length 3");
    byte[] typed = entry(4, utf8("x"));
    file = new BorshFile(List.of(A, typed), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected the length of a datatype IRI, found the end of the block");
  }

  @Test
  public void invalidUtf8() {
    byte[] bad = {'a', (byte) 0xc3, '('};
    List<byte[]> entries =
        List.of(
            entry(1, bad),
            entry(2, bad),
            entry(3, bad),
            entry(4, bad, utf8("x:t")),
            entry(4, utf8("x"), bad),
            entry(5, bad, utf8("en")));
    Cases.each(
        entries,
        entry -> {
          BorshFile file = new BorshFile(List.of(A, entry), new int[] {0, 1, 1, 1});
          refused(file.bytes(), "in UTF-8, found the byte 0xc3");
        });
  }

  @Test
  public void invalidUtf8OfALargeBlock() {
    byte[] text = incompressible(100_000);
    byte[] bad = {'a', (byte) 0xc3, '('};
    byte[][] entries = {
      entry(1, bad),
      entry(2, bad),
      entry(3, bad),
      entry(4, bad, A),
      entry(4, A, bad),
      entry(5, bad, A)
    };
    String[] names = {
      "an IRI", "a blank node label", "a literal", "a literal", "a datatype IRI", "a literal"
    };
    for (int i = 0; i < entries.length; i++) {
      List<byte[]> terms = List.of(A, entry(3, text), entries[i], entry(3, text));
      BorshFile file = new BorshFile(terms, new int[] {0, 1, 1, 1});
      BorshParseException error =
          refused(file.bytes(), "expected " + names[i] + " in UTF-8, found the byte 0xc3");
      int within = i == 4 ? 5 + A.length + 4 : 5;
      assertEquals(4 + A.length + 5 + text.length + within + 1, error.byteOffset());
    }
  }

  @Test
  public void languageTagThatIsNotAscii() {
    BorshFile file =
        new BorshFile(List.of(A, entry(5, utf8("x"), utf8("dé"))), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag in ASCII, found the byte 0xc3");
  }

  @Test
  public void emptyLanguageTag() {
    BorshFile file =
        new BorshFile(List.of(A, entry(5, utf8("x"), utf8(""))), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag, found an empty text");
  }
}
