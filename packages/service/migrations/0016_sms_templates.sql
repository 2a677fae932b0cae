-- Wordings of operators' messages that staff have taught, beside those that ship with the code. A correction is
-- another version; the latest one counts. What an old version has read stays explained by it.
create table sms_templates (
  template_id text not null check (template_id ~ '^[a-z][a-z0-9-]{2,39}$'),
  version integer not null check (version >= 1),
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  kind text not null
    check (kind in ('CREDIT', 'CASH_IN', 'DEBIT', 'REVERSAL', 'FEE', 'BALANCE', 'AIRTIME', 'PROMO', 'OTP')),
  -- One line in the language of sms/wording.ts.
  wording text not null check (length(wording) <= 1500),
  -- A text that it reads, which later wordings must leave to it.
  sample text not null,
  created_at timestamptz not null,
  created_by text not null,
  note text not null,
  primary key (template_id, version)
);

create trigger sms_templates_append_only before update or delete on sms_templates
  for each row execute function refuse_change();
