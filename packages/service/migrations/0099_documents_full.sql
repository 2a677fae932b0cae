-- Whoever has a mail domain opens merchants as fast as it likes, and each may bring documents that nobody has looked at: together they
-- filled the disk on which payments are recorded. They are counted by when they came, and staff are told before there is no room.
create index kyc_documents_lately on kyc_documents (uploaded_at);

alter table staff_alerts drop constraint staff_alerts_kind_check,
  add constraint staff_alerts_kind_check
    check (kind in ('wording', 'reversal', 'conflicting_notice', 'unlisted_sender', 'statement_stuck', 'settlement_stuck',
      'paid_otherwise', 'documents_full'));
