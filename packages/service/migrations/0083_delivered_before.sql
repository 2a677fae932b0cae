-- A delivery that is sent again was delivered all the same, whatever the receiver answers the second time.

alter table webhook_deliveries add column delivered_before timestamptz;

comment on column webhook_deliveries.delivered_before is
  'When it was delivered before it was asked for again; null until then, so that delivering writes nothing more.';
