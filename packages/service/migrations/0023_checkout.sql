-- What a payer sees of a merchant, and what a payer tells us.

alter table merchants
  -- Where the checkout page leads back to; null: nowhere.
  add column return_url text check (char_length(return_url) between 1 and 2000),
  -- Whether it shows what the merchant wrote as a session's description: its address is no secret.
  add column shows_description boolean not null default false;

-- A payer says that a closed session was paid, and by which SMS. It decides nothing: it is evidence for the desk.
create table payer_claims (
  session_id uuid not null references payment_sessions (id),
  -- Numbered, so that the key is the limit.
  ordinal integer not null check (ordinal between 1 and 5),
  -- In capitals, as readings keep it.
  operator_transaction_id text not null check (operator_transaction_id ~ '^[A-Z0-9.]{6,30}$'),
  payer_phone text not null check (payer_phone ~ '^\+235[0-9]{8}$'),
  claimed_at timestamptz not null,
  primary key (session_id, ordinal),
  unique (session_id, operator_transaction_id)
);

create index payer_claims_transaction on payer_claims (operator_transaction_id);
create index payer_claims_newest on payer_claims (claimed_at, session_id);

create trigger payer_claims_append_only before update or delete on payer_claims
  for each row execute function refuse_change();

-- Money set aside for which a session was the likely one: its payer is told that it was seen. Few decisions are such.
create index decisions_set_aside on decisions using gin (session_ids) where verdict = 'SUSPENSE';
