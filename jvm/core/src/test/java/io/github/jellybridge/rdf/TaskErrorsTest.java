package io.github.jellybridge.rdf;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import org.junit.Test;

/** Errors that a driver can read. Python tests check that they arrive over Spark Connect. */
public class TaskErrorsTest {
  @Test
  public void onlyJarsOfSessionsAreInFoldersNamedAsTheyAre() {
    String session = "8fae2c5e-1b9d-4c6a-9a52-0d6d6f7d2b11";
    assertTrue(TaskErrors.isOfSession(Path.of("/tmp/spark-1/" + session + "/jelly-bridge.jar")));
    for (String other :
        new String[] {
          "/tmp/spark-" + session + "/jelly-bridge.jar",
          "/opt/" + session + "/jars/jelly-bridge.jar",
          "/work/app-20261124-0001/0/jelly-bridge.jar",
          "jelly-bridge.jar",
          "/"
        }) {
      assertFalse(other, TaskErrors.isOfSession(Path.of(other)));
    }
    assertFalse(TaskErrors.isOfSession(null));
    assertTrue(
        TaskErrors.isArtifact(Path.of("/tmp/artifacts-1", session, "jars/jelly-bridge.jar")));
    for (String other : new String[] {"/tmp/" + session + "/a.jar", "/opt/jars/a.jar", "a.jar"}) {
      assertFalse(other, TaskErrors.isArtifact(Path.of(other)));
    }
    assertFalse(TaskErrors.isArtifact(null));
  }

  @Test
  public void theMessageOfAnErrorStays() {
    NTriplesParseException inner = new NTriplesParseException(3, "'>'", "'x'");
    SyntaxParseException error = new SyntaxParseException("a.nt", 1, 2, 7, "a term", "none");
    error.initCause(inner);
    error.addSuppressed(inner);
    Throwable copy = TaskErrors.ofJava(error);
    assertSame(IOException.class, copy.getClass());
    assertEquals(error.getMessage(), copy.getMessage());
    assertArrayEquals(error.getStackTrace(), copy.getStackTrace());
    Cases.each(
        new Throwable[] {copy.getCause(), copy.getSuppressed()[0]},
        below -> {
          assertSame(IllegalArgumentException.class, below.getClass());
          assertEquals(inner.getMessage(), below.getMessage());
          assertArrayEquals(inner.getStackTrace(), below.getStackTrace());
        });
  }

  @Test
  public void errorsOfOthersStayAsTheyAre() {
    EOFException other = new EOFException("gone");
    assertSame(other, TaskErrors.ofJava(other));
    assertNull(TaskErrors.ofJava(null));
  }

  /** Tests a driver that has the jar, as it does unless the jar belongs to one session. */
  @Test
  public void errorsAreSentAsTheyAre() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new SyntaxParseException("a.nt", 1, 2, 7, "a term", "none"));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      SyntaxParseException error = (SyntaxParseException) in.readObject();
      assertEquals("a.nt", error.file());
      assertEquals(7, error.byteOffset());
    }
  }
}
