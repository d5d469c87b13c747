package io.github.jellybridge.jena;

import org.apache.jena.riot.tokens.Token;
import org.apache.jena.riot.tokens.Tokenizer;

/** The tokens of Turtle or TriG, as long as brackets are not nested too deeply. */
final class NestingTokenizer implements Tokenizer {
  private final Tokenizer tokens;
  private final int maxDepth;
  private final RiotErrors errors;
  private int depth;

  NestingTokenizer(Tokenizer tokens, int maxDepth, RiotErrors errors) {
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
        // Nothing that nests.
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
