-- Merchants give payments back, in whole or in part. What is asked for is reserved at once, and only proof ends it.

create table refunds (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  -- One of the two.
  payment_session_id uuid references payment_sessions (id),
  transaction_id uuid references transactions (id),
  payment_id uuid not null generated always as (coalesce(payment_session_id, transaction_id)) stored,
  amount_xaf bigint not null check (amount_xaf > 0),
  reason text check (char_length(reason) between 1 and 255),
  -- How the money goes back: a person sends it from a SIM of ours, the operator's API does, or nothing moves at all.
  via text not null check (via in ('sim', 'rail', 'sandbox')),
  state text not null default 'PENDING' check (state in ('PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'UNKNOWN')),
  -- Who paid, as the credit or the transaction names them; null where no message did.
  to_phone text,
  -- The SIM that sends it, once somebody does.
  collection_number_id uuid references collection_numbers (id),
  failure text check (char_length(failure) between 1 and 500),
  asked_by text not null check (char_length(asked_by) between 1 and 200),
  created_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  constraint refunds_of_one_payment check (num_nonnulls(payment_session_id, transaction_id) = 1),
  constraint refunds_test_moves_nothing check ((environment = 'test') = (via = 'sandbox')),
  constraint refunds_sent check (state not in ('SENDING', 'UNKNOWN') or sent_at is not null),
  constraint refunds_ended check ((state in ('SUCCEEDED', 'FAILED')) = (ended_at is not null)),
  constraint refunds_failed check ((state = 'FAILED') = (failure is not null))
);

create index refunds_merchant on refunds (merchant_id, environment, id);
create index refunds_payment on refunds (payment_id);
-- What is under way, which the sweeper and the desk look at.
create index refunds_open on refunds (state, created_at, id) where state in ('PENDING', 'SENDING', 'UNKNOWN');

-- The transition table of domain/refund/refund.ts. What was asked for never changes.
create function move_refund() returns trigger language plpgsql as $$
begin
  if (old.id, old.merchant_id, old.environment, old.payment_session_id, old.transaction_id, old.amount_xaf)
    is distinct from (new.id, new.merchant_id, new.environment, new.payment_session_id, new.transaction_id, new.amount_xaf) then
    raise exception 'refund % was asked for as it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (
    ('PENDING', 'SENDING'), ('PENDING', 'SUCCEEDED'), ('PENDING', 'FAILED'), ('SENDING', 'SUCCEEDED'),
    ('SENDING', 'FAILED'), ('SENDING', 'UNKNOWN'), ('UNKNOWN', 'SUCCEEDED'), ('UNKNOWN', 'FAILED')) then
    raise exception 'refund % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger refunds_move before update on refunds for each row execute function move_refund();
create trigger refunds_stay before delete on refunds for each row execute function refuse_change();

-- Never more than was paid, whoever asks at the same moment: a row for each payment of which something was given back.
create table refunded_payments (
  payment_id uuid primary key,
  paid_xaf bigint not null check (paid_xaf > 0),
  refunded_xaf bigint not null default 0,
  constraint refunded_payments_at_most_paid check (refunded_xaf between 0 and paid_xaf)
);
create trigger refunded_payments_stay before delete on refunded_payments for each row execute function refuse_change();

create function count_refunded() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into refunded_payments (payment_id, paid_xaf)
      select distinct f.payment_id, coalesce(s.amount_xaf, t.amount_xaf)
      from fresh f
      left join payment_sessions s on s.id = f.payment_session_id
      left join transactions t on t.id = f.transaction_id
      order by 1
      on conflict do nothing;
    update refunded_payments p set refunded_xaf = p.refunded_xaf + f.amount_xaf
      from (select payment_id, sum(amount_xaf) as amount_xaf from fresh where state <> 'FAILED' group by 1) f
      where p.payment_id = f.payment_id;
  else
    update refunded_payments p set refunded_xaf = p.refunded_xaf - f.amount_xaf
      from (select n.payment_id, sum(n.amount_xaf) as amount_xaf
        from fresh n join stale o on o.id = n.id where n.state = 'FAILED' and o.state <> 'FAILED' group by 1) f
      where p.payment_id = f.payment_id;
  end if;
  return null;
end
$$;
create trigger refunds_count_new after insert on refunds
  referencing new table as fresh for each statement execute function count_refunded();
create trigger refunds_count_moved after update on refunds
  referencing new table as fresh old table as stale for each statement execute function count_refunded();

-- Each refund has its own account for what has left the merchant's and is not proven to have reached the payer.
create function open_refund_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id)
    select environment, 'REFUND_IN_FLIGHT', id from fresh;
  return null;
end
$$;
create trigger refunds_open_account after insert on refunds
  referencing new table as fresh for each statement execute function open_refund_account();

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'SESSION_TAX', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_TAX', 'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND', 'TRANSACTION_TAX_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED', 'STEP_PENDING',
    'SETTLEMENT_RESERVED', 'RESERVE_KEPT',
    -- The cause is a refund: taken from the merchant, given back to it, gone by a rail or in the sandbox.
    'REFUND_RESERVED', 'REFUND_RETURNED', 'REFUND_PAID'));

-- Money that people send from a SIM for a merchant goes through the book as a sweep does, each with its own account.
alter table announced_debits
  drop constraint announced_debits_kind_check,
  add constraint announced_debits_kind_check check (kind in ('refund', 'sweep', 'merchant_refund', 'settlement')),
  add constraint announced_debits_of_a_merchant check (kind not in ('merchant_refund', 'settlement') or cause_id is not null);
create index announced_debits_cause on announced_debits (cause_id) where cause_id is not null;

alter table book_explanations
  drop constraint book_explanations_meaning_check,
  add constraint book_explanations_meaning_check check (meaning in
    ('refund', 'sweep', 'merchant_refund', 'settlement', 'fee', 'airtime', 'messages', 'credit', 'write_off'));
