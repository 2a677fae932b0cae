/**
 * Every limit a caller can meet, in one place: schemas, the server, the reference and the tests read it.
 * Merchants were promised `ttl_minutes`, the pace of polling and the webhook's response time; the others are ours,
 * and may be raised.
 */
export const LIMITS = {
  reference_characters: 100,
  /** The service's own ceiling; the operators' are lower. */
  amount_xaf: { min: 1, max: 1_000_000_000 },
  /**
   * Of a transaction. Least and most are our own choice until the operators' agreements give theirs: one most of each, so
   * that they may differ.
   */
  transaction_amount_xaf: { min: 100, max: { AIRTEL: 2_000_000, MOOV: 2_000_000 } },
  /** Of GET /v1/transactions; a larger limit is served as the largest. */
  transactions: { default: 20, max: 1_000 },
  search_characters: 100,
  ttl_minutes: { min: 1, max: 60, default: 10 },
  description_characters: 255,
  metadata_keys: 50,
  /** Of the metadata written as compact JSON in UTF-8. */
  metadata_bytes: 16_384,
  webhook_url_characters: 2_048,
  /** Of one merchant in one environment: keeps one event's fan-out small. */
  webhook_endpoints: 20,
  /** How long both secrets sign after a rotation. */
  rotation_hours: 24,
  /** Of a list that is read by cursor. */
  page: { default: 20, max: 100 },
  /** How many deliveries one page with an `event` filter looks at. */
  deliveries_scanned: 10_000,
  resent_at_once: 10_000,
  attempts_shown: { alone: 100, in_list: 20 },
  idempotency_key_characters: 255,
  idempotency_hours: 24,
  /** Of a refund, which has no reference of its own. */
  idempotency_refund_days: 30,
  body_bytes: 65_536,
  body_depth: 32,
  sms_characters: 4_000,
  sender_characters: 50,
  operator_transaction_id_characters: 64,
  requests_per_second: {
    default: 100,
    burst_factor: 2,
    /** All keys of a merchant in one environment together may send as much as so many of them. */
    merchant_factor: 5,
    /** So many rows that a list is asked for count as one request. */
    rows: 50,
    /** The same of deliveries, each of which carries its attempts. */
    deliveries: 5,
    /** Sending again all that failed counts as so many requests: it may move ten thousand rows. */
    resend: 100,
  },
  polling: { interval_seconds: 5, burst: 12 },
  webhook_response_seconds: 10,
} as const;
