// Generated from the live schema by `npm run generate`: change the migrations, not this file.
// Values are as store/connect/types.ts parses them.

/** A row of api_keys. */
export interface ApiKeyRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  key_hash: Buffer;
  last4: string;
  scopes: string[];
  created_at: Date;
  revoked_at: Date | null;
}

/** A row of collection_holds. */
export interface CollectionHoldRow {
  session_id: string;
  collection_number_id: string;
  amount_xaf: number;
  customer_phone: string | null;
  is_guest: boolean;
  host_phone: string | null;
  host_is_guest: boolean | null;
  ticket: string;
  state: 'OPEN' | 'QUARANTINE';
  due_at: Date;
}

/** A row of collection_number_usage. */
export interface CollectionNumberUsageRow {
  id: number;
  collection_number_id: string;
  day: string;
  credit_count: number;
  volume_xaf: number;
}

/** A row of collection_numbers. */
export interface CollectionNumberRow {
  id: string;
  environment: 'test' | 'live';
  operator: 'AIRTEL' | 'MOOV';
  merchant_id: string | null;
  msisdn: string;
  status: 'ACTIVE' | 'PAUSED';
  feed_status: 'HEALTHY' | 'SILENT' | 'LAGGING' | 'GAP';
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: string[];
  created_at: Date;
  scope_id: string | null;
}

/** A row of credit_identities. */
export interface CreditIdentityRow {
  environment: string;
  scope_id: string;
  operator: string;
  operator_transaction_id: string;
  credit_id: string;
}

/** A row of credits. */
export interface CreditRow {
  id: string;
  environment: 'test' | 'live';
  merchant_id: string | null;
  operator: 'AIRTEL' | 'MOOV';
  collection_number_id: string;
  kind: 'CREDIT' | 'CASH_IN';
  amount_xaf: number;
  operator_transaction_id: string | null;
  payer: string | null;
  motif: string | null;
  balance_xaf: number | null;
  occurred_at: Date;
  received_at: Date;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE';
  reason: string;
  matched_session_id: string | null;
  created_at: Date;
}

/** A row of decisions. */
export interface DecisionRow {
  id: string;
  credit_id: string;
  actor: 'ENGINE' | 'STAFF';
  engine_version: number;
  rule: string;
  verdict: 'SETTLE' | 'REVIEW' | 'SUSPENSE';
  reason: string;
  session_ids: string[];
  decision_case: unknown;
  decided_at: Date;
}

/** A row of events. */
export interface EventRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  type: string;
  object_id: string;
  sequence: number;
  body: string;
  created_at: Date;
}

/** A row of idempotency_keys. */
export interface IdempotencyKeyRow {
  merchant_id: string;
  environment: 'test' | 'live';
  key: string;
  operation: string;
  request_hash: Buffer;
  outcome: string;
  created_at: Date;
}

/** A row of ledger_accounts. */
export interface LedgerAccountRow {
  id: number;
  environment: 'test' | 'live';
  kind: 'FLOAT' | 'PAYABLE' | 'REVENUE' | 'SUSPENSE';
  owner_id: string;
}

/** A row of ledger_transfers. */
export interface LedgerTransferRow {
  id: string;
  environment: 'test' | 'live';
  debit_account_id: number;
  credit_account_id: number;
  amount_xaf: number;
  cause: 'SESSION_SUCCESS' | 'SESSION_FEE' | 'CREDIT_SUSPENSE';
  cause_id: string;
  created_at: Date;
}

/** A row of merchants. */
export interface MerchantRow {
  id: string;
  name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  operators: string[];
  fee_basis_points: number;
  created_at: Date;
  kyc_approved_at: Date | null;
}

/** A row of notice_inbox. */
export interface NoticeInboxRow {
  notice_id: string;
}

/** A row of notice_readings. */
export interface NoticeReadingRow {
  id: number;
  notice_id: string;
  outcome: 'CREDIT' | 'DUPLICATE' | 'NOT_A_CREDIT' | 'UNPARSED' | 'UNTRUSTED_SENDER';
  kind: string;
  template_id: string | null;
  template_version: number | null;
  reading: unknown;
  credit_id: string | null;
  read_at: Date;
}

/** A row of notices. */
export interface NoticeRow {
  id: string;
  environment: 'test' | 'live';
  merchant_id: string | null;
  operator: 'AIRTEL' | 'MOOV';
  collection_number_id: string;
  source: 'SANDBOX_SMS' | 'SANDBOX_CREDIT' | 'MANUAL_SMS' | 'GATEWAY_SMS';
  sender: string | null;
  body: string;
  received_at: Date;
  created_at: Date;
}

/** A row of payment_sessions. */
export interface PaymentSessionRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  reference: string;
  ticket: string;
  amount_xaf: number;
  operator: 'AIRTEL' | 'MOOV';
  status: 'AWAITING_PAYMENT' | 'SUCCESS' | 'UNDER_REVIEW' | 'EXPIRED' | 'FAILED' | 'CANCELLED';
  review_reason: 'late' | 'ambiguous' | 'amount_mismatch' | 'payer_mismatch' | 'second_payment' | 'low_confidence' | null;
  event_sequence: number;
  collection_number_id: string;
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  metadata: unknown;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
}

/** A row of review_cases. */
export interface ReviewCaseRow {
  session_id: string;
  credit_id: string;
  reason: string;
  opened_at: Date;
}

/** A row of schema_migrations. */
export interface SchemaMigrationRow {
  version: number;
  name: string;
  checksum: string;
  applied_at: Date;
}

/** A row of template_confirmations. */
export interface TemplateConfirmationRow {
  template_id: string;
  template_version: number;
  confirmed_at: Date;
  confirmed_by: string;
}

/** A row of webhook_attempts. */
export interface WebhookAttemptRow {
  delivery_id: string;
  attempt: number;
  started_at: Date;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  answer: string | null;
}

/** A row of webhook_deliveries. */
export interface WebhookDeliveryRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  state: 'PENDING' | 'DELIVERED' | 'HELD' | 'DEAD';
  dead_reason: 'attempts_exhausted' | 'endpoint_removed' | 'held_too_long' | null;
  attempt_count: number;
  created_at: Date;
  finished_at: Date | null;
  trouble: string | null;
}

/** A row of webhook_due. */
export interface WebhookDueRow {
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  attempt: number;
  due_at: Date;
  attempts_before: number;
  leased_until: Date | null;
}

/** A row of webhook_endpoints. */
export interface WebhookEndpointRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  url: string;
  events: string[] | null;
  description: string | null;
  status: 'enabled' | 'degraded' | 'disabled';
  secret_sealed: Buffer;
  consecutive_failures: number;
  failing_since: Date | null;
  created_at: Date;
  deleted_at: Date | null;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
  disabled_at: Date | null;
  disabled_reason: 'failing' | 'merchant' | null;
  last_success_at: Date | null;
  updated_at: Date | null;
}
