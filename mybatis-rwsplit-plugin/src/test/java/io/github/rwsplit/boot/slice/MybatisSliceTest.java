package io.github.rwsplit.boot.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.boot.RwSplitAutoConfiguration;
import io.github.rwsplit.boot.shop.ShopMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.ibatis.annotations.Mapper;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.test.autoconfigure.MybatisTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.ApplicationContext;

@MybatisTest
class MybatisSliceTest {

  @SpringBootConfiguration
  @MapperScan(
      basePackageClasses = {ShopMapper.class, NoteMapper.class},
      annotationClass = Mapper.class)
  static class Application {}

  @Test
  void slice_hasTheLibraryWithoutAnyConfiguration(
      @Autowired ApplicationContext context, @Autowired ShopMapper mapper) {
    assertThat(context.getBeansOfType(RwSplitAutoConfiguration.class)).hasSize(1);
    assertThat(mapper.three()).isEqualTo(3);
  }

  @Test
  void slice_mapperFileWithTheAttributes_isParsedAndItsStatementsRun(@Autowired NoteMapper notes) {
    assertThat(NoteMapper.use(notes)).containsExactly("a", "a,b");
  }

  @Test
  void slice_ofMybatisPlus_namesTheLibraryToo() throws IOException {
    try (InputStream imports =
        getClass()
            .getResourceAsStream(
                "/META-INF/spring/com.baomidou.mybatisplus.test.autoconfigure.AutoConfigureMybatisPlus.imports")) {
      assertThat(new String(Objects.requireNonNull(imports).readAllBytes(), StandardCharsets.UTF_8))
          .isEqualToIgnoringNewLines(RwSplitAutoConfiguration.class.getName());
    }
  }
}
