-- An operator may say that a push was paid, and name another amount or payer than was asked for, or the payment of another transaction.
-- That decides nothing; but the money may be on our wallet, and nobody was told.
alter table staff_alerts drop constraint staff_alerts_kind_check,
  add constraint staff_alerts_kind_check
    check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender', 'statement_stuck', 'settlement_stuck',
      'paid_otherwise'));
