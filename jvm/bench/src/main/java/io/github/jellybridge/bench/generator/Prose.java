package io.github.jellybridge.bench.generator;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Made-up text in several languages with natural word frequencies, sentences and non-ASCII letters.
 */
final class Prose {
  /** Languages, the most frequent first. */
  static final List<String> LANGUAGES = List.of("en", "de", "fr", "es", "pl", "ja");

  private static final Map<String, String[]> WORDS =
      Map.of(
          "en",
          words(
              "the and it is of to a in was for with this very not but good great really after"
                  + " weeks battery works fine quality delivery arrived box color screen price"
                  + " would buy again recommend little disappointed sturdy handle instructions"
                  + " replacement customer service excellent returned broken cheap comfortable"
                  + " lightweight expected picture material"),
          "de",
          words(
              "und die der ist das nicht sehr gut mit für ein aber auch nach Wochen Lieferung"
                  + " Qualität schön größer Preis würde wieder kaufen Gerät läuft leider Verpackung"
                  + " zurück Farbe Anleitung verständlich Händler enttäuscht überzeugt Geräusch"
                  + " Oberfläche"),
          "fr",
          words(
              "le la les et est un une pas très bien avec pour mais qualité livraison reçu déçu"
                  + " prix acheté recommande matière léger couleur emballage façon même après"
                  + " problème efficace côté élégant"),
          "es",
          words(
              "el la de que y es un no muy bien con para pero calidad envío rápido precio compré"
                  + " tamaño pequeño batería recomiendo cómodo después señal año diseño"),
          "pl",
          words(
              "i w nie na to jest się z do bardzo dobrze ale jakość wysyłka szybka cena polecam"
                  + " używam źle działa świetny opakowanie mały żółty część"),
          "ja",
          words("とても 良い 商品 です 品質 価格 届きました 色 電池 使いやすい 残念 おすすめ 画面 説明書 軽い 丈夫"));

  private Prose() {}

  /** A capitalised phrase of at most {@code words} words: a label or headline. */
  static String phrase(SplittableRandom random, String lang, int words) {
    StringBuilder text = new StringBuilder();
    sentence(random, WORDS.get(lang), 1 + random.nextInt(words), text);
    return text.append(' ').append(random.nextInt(10_000)).toString();
  }

  /** Sentences of about {@code words} words together, now and then with a quote or a line break. */
  static String text(SplittableRandom random, String lang, int words) {
    String[] vocabulary = WORDS.get(lang);
    StringBuilder text = new StringBuilder(words * 7);
    for (int left = words; left > 0; ) {
      int n = Math.min(left, 4 + random.nextInt(14));
      sentence(random, vocabulary, n, text);
      left -= n;
      switch (random.nextInt(20)) {
        case 0 -> text.append(".\n");
        case 1 -> text.append("! ");
        case 2 ->
            text.append(" \"").append(vocabulary[random.nextInt(vocabulary.length)]).append("\". ");
        default -> text.append(". ");
      }
    }
    return text.toString();
  }

  private static void sentence(SplittableRandom random, String[] words, int n, StringBuilder text) {
    int start = text.length();
    for (int i = 0; i < n; i++) {
      if (i > 0) {
        text.append(' ');
      }
      text.append(words[DataGenerator.skewed(random, words.length)]);
    }
    text.setCharAt(start, Character.toUpperCase(text.charAt(start)));
  }

  private static String[] words(String list) {
    return list.split(" ");
  }
}
