package io.github.rwsplit.boot.slice;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.test.autoconfigure.MybatisPlusTest;
import io.github.rwsplit.boot.RwSplitAutoConfiguration;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.ApplicationContext;

/** Only here, since the build has the starter of MyBatis, and an application has one of both. */
@MybatisPlusTest
class PlusSliceTest {

  @SpringBootConfiguration
  @MapperScan(basePackageClasses = NoteMapper.class, annotationClass = Mapper.class)
  static class Application {}

  @Test
  void slice_mapperFileWithTheAttributes_isParsedAndItsStatementsRun(
      @Autowired ApplicationContext context,
      @Autowired SqlSessionFactory factory,
      @Autowired NoteMapper notes) {
    assertThat(context.getBeansOfType(RwSplitAutoConfiguration.class)).hasSize(1);
    assertThat(factory.getConfiguration().getClass().getName())
        .isEqualTo("com.baomidou.mybatisplus.core.MybatisConfiguration");
    assertThat(NoteMapper.use(notes)).containsExactly("a", "a,b");
  }
}
