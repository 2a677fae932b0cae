-- SMS gateways: phones of ours that forward what their SIMs receive, and send what we ask them to.

create table sms_gateways (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 100),
  adapter text not null check (adapter in ('sms-gate', 'httpsms', 'textbee', 'generic-json', 'generic-form')),
  -- Only real SIMs have gateways: in test, notices are injected.
  environment text not null default 'live' check (environment = 'live'),
  -- What its requests are signed with, sealed with AES-256-GCM.
  secret_sealed bytea not null,
  -- After a rotation the old secret is taken for a while, since a phone's setting is changed by hand.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- Field and header names of the generic adapters; {} for the others.
  config json not null default '{}',
  -- Where the gateway takes messages to send, and its sealed credentials as JSON; null: it only receives.
  send_url text check (char_length(send_url) <= 2048),
  send_credentials_sealed bytea,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  created_at timestamptz not null,
  constraint sms_gateways_previous_secret
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint sms_gateways_send check ((send_url is null) = (send_credentials_sealed is null))
);

-- The SIM, and with it number and operator, comes from here and never from a text.
create table sms_gateway_sims (
  gateway_id uuid not null references sms_gateways (id),
  device_id text not null check (char_length(device_id) between 1 and 200),
  -- As the gateway counts them, from 1. 0: the phone has this one SIM, whatever slot it names.
  sim_slot integer not null check (sim_slot between 0 and 8),
  -- A number may be served by a second phone while it moves there.
  collection_number_id uuid not null references collection_numbers (id),
  created_at timestamptz not null,
  primary key (gateway_id, device_id, sim_slot)
);

create index sms_gateway_sims_number on sms_gateway_sims (collection_number_id);

-- Every message that a gateway told us of, once: the primary key is the replay protection. The text is in
-- its notice, or in sms_gateway_unrouted until somebody says which SIM it came by.
create table sms_gateway_messages (
  gateway_id uuid not null,
  -- SHA-256 of what the message is (its id, place, sender, text and time), and not of the bytes: a retry is
  -- signed anew.
  message_key bytea not null check (octet_length(message_key) = 32),
  -- The id that its notice has, or will have once it is routed.
  notice_id uuid not null,
  created_at timestamptz not null,
  primary key (gateway_id, message_key)
);

create index sms_gateway_messages_recent on sms_gateway_messages (notice_id);

create table sms_gateway_unrouted (
  id uuid primary key,
  gateway_id uuid not null references sms_gateways (id),
  -- unreadable: its request was authentic, and `body` is all of it, since no text was found inside.
  reason text not null check (reason in ('unknown_sim', 'unreadable')),
  device_id text not null,
  -- Null: the gateway did not say.
  sim_slot integer,
  sender text,
  body text not null check (octet_length(body) <= 65536),
  received_at timestamptz not null,
  created_at timestamptz not null,
  -- When it became a notice of the same id after all.
  routed_at timestamptz
);

create index sms_gateway_unrouted_waiting on sms_gateway_unrouted (gateway_id, device_id, id) where routed_at is null;

-- What a gateway's requests were answered, by day: one row an outcome, added to every few seconds by each
-- process. Of a refused request nothing else is kept.
create table sms_gateway_answers (
  gateway_id uuid not null references sms_gateways (id),
  day date not null,
  answer text not null,
  count bigint not null,
  last_at timestamptz not null,
  primary key (gateway_id, day, answer)
);

-- Signs of life of each phone. Every authentic request counts; written at most every 10 s by each process.
create table sms_gateway_signals (
  gateway_id uuid not null references sms_gateways (id),
  -- `default` when requests name no phone.
  device_id text not null,
  last_seen_at timestamptz not null,
  -- Time of signing minus our time of arrival: how far the phone's clock is ahead. Null: it never said.
  clock_skew_ms bigint,
  -- The last message: when it was received by the phone, and how much later it came to us.
  last_received_at timestamptz,
  lag_ms bigint,
  primary key (gateway_id, device_id)
) with (fillfactor = 70);
