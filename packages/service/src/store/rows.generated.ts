// Generated from the live schema by `npm run generate`: change the migrations, not this file.
// Values are as store/connect/types.ts parses them.

/** A row of account_links. */
export interface AccountLinkRow {
  token_hash: Buffer;
  purpose: 'sign_up' | 'reset' | 'enrol' | 'first_factor';
  email: string;
  account_id: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** A row of account_mails. */
export interface AccountMailRow {
  id: string;
  kind: 'sign_up' | 'has_account' | 'reset' | 'enrol' | 'invitation' | 'password_changed' | 'factor_added' | 'first_factor' | 'factor_removed' | 'recovery_code_used' | 'recovery_codes_made' | 'staff_token_made' | 'staff_role_given' | 'staff_role_signed';
  email: string;
  content_sealed: Buffer | null;
  state: 'WAITING' | 'SENT' | 'DROPPED' | 'FAILED';
  due_at: Date;
  attempts: number;
  failure: string | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

/** A row of account_passwords. */
export interface AccountPasswordRow {
  account_id: string;
  hash: string;
  set_at: Date;
}

/** A row of account_readings. */
export interface AccountReadingRow {
  id: string;
  account_id: number;
  day: string;
  balance_xaf: number;
  read_by: string;
  note: string;
  read_at: Date;
}

/** A row of accounts. */
export interface AccountRow {
  id: string;
  email: string;
  name: string;
  language: 'fr' | 'ar' | 'en';
  email_verified_at: Date;
  created_at: Date;
}

/** A row of announced_debits. */
export interface AnnouncedDebitRow {
  id: string;
  collection_number_id: string;
  kind: 'refund' | 'sweep' | 'merchant_refund' | 'settlement';
  amount_xaf: number;
  cause_id: string | null;
  announced_at: Date;
  step_id: string | null;
  to_phone: string | null;
}

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
  name: string | null;
  created_by: string | null;
  last_used_at: Date | null;
}

/** A row of bank_accounts. */
export interface BankAccountRow {
  id: string;
  name: string;
  bank_name: string;
  iban: string;
  holder_name: string;
  created_at: Date;
  closed_at: Date | null;
}

/** A row of book_claims. */
export interface BookClaimRow {
  notice_id: string;
  collection_number_id: string;
  told: unknown;
  amounts_xaf: number[];
  occurred_at: Date;
  precision_ms: number;
  arrived_at: Date;
  state: 'CLAIMED' | 'PENDING' | 'PROVEN' | 'REFUTED' | 'VOIDED';
  settled_at: Date | null;
  begins_xaf: number[];
  ends_xaf: number[];
}

/** A row of book_explanations. */
export interface BookExplanationRow {
  step_id: string;
  meaning: 'refund' | 'sweep' | 'merchant_refund' | 'settlement' | 'fee' | 'airtime' | 'messages' | 'credit' | 'write_off' | 'capital';
  explained_at: Date;
  collection_number_id: string;
}

/** A row of book_steps. */
export interface BookStepRow {
  id: string;
  collection_number_id: string;
  ordinal: number | null;
  explains_id: string | null;
  kind: 'OPENING' | 'CREDIT' | 'CASH_IN' | 'DEBIT' | 'REVERSAL' | 'AIRTIME' | 'UNREAD' | 'UNEXPLAINED';
  strength: 'CHAINED' | 'WITNESSED' | 'ANCHORED';
  before_xaf: number;
  after_xaf: number;
  notice_id: string | null;
  occurred_at: Date;
  recipient: string | null;
  missing_since: Date | null;
}

/** A row of books. */
export interface BookRow {
  collection_number_id: string;
  opening_xaf: number | null;
  tip_xaf: number | null;
  last_ordinal: number;
  float_xaf: number;
  went_on_at: Date | null;
  anchored_at: Date | null;
  unanchored_xaf: number;
  suspected_at: Date | null;
  asked_at: Date | null;
  bound_since: Date | null;
  unvouched_xaf: number;
  anchored_ordinal: number;
  suspected_from: number | null;
  is_disproven: boolean;
  go_on_due_at: Date | null;
}

/** A row of browser_sessions. */
export interface BrowserSessionRow {
  id: string;
  account_id: string;
  merchant_id: string | null;
  created_at: Date;
  signed_in_at: Date | null;
  enrols: boolean;
  proved_at: Date;
  has_second_factor: boolean;
  seen_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  user_agent: string;
  ip: string;
}

/** A row of collection_holds. */
export interface CollectionHoldRow {
  owner_id: string;
  collection_number_id: string;
  amount_xaf: number;
  customer_phone: string | null;
  is_guest: boolean;
  host_phone: string | null;
  host_is_guest: boolean | null;
  ticket: string | null;
  state: 'OPEN' | 'QUARANTINE';
  due_at: Date;
  owner_kind: 'session' | 'transaction';
  scope_id: string;
  session_id: string | null;
  transaction_id: string | null;
  merchant_id: string | null;
  operator: string | null;
  allowance_slot: number | null;
  amount_share: number | null;
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
  feed_status: 'HEALTHY' | 'UNANCHORED' | 'LAGGING' | 'DOUBTED' | 'SILENT';
  weight: number;
  daily_volume_cap_xaf: number | null;
  daily_count_cap: number | null;
  sender_allow_list: string[];
  created_at: Date;
  scope_id: string | null;
}

/** A row of contested_steps. */
export interface ContestedStepRow {
  step_id: string;
  contested_at: Date;
  part_xaf: number | null;
  by_notices: string[];
  collection_number_id: string;
}

/** A row of counter_payments. */
export interface CounterPaymentRow {
  payment_id: string;
  account_id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  kind: 'session' | 'transaction';
  begun_at: Date;
}

/** A row of credits. */
export interface CreditRow {
  id: string;
  environment: 'test' | 'live';
  merchant_id: string | null;
  operator: 'AIRTEL' | 'MOOV';
  collection_number_id: string;
  kind: 'CREDIT' | 'CASH_IN' | 'UNREAD';
  amount_xaf: number;
  operator_transaction_id: string | null;
  payer: string | null;
  motif: string | null;
  balance_xaf: number | null;
  occurred_at: Date;
  received_at: Date;
  state: 'MATCHED' | 'REVIEW' | 'SUSPENSE' | 'REFUNDED' | 'ASSIGNED' | 'VOIDED';
  reason: string;
  matched_session_id: string | null;
  created_at: Date;
  surplus_xaf: number;
  surplus_refunded_at: Date | null;
  matched_transaction_id: string | null;
}

/** A row of custodians. */
export interface CustodianRow {
  id: number;
  account_id: number;
  institution: string;
  licence: string;
  held_since: string;
  proposed_by: string | null;
  set_by: string;
  note: string;
  set_at: Date;
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
  transaction_ids: string[];
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

/** A row of fee_terms. */
export interface FeeTermRow {
  id: number;
  merchant_id: string | null;
  flow: 'session' | 'transaction';
  basis_points: number;
  fixed_xaf: number;
  min_xaf: number;
  max_xaf: number | null;
  tax_basis_points: number;
  valid_from: Date;
  proposed_by: string | null;
  set_by: string | null;
  set_at: Date;
}

/** A row of feed_incidents. */
export interface FeedIncidentRow {
  id: string;
  collection_number_id: string;
  kind: 'silent' | 'lagging' | 'clock_skew' | 'unrouted' | 'claim' | 'anchor_due' | 'outflow' | 'contested' | 'short' | 'two_steps_one_id' | 'statement_differs' | 'without_row' | 'misdirected';
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  note: string | null;
  detail: unknown;
  about: string;
}

/** A row of held_accounts. */
export interface HeldAccountRow {
  account_id: number;
  reason: string;
  held_at: Date;
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

/** A row of invitations. */
export interface InvitationRow {
  id: string;
  merchant_id: string;
  email: string;
  role: 'owner' | 'developer' | 'accountant' | 'cashier';
  token_hash: Buffer;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: string | null;
  revoked_at: Date | null;
}

/** A row of kyc_decisions. */
export interface KycDecisionRow {
  merchant_id: string;
  version: number;
  verdict: 'APPROVED' | 'SENT_BACK' | 'WITHDRAWN';
  words: unknown;
  actor: string;
  at: Date;
}

/** A row of kyc_documents. */
export interface KycDocumentRow {
  id: string;
  merchant_id: string;
  kind: 'registration' | 'identity' | 'tax';
  name: string;
  media_type: string;
  size_bytes: number;
  sha256: Buffer;
  sealed: Buffer;
  uploaded_by: string;
  uploaded_at: Date;
  removed_at: Date | null;
}

/** A row of kyc_profiles. */
export interface KycProfileRow {
  merchant_id: string;
  state: 'DRAFT' | 'SUBMITTED' | 'SENT_BACK' | 'APPROVED';
  fields: unknown;
  version: number;
  updated_at: Date;
  papers_since: Date | null;
}

/** A row of kyc_submission_documents. */
export interface KycSubmissionDocumentRow {
  merchant_id: string;
  version: number;
  document_id: string;
}

/** A row of kyc_submissions. */
export interface KycSubmissionRow {
  merchant_id: string;
  version: number;
  fields: unknown;
  submitted_by: string;
  submitted_at: Date;
}

/** A row of ledger_accounts. */
export interface LedgerAccountRow {
  id: number;
  environment: 'test' | 'live';
  kind: 'FLOAT' | 'PAYABLE' | 'REVENUE' | 'SUSPENSE' | 'WALLET_AIRTEL' | 'WALLET_MOOV' | 'UNEXPLAINED' | 'REFUND_IN_FLIGHT' | 'OPERATOR_FEE' | 'SWEPT' | 'WRITE_OFF' | 'SETTLEMENT_IN_FLIGHT' | 'BANK' | 'RESERVE' | 'TAX_PAYABLE' | 'CAPITAL';
  owner_id: string;
}

/** A row of ledger_day_deltas. */
export interface LedgerDayDeltaRow {
  id: number;
  account_id: number;
  day: string;
  debit_xaf: number;
  credit_xaf: number;
  transfers: number;
}

/** A row of ledger_days. */
export interface LedgerDayRow {
  account_id: number;
  day: string;
  debit_xaf: number;
  credit_xaf: number;
  transfers: number;
}

/** A row of ledger_transfers. */
export interface LedgerTransferRow {
  environment: 'test' | 'live';
  debit_account_id: number;
  credit_account_id: number;
  amount_xaf: number;
  cause: 'SESSION_SUCCESS' | 'SESSION_FEE' | 'SESSION_TAX' | 'CREDIT_SUSPENSE' | 'TRANSACTION_SUCCESS' | 'TRANSACTION_FEE' | 'TRANSACTION_TAX' | 'TRANSACTION_SUSPENSE' | 'TRANSACTION_REFUND' | 'TRANSACTION_FEE_REFUND' | 'TRANSACTION_TAX_REFUND' | 'CREDIT_REFUND' | 'CREDIT_ASSIGNED' | 'CREDIT_SURPLUS_REFUND' | 'CREDIT_REVERSED' | 'CREDIT_UNMARKED' | 'CREDIT_MARKED_AGAIN' | 'STEP_DEBIT' | 'STEP_FEE' | 'STEP_UNEXPLAINED' | 'STEP_EXPLAINED' | 'STEP_PENDING' | 'REFUND_RESERVED' | 'REFUND_RETURNED' | 'REFUND_PAID' | 'SETTLEMENT_RESERVED' | 'SETTLEMENT_RETURNED' | 'SETTLEMENT_PAID' | 'SETTLEMENT_PAID_LATE' | 'SETTLEMENT_SENT_BACK' | 'RESERVE_KEPT' | 'RESERVE_RELEASED' | 'CORRECTION' | 'OWN_MOVED';
  cause_id: string;
  created_at: Date;
  occurred_at: Date;
  corrects_cause: string | null;
  corrects_cause_id: string | null;
  fee_terms_id: number | null;
}

/** A row of mail_notices. */
export interface MailNoticeRow {
  id: string;
  merchant_id: string;
  member_id: string;
  kind: 'review_opened' | 'payment_reversed' | 'endpoint_trouble' | 'kyc_decided' | 'daily_summary' | 'payout_account' | 'owners_changed';
  about: string;
  detail: unknown;
  state: 'WAITING' | 'SENT' | 'DROPPED' | 'FAILED';
  due_at: Date;
  attempts: number;
  failure: string | null;
  created_at: Date;
  ended_at: Date | null;
}

/** A row of member_actions. */
export interface MemberActionRow {
  id: string;
  merchant_id: string | null;
  account_id: string;
  action: string;
  subject_id: string | null;
  detail: unknown;
  at: Date;
}

/** A row of members. */
export interface MemberRow {
  id: string;
  account_id: string;
  merchant_id: string;
  role: 'owner' | 'developer' | 'accountant' | 'cashier';
  created_at: Date;
  ended_at: Date | null;
  owner_until: Date | null;
}

/** A row of merchant_allowances. */
export interface MerchantAllowanceRow {
  merchant_id: string;
  operator: 'AIRTEL' | 'MOOV';
  sessions: number;
}

/** A row of merchants. */
export interface MerchantRow {
  id: string;
  name: string;
  kyc_status: 'PENDING' | 'APPROVED';
  operators: string[];
  created_at: Date;
  kyc_approved_at: Date | null;
  return_url: string | null;
  shows_description: boolean;
  language: 'fr' | 'ar' | 'en';
  kyc_version: number | null;
  frozen_live_at: Date | null;
  frozen_test_at: Date | null;
}

/** A row of notice_choices. */
export interface NoticeChoiceRow {
  member_id: string;
  kind: 'review_opened' | 'payment_reversed' | 'endpoint_trouble' | 'kyc_decided' | 'daily_summary';
  is_wanted: boolean;
}

/** A row of notice_inbox. */
export interface NoticeInboxRow {
  notice_id: string;
  is_replay: boolean;
  failures: number;
  retry_at: Date | null;
}

/** A row of notice_readings. */
export interface NoticeReadingRow {
  id: number;
  notice_id: string;
  outcome: 'CREDIT' | 'DUPLICATE' | 'STEP' | 'UNREAD' | 'CLAIMED' | 'NOT_A_CREDIT' | 'UNPARSED' | 'UNTRUSTED_SENDER';
  kind: string;
  template_id: string | null;
  template_version: number | null;
  reading: unknown;
  credit_id: string | null;
  read_at: Date;
  environment: 'live' | 'test' | null;
}

/** A row of notice_reversals. */
export interface NoticeReversalRow {
  notice_id: string;
  environment: string;
  scope_id: string;
  operator: string;
  operator_transaction_id: string;
}

/** A row of notices. */
export interface NoticeRow {
  id: string;
  environment: 'test' | 'live';
  merchant_id: string | null;
  operator: 'AIRTEL' | 'MOOV';
  collection_number_id: string;
  source: 'SANDBOX_SMS' | 'SANDBOX_CREDIT' | 'MANUAL_SMS' | 'GATEWAY_SMS' | 'WITNESS';
  sender: string | null;
  body: string;
  received_at: Date;
  created_at: Date;
}

/** A row of operator_tariffs. */
export interface OperatorTariffRow {
  operator: 'AIRTEL' | 'MOOV';
  service: string;
  from_xaf: number;
  to_xaf: number;
  fee_xaf: number;
  rate_basis_points: number;
}

/** A row of passed_steps. */
export interface PassedStepRow {
  step_id: string;
  collection_number_id: string;
  before_xaf: number | null;
  after_xaf: number | null;
  balanced_by: string | null;
}

/** A row of passkey_challenges. */
export interface PasskeyChallengeRow {
  challenge: string;
  account_id: string | null;
  expires_at: Date;
}

/** A row of passkeys. */
export interface PasskeyRow {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  signature_count: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A row of payables. */
export interface PayableRow {
  account_id: number;
}

/** A row of payer_claims. */
export interface PayerClaimRow {
  session_id: string;
  ordinal: number;
  operator_transaction_id: string;
  payer_phone: string;
  claimed_at: Date;
}

/** A row of payment_count_deltas. */
export interface PaymentCountDeltaRow {
  id: number;
  merchant_id: string;
  environment: string;
  kind: string;
  operator: string;
  day: string;
  from_status: string | null;
  to_status: string;
  collected_on: string | null;
  count: number;
  amount_xaf: number;
}

/** A row of payment_counts. */
export interface PaymentCountRow {
  merchant_id: string;
  environment: string;
  day: string;
  kind: 'session' | 'transaction';
  operator: string;
  status: string;
  count: number;
  amount_xaf: number;
}

/** A row of payment_links. */
export interface PaymentLinkRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  slug: string;
  code: string;
  title: string;
  description: string | null;
  amount_xaf: number | null;
  min_xaf: number | null;
  max_xaf: number | null;
  max_payments: number | null;
  max_total_xaf: number | null;
  expires_at: Date | null;
  closed_at: Date | null;
  created_by: string | null;
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
  review_reason: 'late' | 'ambiguous' | 'amount_mismatch' | 'payer_mismatch' | 'second_payment' | 'unproven' | null;
  event_sequence: number;
  collection_number_id: string;
  assigned_collection_number: string;
  customer_phone: string | null;
  description: string | null;
  metadata: unknown;
  created_at: Date;
  expires_at: Date;
  closed_at: Date | null;
  link_id: string | null;
}

/** A row of payout_accounts. */
export interface PayoutAccountRow {
  id: string;
  merchant_id: string;
  kind: 'number' | 'bank';
  operator: 'AIRTEL' | 'MOOV' | null;
  msisdn: string | null;
  bank_name: string | null;
  iban: string | null;
  holder_name: string;
  state: 'WAITING' | 'CONFIRMED' | 'REFUSED' | 'WITHDRAWN';
  asked_by: string;
  asked_at: Date;
  frozen_until: Date;
  decided_by: string | null;
  decided_at: Date | null;
}

/** A row of policy_in_use. */
export interface PolicyInUseRow {
  is_one: boolean;
  policy: unknown;
  since: Date;
}

/** A row of production_since. */
export interface ProductionSinceRow {
  is_one: boolean;
  since: Date;
}

/** A row of proof_accounts. */
export interface ProofAccountRow {
  day: string;
  account_id: number;
  opening_xaf: number;
  in_xaf: number;
  out_xaf: number;
  closing_xaf: number;
  said_xaf: number | null;
  said_by: 'statement' | 'reading' | null;
  ledger_xaf: number;
  closing_ordinal: number | null;
  state: 'proven' | 'open' | 'not_proven';
  reason: string;
  read_at: Date | null;
}

/** A row of proof_days. */
export interface ProofDayRow {
  day: string;
  hash: string;
  previous_hash: string;
  accounts_hash: string;
  merchants_root: string;
  held_xaf: number;
  owed_xaf: number;
  state: 'proven' | 'open' | 'not_proven';
  closed_at: Date;
  claims_xaf: number | null;
  swept_unread_xaf: number | null;
}

/** A row of proof_lines. */
export interface ProofLineRow {
  day: string;
  account_id: number;
  ordinal: number;
  kind: 'unexplained' | 'pending' | 'claim' | 'announced' | 'contested' | 'suspense' | 'statement' | 'no_statement' | 'other_day';
  subject: string;
  amount_xaf: number;
  since: Date;
  owner: 'staff' | 'operator' | 'payer';
}

/** A row of proof_merchants. */
export interface ProofMerchantRow {
  day: string;
  merchant_id: string;
  opening_xaf: number;
  paid_xaf: number;
  fees_xaf: number;
  tax_xaf: number;
  refunds_xaf: number;
  settlements_xaf: number;
  other_xaf: number;
  closing_xaf: number;
  nonce: string;
  leaf_ordinal: number;
  path: string[];
}

/** A row of rail_breakers. */
export interface RailBreakerRow {
  rail: 'manual-sms' | 'airtel-open-api';
  state: 'closed' | 'open' | 'half_open';
  failures: number;
  openings: number;
  until: Date | null;
  changed_at: Date;
}

/** A row of rail_callbacks. */
export interface RailCallbackRow {
  id: string;
  rail: string;
  digest: Buffer;
  transaction_id: string | null;
  body: string;
  received_at: Date;
}

/** A row of rail_payments. */
export interface RailPaymentRow {
  rail: string;
  rail_transaction_id: string;
  transaction_id: string;
}

/** A row of rail_refunds. */
export interface RailRefundRow {
  transaction_id: string;
  rail: string;
  state: 'ASKED' | 'UNKNOWN' | 'REFUSED' | 'DONE';
  asked_by: string;
  note: string;
  asked_at: Date;
  detail: string | null;
  changed_at: Date;
}

/** A row of rail_work. */
export interface RailWorkRow {
  transaction_id: string;
  rail: string;
  environment: string;
  step: 'initiate' | 'enquire' | 'refund';
  attempt: number;
  due_at: Date;
  begun_at: Date | null;
  leased_until: Date | null;
  called_back_at: Date | null;
  enquiries: number;
  callback_taken_at: Date | null;
}

/** A row of recovery_codes. */
export interface RecoveryCodeRow {
  account_id: string;
  code_hash: Buffer;
  created_at: Date;
  used_at: Date | null;
}

/** A row of refunded_payments. */
export interface RefundedPaymentRow {
  payment_id: string;
  paid_xaf: number;
  refunded_xaf: number;
}

/** A row of refunds. */
export interface RefundRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  payment_session_id: string | null;
  transaction_id: string | null;
  payment_id: string;
  amount_xaf: number;
  reason: string | null;
  via: 'sim' | 'rail' | 'sandbox';
  state: 'PENDING' | 'SENDING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';
  to_phone: string | null;
  collection_number_id: string | null;
  failure: string | null;
  asked_by: string;
  created_at: Date;
  sent_at: Date | null;
  ended_at: Date | null;
}

/** A row of request_log. */
export interface RequestLogRow {
  id: string;
  day_slot: number;
  merchant_id: string;
  environment: 'test' | 'live';
  key_id: string;
  method: string;
  route: string;
  status: number;
  error_code: string | null;
  duration_us: number;
  at: Date;
}

/** A row of request_log_days. */
export interface RequestLogDayRow {
  day_slot: number;
  day: string;
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

/** A row of secret_key_in_use. */
export interface SecretKeyInUseRow {
  is_one: boolean;
  fingerprint: Buffer;
  since: Date;
}

/** A row of settlement_proofs. */
export interface SettlementProofRow {
  id: string;
  settlement_id: string;
  says: 'paid' | 'unpaid' | 'returned';
  source: 'step' | 'statement_row' | 'bank_row' | 'book' | 'statement' | 'bank' | 'sandbox' | 'bank_return' | 'statement_return';
  source_id: string;
  amount_xaf: number | null;
  detail: unknown;
  happened_at: Date;
  recorded_at: Date;
}

/** A row of settlement_terms. */
export interface SettlementTermRow {
  merchant_id: string;
  environment: 'test' | 'live';
  cadence: 'daily' | 'weekly' | 'on_demand';
  weekday: number;
  minimum_xaf: number;
  hold_days: number;
  reserve_xaf: number;
  next_on: string | null;
  last_outcome: string | null;
  last_at: Date | null;
  failures: number;
  retry_at: Date | null;
}

/** A row of settlement_totals. */
export interface SettlementTotalRow {
  settlement_id: string;
  cause: string;
  transfers: number;
  amount_xaf: number;
}

/** A row of settlement_transfers. */
export interface SettlementTransferRow {
  settlement_id: string;
  line: number;
  account_id: number;
  cause_id: string;
  cause: string;
  amount_xaf: number;
  occurred_at: Date;
  turn: number;
}

/** A row of settlements. */
export interface SettlementRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  reference: string;
  payout_account_id: string | null;
  amount_xaf: number;
  transfers: number;
  until: Date;
  state: 'DRAFT' | 'APPROVED' | 'SENDING' | 'UNKNOWN' | 'PAID' | 'FAILED' | 'CANCELLED';
  drafted_by: string;
  created_at: Date;
  from_account_id: number | null;
  sent_at: Date | null;
  ended_at: Date | null;
  failure: string | null;
}

/** A row of sms_gateway_answers. */
export interface SmsGatewayAnswerRow {
  gateway_id: string;
  day: string;
  answer: string;
  count: number;
  last_at: Date;
}

/** A row of sms_gateway_messages. */
export interface SmsGatewayMessageRow {
  gateway_id: string;
  message_key: Buffer;
  notice_id: string;
  created_at: Date;
}

/** A row of sms_gateway_past_sims. */
export interface SmsGatewayPastSimRow {
  collection_number_id: string;
  gateway_id: string;
  device_id: string;
  sim_slot: number;
  started_at: Date;
  ended_at: Date;
}

/** A row of sms_gateway_signals. */
export interface SmsGatewaySignalRow {
  gateway_id: string;
  device_id: string;
  last_seen_at: Date;
  clock_skew_ms: number | null;
  last_received_at: Date | null;
  lag_ms: number | null;
  pinged_at: Date | null;
  heard_before: Date | null;
  back_at: Date | null;
  back_again_at: Date | null;
}

/** A row of sms_gateway_sims. */
export interface SmsGatewaySimRow {
  gateway_id: string;
  device_id: string;
  sim_slot: number;
  collection_number_id: string;
  created_at: Date;
}

/** A row of sms_gateway_unrouted. */
export interface SmsGatewayUnroutedRow {
  id: string;
  gateway_id: string;
  reason: 'unknown_sim' | 'unreadable';
  device_id: string;
  sim_slot: number | null;
  sender: string | null;
  body: string;
  received_at: Date;
  created_at: Date;
  routed_at: Date | null;
}

/** A row of sms_gateways. */
export interface SmsGatewayRow {
  id: string;
  name: string;
  adapter: 'sms-gate' | 'httpsms' | 'textbee' | 'generic-json' | 'generic-form';
  environment: string;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
  config: unknown;
  send_url: string | null;
  send_credentials_sealed: Buffer | null;
  status: 'ACTIVE' | 'PAUSED';
  created_at: Date;
}

/** A row of sms_templates. */
export interface SmsTemplateRow {
  template_id: string;
  version: number;
  operator: 'AIRTEL' | 'MOOV';
  kind: 'CREDIT' | 'CASH_IN' | 'DEBIT' | 'REVERSAL' | 'FEE' | 'BALANCE' | 'AIRTIME' | 'PROMO' | 'OTP';
  wording: string;
  sample: string;
  created_at: Date;
  created_by: string;
  note: string;
}

/** A row of staff. */
export interface StaffRow {
  account_id: string;
  role: 'agent' | 'supervisor' | 'administrator' | 'auditor';
  created_at: Date;
  deactivated_at: Date | null;
}

/** A row of staff_actions. */
export interface StaffActionRow {
  id: string;
  actor: string;
  action: string;
  subject_id: string;
  note: string;
  detail: unknown;
  at: Date;
  account_id: string | null;
}

/** A row of staff_alerts. */
export interface StaffAlertRow {
  id: string;
  environment: 'test' | 'live';
  kind: 'wording' | 'reversal' | 'conflicting_notice' | 'unlisted_sender' | 'statement_stuck' | 'settlement_stuck' | 'paid_otherwise' | 'documents_full' | 'notice_stuck' | 'statement_unagreed';
  subject: string;
  notice_id: string | null;
  credit_id: string | null;
  detail: unknown;
  opened_at: Date;
  times: number;
  last_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  note: string | null;
}

/** A row of staff_proposals. */
export interface StaffProposalRow {
  id: string;
  action: string;
  subject_id: string;
  terms: unknown;
  amount_xaf: number;
  proposed_by: string;
  note: string;
  proposed_at: Date;
  settled_at: Date | null;
  outcome: 'AGREED' | 'WITHDRAWN' | null;
  settled_by: string | null;
  proposed_by_account: string | null;
  settled_by_account: string | null;
}

/** A row of staff_tokens. */
export interface StaffTokenRow {
  id: string;
  account_id: string;
  name: string;
  token_hash: Buffer;
  last4: string;
  created_at: Date;
  expires_at: Date;
  approved_at: Date | null;
  revoked_at: Date | null;
}

/** A row of statement_findings. */
export interface StatementFindingRow {
  statement_id: string;
  ordinal: number;
  finding: 'NOTHING' | 'SAME' | 'NEW' | 'DIFFERS';
  differs_in: 'amount' | 'balance' | 'number' | 'payer' | 'status' | null;
  step_id: string | null;
  notice_id: string | null;
}

/** A row of statement_profile_confirmations. */
export interface StatementProfileConfirmationRow {
  profile_id: string;
  profile_version: number;
  confirmed_at: Date;
  confirmed_by: string;
}

/** A row of statement_rows. */
export interface StatementRowRow {
  statement_id: string;
  ordinal: number;
  line: number;
  cells: unknown;
  operator_transaction_id: string;
  completed_at: Date;
  is_completed: boolean;
  moved_xaf: number;
  fee_xaf: number;
  after_xaf: number | null;
  party: string | null;
  linked_transaction_id: string | null;
}

/** A row of statements. */
export interface StatementRow {
  id: string;
  collection_number_id: string;
  sha256: string;
  file_name: string;
  profile_id: string;
  profile_version: number;
  account: string | null;
  covers_from: Date;
  covers_until: Date;
  is_newest_first: boolean;
  opening_xaf: number | null;
  closing_xaf: number | null;
  follows_id: string | null;
  rows_count: number;
  kept_rows: number;
  compared_rows: number;
  state: 'IMPORTING' | 'KEPT' | 'AGREED' | 'SETTLED' | 'REFUSED';
  imported_by: string;
  imported_at: Date;
  agreed_at: Date | null;
  settled_at: Date | null;
  checked_at: Date | null;
  failures: number;
  retry_at: Date | null;
  refused_at: Date | null;
  refused_by: string | null;
}

/** A row of template_confirmations. */
export interface TemplateConfirmationRow {
  template_id: string;
  template_version: number;
  confirmed_at: Date;
  confirmed_by: string;
}

/** A row of totp_factors. */
export interface TotpFactorRow {
  account_id: string;
  secret_sealed: Buffer;
  confirmed_at: Date | null;
  last_step: number;
  created_at: Date;
}

/** A row of transaction_count_deltas. */
export interface TransactionCountDeltaRow {
  id: number;
  merchant_id: string;
  environment: string;
  hour: Date;
  operator: string;
  status: string;
  delta: number;
}

/** A row of transaction_counts. */
export interface TransactionCountRow {
  merchant_id: string;
  environment: string;
  period: 'month' | 'day' | 'hour';
  starts_at: Date;
  operator: string;
  status: string;
  count: number;
}

/** A row of transaction_identities. */
export interface TransactionIdentityRow {
  environment: string;
  scope_id: string;
  operator: string;
  operator_transaction_id: string;
  step_id: string;
}

/** A row of transaction_proofs. */
export interface TransactionProofRow {
  id: string;
  transaction_id: string;
  kind: 'success' | 'failed' | 'refunded';
  source: 'rail' | 'credit' | 'staff';
  detail: unknown;
  reason: string | null;
  outcome: 'concluded' | 'already' | 'late' | 'refused' | 'doubtful';
  happened_at: Date;
  recorded_at: Date;
}

/** A row of transaction_reviews. */
export interface TransactionReviewRow {
  id: string;
  transaction_id: string;
  kind: 'late' | 'after_failure' | 'doubtful';
  proof_id: string;
  credit_id: string | null;
  state: 'OPEN' | 'CONFIRMED' | 'REJECTED';
  opened_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  note: string | null;
  reason: string | null;
  environment: 'test' | 'live';
}

/** A row of transactions. */
export interface TransactionRow {
  id: string;
  merchant_id: string;
  environment: 'test' | 'live';
  reference: string;
  internal_ref: string;
  amount_xaf: number;
  operator: 'AIRTEL' | 'MOOV';
  phone_number: string;
  description: string | null;
  rail: 'sandbox' | 'manual-sms' | 'airtel-open-api';
  status: 'PENDING' | 'PROCESSING' | 'WAITING_SMS' | 'SUCCESS' | 'FAILED' | 'TIMEOUT' | 'REFUNDED';
  event_sequence: number;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  confirmed_at: Date | null;
  collection_number_id: string | null;
  assigned_collection_number: string | null;
}

/** A row of try_limits. */
export interface TryLimitRow {
  bucket: string;
  interval_ms: number;
  burst: number;
  asked_at: Date;
  free_at: Date;
}

/** A row of unsettled_transfers. */
export interface UnsettledTransferRow {
  account_id: number;
  occurred_at: Date;
  cause_id: string;
  cause: string;
  amount_xaf: number;
  turn: number;
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
  delivered_before: Date | null;
  brought_back: boolean;
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
  given_up_since: Date | null;
  given_up_after: string | null;
}
