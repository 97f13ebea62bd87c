/* The generated project has been built and tested; what is left of the template must not be in it. */
File project = new File(basedir, 'project/shop-service')

['.gitignore', 'README.md', 'pom.xml', 'src/main/resources/application.yml',
 'src/main/java/com/acme/shop/Application.java'].each {
  assert new File(project, it).isFile(): "${it} is missing"
}
['compose.yaml', 'compose', 'dot-gitignore'].each {
  assert !new File(project, it).exists(): "${it} belongs to docker=yes, or to the template"
}
project.eachFileRecurse { file ->
  if (file.isFile() && !file.path.contains('target')) {
    ['@@', '#if', '#end', '#set', '${package}', '${symbol'].each { mark ->
      assert !file.text.contains(mark): "${file} still has ${mark}"
    }
  }
}

assert new File(project, 'README.md').readLines().first() == '# shop-service'
assert new File(project, 'src/main/resources/application.yml').text.contains('name: shop-service')

String routes = new File(project, 'target/surefire-reports/TEST-com.acme.shop.RoutesTest.xml').text
assert routes.contains('tests="7" errors="0" skipped="0" failures="0"')
return true
