-- What is held and owed is added up every two minutes. Each settlement and each refund has an account of its own, of which those
-- that have ended stand at nothing: only those under way, and those of the day in question, are looked at.
create index settlements_ended on settlements (ended_at) where environment = 'live' and ended_at is not null;
create index refunds_ended on refunds (ended_at) where environment = 'live' and ended_at is not null;
