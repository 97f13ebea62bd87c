package io.github.rwsplit.demo.catalog;

import com.github.pagehelper.PageHelper;
import io.github.rwsplit.demo.web.PageOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The catalog over HTTP. */
@RestController
final class CatalogController {

  private final CatalogMapper catalog;

  CatalogController(CatalogMapper catalog) {
    this.catalog = catalog;
  }

  @GetMapping("/catalog")
  PageOf<CatalogItem> list(
      @RequestParam(required = false) @Size(max = 40) @Nullable String category,
      @RequestParam(defaultValue = "1") @Min(1) @Max(PageOf.LAST_PAGE) int page,
      @RequestParam(defaultValue = "20") @Min(1) @Max(PageOf.LARGEST) int size) {
    return PageOf.of(
        PageHelper.<CatalogItem>startPage(page, size).doSelectPage(() -> catalog.list(category)));
  }
}
