-- Owners are told of every change among them, and can't turn that off. Whoever finds an owner's browser open would take that
-- owner out first, so that nobody is left to be told of another payout account: who was an owner lately is told as well.
alter table mail_notices drop constraint mail_notices_kind_check,
  add constraint mail_notices_kind_check check (kind in
    ('review_opened', 'endpoint_trouble', 'kyc_decided', 'daily_summary', 'payout_account', 'owners_changed'));

alter table members add column owner_until timestamptz;
