-- A debit of the announced sum that went to somebody else's phone proves nothing. To whom staff send it, and to whom
-- the operator says that it went: digits, • for one that is hidden; null where nobody is named.
alter table announced_debits
  add column to_phone text,
  add constraint announced_debits_to_phone check (to_phone ~ '^[0-9•]{1,20}$'),
  add constraint announced_debits_sweep check (kind <> 'sweep' or to_phone is null);

alter table book_steps
  add column recipient text,
  add constraint book_steps_recipient check (recipient is null or (kind = 'DEBIT' and recipient ~ '^[0-9•]{1,20}$'));

-- What was announced and no message has met yet.
update announced_debits d set to_phone = right(r.to_phone, 8)
  from refunds r
  where d.kind = 'merchant_refund' and r.id = d.cause_id and d.step_id is null and r.to_phone ~ '^\+?(235)?[0-9]{8}$';
update announced_debits d set to_phone = right(p.msisdn, 8)
  from settlements s join payout_accounts p on p.id = s.payout_account_id
  where d.kind = 'settlement' and s.id = d.cause_id and d.step_id is null and p.msisdn is not null;
update announced_debits d set to_phone = right(c.payer, 8)
  from credits c
  where d.kind = 'refund' and c.id = d.cause_id and d.step_id is null and c.payer ~ '^(235)?[0-9]{8}$';
update announced_debits d set to_phone = right(t.phone_number, 8)
  from transactions t
  where d.kind = 'refund' and t.id = d.cause_id and d.step_id is null and t.phone_number ~ '^\+235[0-9]{8}$';

alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'claim', 'anchor_due', 'outflow', 'contested', 'short', 'two_steps_one_id',
     'statement_differs', 'without_row', 'misdirected'));

-- What merchants owe us, which pays for nobody else's money, and what was taken off SIMs and nobody has read where it
-- is: neither is held. Null for days that were closed before they were told apart.
alter table proof_days
  add column claims_xaf bigint check (claims_xaf >= 0),
  add column swept_unread_xaf bigint check (swept_unread_xaf >= 0);
