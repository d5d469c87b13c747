package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.BorshFile.entry;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.Test;

/** Files of many terms and many quads. */
public class BorshLargeFileTest {
  private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();

  private static List<byte[]> terms(int count) {
    List<byte[]> terms = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      terms.add(entry(Term.iri("x:" + i)));
    }
    return terms;
  }

  /** Tests short and long literals and matches of LZ4 far into a block. */
  @Test
  public void quadsThatCompressWellOrBadlyAreReadAndCounted() throws Exception {
    Random random = new Random(8);
    int terms = 3_000;
    Cases.each(
        new int[] {1, 2, 10, 200, terms},
        kinds -> {
          int[][] quads = new int[20_000][];
          for (int i = 0; i < quads.length; i++) {
            int s = 1 + random.nextInt(kinds);
            int old = i == 0 ? 0 : random.nextInt(i);
            quads[i] =
                random.nextInt(3) > 0 && i > 0
                    ? quads[old]
                    : new int[] {
                      s, 1 + i / 10, 1 + random.nextInt(terms), 1 + random.nextInt(kinds)
                    };
          }
          BorshFile file = new BorshFile(terms(terms), quads);
          List<Term> expected = Arrays.stream(quads).map(q -> Term.iri("x:" + q[2])).toList();
          for (int level : new int[] {0, 1, 12}) {
            byte[] packed =
                level == 0
                    ? LZ4.fastCompressor().compress(file.quads)
                    : LZ4.highCompressor(level).compress(file.quads);
            byte[] bytes = file.bytes(BorshFile.pack(file.terms), packed);
            assertEquals(quads.length, Borsh.count(bytes));
            List<Statement> found = Borsh.read(bytes);
            assertEquals(expected, found.stream().map(Statement::p).toList());
          }
        });
  }

  @Test
  public void theHighestIdIsThatOfTheLastTerm() throws Exception {
    Cases.each(
        new int[] {1, 2, 32_766, 32_767, 32_768, 32_769, 65_534},
        terms -> {
          List<byte[]> entries = terms(terms);
          BorshFile last = new BorshFile(entries, new int[] {0, 1, 1, terms});
          assertEquals(Term.iri("x:" + terms), Borsh.read(last.bytes()).get(0).o());
          for (int position = 0; position < 4; position++) {
            int[] ids = {0, 1, 1, 1};
            ids[position] = terms + 1;
            byte[] file = new BorshFile(entries, new int[] {0, 1, 1, 1}, ids).bytes();
            Borsh.refused(file, " to " + terms + " in quad 1, found " + (terms + 1));
          }
        });
  }
}
