-- Links that anyone can pay, as often as they say; and what merchants' requests were answered.

create table payment_links (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  -- What its address ends in: 130 random bits, in Crockford's letters.
  slug text not null unique check (slug ~ '^[0-9a-hjkmnp-tv-z]{26}$'),
  -- What the references of its payments begin with. Payers may know it; it opens nothing.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  title text not null check (char_length(title) between 1 and 100),
  description text check (char_length(description) between 1 and 255),
  -- Null: the payer says how much, within the bounds.
  amount_xaf integer check (amount_xaf between 1 and 1000000000),
  min_xaf integer check (min_xaf between 1 and 1000000000),
  max_xaf integer check (max_xaf between 1 and 1000000000),
  -- Once: 1. Null: any number of times. Few enough to be counted each time.
  max_payments integer check (max_payments between 1 and 10000),
  max_total_xaf bigint check (max_total_xaf between 1 and 10000000000000),
  expires_at timestamptz,
  closed_at timestamptz,
  -- Whoever made it on the dashboard; null: staff did.
  created_by uuid references accounts (id),
  created_at timestamptz not null,
  constraint payment_links_code unique (merchant_id, environment, code),
  constraint payment_links_bounds check (
    (amount_xaf is not null and min_xaf is null and max_xaf is null)
    or (amount_xaf is null and min_xaf is not null and max_xaf is not null and min_xaf <= max_xaf)),
  constraint payment_links_counted check (max_total_xaf is null or max_payments is not null)
);

create index payment_links_newest on payment_links (merchant_id, environment, id);

-- What payers were told stays: a link is closed or opened again, and nothing else about it changes.
create trigger payment_links_stay before delete or update of id, merchant_id, environment, slug, code, title,
  description, amount_xaf, min_xaf, max_xaf, max_payments, max_total_xaf, expires_at, created_by, created_at
  on payment_links for each row execute function refuse_change();

-- Links never go, so that one look when a session is made proves as much as a foreign key, which would be asked for
-- the many that have none.
alter table payment_sessions add column link_id uuid;

create index payment_sessions_of_link on payment_sessions (link_id, id) where link_id is not null;
-- What a link is used up by: what was paid, and what may still be.
create index payment_sessions_use_of_link on payment_sessions (link_id) include (status, amount_xaf)
  where link_id is not null and status in ('AWAITING_PAYMENT', 'UNDER_REVIEW', 'SUCCESS');

-- Whoever makes a session of a link has asked all this before, under the same lock: here it is what always holds.
create function payment_link_allows() returns trigger language plpgsql as $$
declare
  link payment_links;
  use record;
begin
  select * into link from payment_links where id = new.link_id;
  if link.id is null or (link.merchant_id, link.environment) <> (new.merchant_id, new.environment) then
    raise exception 'payment link % is not of this merchant and environment', new.link_id
      using errcode = 'foreign_key_violation', constraint = 'payment_link_owner';
  end if;
  if link.max_payments is not null then
    select * into link from payment_links where id = new.link_id for no key update;
    select count(*) as payments, coalesce(sum(amount_xaf), 0) as total_xaf into use from payment_sessions
    where link_id = new.link_id and status in ('AWAITING_PAYMENT', 'UNDER_REVIEW', 'SUCCESS');
    if use.payments > link.max_payments or use.total_xaf > link.max_total_xaf then
      raise exception 'payment link % takes no more', link.id
        using errcode = 'check_violation', constraint = 'payment_link_limits';
    end if;
  end if;
  if link.closed_at is not null or link.expires_at <= new.created_at
    or new.amount_xaf not between coalesce(link.amount_xaf, link.min_xaf) and coalesce(link.amount_xaf, link.max_xaf)
  then
    raise exception 'payment link % does not take this payment', link.id
      using errcode = 'check_violation', constraint = 'payment_link_terms';
  end if;
  return null;
end
$$;

create trigger payment_link_allows after insert on payment_sessions
  for each row when (new.link_id is not null) execute function payment_link_allows();

-- What a merchant's requests were answered, for two weeks: no bodies, no addresses, no secrets. One part for each of
-- 16 days in turn: the part of a day that is over is emptied as a whole before its turn comes again.
create table request_log (
  -- A UUIDv7: it holds the moment, and is what the answer's X-Request-Id said.
  id uuid not null,
  day_slot smallint not null check (day_slot between 0 and 15),
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  key_id uuid not null,
  method text not null,
  -- The template, not the address: /v1/transactions/:id.
  route text not null,
  status smallint not null,
  error_code text,
  duration_us integer not null,
  at timestamptz not null
) partition by list (day_slot);

do $$
begin
  for slot in 0..15 loop
    execute format('create table request_log_%s partition of request_log for values in (%s)', slot, slot);
  end loop;
end
$$;

create index request_log_newest on request_log (merchant_id, environment, id);

-- Which day each part holds at present; who empties one says so here, once.
create table request_log_days (
  day_slot smallint primary key check (day_slot between 0 and 15),
  day date not null
);

-- Empties the part of a day's slot unless it holds that day already. Whoever reads waits for no longer than that takes;
-- who would have to wait for a reader gives up, and it is tried again.
create function empty_request_log(for_day date) returns boolean language plpgsql set lock_timeout = '2s' as $$
declare
  slot constant smallint := (for_day - date '2000-01-01') % 16;
begin
  insert into request_log_days (day_slot, day) values (slot, for_day)
  on conflict (day_slot) do update set day = excluded.day where request_log_days.day < excluded.day;
  if not found then
    return false;
  end if;
  execute format('truncate request_log_%s', slot);
  return true;
end
$$;

alter table api_keys
  add column name text check (char_length(name) between 1 and 100),
  -- Whoever made it on the dashboard; null: staff did.
  add column created_by uuid references accounts (id),
  -- To a minute or so: noted with the request log.
  add column last_used_at timestamptz;
