-- The operator takes a payment back after its shop has been told of it: the payer read so on its page, and nobody of the shop did.
alter table mail_notices drop constraint mail_notices_kind_check,
  add constraint mail_notices_kind_check check (kind in
    ('review_opened', 'payment_reversed', 'endpoint_trouble', 'kyc_decided', 'daily_summary', 'payout_account', 'owners_changed'));
alter table notice_choices drop constraint notice_choices_kind_check,
  add constraint notice_choices_kind_check check (kind in
    ('review_opened', 'payment_reversed', 'endpoint_trouble', 'kyc_decided', 'daily_summary'));
