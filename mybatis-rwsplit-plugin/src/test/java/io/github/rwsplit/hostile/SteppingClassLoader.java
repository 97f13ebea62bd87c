package io.github.rwsplit.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads classes of the product once more, with a call of {@link Steps} at each jump and call. */
final class SteppingClassLoader extends ClassLoader {

  private static final String OURS = "io.github.rwsplit.";
  private static final String STEPS = Steps.class.getName().replace('.', '/');

  /** Methods of String that look at more than one character, by name and what follows the text. */
  private static final Set<String> COUNTED =
      Arrays.stream(Steps.class.getDeclaredMethods())
          .filter(method -> method.getParameterCount() > 0)
          .filter(method -> method.getParameterTypes()[0] == String.class)
          .map(SteppingClassLoader::signature)
          .collect(Collectors.toCollection(HashSet::new));

  SteppingClassLoader() {
    super(SteppingClassLoader.class.getClassLoader());
  }

  private static String signature(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return method.getName() + Arrays.toString(Arrays.copyOfRange(types, 1, types.length));
  }

  /**
   * How many steps a static method of one text takes.
   *
   * @param type the class, as the product has it
   * @param method its name
   */
  long stepsOf(Class<?> type, String method, String text) throws ReflectiveOperationException {
    Method counted = loadClass(type.getName()).getDeclaredMethod(method, String.class);
    counted.setAccessible(true);
    long before = Steps.count();
    try {
      counted.invoke(null, text);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof IllegalArgumentException)) {
        throw e;
      }
    }
    return Steps.count() - before;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!name.startsWith(OURS) || name.startsWith(OURS + "hostile.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(in).accept(new Counting(writer), 0);
      byte[] code = writer.toByteArray();
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final class Counting extends ClassVisitor {

    Counting(ClassVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, to) {
        @Override
        public void visitCode() {
          super.visitCode();
          step();
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
          step();
          super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String of, boolean isInterface) {
          if (owner.equals("java/lang/String") && COUNTED.contains(method + types(of))) {
            super.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                STEPS,
                method,
                "(Ljava/lang/String;" + of.substring(1),
                false);
          } else {
            super.visitMethodInsn(opcode, owner, method, of, isInterface);
          }
        }

        private void step() {
          super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "step", "()V", false);
        }
      };
    }

    private static String types(String descriptor) {
      return Arrays.stream(org.objectweb.asm.Type.getArgumentTypes(descriptor))
          .map(
              type ->
                  switch (type.getClassName()) {
                    case "int" -> "int";
                    case "java.lang.String" -> "class java.lang.String";
                    case "java.lang.CharSequence" -> "interface java.lang.CharSequence";
                    default -> type.getClassName();
                  })
          .collect(Collectors.joining(", ", "[", "]"));
    }
  }
}
