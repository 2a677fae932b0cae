-- A statement that can't be gone on with is tried again ever later. Else as many of them as one look takes kept every look from
-- those that were brought after them; and nobody but the log was told.
alter table statements
  add column failures int not null default 0,
  add column retry_at timestamptz,
  add constraint statements_retry check ((failures = 0) = (retry_at is null));

alter table staff_alerts drop constraint staff_alerts_kind_check,
  add constraint staff_alerts_kind_check
    check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender', 'statement_stuck'));
