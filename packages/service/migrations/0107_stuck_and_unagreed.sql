-- A message that can't be settled stood in the log alone, though it may be somebody's payment: staff are told, as of a statement. Nor did
-- anybody hear of a statement that was to be agreed to once more, where the process of whoever had agreed to it was killed.
alter table staff_alerts drop constraint staff_alerts_kind_check,
  add constraint staff_alerts_kind_check
    check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender', 'statement_stuck', 'settlement_stuck',
      'paid_otherwise', 'documents_full', 'notice_stuck', 'statement_unagreed'));
