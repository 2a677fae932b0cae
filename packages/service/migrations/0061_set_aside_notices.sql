-- A notice that could not be settled is tried again ever later. Else as many of them as one look takes out of the inbox kept
-- every look from what came behind them.
alter table notice_inbox
  add column failures int not null default 0,
  add column retry_at timestamptz,
  add constraint notice_inbox_retry check ((failures = 0) = (retry_at is null));
