-- Whose words a reading is of, so that the lists of live texts walk past a sandbox's texts without looking each of them up.
-- Readings of before don't say so; their notices do.
alter table notice_readings add column environment text check (environment in ('live', 'test'));
