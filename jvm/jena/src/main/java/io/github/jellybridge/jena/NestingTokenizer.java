package io.github.jellybridge.jena;

import io.github.jellybridge.jena.text.ParseErrors;
import org.apache.jena.riot.tokens.Token;
import org.apache.jena.riot.tokens.Tokenizer;

/** Limits how deeply brackets nest in the tokens of Turtle or TriG. */
final class NestingTokenizer implements Tokenizer {
  private final Tokenizer tokens;
  private final int maxDepth;
  private final ParseErrors errors;
  private int depth;

  NestingTokenizer(Tokenizer tokens, int maxDepth, ParseErrors errors) {
    this.tokens = tokens;
    this.maxDepth = maxDepth;
    this.errors = errors;
  }

  @Override
  public boolean hasNext() {
    return tokens.hasNext();
  }

  @Override
  public Token next() {
    Token token = tokens.next();
    switch (token.getType()) {
      case LBRACKET, LPAREN, LBRACE, LT2, L_TRIPLE, L_ANN -> {
        if (++depth > maxDepth) {
          throw errors.unchecked(
              token.getLine(),
              token.getColumn(),
              "brackets nested at most " + maxDepth + " deep (see option maxDepth)",
              "one more");
        }
      }
      case RBRACKET, RPAREN, RBRACE, GT2, R_TRIPLE, R_ANN -> depth--;
      default -> {
        // Does not nest.
      }
    }
    return token;
  }

  @Override
  public Token peek() {
    return tokens.peek();
  }

  @Override
  public boolean eof() {
    return tokens.eof();
  }

  @Override
  public long getLine() {
    return tokens.getLine();
  }

  @Override
  public long getColumn() {
    return tokens.getColumn();
  }

  @Override
  public void close() {
    tokens.close();
  }
}
