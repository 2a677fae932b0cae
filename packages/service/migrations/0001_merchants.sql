-- Who may call us: merchants, and the keys that select merchant, environment and scopes.

create table merchants (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  kyc_status text not null default 'PENDING' check (kyc_status in ('PENDING', 'APPROVED')),
  -- Operators this merchant may collect with; readiness of a live rail reads it.
  operators text[] not null default '{AIRTEL,MOOV}' check (operators <@ '{AIRTEL,MOOV}'::text[]),
  -- Our fee in hundredths of a percent of the gross, rounded down to the franc.
  fee_basis_points integer not null default 0 check (fee_basis_points between 0 and 10000),
  created_at timestamptz not null,
  kyc_approved_at timestamptz
);

create table api_keys (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('test', 'live')),
  -- SHA-256 of the whole key; the key itself (32 random bytes) is shown once and never stored.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  last4 text not null check (char_length(last4) = 4),
  scopes text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index api_keys_merchant on api_keys (merchant_id);

-- Append-only tables call this from a trigger: what was once seen or decided is never edited.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only: write a new row that corrects the old one', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- Merchants and collection numbers are never deleted. Tables of evidence copy their ids from a row that they
-- join or lock in the same statement, so they carry no foreign key to them: it would prove nothing more, and
-- every batch would share-lock the same few rows.
create trigger merchants_stay before delete on merchants for each row execute function refuse_change();
