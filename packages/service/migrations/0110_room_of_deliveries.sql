-- A delivery is written and, a moment later, done with: the second time it finds room on its page, where every other one had to go
-- elsewhere and write its three indexes again.
alter table webhook_deliveries set (fillfactor = 50);
-- A credit that moves leaves an index of what waits, and so never takes the room that is kept for it.
alter table credits set (fillfactor = 100);
