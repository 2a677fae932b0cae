-- A phone that was away tells of what it had received meanwhile one message after the other, and the first of them, or a ping before
-- it, was taken to say that all was told: who had paid while it was away expired. So its return is kept, and until when it had
-- been heard before; see domain/feed/unheard.ts.
alter table sms_gateway_signals
  add column back_at timestamptz,
  add column heard_before timestamptz,
  add constraint sms_gateway_signals_back check (coalesce(heard_before < back_at, back_at is null and heard_before is null));

-- By which phones a number was heard until somebody routed it otherwise. What such a phone had received and not told of is told of
-- once it is charged, or once its SIM is read out.
create table sms_gateway_past_sims (
  collection_number_id uuid not null references collection_numbers (id),
  gateway_id uuid not null references sms_gateways (id),
  device_id text not null,
  ended_at timestamptz not null,
  primary key (collection_number_id, gateway_id, device_id)
);

alter table feed_incidents drop constraint feed_incidents_kind_check,
  add constraint feed_incidents_kind_check check (kind in
    ('silent', 'lagging', 'clock_skew', 'unrouted', 'claim', 'anchor_due', 'outflow', 'contested', 'short', 'two_steps_one_id',
     'statement_differs', 'without_row', 'misdirected'));
