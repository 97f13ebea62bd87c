package io.github.rwsplit.statement;

import java.util.Set;

/** Words that the grammar knows, in upper case. Source: the keyword tables of MySQL 8.0 to 9.x. */
final class SqlWords {

  /** Reserved in 8.0 or later: none of them is a name unless quoted or behind a dot. */
  static final Set<String> RESERVED =
      words(
          """
              ACCESSIBLE ADD ALL ALTER ANALYZE AND AS ASC ASENSITIVE BEFORE BETWEEN BIGINT BINARY
              BLOB BOTH BY CALL CASCADE CASE CHANGE CHAR CHARACTER CHECK COLLATE COLUMN CONDITION
              CONSTRAINT CONTINUE CONVERT CREATE CROSS CUBE CUME_DIST CURRENT_DATE CURRENT_TIME
              CURRENT_TIMESTAMP CURRENT_USER CURSOR DATABASE DATABASES DAY_HOUR DAY_MICROSECOND
              DAY_MINUTE DAY_SECOND DEC DECIMAL DECLARE DEFAULT DELAYED DELETE DENSE_RANK DESC
              DESCRIBE DETERMINISTIC DISTINCT DISTINCTROW DIV DOUBLE DROP DUAL EACH ELSE ELSEIF
              EMPTY ENCLOSED ESCAPED EXCEPT EXISTS EXIT EXPLAIN FALSE FETCH FIRST_VALUE FLOAT
              FLOAT4 FLOAT8 FOR FORCE FOREIGN FROM FULLTEXT FUNCTION GENERATED GET GRANT GROUP
              GROUPING GROUPS HAVING HIGH_PRIORITY HOUR_MICROSECOND HOUR_MINUTE HOUR_SECOND IF
              IGNORE IN INDEX INFILE INNER INOUT INSENSITIVE INSERT INT INT1 INT2 INT3 INT4 INT8
              INTEGER INTERSECT INTERVAL INTO IO_AFTER_GTIDS IO_BEFORE_GTIDS IS ITERATE JOIN
              JSON_TABLE KEY KEYS KILL LAG LAST_VALUE LATERAL LEAD LEADING LEAVE LEFT LIKE LIMIT
              LINEAR LINES LOAD LOCALTIME LOCALTIMESTAMP LOCK LONG LONGBLOB LONGTEXT LOOP
              LOW_PRIORITY MANUAL MASTER_BIND MASTER_SSL_VERIFY_SERVER_CERT MATCH MAXVALUE
              MEDIUMBLOB MEDIUMINT MEDIUMTEXT MIDDLEINT MINUTE_MICROSECOND MINUTE_SECOND MOD
              MODIFIES NATURAL NOT NO_WRITE_TO_BINLOG NTH_VALUE NTILE NULL NUMERIC OF ON OPTIMIZE
              OPTIMIZER_COSTS OPTION OPTIONALLY OR ORDER OUT OUTER OUTFILE OVER PARALLEL PARTITION
              PERCENT_RANK PRECISION PRIMARY PROCEDURE PURGE QUALIFY RANGE RANK READ READS
              READ_WRITE REAL RECURSIVE REFERENCES REGEXP RELEASE RENAME REPEAT REPLACE REQUIRE
              RESIGNAL RESTRICT RETURN REVOKE RIGHT RLIKE ROW ROWS ROW_NUMBER SCHEMA SCHEMAS
              SECOND_MICROSECOND SELECT SENSITIVE SEPARATOR SET SHOW SIGNAL SMALLINT SPATIAL
              SPECIFIC SQL SQLEXCEPTION SQLSTATE SQLWARNING SQL_BIG_RESULT SQL_CALC_FOUND_ROWS
              SQL_SMALL_RESULT SSL STARTING STORED STRAIGHT_JOIN SYSTEM TABLE TABLESAMPLE
              TERMINATED THEN TINYBLOB TINYINT TINYTEXT TO TRAILING TRIGGER TRUE UNDO UNION UNIQUE
              UNLOCK UNSIGNED UPDATE USAGE USE USING UTC_DATE UTC_TIME UTC_TIMESTAMP VALUES
              VARBINARY VARCHAR VARCHARACTER VARYING VIRTUAL WHEN WHERE WHILE WINDOW WITH WRITE
              XOR YEAR_MONTH ZEROFILL
          """);

  /** Verbs behind which a comment that begins with a plus sign is an optimizer hint. */
  static final Set<String> BEFORE_HINT = words("SELECT INSERT REPLACE UPDATE DELETE");

  /** What two or three comparison characters in a row may be. */
  static final Set<String> COMPARISONS = words("= > < ! <= >= <> != << >> <=>");

  /** Comparisons that {@code ANY}, {@code SOME} and {@code ALL} may follow. */
  static final Set<String> QUANTIFIABLE = words("= > < <= >= <> !=");

  /** Words between two operands. */
  static final Set<String> INFIX = words("AND OR XOR DIV MOD LIKE REGEXP RLIKE BETWEEN");

  /** Signs between two operands. */
  static final Set<String> INFIX_SIGNS =
      words("+ - * / % = <=> < > <= >= <> != & | && || ^ << >> -> ->>");

  /** Words that may stand behind {@code INTERVAL expr} and in {@code EXTRACT}. */
  static final Set<String> UNITS =
      words(
          """
          MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND
          MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE
          DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH SQL_TSI_SECOND SQL_TSI_MINUTE
          SQL_TSI_HOUR SQL_TSI_DAY SQL_TSI_WEEK SQL_TSI_MONTH SQL_TSI_QUARTER SQL_TSI_YEAR
          """);

  /** First words of a type in {@code CAST}, {@code JSON_VALUE} and {@code JSON_TABLE}. */
  static final Set<String> TYPES =
      words(
          """
          BINARY CHAR CHARACTER NCHAR NATIONAL NVARCHAR DATE DATETIME TIME TIMESTAMP DECIMAL DEC
          NUMERIC FIXED DOUBLE FLOAT FLOAT4 FLOAT8 REAL JSON SIGNED UNSIGNED YEAR INT INTEGER BIGINT
          SMALLINT TINYINT MEDIUMINT VARCHAR VARBINARY TEXT TINYTEXT MEDIUMTEXT LONGTEXT BLOB TINYBLOB
          MEDIUMBLOB LONGBLOB BIT BOOL BOOLEAN ENUM SET POINT LINESTRING POLYGON MULTIPOINT
          MULTILINESTRING MULTIPOLYGON GEOMETRY GEOMETRYCOLLECTION GEOMCOLLECTION VECTOR
          """);

  /** Words that may follow the first word of a type. */
  static final Set<String> TYPE_TAILS =
      words(
          """
          PRECISION INTEGER INT CHARACTER CHARSET SET ASCII UNICODE BYTE BINARY VARYING CHAR VARCHAR
          UNSIGNED SIGNED ZEROFILL COLLATE
          """);

  /** Character sets that may stand before a literal, with the underscore. */
  static final Set<String> INTRODUCERS =
      words(
          """
          _ARMSCII8 _ASCII _BIG5 _BINARY _CP1250 _CP1251 _CP1256 _CP1257 _CP850 _CP852 _CP866 _CP932
          _DEC8 _EUCJPMS _EUCKR _GB18030 _GB2312 _GBK _GEOSTD8 _GREEK _HEBREW _HP8 _KEYBCS2 _KOI8R
          _KOI8U _LATIN1 _LATIN2 _LATIN5 _LATIN7 _MACCE _MACROMAN _SJIS _SWE7 _TIS620 _UCS2 _UJIS
          _UTF16 _UTF16LE _UTF32 _UTF8 _UTF8MB3 _UTF8MB4
          """);

  /** Options between {@code SELECT} and its list. */
  static final Set<String> SELECT_OPTIONS =
      words(
          """
          ALL DISTINCT DISTINCTROW HIGH_PRIORITY STRAIGHT_JOIN SQL_SMALL_RESULT SQL_BIG_RESULT
          SQL_BUFFER_RESULT SQL_CALC_FOUND_ROWS SQL_NO_CACHE
          """);

  /** Schemas whose tables describe one server. */
  static final Set<String> SERVER_SCHEMAS =
      words("INFORMATION_SCHEMA PERFORMANCE_SCHEMA MYSQL SYS NDBINFO");

  private SqlWords() {}

  static Set<String> words(String list) {
    return Set.of(list.strip().split("\\s+"));
  }

  /** Folds ASCII letters to upper case and nothing else, as the server compares keywords. */
  static String fold(String text, int from, int to) {
    StringBuilder folded = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      folded.append(c >= 'a' && c <= 'z' ? (char) (c - 32) : c);
    }
    return folded.toString();
  }
}
