-- Whose the money is that we hold, and with whom it lies: custodians as dated data, and an account for our own capital.

-- In whose name a bank account stands is its holder; who answers for the money by law is its custodian.
alter table bank_accounts rename column custodian to holder_name;

-- Who keeps the money of a wallet or a bank account for us, from a day on. Rows are only added: a wrong one is followed by
-- a right one of the same day.
create table custodians (
  id integer generated always as identity primary key,
  account_id integer not null references ledger_accounts (id),
  institution text not null check (char_length(institution) between 1 and 200),
  -- What the authority that licenses it calls its licence.
  licence text not null check (char_length(licence) between 1 and 200),
  held_since date not null,
  -- Null: nobody asks for a second person here.
  proposed_by text check (char_length(proposed_by) between 1 and 200),
  set_by text not null check (char_length(set_by) between 1 and 200),
  note text not null check (char_length(note) between 1 and 2000),
  set_at timestamptz not null,
  constraint custodians_two_people check (proposed_by <> set_by)
);

create index custodians_latest on custodians (account_id, held_since, id);
create trigger custodians_append_only before update or delete on custodians
  for each row execute function refuse_change();

create function keep_custodian() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_accounts a where a.id = new.account_id and a.environment = 'live'
      and a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')) then
    raise exception 'account % is neither a wallet nor a bank account', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger custodians_of_what_is_held before insert on custodians
  for each row execute function keep_custodian();

-- CAPITAL: money of ours among what we hold for others.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE', 'WALLET_AIRTEL',
    'WALLET_MOOV', 'UNEXPLAINED', 'REFUND_IN_FLIGHT', 'OPERATOR_FEE', 'SWEPT', 'WRITE_OFF', 'SETTLEMENT_IN_FLIGHT', 'BANK',
    'RESERVE', 'TAX_PAYABLE', 'CAPITAL'));
insert into ledger_accounts (environment, kind) values ('test', 'CAPITAL'), ('live', 'CAPITAL');
alter table book_explanations
  drop constraint book_explanations_meaning_check,
  add constraint book_explanations_meaning_check check (meaning in
    ('refund', 'sweep', 'merchant_refund', 'settlement', 'fee', 'airtime', 'messages', 'credit', 'write_off', 'capital'));

-- What tells of money is never deleted (domain/retention.ts has the whole list). Those tables of it that refused no
-- deletion until now, and a truncation of any.
do $$
declare
  kept text;
begin
  foreach kept in array '{payment_sessions,credits,review_cases,transaction_reviews,transaction_identities,counter_payments,
    book_claims,feed_incidents,rail_refunds,statements,statement_findings,ledger_days,staff_alerts}'::text[] loop
    execute format('create trigger %I before delete on %I for each row execute function refuse_change()', kept || '_stay',
      kept);
  end loop;
  foreach kept in array '{ledger_accounts,ledger_transfers,ledger_days,payables,fee_terms,custodians,bank_accounts,
    payment_sessions,payment_links,transactions,transaction_proofs,transaction_reviews,credits,review_cases,decisions,
    payer_claims,counter_payments,events,notices,notice_readings,notice_reversals,books,book_steps,book_claims,
    book_explanations,contested_steps,transaction_identities,feed_incidents,rail_callbacks,sms_templates,refunds,
    refunded_payments,rail_refunds,settlements,settlement_transfers,settlement_totals,settlement_proofs,payout_accounts,
    statements,statement_rows,statement_findings,account_readings,proof_days,proof_accounts,proof_lines,proof_merchants,
    staff_actions,staff_proposals,staff_alerts,staff,staff_tokens,member_actions,members,accounts,merchants,
    collection_numbers,kyc_profiles,kyc_submissions,kyc_submission_documents,kyc_decisions}'::text[] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()',
      kept || '_kept', kept);
  end loop;
end
$$;

-- A transaction may be taken back by the very transaction of the database that has made it: nobody has seen it.
create function keep_transaction() returns trigger language plpgsql as $$
begin
  if old.xmin <> pg_current_xact_id()::xid then
    raise exception 'a transaction is never deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger transactions_stay before delete on transactions for each row execute function keep_transaction();

-- What a balance says of refunds under way, as small as it can be.
create index refunds_under_way on refunds (merchant_id, environment) include (amount_xaf)
  where state in ('PENDING', 'SENDING', 'UNKNOWN');
