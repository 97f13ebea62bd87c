/* Every optional part is there, and nothing of the template around it. */
File project = new File(basedir, 'project/shop-service')
def text = { new File(project, it).text }

assert text('compose.yaml').contains('image: mysql:') && text('compose.yaml').contains('image: redis:')
['primary', 'replica'].each {
  assert new File(project, "compose/${it}.sql").isFile()
}
assert text('src/main/resources/application.yml').contains('store: redis')
assert text('README.md').contains('docker compose up') && text('README.md').contains('REDIS_HOST')
['compose.yaml', 'README.md', 'src/main/resources/application.yml'].each { file ->
  ['@@', '#if', '#end'].each { mark ->
    assert !text(file).contains(mark): "${file} still has ${mark}"
  }
}
return true
