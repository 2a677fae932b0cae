-- The book of a SIM: the chain of its proven steps. FLOAT of a live number = its tip - its opening, always.

-- One row a live number, locked in order of number by whoever proves something there.
create table books (
  collection_number_id uuid primary key references collection_numbers (id),
  -- The balance from which the book counts, and the balance that its proven steps lead to; null until staff
  -- have read the first balance on the SIM. Kept by the triggers below, and by no statement of the service.
  opening_xaf bigint,
  tip_xaf bigint,
  last_ordinal bigint not null default 0,
  -- Debits less credits of the number's FLOAT account: what the ledger has booked since the opening.
  float_xaf bigint not null default 0,
  -- The operator's time of the newest proven step: what is older and has no place is refuted.
  went_on_at timestamptz,
  anchored_at timestamptz,
  -- What chained credits have settled since then: the bound of what somebody who knows the balance can take.
  unanchored_xaf bigint not null default 0 check (unanchored_xaf >= 0),
  -- An anchor found less than the tip: nothing but a witness is believed until a person has looked.
  suspected_at timestamptz,
  -- When its gateways were last asked for their inbox, and since when a payment waits only for an anchor.
  asked_at timestamptz,
  bound_since timestamptz,
  constraint books_opened check ((opening_xaf is null) = (tip_xaf is null))
) with (fillfactor = 50);

-- Proven movements, in order. A step has its place (ordinal), or it tells what an UNEXPLAINED one was.
create table book_steps (
  -- Where the step is a customer's money this is also the id of the credit.
  id uuid primary key,
  collection_number_id uuid not null references collection_numbers (id),
  ordinal bigint,
  explains_id uuid references book_steps (id),
  -- UNREAD: its figures fit, and nobody has taught its wording yet. UNEXPLAINED: an anchor found it missing.
  kind text not null check (kind in
    ('OPENING', 'CREDIT', 'CASH_IN', 'DEBIT', 'REVERSAL', 'AIRTIME', 'UNREAD', 'UNEXPLAINED')),
  -- CHAINED: it goes on exactly from the tip, or lies on the only path between two trusted balances.
  -- WITNESSED: an independent witness tells of it. ANCHORED: a person read the balance.
  strength text not null check (strength in ('CHAINED', 'WITNESSED', 'ANCHORED')),
  before_xaf bigint not null,
  after_xaf bigint not null,
  -- Null: no message tells of it.
  notice_id uuid unique references notices (id),
  occurred_at timestamptz not null,
  constraint book_steps_place unique (collection_number_id, ordinal),
  constraint book_steps_placed check ((ordinal is null) = (explains_id is not null)),
  constraint book_steps_told check ((notice_id is null) = (kind in ('OPENING', 'UNEXPLAINED'))),
  constraint book_steps_move check ((before_xaf = after_xaf) = (kind = 'OPENING'))
);

create index book_steps_unexplained on book_steps (collection_number_id, ordinal)
  where kind in ('UNEXPLAINED', 'DEBIT', 'REVERSAL', 'AIRTIME') or (kind = 'UNREAD' and after_xaf < before_xaf);
create index book_steps_explaining on book_steps (explains_id) where explains_id is not null;

create trigger book_steps_append_only before update or delete on book_steps
  for each row execute function refuse_change();

-- The tip moves by steps and by nothing else: each goes on from the one before it, without a gap.
create function go_on() returns trigger language plpgsql as $$
declare
  broken uuid;
begin
  select s.collection_number_id into broken
  from (
    select n.collection_number_id, n.ordinal, n.before_xaf, n.kind,
      coalesce(lag(n.ordinal) over w, b.last_ordinal) as last_ordinal,
      coalesce(lag(n.after_xaf) over w, b.tip_xaf) as tip_xaf, b.collection_number_id as book
    from fresh n left join books b using (collection_number_id)
    where n.ordinal is not null
    window w as (partition by n.collection_number_id order by n.ordinal)) s
  where s.book is null or s.ordinal <> s.last_ordinal + 1 or (s.kind = 'OPENING') <> (s.tip_xaf is null)
    or s.before_xaf <> coalesce(s.tip_xaf, s.before_xaf)
  limit 1;
  if broken is not null then
    raise exception 'a step of number % does not go on from its tip', broken using errcode = 'restrict_violation';
  end if;
  update books b
  set tip_xaf = l.after_xaf, last_ordinal = l.ordinal, opening_xaf = coalesce(b.opening_xaf, l.after_xaf - b.float_xaf)
  from (
    select distinct on (collection_number_id) collection_number_id, ordinal, after_xaf
    from fresh where ordinal is not null order by collection_number_id, ordinal desc) l
  where b.collection_number_id = l.collection_number_id;
  return null;
end
$$;
create trigger book_steps_go_on after insert on book_steps
  referencing new table as fresh for each statement execute function go_on();

-- What the ledger books on a live FLOAT is added up in its book.
create function book_float() returns trigger language plpgsql as $$
begin
  if not exists (select from fresh where environment = 'live') then
    return null;
  end if;
  update books b set float_xaf = b.float_xaf + f.moved_xaf
  from (
    select a.owner_id, sum(case when a.id = t.debit_account_id then t.amount_xaf else -t.amount_xaf end) as moved_xaf
    from fresh t join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id) and a.kind = 'FLOAT'
    where t.environment = 'live' group by a.owner_id) f
  where b.collection_number_id = f.owner_id;
  if exists (
    select from fresh t join ledger_accounts a on a.id in (t.debit_account_id, t.credit_account_id) and a.kind = 'FLOAT'
    where t.environment = 'live' and not exists (select from books b where b.collection_number_id = a.owner_id)) then
    raise exception 'a live number without a book was booked' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create trigger ledger_transfers_book_float after insert on ledger_transfers
  referencing new table as fresh for each statement execute function book_float();

-- At the end of every transaction: no code path ends with books and ledger apart.
create function prove_book() returns trigger language plpgsql as $$
declare
  b books;
begin
  select * into b from books where collection_number_id = new.collection_number_id;
  if b.float_xaf <> coalesce(b.tip_xaf - b.opening_xaf, 0) then
    raise exception 'number %: FLOAT is % and tip less opening is %', b.collection_number_id, b.float_xaf,
      b.tip_xaf - b.opening_xaf using errcode = 'restrict_violation';
  end if;
  if b.tip_xaf is distinct from (
    select s.after_xaf from book_steps s
    where s.collection_number_id = b.collection_number_id and s.ordinal = b.last_ordinal) then
    raise exception 'number %: the tip is not its last step', b.collection_number_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create constraint trigger books_are_the_ledger after insert or update on books
  deferrable initially deferred for each row execute function prove_book();

-- Messages of live numbers that are not proven. They change nothing but what waits for them.
create table book_claims (
  notice_id uuid primary key references notices (id),
  collection_number_id uuid not null,
  -- Its readings, and what it would be by them, each with the balances before and after.
  told json not null,
  -- The credits among them, for the sessions that would be paid.
  amounts_xaf integer[] not null,
  occurred_at timestamptz not null,
  precision_ms integer not null,
  arrived_at timestamptz not null,
  -- VOIDED: staff say that it is not true. A refuted or voided one can still be proven by a witness.
  state text not null default 'CLAIMED' check (state in ('CLAIMED', 'PROVEN', 'REFUTED', 'VOIDED')),
  settled_at timestamptz,
  constraint book_claims_settled check ((state = 'CLAIMED') = (settled_at is null))
) with (fillfactor = 80);

create index book_claims_waiting on book_claims (collection_number_id, arrived_at) where state = 'CLAIMED';
create index book_claims_guesses on book_claims (collection_number_id, arrived_at) where state in ('CLAIMED', 'REFUTED');

-- Debits that staff say they made or are about to make; the debit that the SIM reports is then explained.
create table announced_debits (
  id uuid primary key,
  collection_number_id uuid not null references collection_numbers (id),
  kind text not null check (kind in ('refund', 'sweep')),
  amount_xaf bigint not null check (amount_xaf > 0),
  -- A refund's credit or transaction.
  cause_id uuid,
  announced_at timestamptz not null,
  step_id uuid unique references book_steps (id)
);

create index announced_debits_open on announced_debits (collection_number_id, announced_at) where step_id is null;

-- What a debit, a reversal or a difference was, once it is known; staff's go through two people.
create table book_explanations (
  step_id uuid primary key references book_steps (id),
  meaning text not null check (meaning in ('refund', 'sweep', 'fee', 'airtime', 'messages', 'credit', 'write_off')),
  explained_at timestamptz not null
);

create trigger book_explanations_append_only before update or delete on book_explanations
  for each row execute function refuse_change();

-- Identity belongs to what is proven; a claim never takes it. A step's id is that of its credit, if it has one.
alter table credit_identities rename to transaction_identities;
alter table transaction_identities drop constraint credit_identities_credit_id_fkey;
alter table transaction_identities rename column credit_id to step_id;

alter table credits drop constraint credits_kind_check,
  add constraint credits_kind_check check (kind in ('CREDIT', 'CASH_IN', 'UNREAD'));

alter table notice_readings drop constraint notice_readings_outcome_check,
  add constraint notice_readings_outcome_check check (outcome in
    ('CREDIT', 'DUPLICATE', 'STEP', 'UNREAD', 'CLAIMED', 'NOT_A_CREDIT', 'UNPARSED', 'UNTRUSTED_SENDER')),
  drop constraint notice_readings_credit,
  add constraint notice_readings_credit check (
    (outcome = 'CREDIT' or credit_id is null or outcome in ('DUPLICATE', 'UNREAD'))
    and (outcome <> 'CREDIT' or credit_id is not null));

-- Money between what is seen and what is known of it.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('FLOAT', 'PAYABLE', 'REVENUE', 'SUSPENSE', 'WALLET_AIRTEL',
    'WALLET_MOOV', 'UNEXPLAINED', 'REFUND_IN_FLIGHT', 'OPERATOR_FEE', 'SWEPT', 'WRITE_OFF'));

insert into ledger_accounts (environment, kind)
  select e, k from unnest('{test,live}'::text[]) e, unnest('{REFUND_IN_FLIGHT,OPERATOR_FEE,SWEPT,WRITE_OFF}'::text[]) k;
insert into ledger_accounts (environment, kind, owner_id)
  select 'live', 'UNEXPLAINED', id from collection_numbers where environment = 'live';

create or replace function open_number_account() returns trigger language plpgsql as $$
begin
  insert into ledger_accounts (environment, kind, owner_id) values (new.environment, 'FLOAT', new.id);
  if new.environment = 'live' then
    insert into ledger_accounts (environment, kind, owner_id) values ('live', 'UNEXPLAINED', new.id);
    insert into books (collection_number_id) values (new.id);
  end if;
  return null;
end
$$;

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND',
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND', 'CREDIT_REVERSED',
    -- The cause is a step: money that left, what the operator took for it, what an anchor found, what it was.
    'STEP_DEBIT', 'STEP_FEE', 'STEP_UNEXPLAINED', 'STEP_EXPLAINED'));

-- What there was: trusted balances become tips. What was booked on a number before counts from its opening.
insert into books (collection_number_id, float_xaf, went_on_at, anchored_at)
  select n.id, coalesce(f.float_xaf, 0), case when t.balance_xaf is not null then t.chained_until end,
    case when t.balance_xaf is not null then now() end
  from collection_numbers n
  left join feed_tips t on t.collection_number_id = n.id
  left join lateral (
    select sum(case when a.id = l.debit_account_id then l.amount_xaf else -l.amount_xaf end)::bigint as float_xaf
    from ledger_accounts a join ledger_transfers l on a.id in (l.debit_account_id, l.credit_account_id)
    where a.owner_id = n.id and a.kind = 'FLOAT') f on true
  where n.environment = 'live' and (t.balance_xaf is not null or f.float_xaf is null);
-- One that was booked while nobody had said its balance opens with what was booked; staff's first anchor says the rest.
insert into books (collection_number_id, float_xaf)
  select a.owner_id, sum(case when a.id = l.debit_account_id then l.amount_xaf else -l.amount_xaf end)
  from ledger_accounts a join ledger_transfers l on a.id in (l.debit_account_id, l.credit_account_id)
  join collection_numbers n on n.id = a.owner_id and n.environment = 'live'
  where a.kind = 'FLOAT' and not exists (select from books b where b.collection_number_id = a.owner_id)
  group by a.owner_id;
insert into book_steps (id, collection_number_id, ordinal, kind, strength, before_xaf, after_xaf, occurred_at)
  select gen_random_uuid(), b.collection_number_id, 1, 'OPENING', 'ANCHORED', coalesce(t.balance_xaf, b.float_xaf),
    coalesce(t.balance_xaf, b.float_xaf), coalesce(t.chained_until, now())
  from books b left join feed_tips t using (collection_number_id)
  where t.balance_xaf is not null or b.float_xaf <> 0;

-- Inference is over. What waited to be read is read again; what was doubted waits in its review.
drop index notice_inbox_parked_number;
alter table notice_inbox drop column parked_number_id, drop column parked_at, drop column waits_until;
drop table feed_edges;
drop table feed_tips;

alter table feed_incidents drop constraint feed_incidents_kind_check;
update feed_incidents set kind = 'claim', closed_at = coalesce(closed_at, now()), closed_by = coalesce(closed_by, 'feed'),
  note = coalesce(note, 'balances are kept as books from here on') where kind in ('balance_gap', 'wording', 'unlisted_sender');
alter table feed_incidents add constraint feed_incidents_kind_check
  check (kind in ('silent', 'lagging', 'clock_skew', 'claim', 'anchor_due', 'short', 'two_steps_one_id'));
alter table collection_numbers drop constraint collection_numbers_feed_status_check;
update collection_numbers set feed_status = 'HEALTHY' where feed_status = 'GAP';
alter table collection_numbers add constraint collection_numbers_feed_status_check
  check (feed_status in ('HEALTHY', 'UNANCHORED', 'LAGGING', 'DOUBTED', 'SILENT'));

-- WITNESS: what the operator's API said in answer to our own enquiry, or a row of a statement said, as JSON.
alter table notices drop constraint notices_source_check,
  add constraint notices_source_check check (
    source in ('SANDBOX_SMS', 'SANDBOX_CREDIT', 'MANUAL_SMS', 'GATEWAY_SMS', 'WITNESS')),
  add constraint notices_witness_is_live check (source <> 'WITNESS' or environment = 'live');

-- VOIDED: the operator has taken it back; nobody's money, and sent to nobody.
alter table credits drop constraint credits_state_check,
  add constraint credits_state_check
    check (state in ('MATCHED', 'REVIEW', 'SUSPENSE', 'REFUNDED', 'ASSIGNED', 'VOIDED'));

-- Texts that no template takes: also those whose figures made them steps, or claims.
drop index notice_readings_unparsed;
create index notice_readings_unread on notice_readings (id)
  where template_id is null and outcome in ('UNPARSED', 'UNTRUSTED_SENDER', 'UNREAD', 'CLAIMED');
create index notice_readings_untrusted on notice_readings (id) where outcome in ('UNPARSED', 'UNTRUSTED_SENDER');
