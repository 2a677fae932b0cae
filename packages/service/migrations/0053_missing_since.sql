-- Of what a reading finds missing: a moment before the look of the reading before. What had come by then is no part of it, nor did it try
-- to be. Null for every other step, and for what was found before this was noted.
alter table book_steps add column missing_since timestamptz;
