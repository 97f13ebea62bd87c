import java.nio.file.Files
import java.nio.file.Path

/*
 * Finishes what Velocity must not touch: "@@artifactId@@" becomes that name, and lines between
 * "#if NAME" and "#end", each alone on its line, stay where the option NAME is yes.
 */
Path project = Path.of(request.outputDirectory, request.artifactId)
def options = ['redis', 'docker'].collectEntries { [it, request.properties.getProperty(it) == 'yes'] }
def names = [artifactId: request.artifactId]

def finish = { Path file ->
  String open = null
  def kept = []
  Files.readAllLines(file).each { line ->
    def start = line =~ /^\s*#if (\w+)$/
    if (start.matches()) {
      open = start.group(1)
      assert options.containsKey(open): "${file} asks for ${open}, which is no option"
    } else if (line.trim() == '#end') {
      open = null
    } else if (open == null || options[open]) {
      kept << line.replaceAll(/@@(\w+)@@/) { all, name ->
        assert names[name]: "${file} asks for ${name}, which has no value"
        names[name]
      }
    }
  }
  assert open == null: "${file} does not end its #if ${open}"
  Files.writeString(file, kept.join('\n') + '\n')
}

Files.move(project.resolve('dot-gitignore'), project.resolve('.gitignore'))
finish(project.resolve('README.md'))
finish(project.resolve('src/main/resources/application.yml'))
if (options.docker) {
  finish(project.resolve('compose.yaml'))
} else {
  Files.delete(project.resolve('compose.yaml'))
  project.resolve('compose').toFile().deleteDir()
}
