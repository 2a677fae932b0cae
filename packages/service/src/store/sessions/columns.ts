/** The columns of `payment_sessions` that make a PaymentSession; `metadata` is stored and never read back. */
export const SESSION_COLUMNS = `s.id, s.merchant_id, s.environment, s.reference, s.ticket, s.amount_xaf, s.operator,
  s.status, s.review_reason, s.event_sequence, s.collection_number_id, s.assigned_collection_number,
  s.customer_phone, s.description, s.created_at, s.expires_at, s.closed_at`;
