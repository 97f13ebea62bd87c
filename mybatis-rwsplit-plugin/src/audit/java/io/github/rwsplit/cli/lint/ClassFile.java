package io.github.rwsplit.cli.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the byte code of an interface says about its statements. No class is ever loaded. */
final class ClassFile extends ClassVisitor {

  private static final String CONSISTENCY = "Lio/github/rwsplit/annotation/Consistency;";
  private static final String MYBATIS = "Lorg/apache/ibatis/annotations/";
  private static final int API = Opcodes.ASM9;

  String name = "";
  String sourceFile = "";
  boolean isInterface;
  boolean isMapper;
  List<String> interfaces = List.of();
  @Nullable Map<String, String> onType;
  final List<Method> methods = new ArrayList<>();

  /** A method without a body. */
  static final class Method {
    final String name;
    @Nullable Map<String, String> consistency;
    final List<Sql> statements = new ArrayList<>();
    final List<String> nested = new ArrayList<>();
    final List<String> resultMaps = new ArrayList<>();

    Method(String name) {
      this.name = name;
    }
  }

  /** A statement in an annotation; no text: a provider makes it. */
  record Sql(String tag, @Nullable String text, boolean affectsData) {}

  private ClassFile() {
    super(API);
  }

  /** Reads one; null: it is no interface. */
  static @Nullable ClassFile read(byte[] code) {
    ClassReader reader = new ClassReader(code);
    if ((reader.getAccess() & Opcodes.ACC_INTERFACE) == 0) {
      return null;
    }
    ClassFile file = new ClassFile();
    reader.accept(file, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    return file;
  }

  @Override
  public void visit(
      int version,
      int access,
      String internalName,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] parents) {
    name = internalName.replace('/', '.');
    isInterface = true;
    List<String> found = new ArrayList<>();
    if (parents != null) {
      for (String parent : parents) {
        found.add(parent.replace('/', '.'));
      }
    }
    interfaces = found;
  }

  @Override
  public void visitSource(@Nullable String source, @Nullable String debug) {
    sourceFile = source == null ? "" : source;
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
    if (type.equals(CONSISTENCY)) {
      Map<String, String> words = new LinkedHashMap<>();
      onType = words;
      return new WordsVisitor(words);
    }
    isMapper |= type.equals(MYBATIS + "Mapper;");
    return null;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String methodName,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    if ((access & Opcodes.ACC_ABSTRACT) == 0) {
      return null;
    }
    Method method = new Method(methodName);
    methods.add(method);
    return new MethodVisitor(API) {
      @Override
      public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
        return annotation(method, type);
      }
    };
  }

  private static @Nullable AnnotationVisitor annotation(Method method, String type) {
    if (type.equals(CONSISTENCY)) {
      Map<String, String> words = new LinkedHashMap<>();
      method.consistency = words;
      return new WordsVisitor(words);
    }
    if (!type.startsWith(MYBATIS)) {
      return null;
    }
    String simple = type.substring(MYBATIS.length(), type.length() - 1);
    return switch (simple) {
      case "Select", "Insert", "Update", "Delete" -> new SqlVisitor(method, simple);
      case "SelectProvider", "InsertProvider", "UpdateProvider", "DeleteProvider" -> {
        method.statements.add(new Sql(tag(simple.replace("Provider", "")), null, false));
        yield null;
      }
      case "Select$List", "Insert$List", "Update$List", "Delete$List" ->
          new Inside(nested -> new SqlVisitor(method, simple.replace("$List", "")));
      case "Results" -> new ResultsVisitor(method);
      case "ResultMap" -> new ResultMapVisitor(method);
      default -> null;
    };
  }

  private static String tag(String annotation) {
    return annotation.toLowerCase(java.util.Locale.ROOT);
  }

  /** The words of a @Consistency. */
  private static final class WordsVisitor extends AnnotationVisitor {
    private final Map<String, String> words;

    WordsVisitor(Map<String, String> words) {
      super(API);
      this.words = words;
    }

    @Override
    public void visit(String key, Object value) {
      if (!value.toString().isEmpty()) {
        words.put(key, value.toString());
      }
    }

    @Override
    public void visitEnum(String key, String type, String value) {
      words.put(key.equals("value") ? "consistency" : key, value);
    }
  }

  /** The lines of a @Select and its like, which MyBatis joins with blanks. */
  private static final class SqlVisitor extends AnnotationVisitor {
    private final Method method;
    private final String annotation;
    private final List<String> lines = new ArrayList<>();
    private boolean affectsData;

    SqlVisitor(Method method, String annotation) {
      super(API);
      this.method = method;
      this.annotation = annotation;
    }

    @Override
    public void visit(String key, Object value) {
      affectsData |= "affectData".equals(key) && Boolean.TRUE.equals(value);
    }

    @Override
    public @Nullable AnnotationVisitor visitArray(String key) {
      if (!key.equals("value")) {
        return null;
      }
      return new AnnotationVisitor(API) {
        @Override
        public void visit(@Nullable String unused, Object value) {
          lines.add(value.toString());
        }
      };
    }

    @Override
    public void visitEnd() {
      method.statements.add(new Sql(tag(annotation), String.join(" ", lines), affectsData));
    }
  }

  /** Makes a visitor for each annotation in any array of an annotation. */
  private static final class Inside extends AnnotationVisitor {

    /** Makes a visitor for an annotation of a type. */
    interface Maker {
      @Nullable AnnotationVisitor visitor(String type);
    }

    private final Maker maker;

    Inside(Maker maker) {
      super(API);
      this.maker = maker;
    }

    @Override
    public AnnotationVisitor visitArray(String key) {
      return new AnnotationVisitor(API) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(@Nullable String unused, String type) {
          return maker.visitor(type);
        }
      };
    }
  }

  /** The selects of a @Results: those of @One and @Many in each @Result. */
  private static final class ResultsVisitor extends AnnotationVisitor {
    private final Method method;

    ResultsVisitor(Method method) {
      super(API);
      this.method = method;
    }

    @Override
    public AnnotationVisitor visitArray(String key) {
      return new AnnotationVisitor(API) {
        @Override
        public AnnotationVisitor visitAnnotation(@Nullable String unused, String type) {
          return new Deep(method);
        }
      };
    }

    /** A @Result, or the @One or @Many in it. */
    private static final class Deep extends AnnotationVisitor {
      private final Method method;

      Deep(Method method) {
        super(API);
        this.method = method;
      }

      @Override
      public void visit(String key, Object value) {
        if (key.equals("select") && !value.toString().isEmpty()) {
          method.nested.add(value.toString());
        } else if (key.equals("resultMap") && !value.toString().isEmpty()) {
          method.resultMaps.add(value.toString());
        }
      }

      @Override
      public AnnotationVisitor visitAnnotation(String key, String type) {
        return new Deep(method);
      }
    }
  }

  /** The ids of a @ResultMap. */
  private static final class ResultMapVisitor extends AnnotationVisitor {
    private final Method method;

    ResultMapVisitor(Method method) {
      super(API);
      this.method = method;
    }

    @Override
    public AnnotationVisitor visitArray(String key) {
      return new AnnotationVisitor(API) {
        @Override
        public void visit(@Nullable String unused, Object value) {
          method.resultMaps.add(value.toString());
        }
      };
    }
  }

  /** Whether it says anything that matters here. */
  boolean matters() {
    return isMapper
        || onType != null
        || methods.stream().anyMatch(m -> m.consistency != null || !m.statements.isEmpty());
  }

  /** The source file's path below its source folder. */
  String sourcePath() {
    String folder = name.indexOf('.') < 0 ? "" : name.substring(0, name.lastIndexOf('.') + 1);
    return folder.replace('.', '/') + sourceFile;
  }

  /** The name without its package. */
  String simpleName() {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }
}
