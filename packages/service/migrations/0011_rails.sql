-- What the loop that works the rails needs to know beyond 0010: leases, what was already sent, callbacks,
-- breakers and refunds.

alter table rail_work
  -- When the payer was first asked, or the refund sent. Written before the call: whoever finds it set after
  -- the lease knows that the operator may have heard us, and asks before it sends anything again.
  add column begun_at timestamptz,
  -- Held by a process until then; `attempt` names the holder.
  add column leased_until timestamptz,
  -- A callback came since the lease began: ask again at once when it ends.
  add column called_back_at timestamptz,
  -- Enquiries made so far: the place in the schedule.
  add column enquiries integer not null default 0;

-- Each rail has places of its own, so that a slow one keeps no other waiting.
drop index rail_work_due;
create index rail_work_due on rail_work (rail, due_at);

-- One breaker a live rail. No row: closed, and nothing has failed.
create table rail_breakers (
  rail text primary key check (rail in ('manual-sms', 'airtel-open-api')),
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- Failures in a row while closed.
  failures integer not null,
  -- How often it opened since it was last closed: each time it stays open longer.
  openings integer not null,
  -- Open: when a probe may be made. Half open: when the probe under way is given up.
  until timestamptz,
  changed_at timestamptz not null,
  constraint rail_breakers_until check ((state = 'closed') = (until is null))
);

-- Callbacks whose hash was right, word for word. A repeated one is the same row.
create table rail_callbacks (
  id uuid primary key,
  rail text not null,
  digest bytea not null check (octet_length(digest) = 32),
  -- The transaction it speaks of; no foreign key: it may be none of ours.
  transaction_id uuid,
  body text not null check (octet_length(body) <= 65536),
  received_at timestamptz not null,
  constraint rail_callbacks_once unique (rail, digest)
);

create index rail_callbacks_transaction on rail_callbacks (transaction_id);

create trigger rail_callbacks_append_only before update or delete on rail_callbacks
  for each row execute function refuse_change();

-- A refund that staff asked for. UNKNOWN is a state of its own: the operator may have sent the money back, and
-- nobody asks a second time until a person has looked.
create table rail_refunds (
  transaction_id uuid primary key references transactions (id),
  rail text not null,
  state text not null default 'ASKED' check (state in ('ASKED', 'UNKNOWN', 'REFUSED', 'DONE')),
  asked_by text not null check (char_length(asked_by) between 1 and 200),
  note text not null check (char_length(note) between 1 and 2000),
  asked_at timestamptz not null,
  -- What the operator said, in our words.
  detail text,
  changed_at timestamptz not null
);

create index rail_refunds_open on rail_refunds (changed_at) where state in ('ASKED', 'UNKNOWN');
