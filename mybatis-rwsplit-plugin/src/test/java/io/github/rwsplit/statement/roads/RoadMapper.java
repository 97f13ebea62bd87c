package io.github.rwsplit.statement.roads;

/** The mapper of a file that lies beside it. */
public interface RoadMapper {

  int own();

  int inherited();
}
