-- People have said something by which what waits on a number may go on, and it has not gone on yet: whoever said it may have died right
-- behind it. From then on the sweeper does it.
alter table books add column go_on_due_at timestamptz;
