-- The answers to refunds are kept for thirty days, and all others for one. What is over is looked for at each sweep, the oldest first: by
-- the age of all that read every refund of those thirty days.
create index idempotency_keys_of_a_day on idempotency_keys (created_at) where operation <> 'refunds.create';
