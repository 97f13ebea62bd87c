/**
 * Applications of every kind that adopt the library with five lines, on a real cluster. The lanes
 * for other Spring Boot lines run these classes too, so they name nothing that only one line has,
 * but for those classes that are named after it.
 */
@NullMarked
package io.github.rwsplit.adoption;

import org.jspecify.annotations.NullMarked;
