package io.github.rwsplit.samples.plus;

import com.baomidou.mybatisplus.spring.service.impl.ServiceImpl;

/** All of it is inherited. */
public class ProductService extends ServiceImpl<ProductMapper, Product> {}
