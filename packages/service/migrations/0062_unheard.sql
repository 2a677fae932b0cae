-- A phone that was away tells of what it had received meanwhile one message after the other, and the first of them, or a ping before
-- it, was taken to say that all was told: who had paid while it was away expired. So its return is kept, and until when it had
-- been heard before; see store/gateways/lives.ts.
alter table sms_gateway_signals
  -- The last ping; null: it doesn't ping, and speaks only when it has a message.
  add column pinged_at timestamptz,
  -- Until when it had been heard before it was away, when it came back first, and when it did last, if it was away again since.
  add column heard_before timestamptz,
  add column back_at timestamptz,
  add column back_again_at timestamptz,
  add constraint sms_gateway_signals_back check (num_nulls(heard_before, back_at, back_again_at) in (0, 3)
    and coalesce(heard_before < back_at and back_at <= back_again_at, true));

-- By which SIMs a number was heard until somebody routed it otherwise. What a phone had received by then, and tells of later, is of that
-- number, whatever is in that place meanwhile.
create table sms_gateway_past_sims (
  collection_number_id uuid not null references collection_numbers (id),
  gateway_id uuid not null references sms_gateways (id),
  device_id text not null,
  sim_slot integer not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (gateway_id, device_id, sim_slot, started_at),
  constraint sms_gateway_past_sims_order check (started_at <= ended_at)
);
create index sms_gateway_past_sims_number on sms_gateway_past_sims (collection_number_id);

alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'unrouted', 'claim', 'anchor_due', 'outflow', 'contested', 'short', 'two_steps_one_id',
     'statement_differs', 'without_row', 'misdirected'));
