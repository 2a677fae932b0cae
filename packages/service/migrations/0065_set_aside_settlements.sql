-- A merchant whose settlement can't be drafted is tried again ever later. Else as many of them as one look takes kept every look
-- from those that were due after them; and nobody but the log was told.
alter table settlement_terms
  add column failures int not null default 0,
  add column retry_at timestamptz,
  add constraint settlement_terms_retry check ((failures = 0) = (retry_at is null));

alter table staff_alerts drop constraint staff_alerts_kind_check,
  add constraint staff_alerts_kind_check
    check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender', 'statement_stuck', 'settlement_stuck'));
