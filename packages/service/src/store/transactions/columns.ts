/** The columns of `transactions` that make a Transaction. */
export const TRANSACTION_COLUMNS = `t.id, t.merchant_id, t.environment, t.reference, t.internal_ref, t.amount_xaf,
  t.operator, t.phone_number, t.description, t.rail, t.status, t.event_sequence, t.created_at, t.expires_at,
  t.updated_at, t.confirmed_at, t.collection_number_id, t.assigned_collection_number`;

/** Whether a merchant's endpoint answered 2xx to an event of `t`: found when it is read, never written. */
export const WEBHOOK_SENT = `exists (
    select from events e cross join lateral (
      select true from webhook_deliveries d where d.event_id = e.id and d.state = 'DELIVERED' limit 1) delivered
    where e.object_id = t.id) as webhook_sent`;
