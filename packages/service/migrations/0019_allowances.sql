-- What an open live session costs its merchant: a place of an allowance, and a place of the numbers for its
-- amount. Both are numbered, so that unique indexes judge them as they judge number and amount: no counter
-- that every session of a merchant would have to lock.

-- What staff allow a merchant in place of what it has earned.
create table merchant_allowances (
  merchant_id uuid not null references merchants (id),
  operator text not null check (operator in ('AIRTEL', 'MOOV')),
  sessions integer not null check (sessions between 0 and 100000),
  primary key (merchant_id, operator)
);

-- Null in test, and where a hold counts against nobody: a guest on a number that its merchant holds already
-- has no share, and a host that only stays for its guests has neither.
alter table collection_holds
  add column merchant_id uuid,
  add column operator text,
  add column allowance_slot integer check (allowance_slot > 0),
  add column amount_share integer check (amount_share > 0),
  add constraint collection_holds_counted check (
    (allowance_slot is null and amount_share is null) or (merchant_id is not null and operator is not null));

-- The holds of today take places in the order of their end. Whoever holds more than he may is only given
-- nothing more.
with owned as (
  select h.owner_id, h.due_at, h.amount_xaf, h.is_guest, coalesce(s.merchant_id, t.merchant_id) as merchant_id,
    coalesce(s.operator, t.operator) as operator
  from collection_holds h
  left join payment_sessions s on s.id = h.session_id
  left join transactions t on t.id = h.transaction_id
  where coalesce(s.environment, t.environment) = 'live'
), placed as (
  select o.*,
    row_number() over (partition by merchant_id, operator order by due_at, owner_id) as slot,
    row_number() over (partition by merchant_id, operator, amount_xaf, is_guest order by due_at, owner_id) as share
  from owned o
)
update collection_holds h
set merchant_id = n.merchant_id, operator = n.operator, allowance_slot = n.slot,
  amount_share = case when not h.is_guest then n.share end
from placed n where n.owner_id = h.owner_id;

create unique index collection_holds_slot on collection_holds (merchant_id, operator, allowance_slot)
  where allowance_slot is not null;
-- By amount first: it also tells whether another merchant holds numbers for the same amount.
create unique index collection_holds_share on collection_holds (operator, amount_xaf, merchant_id, amount_share)
  where amount_share is not null;

-- What a merchant was paid in the last day, which its allowance grows with.
create index payment_sessions_paid on payment_sessions (merchant_id, operator, closed_at)
  where environment = 'live' and status = 'SUCCESS';

create index transactions_paid on transactions (merchant_id, operator, confirmed_at)
  where environment = 'live' and status = 'SUCCESS' and collection_number_id is not null;

-- How often a payer was asked, over all merchants.
create index transactions_asks on transactions (phone_number, created_at) where environment = 'live';
