-- Generated from the live schema by `npm run generate`, for reading and for the diff: change the migrations.

create table api_keys (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  key_hash bytea not null,
  last4 text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint api_keys_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_last4_check CHECK ((char_length(last4) = 4))
);
CREATE INDEX api_keys_merchant ON public.api_keys USING btree (merchant_id);

create table collection_holds (
  session_id uuid not null,
  collection_number_id uuid not null,
  amount_xaf integer not null,
  customer_phone text,
  is_guest boolean not null default false,
  host_phone text,
  host_is_guest boolean generated always as (
CASE
    WHEN is_guest THEN false
    ELSE NULL::boolean
END) stored,
  ticket text not null,
  state text not null default 'OPEN'::text,
  due_at timestamp with time zone not null,
  constraint collection_holds_pkey PRIMARY KEY (session_id),
  constraint collection_holds_payer UNIQUE (collection_number_id, customer_phone, amount_xaf, is_guest),
  constraint collection_holds_ticket UNIQUE (ticket),
  constraint collection_holds_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint collection_holds_host_declared FOREIGN KEY (collection_number_id, host_phone, amount_xaf, host_is_guest) REFERENCES collection_holds(collection_number_id, customer_phone, amount_xaf, is_guest),
  constraint collection_holds_session_id_fkey FOREIGN KEY (session_id) REFERENCES payment_sessions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint collection_holds_guest CHECK (((is_guest AND (customer_phone IS NOT NULL) AND (host_phone IS NOT NULL) AND (host_phone <> customer_phone)) OR ((NOT is_guest) AND (host_phone IS NULL)))),
  constraint collection_holds_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'QUARANTINE'::text])))
) with (fillfactor=85);
CREATE INDEX collection_holds_due ON public.collection_holds USING btree (due_at);
CREATE INDEX collection_holds_guests ON public.collection_holds USING btree (collection_number_id, amount_xaf) WHERE is_guest;
CREATE UNIQUE INDEX collection_holds_host ON public.collection_holds USING btree (collection_number_id, amount_xaf) WHERE (NOT is_guest);

create table collection_number_usage (
  id bigint not null generated as identity,
  collection_number_id uuid not null,
  day date not null,
  credit_count integer not null,
  volume_xaf bigint not null,
  constraint collection_number_usage_pkey PRIMARY KEY (id),
  constraint collection_number_usage_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id)
);
CREATE INDEX collection_number_usage_day ON public.collection_number_usage USING btree (collection_number_id, day);

create table collection_numbers (
  id uuid not null,
  environment text not null,
  operator text not null,
  merchant_id uuid,
  msisdn text not null,
  status text not null default 'ACTIVE'::text,
  feed_status text not null default 'HEALTHY'::text,
  weight integer not null default 100,
  daily_volume_cap_xaf bigint,
  daily_count_cap integer,
  sender_allow_list text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  scope_id uuid generated always as (COALESCE(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  constraint collection_numbers_pkey PRIMARY KEY (id),
  constraint collection_numbers_msisdn UNIQUE (scope_id, operator, environment, msisdn),
  constraint collection_numbers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint collection_numbers_daily_count_cap_check CHECK ((daily_count_cap > 0)),
  constraint collection_numbers_daily_volume_cap_xaf_check CHECK ((daily_volume_cap_xaf > 0)),
  constraint collection_numbers_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint collection_numbers_feed_status_check CHECK ((feed_status = ANY (ARRAY['HEALTHY'::text, 'SILENT'::text, 'LAGGING'::text, 'GAP'::text]))),
  constraint collection_numbers_msisdn_check CHECK ((msisdn ~ '^\+235[0-9]{8}$'::text)),
  constraint collection_numbers_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint collection_numbers_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text]))),
  constraint collection_numbers_virtual_have_owner CHECK (((environment = 'test'::text) = (merchant_id IS NOT NULL))),
  constraint collection_numbers_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);
CREATE TRIGGER collection_numbers_open_account AFTER INSERT ON public.collection_numbers FOR EACH ROW EXECUTE FUNCTION open_number_account();
CREATE TRIGGER collection_numbers_stay BEFORE DELETE ON public.collection_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table credit_identities (
  environment text not null,
  scope_id uuid not null,
  operator text not null,
  operator_transaction_id text not null,
  credit_id uuid not null,
  constraint credit_identities_pkey PRIMARY KEY (operator_transaction_id, operator, environment, scope_id),
  constraint credit_identities_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id) DEFERRABLE INITIALLY DEFERRED
);

create table credits (
  id uuid not null,
  environment text not null,
  merchant_id uuid,
  operator text not null,
  collection_number_id uuid not null,
  kind text not null,
  amount_xaf integer not null,
  operator_transaction_id text,
  payer text,
  motif text,
  balance_xaf bigint,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  state text not null,
  reason text not null,
  matched_session_id uuid,
  created_at timestamp with time zone not null,
  constraint credits_pkey PRIMARY KEY (id),
  constraint credits_matched_session_id_key UNIQUE (matched_session_id),
  constraint credits_matched_session_id_fkey FOREIGN KEY (matched_session_id) REFERENCES payment_sessions(id),
  constraint credits_amount_xaf_check CHECK (((amount_xaf >= 1) AND (amount_xaf <= 1000000000))),
  constraint credits_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint credits_kind_check CHECK ((kind = ANY (ARRAY['CREDIT'::text, 'CASH_IN'::text]))),
  constraint credits_matched CHECK (((state = 'MATCHED'::text) = (matched_session_id IS NOT NULL))),
  constraint credits_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint credits_state_check CHECK ((state = ANY (ARRAY['MATCHED'::text, 'REVIEW'::text, 'SUSPENSE'::text])))
) with (fillfactor=90);
CREATE INDEX credits_waiting ON public.credits USING btree (environment, state, id) WHERE (state <> 'MATCHED'::text);

create table decisions (
  id uuid not null,
  credit_id uuid not null,
  actor text not null default 'ENGINE'::text,
  engine_version integer not null,
  rule text not null,
  verdict text not null,
  reason text not null,
  session_ids uuid[] not null,
  decision_case json not null,
  decided_at timestamp with time zone not null,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint decisions_actor_check CHECK ((actor = ANY (ARRAY['ENGINE'::text, 'STAFF'::text]))),
  constraint decisions_verdict_check CHECK ((verdict = ANY (ARRAY['SETTLE'::text, 'REVIEW'::text, 'SUSPENSE'::text])))
);
CREATE UNIQUE INDEX decisions_engine_once ON public.decisions USING btree (credit_id) WHERE (actor = 'ENGINE'::text);
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE ON public.decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table events (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  type text not null,
  object_id uuid not null,
  sequence integer not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_sequence UNIQUE (object_id, sequence),
  constraint events_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE INDEX events_merchant ON public.events USING btree (merchant_id, environment, id);
CREATE INDEX events_type ON public.events USING btree (merchant_id, environment, type, id);
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table idempotency_keys (
  merchant_id uuid not null,
  environment text not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  outcome text not null,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_id, environment, key),
  constraint idempotency_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint idempotency_keys_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255))),
  constraint idempotency_keys_request_hash_check CHECK ((octet_length(request_hash) = 32))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table ledger_accounts (
  id integer not null generated as identity,
  environment text not null,
  kind text not null,
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_environment UNIQUE (id, environment),
  constraint ledger_accounts_owner UNIQUE (owner_id, kind, environment),
  constraint ledger_accounts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['FLOAT'::text, 'PAYABLE'::text, 'REVENUE'::text, 'SUSPENSE'::text])))
);

create table ledger_transfers (
  id uuid not null,
  environment text not null,
  debit_account_id integer not null,
  credit_account_id integer not null,
  amount_xaf bigint not null,
  cause text not null,
  cause_id uuid not null,
  created_at timestamp with time zone not null,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_once UNIQUE (cause_id, cause),
  constraint ledger_transfers_credit FOREIGN KEY (credit_account_id, environment) REFERENCES ledger_accounts(id, environment),
  constraint ledger_transfers_debit FOREIGN KEY (debit_account_id, environment) REFERENCES ledger_accounts(id, environment),
  constraint ledger_transfers_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint ledger_transfers_cause_check CHECK ((cause = ANY (ARRAY['SESSION_SUCCESS'::text, 'SESSION_FEE'::text, 'CREDIT_SUSPENSE'::text]))),
  constraint ledger_transfers_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_transfers_two_accounts CHECK ((debit_account_id <> credit_account_id))
);
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table merchants (
  id uuid not null,
  name text not null,
  kyc_status text not null default 'PENDING'::text,
  operators text[] not null default '{AIRTEL,MOOV}'::text[],
  fee_basis_points integer not null default 0,
  created_at timestamp with time zone not null,
  kyc_approved_at timestamp with time zone,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
  constraint merchants_kyc_status_check CHECK ((kyc_status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]))),
  constraint merchants_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint merchants_operators_check CHECK ((operators <@ '{AIRTEL,MOOV}'::text[]))
);
CREATE TRIGGER merchants_open_accounts AFTER INSERT ON public.merchants FOR EACH ROW EXECUTE FUNCTION open_merchant_accounts();
CREATE TRIGGER merchants_stay BEFORE DELETE ON public.merchants FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table notice_inbox (
  notice_id uuid not null,
  constraint notice_inbox_pkey PRIMARY KEY (notice_id),
  constraint notice_inbox_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id)
);

create table notice_readings (
  id bigint not null generated as identity,
  notice_id uuid not null,
  outcome text not null,
  kind text not null,
  template_id text,
  template_version integer,
  reading json not null,
  credit_id uuid,
  read_at timestamp with time zone not null,
  constraint notice_readings_pkey PRIMARY KEY (id),
  constraint notice_readings_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint notice_readings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint notice_readings_credit CHECK (((outcome = ANY (ARRAY['CREDIT'::text, 'DUPLICATE'::text])) = (credit_id IS NOT NULL))),
  constraint notice_readings_outcome_check CHECK ((outcome = ANY (ARRAY['CREDIT'::text, 'DUPLICATE'::text, 'NOT_A_CREDIT'::text, 'UNPARSED'::text, 'UNTRUSTED_SENDER'::text])))
);
CREATE INDEX notice_readings_credit ON public.notice_readings USING btree (credit_id);
CREATE INDEX notice_readings_notice ON public.notice_readings USING btree (notice_id);
CREATE INDEX notice_readings_unparsed ON public.notice_readings USING btree (id) WHERE (outcome = ANY (ARRAY['UNPARSED'::text, 'UNTRUSTED_SENDER'::text]));
CREATE TRIGGER notice_readings_append_only BEFORE DELETE OR UPDATE ON public.notice_readings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table notices (
  id uuid not null,
  environment text not null,
  merchant_id uuid,
  operator text not null,
  collection_number_id uuid not null,
  source text not null,
  sender text,
  body text not null,
  received_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint notices_body_check CHECK ((octet_length(body) <= 65536)),
  constraint notices_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint notices_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint notices_source_check CHECK ((source = ANY (ARRAY['SANDBOX_SMS'::text, 'SANDBOX_CREDIT'::text, 'MANUAL_SMS'::text, 'GATEWAY_SMS'::text]))),
  constraint notices_test_has_merchant CHECK (((environment = 'test'::text) = (merchant_id IS NOT NULL)))
);
CREATE TRIGGER notices_append_only BEFORE DELETE OR UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table payment_sessions (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  reference text not null,
  ticket text not null,
  amount_xaf integer not null,
  operator text not null,
  status text not null,
  review_reason text,
  event_sequence integer not null default 0,
  collection_number_id uuid not null,
  assigned_collection_number text not null,
  customer_phone text,
  description text,
  metadata json,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint payment_sessions_pkey PRIMARY KEY (id),
  constraint payment_sessions_reference UNIQUE (merchant_id, environment, reference),
  constraint payment_sessions_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint payment_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payment_sessions_amount_xaf_check CHECK (((amount_xaf >= 1) AND (amount_xaf <= 1000000000))),
  constraint payment_sessions_closed_at CHECK (((status = 'AWAITING_PAYMENT'::text) = (closed_at IS NULL))),
  constraint payment_sessions_customer_phone_check CHECK ((customer_phone ~ '^\+235[0-9]{8}$'::text)),
  constraint payment_sessions_description_check CHECK ((char_length(description) <= 255)),
  constraint payment_sessions_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_sessions_expire_after_creation CHECK ((expires_at > created_at)),
  constraint payment_sessions_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint payment_sessions_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  constraint payment_sessions_review_reason CHECK (((status <> 'UNDER_REVIEW'::text) OR (review_reason IS NOT NULL))),
  constraint payment_sessions_review_reason_check CHECK ((review_reason = ANY (ARRAY['late'::text, 'ambiguous'::text, 'amount_mismatch'::text, 'payer_mismatch'::text, 'second_payment'::text, 'low_confidence'::text]))),
  constraint payment_sessions_status_check CHECK ((status = ANY (ARRAY['AWAITING_PAYMENT'::text, 'SUCCESS'::text, 'UNDER_REVIEW'::text, 'EXPIRED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint payment_sessions_ticket_check CHECK ((ticket ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text))
) with (fillfactor=85);
CREATE TRIGGER payment_session_transition BEFORE UPDATE OF status ON public.payment_sessions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION payment_session_transition();

create table review_cases (
  session_id uuid not null,
  credit_id uuid not null,
  reason text not null,
  opened_at timestamp with time zone not null,
  constraint review_cases_pkey PRIMARY KEY (session_id, credit_id),
  constraint review_cases_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint review_cases_session_id_fkey FOREIGN KEY (session_id) REFERENCES payment_sessions(id)
);
CREATE INDEX review_cases_credit ON public.review_cases USING btree (credit_id);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table template_confirmations (
  template_id text not null,
  template_version integer not null,
  confirmed_at timestamp with time zone not null,
  confirmed_by text not null,
  constraint template_confirmations_pkey PRIMARY KEY (template_id, template_version)
);

create table webhook_attempts (
  delivery_id uuid not null,
  attempt integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  answer text,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt)
);
CREATE INDEX webhook_attempts_age ON public.webhook_attempts USING btree (started_at);

create table webhook_deliveries (
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  state text not null default 'PENDING'::text,
  dead_reason text,
  attempt_count integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  trouble text generated always as (
CASE
    WHEN (state = ANY (ARRAY['HELD'::text, 'DEAD'::text])) THEN state
    WHEN ((state = 'PENDING'::text) AND (attempt_count > 0)) THEN 'RETRYING'::text
    ELSE NULL::text
END) stored,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_once UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_dead_has_reason CHECK (((state = 'DEAD'::text) = (dead_reason IS NOT NULL))),
  constraint webhook_deliveries_dead_reason_check CHECK ((dead_reason = ANY (ARRAY['attempts_exhausted'::text, 'endpoint_removed'::text, 'held_too_long'::text]))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'HELD'::text, 'DEAD'::text])))
) with (fillfactor=80);
CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id);
CREATE INDEX webhook_deliveries_trouble ON public.webhook_deliveries USING btree (trouble, endpoint_id, id) WHERE (trouble IS NOT NULL);

create table webhook_due (
  delivery_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  attempt integer not null default 0,
  due_at timestamp with time zone not null,
  attempts_before integer not null default 0,
  leased_until timestamp with time zone,
  constraint webhook_due_pkey PRIMARY KEY (delivery_id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, fillfactor=45);
CREATE INDEX webhook_due_claim ON public.webhook_due USING btree (endpoint_id, due_at);

create table webhook_endpoints (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  url text not null,
  events text[],
  description text,
  status text not null default 'enabled'::text,
  secret_sealed bytea not null,
  consecutive_failures integer not null default 0,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  last_success_at timestamp with time zone,
  updated_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint webhook_endpoints_description_check CHECK ((char_length(description) <= 255)),
  constraint webhook_endpoints_disabled CHECK ((((status = 'disabled'::text) = (disabled_at IS NOT NULL)) AND ((disabled_at IS NULL) = (disabled_reason IS NULL)))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failing'::text, 'merchant'::text]))),
  constraint webhook_endpoints_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_endpoints_previous_secret CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'degraded'::text, 'disabled'::text]))),
  constraint webhook_endpoints_url_check CHECK ((char_length(url) <= 2048))
) with (fillfactor=80);
CREATE INDEX webhook_endpoints_disabled ON public.webhook_endpoints USING btree (disabled_at) WHERE (status = 'disabled'::text);
CREATE INDEX webhook_endpoints_owner ON public.webhook_endpoints USING btree (merchant_id, environment) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_endpoints_rotated ON public.webhook_endpoints USING btree (previous_secret_until) WHERE (previous_secret_until IS NOT NULL);

CREATE OR REPLACE FUNCTION public.open_merchant_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id) values ('test', 'PAYABLE', new.id), ('live', 'PAYABLE', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_number_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id) values (new.environment, 'FLOAT', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_session_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) in (
    ('AWAITING_PAYMENT', 'SUCCESS'), ('AWAITING_PAYMENT', 'UNDER_REVIEW'),
    ('AWAITING_PAYMENT', 'EXPIRED'), ('AWAITING_PAYMENT', 'CANCELLED'),
    ('UNDER_REVIEW', 'SUCCESS'), ('UNDER_REVIEW', 'EXPIRED')
  ) then
    return new;
  end if;
  raise exception 'payment session % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'table % is append-only: write a new row that corrects the old one', tg_table_name
    using errcode = 'restrict_violation';
end
$function$;
