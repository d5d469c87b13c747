/** Makes bundled libraries read XML with the JDK's own parser. */
package io.github.jellybridge.build;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replaces {@code XMLInputFactory.newInstance()} with {@code newDefaultFactory()}.
 *
 * <p>The former takes the first parser that the class path registers. In Spark that is the Woodstox
 * of the Hadoop client, which reports "no namespace" differently from the JDK, so that Jena rejects
 * its own TriX.
 */
final class XmlReaderOfTheJdk extends ClassVisitor {

  private static final String FACTORY = "javax/xml/stream/XMLInputFactory";

  XmlReaderOfTheJdk(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String type, boolean isInterface) {
        boolean looksUp =
            owner.equals(FACTORY) && method.equals("newInstance") && type.startsWith("()");
        super.visitMethodInsn(
            opcode, owner, looksUp ? "newDefaultFactory" : method, type, isInterface);
      }
    };
  }
}
