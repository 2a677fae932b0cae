-- Generated from the live schema by `npm run generate`, for reading and for the diff: change the migrations.

create table account_links (
  token_hash bytea not null,
  purpose text not null,
  email text not null,
  account_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint account_links_pkey PRIMARY KEY (token_hash),
  constraint account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_links_check CHECK (((account_id IS NULL) = (purpose = 'sign_up'::text))),
  constraint account_links_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['sign_up'::text, 'reset'::text, 'enrol'::text, 'first_factor'::text]))),
  constraint account_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX account_links_account ON public.account_links USING btree (account_id) WHERE (used_at IS NULL);
CREATE INDEX account_links_over ON public.account_links USING btree (expires_at);

create table account_mails (
  id uuid not null,
  kind text not null,
  email text not null,
  content_sealed bytea,
  state text not null default 'WAITING'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  failure text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint account_mails_pkey PRIMARY KEY (id),
  constraint account_mails_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint account_mails_ended CHECK (((state = 'WAITING'::text) = (ended_at IS NULL))),
  constraint account_mails_failure_check CHECK ((char_length(failure) <= 300)),
  constraint account_mails_forgotten CHECK (((state = 'WAITING'::text) = (content_sealed IS NOT NULL))),
  constraint account_mails_kind_check CHECK ((kind = ANY (ARRAY['sign_up'::text, 'has_account'::text, 'reset'::text, 'enrol'::text, 'invitation'::text, 'password_changed'::text, 'factor_added'::text, 'first_factor'::text, 'factor_removed'::text, 'recovery_code_used'::text, 'recovery_codes_made'::text, 'staff_token_made'::text, 'staff_role_given'::text, 'staff_role_signed'::text]))),
  constraint account_mails_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'DROPPED'::text, 'FAILED'::text])))
);
CREATE INDEX account_mails_due ON public.account_mails USING btree (due_at, id) WHERE (state = 'WAITING'::text);
CREATE INDEX account_mails_failed ON public.account_mails USING btree (ended_at) WHERE (state = 'FAILED'::text);
CREATE INDEX account_mails_over ON public.account_mails USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table account_passwords (
  account_id uuid not null,
  hash text not null,
  set_at timestamp with time zone not null,
  constraint account_passwords_pkey PRIMARY KEY (account_id),
  constraint account_passwords_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_passwords_hash_check CHECK ((hash ~ '^\$argon2id\$v=19\$'::text))
);

create table account_readings (
  id uuid not null,
  account_id integer not null,
  day date not null,
  balance_xaf bigint not null,
  read_by text not null,
  note text not null,
  read_at timestamp with time zone not null,
  constraint account_readings_pkey PRIMARY KEY (id),
  constraint account_readings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint account_readings_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000)))
);
CREATE INDEX account_readings_latest ON public.account_readings USING btree (account_id, day, read_at);
CREATE TRIGGER account_readings_append_only BEFORE DELETE OR UPDATE ON public.account_readings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_readings_kept BEFORE TRUNCATE ON public.account_readings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table accounts (
  id uuid not null,
  email text not null,
  name text not null,
  language text not null,
  email_verified_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key UNIQUE (email),
  constraint accounts_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint accounts_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'ar'::text, 'en'::text]))),
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE TRIGGER accounts_kept BEFORE TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_stay BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table announced_debits (
  id uuid not null,
  collection_number_id uuid not null,
  kind text not null,
  amount_xaf bigint not null,
  cause_id uuid,
  announced_at timestamp with time zone not null,
  step_id uuid,
  to_phone text,
  constraint announced_debits_pkey PRIMARY KEY (id),
  constraint announced_debits_step_id_key UNIQUE (step_id),
  constraint announced_debits_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint announced_debits_step_id_fkey FOREIGN KEY (step_id) REFERENCES book_steps(id),
  constraint announced_debits_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint announced_debits_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'sweep'::text, 'merchant_refund'::text, 'settlement'::text]))),
  constraint announced_debits_of_a_merchant CHECK (((kind <> ALL (ARRAY['merchant_refund'::text, 'settlement'::text])) OR (cause_id IS NOT NULL))),
  constraint announced_debits_sweep CHECK (((kind <> 'sweep'::text) OR (to_phone IS NULL))),
  constraint announced_debits_to_phone CHECK ((to_phone ~ '^[0-9•]{1,20}$'::text))
);
CREATE INDEX announced_debits_cause ON public.announced_debits USING btree (cause_id) WHERE (cause_id IS NOT NULL);
CREATE INDEX announced_debits_open ON public.announced_debits USING btree (collection_number_id, announced_at) WHERE (step_id IS NULL);

create table api_keys (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  key_hash bytea not null,
  last4 text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  name text,
  created_by uuid,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint api_keys_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_last4_check CHECK ((char_length(last4) = 4)),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE INDEX api_keys_merchant ON public.api_keys USING btree (merchant_id);

create table bank_accounts (
  id uuid not null,
  name text not null,
  bank_name text not null,
  iban text not null,
  holder_name text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_iban_key UNIQUE (iban),
  constraint bank_accounts_name_key UNIQUE (name),
  constraint bank_accounts_bank_name_check CHECK (((char_length(bank_name) >= 1) AND (char_length(bank_name) <= 120))),
  constraint bank_accounts_custodian_check CHECK (((char_length(holder_name) >= 1) AND (char_length(holder_name) <= 200))),
  constraint bank_accounts_iban_check CHECK ((iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'::text)),
  constraint bank_accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE TRIGGER bank_accounts_kept BEFORE TRUNCATE ON public.bank_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_accounts_open_account AFTER INSERT ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION open_bank_account();
CREATE TRIGGER bank_accounts_stay BEFORE DELETE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table book_claims (
  notice_id uuid not null,
  collection_number_id uuid not null,
  told json not null,
  amounts_xaf integer[] not null,
  occurred_at timestamp with time zone not null,
  precision_ms integer not null,
  arrived_at timestamp with time zone not null,
  state text not null default 'CLAIMED'::text,
  settled_at timestamp with time zone,
  begins_xaf bigint[] not null default '{}'::bigint[],
  ends_xaf bigint[] not null default '{}'::bigint[],
  constraint book_claims_pkey PRIMARY KEY (notice_id),
  constraint book_claims_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint book_claims_settled CHECK (((state = 'CLAIMED'::text) = (settled_at IS NULL))),
  constraint book_claims_state_check CHECK ((state = ANY (ARRAY['CLAIMED'::text, 'PENDING'::text, 'PROVEN'::text, 'REFUTED'::text, 'VOIDED'::text])))
) with (fillfactor=80);
CREATE INDEX book_claims_balances ON public.book_claims USING btree (collection_number_id, arrived_at) WHERE ((state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text])) AND ((begins_xaf <> '{}'::bigint[]) OR (ends_xaf <> '{}'::bigint[])));
CREATE INDEX book_claims_begins ON public.book_claims USING gin (begins_xaf) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text]));
CREATE INDEX book_claims_disowned ON public.book_claims USING btree (collection_number_id, settled_at) WHERE (state = 'VOIDED'::text);
CREATE INDEX book_claims_ends ON public.book_claims USING gin (ends_xaf) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text]));
CREATE INDEX book_claims_guesses ON public.book_claims USING btree (collection_number_id, arrived_at) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text]));
CREATE INDEX book_claims_named ON public.book_claims USING btree (((told ->> 'operator_transaction_id'::text))) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text, 'VOIDED'::text]));
CREATE INDEX book_claims_pending ON public.book_claims USING btree (collection_number_id) WHERE (state = 'PENDING'::text);
CREATE INDEX book_claims_settled_since ON public.book_claims USING btree (collection_number_id, settled_at) WHERE (state = 'PROVEN'::text);
CREATE INDEX book_claims_undoing ON public.book_claims USING btree (((((told -> 'readings'::text) -> 0) ->> 'reversed_transaction_id'::text))) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'REFUTED'::text]));
CREATE INDEX book_claims_waiting ON public.book_claims USING btree (collection_number_id, arrived_at) WHERE (state = ANY (ARRAY['CLAIMED'::text, 'PENDING'::text]));
CREATE TRIGGER book_claims_kept BEFORE TRUNCATE ON public.book_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_claims_stay BEFORE DELETE ON public.book_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table book_explanations (
  step_id uuid not null,
  meaning text not null,
  explained_at timestamp with time zone not null,
  collection_number_id uuid not null,
  constraint book_explanations_pkey PRIMARY KEY (step_id),
  constraint book_explanations_step_id_fkey FOREIGN KEY (step_id) REFERENCES book_steps(id),
  constraint book_explanations_meaning_check CHECK ((meaning = ANY (ARRAY['refund'::text, 'sweep'::text, 'merchant_refund'::text, 'settlement'::text, 'fee'::text, 'airtime'::text, 'messages'::text, 'credit'::text, 'write_off'::text, 'capital'::text])))
);
CREATE INDEX book_explanations_of_number ON public.book_explanations USING btree (collection_number_id, explained_at) WHERE (meaning = 'write_off'::text);
CREATE TRIGGER book_explanations_append_only BEFORE DELETE OR UPDATE ON public.book_explanations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_explanations_kept BEFORE TRUNCATE ON public.book_explanations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_explanations_number BEFORE INSERT ON public.book_explanations FOR EACH ROW EXECUTE FUNCTION note_explained_number();

create table book_steps (
  id uuid not null,
  collection_number_id uuid not null,
  ordinal bigint,
  explains_id uuid,
  kind text not null,
  strength text not null,
  before_xaf bigint not null,
  after_xaf bigint not null,
  notice_id uuid,
  occurred_at timestamp with time zone not null,
  recipient text,
  missing_since timestamp with time zone,
  constraint book_steps_pkey PRIMARY KEY (id),
  constraint book_steps_notice_id_key UNIQUE (notice_id),
  constraint book_steps_place UNIQUE (collection_number_id, ordinal),
  constraint book_steps_explains_id_fkey FOREIGN KEY (explains_id) REFERENCES book_steps(id),
  constraint book_steps_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint book_steps_kind_check CHECK ((kind = ANY (ARRAY['OPENING'::text, 'CREDIT'::text, 'CASH_IN'::text, 'DEBIT'::text, 'REVERSAL'::text, 'AIRTIME'::text, 'UNREAD'::text, 'UNEXPLAINED'::text]))),
  constraint book_steps_move CHECK (((before_xaf = after_xaf) = (kind = 'OPENING'::text))),
  constraint book_steps_placed CHECK (((ordinal IS NULL) = (explains_id IS NOT NULL))),
  constraint book_steps_recipient CHECK (((recipient IS NULL) OR ((kind = 'DEBIT'::text) AND (recipient ~ '^[0-9•]{1,20}$'::text)))),
  constraint book_steps_strength_check CHECK ((strength = ANY (ARRAY['CHAINED'::text, 'WITNESSED'::text, 'ANCHORED'::text]))),
  constraint book_steps_told CHECK (((notice_id IS NULL) = (kind = ANY (ARRAY['OPENING'::text, 'UNEXPLAINED'::text]))))
);
CREATE INDEX book_steps_by_time ON public.book_steps USING btree (collection_number_id, occurred_at);
CREATE INDEX book_steps_debits ON public.book_steps USING btree (collection_number_id, occurred_at) WHERE (kind = 'DEBIT'::text);
CREATE INDEX book_steps_explaining ON public.book_steps USING btree (explains_id) WHERE (explains_id IS NOT NULL);
CREATE INDEX book_steps_unexplained ON public.book_steps USING btree (collection_number_id, ordinal) WHERE ((kind = ANY (ARRAY['UNEXPLAINED'::text, 'DEBIT'::text, 'REVERSAL'::text, 'AIRTIME'::text])) OR ((kind = 'UNREAD'::text) AND (after_xaf < before_xaf)));
CREATE INDEX book_steps_unread ON public.book_steps USING btree (collection_number_id, occurred_at) WHERE (kind = 'UNREAD'::text);
CREATE INDEX book_steps_witnessed ON public.book_steps USING btree (collection_number_id, occurred_at) WHERE (strength = 'WITNESSED'::text);
CREATE TRIGGER book_steps_append_only BEFORE DELETE OR UPDATE ON public.book_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_steps_go_on AFTER INSERT ON public.book_steps REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION go_on();
CREATE TRIGGER book_steps_kept BEFORE TRUNCATE ON public.book_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table books (
  collection_number_id uuid not null,
  opening_xaf bigint,
  tip_xaf bigint,
  last_ordinal bigint not null default 0,
  float_xaf bigint not null default 0,
  went_on_at timestamp with time zone,
  anchored_at timestamp with time zone,
  unanchored_xaf bigint not null default 0,
  suspected_at timestamp with time zone,
  asked_at timestamp with time zone,
  bound_since timestamp with time zone,
  unvouched_xaf bigint not null default 0,
  anchored_ordinal bigint not null default 0,
  suspected_from bigint,
  is_disproven boolean not null default false,
  go_on_due_at timestamp with time zone,
  constraint books_pkey PRIMARY KEY (collection_number_id),
  constraint books_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint books_opened CHECK (((opening_xaf IS NULL) = (tip_xaf IS NULL))),
  constraint books_unanchored_xaf_check CHECK ((unanchored_xaf >= 0)),
  constraint books_unvouched CHECK (((unvouched_xaf >= 0) AND (unvouched_xaf <= unanchored_xaf)))
) with (fillfactor=50);
CREATE CONSTRAINT TRIGGER books_are_the_ledger AFTER UPDATE ON public.books DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((old.tip_xaf IS DISTINCT FROM new.tip_xaf) OR (old.opening_xaf IS DISTINCT FROM new.opening_xaf)) OR (old.float_xaf IS DISTINCT FROM new.float_xaf)) OR (old.last_ordinal IS DISTINCT FROM new.last_ordinal))) EXECUTE FUNCTION prove_book();
CREATE CONSTRAINT TRIGGER books_are_the_ledger_new AFTER INSERT ON public.books DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prove_book();
CREATE TRIGGER books_by_steps_and_transfers BEFORE UPDATE OF opening_xaf, tip_xaf, last_ordinal, float_xaf ON public.books FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND ((((old.opening_xaf IS DISTINCT FROM new.opening_xaf) OR (old.tip_xaf IS DISTINCT FROM new.tip_xaf)) OR (old.last_ordinal IS DISTINCT FROM new.last_ordinal)) OR (old.float_xaf IS DISTINCT FROM new.float_xaf)))) EXECUTE FUNCTION refuse_by_hand();
CREATE TRIGGER books_kept BEFORE TRUNCATE ON public.books FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER books_stay BEFORE DELETE ON public.books FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table browser_sessions (
  id uuid not null,
  account_id uuid not null,
  merchant_id uuid,
  created_at timestamp with time zone not null,
  signed_in_at timestamp with time zone,
  enrols boolean not null default false,
  proved_at timestamp with time zone not null,
  has_second_factor boolean not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  user_agent text not null,
  ip text not null,
  constraint browser_sessions_pkey PRIMARY KEY (id),
  constraint browser_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint browser_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint browser_sessions_ip_check CHECK ((char_length(ip) <= 60)),
  constraint browser_sessions_user_agent_check CHECK ((char_length(user_agent) <= 300))
);
CREATE INDEX browser_sessions_account ON public.browser_sessions USING btree (account_id) WHERE (revoked_at IS NULL);
CREATE INDEX browser_sessions_over ON public.browser_sessions USING btree (expires_at);

create table collection_holds (
  owner_id uuid not null,
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
  ticket text,
  state text not null default 'OPEN'::text,
  due_at timestamp with time zone not null,
  owner_kind text not null,
  scope_id uuid not null,
  session_id uuid generated always as (
CASE
    WHEN (owner_kind = 'session'::text) THEN owner_id
    ELSE NULL::uuid
END) stored,
  transaction_id uuid generated always as (
CASE
    WHEN (owner_kind = 'transaction'::text) THEN owner_id
    ELSE NULL::uuid
END) stored,
  merchant_id uuid,
  operator text,
  allowance_slot integer,
  amount_share integer,
  constraint collection_holds_pkey PRIMARY KEY (owner_id),
  constraint collection_holds_payer UNIQUE (collection_number_id, customer_phone, amount_xaf, is_guest),
  constraint collection_holds_ticket UNIQUE (ticket),
  constraint collection_holds_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint collection_holds_host_declared FOREIGN KEY (collection_number_id, host_phone, amount_xaf, host_is_guest) REFERENCES collection_holds(collection_number_id, customer_phone, amount_xaf, is_guest),
  constraint collection_holds_session_id_fkey FOREIGN KEY (session_id) REFERENCES payment_sessions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint collection_holds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint collection_holds_allowance_slot_check CHECK ((allowance_slot > 0)),
  constraint collection_holds_amount_share_check CHECK ((amount_share > 0)),
  constraint collection_holds_counted CHECK ((((allowance_slot IS NULL) AND (amount_share IS NULL)) OR ((merchant_id IS NOT NULL) AND (operator IS NOT NULL)))),
  constraint collection_holds_guest CHECK (((is_guest AND (customer_phone IS NOT NULL) AND (host_phone IS NOT NULL) AND (host_phone <> customer_phone)) OR ((NOT is_guest) AND (host_phone IS NULL)))),
  constraint collection_holds_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['session'::text, 'transaction'::text]))),
  constraint collection_holds_session_ticket CHECK (((owner_kind = 'transaction'::text) OR (ticket IS NOT NULL))),
  constraint collection_holds_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'QUARANTINE'::text])))
) with (fillfactor=85);
CREATE INDEX collection_holds_due ON public.collection_holds USING btree (due_at);
CREATE INDEX collection_holds_expecting ON public.collection_holds USING btree (customer_phone, amount_xaf, scope_id) WHERE ((state = 'OPEN'::text) AND (customer_phone IS NOT NULL));
CREATE INDEX collection_holds_guests ON public.collection_holds USING btree (collection_number_id, amount_xaf) WHERE is_guest;
CREATE UNIQUE INDEX collection_holds_host ON public.collection_holds USING btree (collection_number_id, amount_xaf) WHERE (NOT is_guest);
CREATE UNIQUE INDEX collection_holds_share ON public.collection_holds USING btree (operator, amount_xaf, merchant_id, amount_share) WHERE (amount_share IS NOT NULL);
CREATE UNIQUE INDEX collection_holds_slot ON public.collection_holds USING btree (merchant_id, operator, allowance_slot) WHERE (allowance_slot IS NOT NULL);

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
  constraint collection_numbers_feed_status_check CHECK ((feed_status = ANY (ARRAY['HEALTHY'::text, 'UNANCHORED'::text, 'LAGGING'::text, 'DOUBTED'::text, 'SILENT'::text]))),
  constraint collection_numbers_msisdn_check CHECK ((msisdn ~ '^\+235[0-9]{8}$'::text)),
  constraint collection_numbers_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint collection_numbers_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text]))),
  constraint collection_numbers_virtual_have_owner CHECK (((environment = 'test'::text) = (merchant_id IS NOT NULL))),
  constraint collection_numbers_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);
CREATE TRIGGER collection_numbers_kept BEFORE TRUNCATE ON public.collection_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER collection_numbers_open_account AFTER INSERT ON public.collection_numbers FOR EACH ROW EXECUTE FUNCTION open_number_account();
CREATE TRIGGER collection_numbers_stay BEFORE DELETE ON public.collection_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table contested_steps (
  step_id uuid not null,
  contested_at timestamp with time zone not null,
  part_xaf bigint,
  by_notices uuid[] not null default '{}'::uuid[],
  collection_number_id uuid not null,
  constraint contested_steps_pkey PRIMARY KEY (step_id),
  constraint contested_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES book_steps(id),
  constraint contested_steps_part_xaf_check CHECK ((part_xaf > 0))
);
CREATE INDEX contested_steps_of_number ON public.contested_steps USING btree (collection_number_id);
CREATE TRIGGER contested_steps_append_only BEFORE DELETE OR UPDATE ON public.contested_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER contested_steps_kept BEFORE TRUNCATE ON public.contested_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table counter_payments (
  payment_id uuid not null,
  account_id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  kind text not null,
  begun_at timestamp with time zone not null,
  constraint counter_payments_pkey PRIMARY KEY (payment_id),
  constraint counter_payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint counter_payments_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint counter_payments_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint counter_payments_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'transaction'::text])))
);
CREATE INDEX counter_payments_mine ON public.counter_payments USING btree (account_id, merchant_id, environment, begun_at, payment_id);
CREATE TRIGGER counter_payments_kept BEFORE TRUNCATE ON public.counter_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER counter_payments_stay BEFORE DELETE ON public.counter_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

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
  surplus_xaf integer not null default 0,
  surplus_refunded_at timestamp with time zone,
  matched_transaction_id uuid,
  constraint credits_pkey PRIMARY KEY (id),
  constraint credits_matched_session_id_key UNIQUE (matched_session_id),
  constraint credits_matched_session_id_fkey FOREIGN KEY (matched_session_id) REFERENCES payment_sessions(id),
  constraint credits_matched_transaction_id_fkey FOREIGN KEY (matched_transaction_id) REFERENCES transactions(id),
  constraint credits_amount_xaf_check CHECK (((amount_xaf >= 1) AND (amount_xaf <= 1000000000))),
  constraint credits_check CHECK (((surplus_xaf >= 0) AND (surplus_xaf < amount_xaf))),
  constraint credits_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint credits_kind_check CHECK ((kind = ANY (ARRAY['CREDIT'::text, 'CASH_IN'::text, 'UNREAD'::text]))),
  constraint credits_matched CHECK ((num_nonnulls(matched_session_id, matched_transaction_id) =
CASE
    WHEN (state = 'MATCHED'::text) THEN 1
    ELSE 0
END)),
  constraint credits_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint credits_state_check CHECK ((state = ANY (ARRAY['MATCHED'::text, 'REVIEW'::text, 'SUSPENSE'::text, 'REFUNDED'::text, 'ASSIGNED'::text, 'VOIDED'::text]))),
  constraint credits_surplus CHECK ((((surplus_xaf = 0) OR (state = 'MATCHED'::text)) AND ((surplus_refunded_at IS NULL) OR (surplus_xaf > 0))))
) with (fillfactor=100);
CREATE UNIQUE INDEX credits_matched_transaction_id_key ON public.credits USING btree (matched_transaction_id) WHERE (matched_transaction_id IS NOT NULL);
CREATE INDEX credits_surplus_oldest ON public.credits USING btree (environment, created_at, id) WHERE ((surplus_xaf > 0) AND (surplus_refunded_at IS NULL));
CREATE INDEX credits_suspense_oldest ON public.credits USING btree (environment, created_at, id) WHERE (state = 'SUSPENSE'::text);
CREATE INDEX credits_waiting ON public.credits USING btree (environment, state, id) WHERE (state = ANY (ARRAY['REVIEW'::text, 'SUSPENSE'::text]));
CREATE INDEX credits_waiting_of_sum ON public.credits USING btree (collection_number_id, amount_xaf) WHERE ((environment = 'live'::text) AND (state = ANY (ARRAY['REVIEW'::text, 'SUSPENSE'::text])));
CREATE TRIGGER credits_kept BEFORE TRUNCATE ON public.credits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credits_stay BEFORE DELETE ON public.credits FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table custodians (
  id integer not null generated as identity,
  account_id integer not null,
  institution text not null,
  licence text not null,
  held_since date not null,
  proposed_by text,
  set_by text not null,
  note text not null,
  set_at timestamp with time zone not null,
  constraint custodians_pkey PRIMARY KEY (id),
  constraint custodians_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint custodians_institution_check CHECK (((char_length(institution) >= 1) AND (char_length(institution) <= 200))),
  constraint custodians_licence_check CHECK (((char_length(licence) >= 1) AND (char_length(licence) <= 200))),
  constraint custodians_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint custodians_proposed_by_check CHECK (((char_length(proposed_by) >= 1) AND (char_length(proposed_by) <= 200))),
  constraint custodians_set_by_check CHECK (((char_length(set_by) >= 1) AND (char_length(set_by) <= 200)))
);
CREATE INDEX custodians_latest ON public.custodians USING btree (account_id, held_since, id);
CREATE TRIGGER custodians_append_only BEFORE DELETE OR UPDATE ON public.custodians FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER custodians_kept BEFORE TRUNCATE ON public.custodians FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER custodians_of_what_is_held BEFORE INSERT ON public.custodians FOR EACH ROW EXECUTE FUNCTION keep_custodian();

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
  transaction_ids uuid[] not null default '{}'::uuid[],
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint decisions_actor_check CHECK ((actor = ANY (ARRAY['ENGINE'::text, 'STAFF'::text]))),
  constraint decisions_verdict_check CHECK ((verdict = ANY (ARRAY['SETTLE'::text, 'REVIEW'::text, 'SUSPENSE'::text])))
);
CREATE UNIQUE INDEX decisions_engine_once ON public.decisions USING btree (credit_id) WHERE (actor = 'ENGINE'::text);
CREATE INDEX decisions_set_aside ON public.decisions USING gin (session_ids) WHERE (verdict = 'SUSPENSE'::text);
CREATE INDEX decisions_set_aside_transactions ON public.decisions USING gin (transaction_ids) WHERE ((verdict = 'SUSPENSE'::text) AND (transaction_ids <> '{}'::uuid[]));
CREATE INDEX decisions_staff ON public.decisions USING btree (credit_id, decided_at) WHERE (actor = 'STAFF'::text);
CREATE INDEX decisions_staff_latest ON public.decisions USING btree (decided_at) WHERE (actor = 'STAFF'::text);
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE ON public.decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_kept BEFORE TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
CREATE TRIGGER events_kept BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fee_terms (
  id integer not null generated as identity,
  merchant_id uuid,
  flow text not null,
  basis_points integer not null,
  fixed_xaf integer not null default 0,
  min_xaf integer not null default 0,
  max_xaf integer,
  tax_basis_points integer not null default 0,
  valid_from timestamp with time zone not null,
  proposed_by text,
  set_by text,
  set_at timestamp with time zone not null,
  constraint fee_terms_pkey PRIMARY KEY (id),
  constraint fee_terms_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint fee_terms_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint fee_terms_bounds CHECK ((max_xaf >= min_xaf)),
  constraint fee_terms_fixed_xaf_check CHECK (((fixed_xaf >= 0) AND (fixed_xaf <= 1000000000))),
  constraint fee_terms_flow_check CHECK ((flow = ANY (ARRAY['session'::text, 'transaction'::text]))),
  constraint fee_terms_max_xaf_check CHECK ((max_xaf <= 1000000000)),
  constraint fee_terms_min_xaf_check CHECK (((min_xaf >= 0) AND (min_xaf <= 1000000000))),
  constraint fee_terms_not_in_the_past CHECK (((set_by IS NULL) OR (valid_from >= set_at))),
  constraint fee_terms_tax_basis_points_check CHECK (((tax_basis_points >= 0) AND (tax_basis_points <= 10000)))
);
CREATE INDEX fee_terms_latest ON public.fee_terms USING btree (merchant_id, flow, valid_from, id);
CREATE TRIGGER fee_terms_append_only BEFORE DELETE OR UPDATE ON public.fee_terms FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fee_terms_kept BEFORE TRUNCATE ON public.fee_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table feed_incidents (
  id uuid not null,
  collection_number_id uuid not null,
  kind text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  note text,
  detail json not null,
  about text not null default ''::text,
  constraint feed_incidents_pkey PRIMARY KEY (id),
  constraint feed_incidents_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint feed_incidents_about_check CHECK ((char_length(about) <= 100)),
  constraint feed_incidents_closed CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint feed_incidents_closed_by_check CHECK (((char_length(closed_by) >= 1) AND (char_length(closed_by) <= 200))),
  constraint feed_incidents_kind_check CHECK ((kind = ANY (ARRAY['silent'::text, 'lagging'::text, 'clock_skew'::text, 'unrouted'::text, 'claim'::text, 'anchor_due'::text, 'outflow'::text, 'contested'::text, 'short'::text, 'two_steps_one_id'::text, 'statement_differs'::text, 'without_row'::text, 'misdirected'::text]))),
  constraint feed_incidents_note_check CHECK ((char_length(note) <= 2000))
);
CREATE INDEX feed_incidents_number ON public.feed_incidents USING btree (collection_number_id, opened_at);
CREATE UNIQUE INDEX feed_incidents_open ON public.feed_incidents USING btree (collection_number_id, kind, about) WHERE (closed_at IS NULL);
CREATE INDEX feed_incidents_waiting ON public.feed_incidents USING btree (opened_at, id) WHERE (closed_at IS NULL);
CREATE TRIGGER feed_incidents_kept BEFORE TRUNCATE ON public.feed_incidents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER feed_incidents_stay BEFORE DELETE ON public.feed_incidents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table held_accounts (
  account_id integer not null,
  reason text not null,
  held_at timestamp with time zone not null,
  constraint held_accounts_pkey PRIMARY KEY (account_id),
  constraint held_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint held_accounts_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 300)))
);

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
CREATE INDEX idempotency_keys_of_a_day ON public.idempotency_keys USING btree (created_at) WHERE (operation <> 'refunds.create'::text);

create table invitations (
  id uuid not null,
  merchant_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES accounts(id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES accounts(id),
  constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint invitations_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'accountant'::text, 'cashier'::text]))),
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (merchant_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_over ON public.invitations USING btree (expires_at);

create table kyc_decisions (
  merchant_id uuid not null,
  version integer not null,
  verdict text not null,
  words json not null default '{}'::json,
  actor text not null,
  at timestamp with time zone not null,
  constraint kyc_decisions_pkey PRIMARY KEY (merchant_id, version),
  constraint kyc_decisions_merchant_id_version_fkey FOREIGN KEY (merchant_id, version) REFERENCES kyc_submissions(merchant_id, version),
  constraint kyc_decisions_actor_check CHECK (((char_length(actor) >= 1) AND (char_length(actor) <= 200))),
  constraint kyc_decisions_verdict_check CHECK ((verdict = ANY (ARRAY['APPROVED'::text, 'SENT_BACK'::text, 'WITHDRAWN'::text])))
);
CREATE TRIGGER kyc_decisions_append_only BEFORE DELETE OR UPDATE ON public.kyc_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_decisions_kept BEFORE TRUNCATE ON public.kyc_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table kyc_documents (
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  name text not null,
  media_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  sealed bytea not null,
  uploaded_by text not null,
  uploaded_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint kyc_documents_pkey PRIMARY KEY (id),
  constraint kyc_documents_id_merchant_id_key UNIQUE (id, merchant_id),
  constraint kyc_documents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint kyc_documents_check CHECK ((octet_length(sealed) = (size_bytes + 29))),
  constraint kyc_documents_kind_check CHECK ((kind = ANY (ARRAY['registration'::text, 'identity'::text, 'tax'::text]))),
  constraint kyc_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
  constraint kyc_documents_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint kyc_documents_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint kyc_documents_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 4194304))),
  constraint kyc_documents_uploaded_by_check CHECK (((char_length(uploaded_by) >= 1) AND (char_length(uploaded_by) <= 200)))
);
CREATE INDEX kyc_documents_lately ON public.kyc_documents USING btree (uploaded_at);
CREATE INDEX kyc_documents_merchant ON public.kyc_documents USING btree (merchant_id, id);
CREATE TRIGGER kyc_documents_stay BEFORE INSERT OR DELETE OR UPDATE ON public.kyc_documents FOR EACH ROW EXECUTE FUNCTION kyc_document_stays();

create table kyc_profiles (
  merchant_id uuid not null,
  state text not null default 'DRAFT'::text,
  fields json not null default '{}'::json,
  version integer not null default 0,
  updated_at timestamp with time zone not null,
  papers_since timestamp with time zone,
  constraint kyc_profiles_pkey PRIMARY KEY (merchant_id),
  constraint kyc_profiles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint kyc_profiles_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SUBMITTED'::text, 'SENT_BACK'::text, 'APPROVED'::text]))),
  constraint kyc_profiles_submitted CHECK (((state = 'DRAFT'::text) OR (version > 0))),
  constraint kyc_profiles_version_check CHECK ((version >= 0))
);
CREATE INDEX kyc_profiles_waiting ON public.kyc_profiles USING btree (updated_at, merchant_id) WHERE (state = 'SUBMITTED'::text);
CREATE TRIGGER kyc_profiles_kept BEFORE TRUNCATE ON public.kyc_profiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_profiles_move BEFORE UPDATE ON public.kyc_profiles FOR EACH ROW EXECUTE FUNCTION kyc_profile_moves();
CREATE TRIGGER kyc_profiles_stay BEFORE DELETE ON public.kyc_profiles FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table kyc_submission_documents (
  merchant_id uuid not null,
  version integer not null,
  document_id uuid not null,
  constraint kyc_submission_documents_pkey PRIMARY KEY (merchant_id, version, document_id),
  constraint kyc_submission_documents_document_id_merchant_id_fkey FOREIGN KEY (document_id, merchant_id) REFERENCES kyc_documents(id, merchant_id),
  constraint kyc_submission_documents_merchant_id_version_fkey FOREIGN KEY (merchant_id, version) REFERENCES kyc_submissions(merchant_id, version)
);
CREATE INDEX kyc_submission_documents_document ON public.kyc_submission_documents USING btree (document_id);
CREATE TRIGGER kyc_submission_documents_append_only BEFORE DELETE OR UPDATE ON public.kyc_submission_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_submission_documents_kept BEFORE TRUNCATE ON public.kyc_submission_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table kyc_submissions (
  merchant_id uuid not null,
  version integer not null,
  fields json not null,
  submitted_by text not null,
  submitted_at timestamp with time zone not null,
  constraint kyc_submissions_pkey PRIMARY KEY (merchant_id, version),
  constraint kyc_submissions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES kyc_profiles(merchant_id),
  constraint kyc_submissions_submitted_by_check CHECK (((char_length(submitted_by) >= 1) AND (char_length(submitted_by) <= 200))),
  constraint kyc_submissions_version_check CHECK ((version > 0))
);
CREATE TRIGGER kyc_submissions_append_only BEFORE DELETE OR UPDATE ON public.kyc_submissions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kyc_submissions_kept BEFORE TRUNCATE ON public.kyc_submissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_accounts (
  id integer not null generated as identity,
  environment text not null,
  kind text not null,
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_environment UNIQUE (id, environment),
  constraint ledger_accounts_owner UNIQUE (owner_id, kind, environment),
  constraint ledger_accounts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['FLOAT'::text, 'PAYABLE'::text, 'REVENUE'::text, 'SUSPENSE'::text, 'WALLET_AIRTEL'::text, 'WALLET_MOOV'::text, 'UNEXPLAINED'::text, 'REFUND_IN_FLIGHT'::text, 'OPERATOR_FEE'::text, 'SWEPT'::text, 'WRITE_OFF'::text, 'SETTLEMENT_IN_FLIGHT'::text, 'BANK'::text, 'RESERVE'::text, 'TAX_PAYABLE'::text, 'CAPITAL'::text])))
);
CREATE TRIGGER ledger_accounts_kept BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table ledger_day_deltas (
  id bigint not null generated as identity,
  account_id integer not null,
  day date not null,
  debit_xaf bigint not null,
  credit_xaf bigint not null,
  transfers integer not null,
  constraint ledger_day_deltas_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX ledger_day_deltas_account ON public.ledger_day_deltas USING btree (account_id, day);

create table ledger_days (
  account_id integer not null,
  day date not null,
  debit_xaf bigint not null,
  credit_xaf bigint not null,
  transfers bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (account_id, day) INCLUDE (debit_xaf, credit_xaf, transfers)
) with (fillfactor=70);
CREATE TRIGGER ledger_days_kept BEFORE TRUNCATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_days_stay BEFORE DELETE ON public.ledger_days FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table ledger_transfers (
  environment text not null,
  debit_account_id integer not null,
  credit_account_id integer not null,
  amount_xaf bigint not null,
  cause text not null,
  cause_id uuid not null,
  created_at timestamp with time zone not null,
  occurred_at timestamp with time zone not null,
  corrects_cause text,
  corrects_cause_id uuid,
  fee_terms_id integer,
  constraint ledger_transfers_once PRIMARY KEY (cause_id, cause),
  constraint ledger_transfers_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint ledger_transfers_cause_check CHECK ((cause = ANY (ARRAY['SESSION_SUCCESS'::text, 'SESSION_FEE'::text, 'SESSION_TAX'::text, 'CREDIT_SUSPENSE'::text, 'TRANSACTION_SUCCESS'::text, 'TRANSACTION_FEE'::text, 'TRANSACTION_TAX'::text, 'TRANSACTION_SUSPENSE'::text, 'TRANSACTION_REFUND'::text, 'TRANSACTION_FEE_REFUND'::text, 'TRANSACTION_TAX_REFUND'::text, 'CREDIT_REFUND'::text, 'CREDIT_ASSIGNED'::text, 'CREDIT_SURPLUS_REFUND'::text, 'CREDIT_REVERSED'::text, 'CREDIT_UNMARKED'::text, 'CREDIT_MARKED_AGAIN'::text, 'STEP_DEBIT'::text, 'STEP_FEE'::text, 'STEP_UNEXPLAINED'::text, 'STEP_EXPLAINED'::text, 'STEP_PENDING'::text, 'REFUND_RESERVED'::text, 'REFUND_RETURNED'::text, 'REFUND_PAID'::text, 'SETTLEMENT_RESERVED'::text, 'SETTLEMENT_RETURNED'::text, 'SETTLEMENT_PAID'::text, 'SETTLEMENT_PAID_LATE'::text, 'SETTLEMENT_SENT_BACK'::text, 'RESERVE_KEPT'::text, 'RESERVE_RELEASED'::text, 'CORRECTION'::text, 'OWN_MOVED'::text]))),
  constraint ledger_transfers_correction_names CHECK (((cause <> 'CORRECTION'::text) OR (corrects_cause IS NOT NULL))),
  constraint ledger_transfers_corrects CHECK (((corrects_cause IS NULL) = (corrects_cause_id IS NULL))),
  constraint ledger_transfers_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_transfers_marks_name CHECK (((cause <> ALL (ARRAY['CREDIT_UNMARKED'::text, 'CREDIT_MARKED_AGAIN'::text])) OR COALESCE((corrects_cause = ANY (ARRAY['CREDIT_REFUND'::text, 'CREDIT_SURPLUS_REFUND'::text])), false))),
  constraint ledger_transfers_two_accounts CHECK ((debit_account_id <> credit_account_id))
);
CREATE INDEX ledger_transfers_booked ON public.ledger_transfers USING brin (created_at) WITH (pages_per_range='32');
CREATE UNIQUE INDEX ledger_transfers_corrected_once ON public.ledger_transfers USING btree (corrects_cause_id, corrects_cause) WHERE (cause = 'CORRECTION'::text);
CREATE INDEX ledger_transfers_marks ON public.ledger_transfers USING btree (corrects_cause_id) WHERE (cause = ANY (ARRAY['CREDIT_UNMARKED'::text, 'CREDIT_MARKED_AGAIN'::text]));
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_book_float AFTER INSERT ON public.ledger_transfers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION book_float();
CREATE TRIGGER ledger_transfers_keep_balances AFTER INSERT ON public.ledger_transfers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
CREATE TRIGGER ledger_transfers_keep_marks AFTER INSERT ON public.ledger_transfers FOR EACH ROW WHEN ((new.cause = ANY (ARRAY['CREDIT_UNMARKED'::text, 'CREDIT_MARKED_AGAIN'::text]))) EXECUTE FUNCTION keep_marks();
CREATE TRIGGER ledger_transfers_kept BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table mail_notices (
  id uuid not null,
  merchant_id uuid not null,
  member_id uuid not null,
  kind text not null,
  about text not null,
  detail json not null default '{}'::json,
  state text not null default 'WAITING'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  failure text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint mail_notices_pkey PRIMARY KEY (id),
  constraint mail_notices_once UNIQUE (member_id, kind, about),
  constraint mail_notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint mail_notices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint mail_notices_about_check CHECK (((char_length(about) >= 1) AND (char_length(about) <= 200))),
  constraint mail_notices_ended CHECK (((state = 'WAITING'::text) = (ended_at IS NULL))),
  constraint mail_notices_failure_check CHECK ((char_length(failure) <= 300)),
  constraint mail_notices_kind_check CHECK ((kind = ANY (ARRAY['review_opened'::text, 'payment_reversed'::text, 'endpoint_trouble'::text, 'kyc_decided'::text, 'daily_summary'::text, 'payout_account'::text, 'owners_changed'::text]))),
  constraint mail_notices_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'DROPPED'::text, 'FAILED'::text])))
);
CREATE INDEX mail_notices_due ON public.mail_notices USING btree (due_at, id) WHERE (state = 'WAITING'::text);
CREATE INDEX mail_notices_failed ON public.mail_notices USING btree (ended_at) WHERE (state = 'FAILED'::text);
CREATE INDEX mail_notices_over ON public.mail_notices USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table member_actions (
  id uuid not null,
  merchant_id uuid,
  account_id uuid not null,
  action text not null,
  subject_id text,
  detail json not null default '{}'::json,
  at timestamp with time zone not null,
  constraint member_actions_pkey PRIMARY KEY (id),
  constraint member_actions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint member_actions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint member_actions_action_check CHECK ((action ~ '^[a-z_.]{3,60}$'::text)),
  constraint member_actions_subject_id_check CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 200)))
);
CREATE INDEX member_actions_account ON public.member_actions USING btree (account_id, id) WHERE (merchant_id IS NULL);
CREATE INDEX member_actions_merchant ON public.member_actions USING btree (merchant_id, id);
CREATE TRIGGER member_actions_append_only BEFORE DELETE OR UPDATE ON public.member_actions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_actions_kept BEFORE TRUNCATE ON public.member_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table members (
  id uuid not null,
  account_id uuid not null,
  merchant_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  owner_until timestamp with time zone,
  constraint members_pkey PRIMARY KEY (id),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint members_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'accountant'::text, 'cashier'::text])))
);
CREATE INDEX members_account ON public.members USING btree (account_id, merchant_id);
CREATE UNIQUE INDEX members_current ON public.members USING btree (account_id, merchant_id) WHERE (ended_at IS NULL);
CREATE INDEX members_merchant ON public.members USING btree (merchant_id) WHERE (ended_at IS NULL);
CREATE TRIGGER members_kept BEFORE TRUNCATE ON public.members FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER members_stay BEFORE DELETE ON public.members FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table merchant_allowances (
  merchant_id uuid not null,
  operator text not null,
  sessions integer not null,
  constraint merchant_allowances_pkey PRIMARY KEY (merchant_id, operator),
  constraint merchant_allowances_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint merchant_allowances_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint merchant_allowances_sessions_check CHECK (((sessions >= 0) AND (sessions <= 100000)))
);

create table merchants (
  id uuid not null,
  name text not null,
  kyc_status text not null default 'PENDING'::text,
  operators text[] not null default '{AIRTEL,MOOV}'::text[],
  created_at timestamp with time zone not null,
  kyc_approved_at timestamp with time zone,
  return_url text,
  shows_description boolean not null default false,
  language text not null default 'fr'::text,
  kyc_version integer,
  frozen_live_at timestamp with time zone,
  frozen_test_at timestamp with time zone,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_kyc_status_check CHECK ((kyc_status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text]))),
  constraint merchants_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'ar'::text, 'en'::text]))),
  constraint merchants_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint merchants_operators_check CHECK ((operators <@ '{AIRTEL,MOOV}'::text[])),
  constraint merchants_return_url_check CHECK (((char_length(return_url) >= 1) AND (char_length(return_url) <= 2000)))
);
CREATE TRIGGER merchants_kept BEFORE TRUNCATE ON public.merchants FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER merchants_open_accounts AFTER INSERT ON public.merchants FOR EACH ROW EXECUTE FUNCTION open_merchant_accounts();
CREATE TRIGGER merchants_stay BEFORE DELETE ON public.merchants FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table notice_choices (
  member_id uuid not null,
  kind text not null,
  is_wanted boolean not null,
  constraint notice_choices_pkey PRIMARY KEY (member_id, kind),
  constraint notice_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint notice_choices_kind_check CHECK ((kind = ANY (ARRAY['review_opened'::text, 'payment_reversed'::text, 'endpoint_trouble'::text, 'kyc_decided'::text, 'daily_summary'::text])))
);

create table notice_inbox (
  notice_id uuid not null,
  is_replay boolean not null default false,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  constraint notice_inbox_pkey PRIMARY KEY (notice_id),
  constraint notice_inbox_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint notice_inbox_retry CHECK (((failures = 0) = (retry_at IS NULL)))
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
  environment text,
  constraint notice_readings_pkey PRIMARY KEY (id),
  constraint notice_readings_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint notice_readings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint notice_readings_credit CHECK ((((outcome = 'CREDIT'::text) OR (credit_id IS NULL) OR (outcome = ANY (ARRAY['DUPLICATE'::text, 'UNREAD'::text]))) AND ((outcome <> 'CREDIT'::text) OR (credit_id IS NOT NULL)))),
  constraint notice_readings_environment_check CHECK ((environment = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint notice_readings_outcome_check CHECK ((outcome = ANY (ARRAY['CREDIT'::text, 'DUPLICATE'::text, 'STEP'::text, 'UNREAD'::text, 'CLAIMED'::text, 'NOT_A_CREDIT'::text, 'UNPARSED'::text, 'UNTRUSTED_SENDER'::text])))
);
CREATE INDEX notice_readings_credit ON public.notice_readings USING btree (credit_id);
CREATE INDEX notice_readings_notice ON public.notice_readings USING btree (notice_id);
CREATE INDEX notice_readings_unread ON public.notice_readings USING btree (id) WHERE ((template_id IS NULL) AND (outcome = ANY (ARRAY['UNPARSED'::text, 'UNTRUSTED_SENDER'::text, 'UNREAD'::text, 'CLAIMED'::text])));
CREATE INDEX notice_readings_untrusted ON public.notice_readings USING btree (id) WHERE (outcome = ANY (ARRAY['UNPARSED'::text, 'UNTRUSTED_SENDER'::text]));
CREATE TRIGGER notice_readings_append_only BEFORE DELETE OR UPDATE ON public.notice_readings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notice_readings_kept BEFORE TRUNCATE ON public.notice_readings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table notice_reversals (
  notice_id uuid not null,
  environment text not null,
  scope_id uuid not null,
  operator text not null,
  operator_transaction_id text not null,
  constraint notice_reversals_pkey PRIMARY KEY (notice_id),
  constraint notice_reversals_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id)
);
CREATE INDEX notice_reversals_transaction ON public.notice_reversals USING btree (operator_transaction_id);
CREATE TRIGGER notice_reversals_append_only BEFORE DELETE OR UPDATE ON public.notice_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notice_reversals_kept BEFORE TRUNCATE ON public.notice_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
  constraint notices_source_check CHECK ((source = ANY (ARRAY['SANDBOX_SMS'::text, 'SANDBOX_CREDIT'::text, 'MANUAL_SMS'::text, 'GATEWAY_SMS'::text, 'WITNESS'::text]))),
  constraint notices_test_has_merchant CHECK (((environment = 'test'::text) = (merchant_id IS NOT NULL))),
  constraint notices_witness_is_live CHECK (((source <> 'WITNESS'::text) OR (environment = 'live'::text)))
);
CREATE INDEX notices_live_number ON public.notices USING btree (collection_number_id, id) WHERE (environment = 'live'::text);
CREATE TRIGGER notices_append_only BEFORE DELETE OR UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notices_kept BEFORE TRUNCATE ON public.notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table operator_tariffs (
  operator text not null,
  service text not null,
  from_xaf bigint not null,
  to_xaf bigint not null,
  fee_xaf bigint not null,
  rate_basis_points integer not null,
  constraint operator_tariffs_pkey PRIMARY KEY (operator, service, from_xaf),
  constraint operator_tariffs_fee_xaf_check CHECK ((fee_xaf >= 0)),
  constraint operator_tariffs_from_xaf_check CHECK ((from_xaf > 0)),
  constraint operator_tariffs_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint operator_tariffs_range CHECK ((to_xaf >= from_xaf)),
  constraint operator_tariffs_rate_basis_points_check CHECK (((rate_basis_points >= 0) AND (rate_basis_points <= 10000))),
  constraint operator_tariffs_service_check CHECK (((length(service) >= 1) AND (length(service) <= 40)))
);

create table passed_steps (
  step_id uuid not null,
  collection_number_id uuid not null,
  before_xaf bigint,
  after_xaf bigint,
  balanced_by uuid,
  constraint passed_steps_pkey PRIMARY KEY (step_id),
  constraint passed_steps_balanced_by_fkey FOREIGN KEY (balanced_by) REFERENCES book_steps(id),
  constraint passed_steps_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint passed_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES book_steps(id)
);
CREATE INDEX passed_steps_balanced ON public.passed_steps USING btree (balanced_by) WHERE (balanced_by IS NOT NULL);
CREATE TRIGGER passed_steps_append_only BEFORE DELETE OR UPDATE ON public.passed_steps FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER passed_steps_kept BEFORE TRUNCATE ON public.passed_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table passkey_challenges (
  challenge text not null,
  account_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  signature_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint passkeys_credential_id_check CHECK (((char_length(credential_id) >= 16) AND (char_length(credential_id) <= 1400))),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id);

create table payables (
  account_id integer not null,
  constraint payables_pkey PRIMARY KEY (account_id),
  constraint payables_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
);
CREATE TRIGGER payables_kept BEFORE TRUNCATE ON public.payables FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payables_stay BEFORE DELETE OR UPDATE ON public.payables FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table payer_claims (
  session_id uuid not null,
  ordinal integer not null,
  operator_transaction_id text not null,
  payer_phone text not null,
  claimed_at timestamp with time zone not null,
  constraint payer_claims_pkey PRIMARY KEY (session_id, ordinal),
  constraint payer_claims_told_once UNIQUE (session_id, operator_transaction_id, payer_phone),
  constraint payer_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES payment_sessions(id),
  constraint payer_claims_operator_transaction_id_check CHECK ((operator_transaction_id ~ '^[A-Z0-9.]{6,30}$'::text)),
  constraint payer_claims_ordinal_check CHECK (((ordinal >= 1) AND (ordinal <= 5))),
  constraint payer_claims_payer_phone_check CHECK ((payer_phone ~ '^\+235[0-9]{8}$'::text))
);
CREATE INDEX payer_claims_newest ON public.payer_claims USING btree (claimed_at, session_id);
CREATE INDEX payer_claims_transaction ON public.payer_claims USING btree (operator_transaction_id);
CREATE TRIGGER payer_claims_append_only BEFORE DELETE OR UPDATE ON public.payer_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payer_claims_kept BEFORE TRUNCATE ON public.payer_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table payment_count_deltas (
  id bigint not null generated as identity,
  merchant_id uuid not null,
  environment text not null,
  kind text not null,
  operator text not null,
  day date not null,
  from_status text,
  to_status text not null,
  collected_on date,
  count integer not null,
  amount_xaf bigint not null,
  constraint payment_count_deltas_pkey PRIMARY KEY (id),
  constraint payment_count_deltas_check CHECK ((from_status <> to_status)),
  constraint payment_count_deltas_check1 CHECK (((collected_on IS NOT NULL) = ((to_status = 'SUCCESS'::text) OR COALESCE((from_status = 'SUCCESS'::text), false))))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX payment_count_deltas_owner ON public.payment_count_deltas USING btree (merchant_id, environment);

create table payment_counts (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  kind text not null,
  operator text not null,
  status text not null,
  count bigint not null,
  amount_xaf bigint not null,
  constraint payment_counts_pkey PRIMARY KEY (merchant_id, environment, day, kind, operator, status) INCLUDE (count, amount_xaf),
  constraint payment_counts_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'transaction'::text])))
) with (fillfactor=70);

create table payment_links (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  slug text not null,
  code text not null,
  title text not null,
  description text,
  amount_xaf integer,
  min_xaf integer,
  max_xaf integer,
  max_payments integer,
  max_total_xaf bigint,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (id),
  constraint payment_links_code UNIQUE (merchant_id, environment, code),
  constraint payment_links_slug_key UNIQUE (slug),
  constraint payment_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint payment_links_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payment_links_amount_xaf_check CHECK (((amount_xaf >= 1) AND (amount_xaf <= 1000000000))),
  constraint payment_links_bounds CHECK ((((amount_xaf IS NOT NULL) AND (min_xaf IS NULL) AND (max_xaf IS NULL)) OR ((amount_xaf IS NULL) AND (min_xaf IS NOT NULL) AND (max_xaf IS NOT NULL) AND (min_xaf <= max_xaf)))),
  constraint payment_links_code_check CHECK ((code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  constraint payment_links_counted CHECK (((max_total_xaf IS NULL) OR (max_payments IS NOT NULL))),
  constraint payment_links_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 255))),
  constraint payment_links_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_links_max_payments_check CHECK (((max_payments >= 1) AND (max_payments <= 10000))),
  constraint payment_links_max_total_xaf_check CHECK (((max_total_xaf >= 1) AND (max_total_xaf <= '10000000000000'::bigint))),
  constraint payment_links_max_xaf_check CHECK (((max_xaf >= 1) AND (max_xaf <= 1000000000))),
  constraint payment_links_min_xaf_check CHECK (((min_xaf >= 1) AND (min_xaf <= 1000000000))),
  constraint payment_links_slug_check CHECK ((slug ~ '^[0-9a-hjkmnp-tv-z]{26}$'::text)),
  constraint payment_links_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))
);
CREATE INDEX payment_links_newest ON public.payment_links USING btree (merchant_id, environment, id);
CREATE TRIGGER payment_links_kept BEFORE TRUNCATE ON public.payment_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_links_stay BEFORE DELETE OR UPDATE OF id, merchant_id, environment, slug, code, title, description, amount_xaf, min_xaf, max_xaf, max_payments, max_total_xaf, expires_at, created_by, created_at ON public.payment_links FOR EACH ROW EXECUTE FUNCTION refuse_change();

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
  link_id uuid,
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
  constraint payment_sessions_review_reason_check CHECK ((review_reason = ANY (ARRAY['late'::text, 'ambiguous'::text, 'amount_mismatch'::text, 'payer_mismatch'::text, 'second_payment'::text, 'unproven'::text]))),
  constraint payment_sessions_status_check CHECK ((status = ANY (ARRAY['AWAITING_PAYMENT'::text, 'SUCCESS'::text, 'UNDER_REVIEW'::text, 'EXPIRED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint payment_sessions_ticket_check CHECK ((ticket ~ '^[0-9A-HJKMNP-TV-Z]{8}$'::text))
) with (fillfactor=85);
CREATE INDEX payment_sessions_closed_since ON public.payment_sessions USING btree (customer_phone, amount_xaf, closed_at) WHERE ((environment = 'live'::text) AND (status = ANY (ARRAY['SUCCESS'::text, 'CANCELLED'::text, 'FAILED'::text])) AND (customer_phone IS NOT NULL));
CREATE INDEX payment_sessions_expected ON public.payment_sessions USING btree (customer_phone, amount_xaf, expires_at) WHERE ((status = ANY (ARRAY['EXPIRED'::text, 'UNDER_REVIEW'::text])) AND (customer_phone IS NOT NULL));
CREATE INDEX payment_sessions_filtered ON public.payment_sessions USING btree (merchant_id, environment, operator, status, created_at, id);
CREATE INDEX payment_sessions_lapsed ON public.payment_sessions USING btree (collection_number_id, amount_xaf, expires_at, closed_at) WHERE ((status = ANY (ARRAY['EXPIRED'::text, 'CANCELLED'::text])) AND (environment = 'live'::text));
CREATE INDEX payment_sessions_of_link ON public.payment_sessions USING btree (link_id, id) WHERE (link_id IS NOT NULL);
CREATE INDEX payment_sessions_paid ON public.payment_sessions USING btree (merchant_id, operator, closed_at) WHERE ((environment = 'live'::text) AND (status = 'SUCCESS'::text));
CREATE INDEX payment_sessions_payer ON public.payment_sessions USING btree (merchant_id, environment, customer_phone, created_at, id) WHERE (customer_phone IS NOT NULL);
CREATE INDEX payment_sessions_reviewed ON public.payment_sessions USING btree (collection_number_id, amount_xaf, expires_at) WHERE ((status = 'UNDER_REVIEW'::text) AND (environment = 'live'::text) AND (expires_at IS NOT NULL));
CREATE INDEX payment_sessions_spent ON public.payment_sessions USING btree (collection_number_id, amount_xaf, expires_at, closed_at) WHERE ((status = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text])) AND (environment = 'live'::text));
CREATE INDEX payment_sessions_ticket ON public.payment_sessions USING btree (ticket);
CREATE INDEX payment_sessions_under_review ON public.payment_sessions USING btree (environment, closed_at, id) WHERE (status = 'UNDER_REVIEW'::text);
CREATE INDEX payment_sessions_use_of_link ON public.payment_sessions USING btree (link_id) INCLUDE (status, amount_xaf) WHERE ((link_id IS NOT NULL) AND (status = ANY (ARRAY['AWAITING_PAYMENT'::text, 'UNDER_REVIEW'::text, 'SUCCESS'::text])));
CREATE TRIGGER payment_link_allows AFTER INSERT ON public.payment_sessions FOR EACH ROW WHEN ((new.link_id IS NOT NULL)) EXECUTE FUNCTION payment_link_allows();
CREATE TRIGGER payment_session_transition BEFORE UPDATE OF status ON public.payment_sessions FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND ((((((((old.status = 'AWAITING_PAYMENT'::text) AND (new.status = 'SUCCESS'::text)) OR ((old.status = 'AWAITING_PAYMENT'::text) AND (new.status = 'UNDER_REVIEW'::text))) OR ((old.status = 'AWAITING_PAYMENT'::text) AND (new.status = 'EXPIRED'::text))) OR ((old.status = 'AWAITING_PAYMENT'::text) AND (new.status = 'CANCELLED'::text))) OR ((old.status = 'UNDER_REVIEW'::text) AND (new.status = 'SUCCESS'::text))) OR ((old.status = 'UNDER_REVIEW'::text) AND (new.status = 'EXPIRED'::text))) IS NOT TRUE))) EXECUTE FUNCTION payment_session_transition();
CREATE TRIGGER payment_sessions_count_moved AFTER UPDATE ON public.payment_sessions REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_payment_sessions();
CREATE TRIGGER payment_sessions_count_new AFTER INSERT ON public.payment_sessions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_payment_sessions();
CREATE TRIGGER payment_sessions_kept BEFORE TRUNCATE ON public.payment_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_sessions_stay BEFORE DELETE ON public.payment_sessions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table payout_accounts (
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  operator text,
  msisdn text,
  bank_name text,
  iban text,
  holder_name text not null,
  state text not null default 'WAITING'::text,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  frozen_until timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  constraint payout_accounts_pkey PRIMARY KEY (id),
  constraint payout_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payout_accounts_asked_by_check CHECK (((char_length(asked_by) >= 1) AND (char_length(asked_by) <= 200))),
  constraint payout_accounts_bank_name_check CHECK (((char_length(bank_name) >= 1) AND (char_length(bank_name) <= 120))),
  constraint payout_accounts_decided CHECK ((((state = 'WAITING'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  constraint payout_accounts_decided_by_check CHECK (((char_length(decided_by) >= 1) AND (char_length(decided_by) <= 200))),
  constraint payout_accounts_frozen CHECK ((frozen_until >= (asked_at + '72:00:00'::interval))),
  constraint payout_accounts_holder_name_check CHECK (((char_length(holder_name) >= 1) AND (char_length(holder_name) <= 120))),
  constraint payout_accounts_iban_check CHECK ((iban ~ '^TD[0-9]{25}$'::text)),
  constraint payout_accounts_kind CHECK (
CASE kind
    WHEN 'number'::text THEN ((operator IS NOT NULL) AND (msisdn IS NOT NULL) AND (bank_name IS NULL) AND (iban IS NULL))
    ELSE ((bank_name IS NOT NULL) AND (iban IS NOT NULL) AND (operator IS NULL) AND (msisdn IS NULL))
END),
  constraint payout_accounts_kind_check CHECK ((kind = ANY (ARRAY['number'::text, 'bank'::text]))),
  constraint payout_accounts_msisdn_check CHECK ((msisdn ~ '^\+235[0-9]{8}$'::text)),
  constraint payout_accounts_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint payout_accounts_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'CONFIRMED'::text, 'REFUSED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX payout_accounts_desk ON public.payout_accounts USING btree (asked_at, id) WHERE (state = 'WAITING'::text);
CREATE INDEX payout_accounts_merchant ON public.payout_accounts USING btree (merchant_id, asked_at, id);
CREATE UNIQUE INDEX payout_accounts_waiting ON public.payout_accounts USING btree (merchant_id) WHERE (state = 'WAITING'::text);
CREATE TRIGGER payout_accounts_kept BEFORE TRUNCATE ON public.payout_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_accounts_move BEFORE UPDATE ON public.payout_accounts FOR EACH ROW EXECUTE FUNCTION move_payout_account();
CREATE TRIGGER payout_accounts_stay BEFORE DELETE ON public.payout_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table policy_in_use (
  is_one boolean not null default true,
  policy jsonb not null,
  since timestamp with time zone not null,
  constraint policy_in_use_pkey PRIMARY KEY (is_one),
  constraint policy_in_use_is_one_check CHECK (is_one),
  constraint policy_in_use_policy_check CHECK ((jsonb_typeof(policy) = 'object'::text))
);

create table production_since (
  is_one boolean not null default true,
  since timestamp with time zone not null,
  constraint production_since_pkey PRIMARY KEY (is_one),
  constraint production_since_is_one_check CHECK (is_one)
);

create table proof_accounts (
  day date not null,
  account_id integer not null,
  opening_xaf bigint not null,
  in_xaf bigint not null,
  out_xaf bigint not null,
  closing_xaf bigint not null,
  said_xaf bigint,
  said_by text,
  ledger_xaf bigint not null,
  closing_ordinal bigint,
  state text not null,
  reason text not null,
  read_at timestamp with time zone,
  constraint proof_accounts_pkey PRIMARY KEY (day, account_id),
  constraint proof_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint proof_accounts_day_fkey FOREIGN KEY (day) REFERENCES proof_days(day),
  constraint proof_accounts_read_at CHECK (((read_at IS NULL) OR (said_by = 'reading'::text))),
  constraint proof_accounts_said CHECK (((said_xaf IS NULL) = (said_by IS NULL))),
  constraint proof_accounts_said_by_check CHECK ((said_by = ANY (ARRAY['statement'::text, 'reading'::text]))),
  constraint proof_accounts_state_check CHECK ((state = ANY (ARRAY['proven'::text, 'open'::text, 'not_proven'::text]))),
  constraint proof_accounts_sum CHECK ((((opening_xaf + in_xaf) - out_xaf) = closing_xaf))
);
CREATE INDEX proof_accounts_latest ON public.proof_accounts USING btree (account_id, day);
CREATE TRIGGER proof_accounts_append_only BEFORE DELETE OR UPDATE ON public.proof_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_accounts_kept BEFORE TRUNCATE ON public.proof_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_days (
  day date not null,
  hash text not null,
  previous_hash text not null,
  accounts_hash text not null,
  merchants_root text not null,
  held_xaf bigint not null,
  owed_xaf bigint not null,
  state text not null,
  closed_at timestamp with time zone not null,
  claims_xaf bigint,
  swept_unread_xaf bigint,
  constraint proof_days_pkey PRIMARY KEY (day),
  constraint proof_days_claims_xaf_check CHECK ((claims_xaf >= 0)),
  constraint proof_days_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint proof_days_previous_hash_check CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint proof_days_state_check CHECK ((state = ANY (ARRAY['proven'::text, 'open'::text, 'not_proven'::text]))),
  constraint proof_days_swept_unread_xaf_check CHECK ((swept_unread_xaf >= 0))
);
CREATE TRIGGER proof_days_append_only BEFORE DELETE OR UPDATE ON public.proof_days FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_days_kept BEFORE TRUNCATE ON public.proof_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_lines (
  day date not null,
  account_id integer not null,
  ordinal integer not null,
  kind text not null,
  subject text not null,
  amount_xaf bigint not null,
  since timestamp with time zone not null,
  owner text not null,
  constraint proof_lines_pkey PRIMARY KEY (day, account_id, ordinal),
  constraint proof_lines_day_account_id_fkey FOREIGN KEY (day, account_id) REFERENCES proof_accounts(day, account_id),
  constraint proof_lines_kind_check CHECK ((kind = ANY (ARRAY['unexplained'::text, 'pending'::text, 'claim'::text, 'announced'::text, 'contested'::text, 'suspense'::text, 'statement'::text, 'no_statement'::text, 'other_day'::text]))),
  constraint proof_lines_owner_check CHECK ((owner = ANY (ARRAY['staff'::text, 'operator'::text, 'payer'::text])))
);
CREATE TRIGGER proof_lines_append_only BEFORE DELETE OR UPDATE ON public.proof_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_lines_kept BEFORE TRUNCATE ON public.proof_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proof_merchants (
  day date not null,
  merchant_id uuid not null,
  opening_xaf bigint not null,
  paid_xaf bigint not null,
  fees_xaf bigint not null,
  tax_xaf bigint not null,
  refunds_xaf bigint not null,
  settlements_xaf bigint not null,
  other_xaf bigint not null,
  closing_xaf bigint not null,
  nonce text not null,
  leaf_ordinal integer not null,
  path text[] not null,
  constraint proof_merchants_pkey PRIMARY KEY (day, merchant_id),
  constraint proof_merchants_day_fkey FOREIGN KEY (day) REFERENCES proof_days(day),
  constraint proof_merchants_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint proof_merchants_nonce_check CHECK ((nonce ~ '^[0-9a-f]{32}$'::text)),
  constraint proof_merchants_sum CHECK ((((((((opening_xaf + paid_xaf) - fees_xaf) - tax_xaf) - refunds_xaf) - settlements_xaf) + other_xaf) = closing_xaf))
);
CREATE INDEX proof_merchants_own ON public.proof_merchants USING btree (merchant_id, day);
CREATE TRIGGER proof_merchants_append_only BEFORE DELETE OR UPDATE ON public.proof_merchants FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proof_merchants_kept BEFORE TRUNCATE ON public.proof_merchants FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table rail_breakers (
  rail text not null,
  state text not null,
  failures integer not null,
  openings integer not null,
  until timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint rail_breakers_pkey PRIMARY KEY (rail),
  constraint rail_breakers_rail_check CHECK ((rail = ANY (ARRAY['manual-sms'::text, 'airtel-open-api'::text]))),
  constraint rail_breakers_state_check CHECK ((state = ANY (ARRAY['closed'::text, 'open'::text, 'half_open'::text]))),
  constraint rail_breakers_until CHECK (((state = 'closed'::text) = (until IS NULL)))
);

create table rail_callbacks (
  id uuid not null,
  rail text not null,
  digest bytea not null,
  transaction_id uuid,
  body text not null,
  received_at timestamp with time zone not null,
  constraint rail_callbacks_pkey PRIMARY KEY (id),
  constraint rail_callbacks_once UNIQUE (rail, digest),
  constraint rail_callbacks_body_check CHECK ((octet_length(body) <= 65536)),
  constraint rail_callbacks_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX rail_callbacks_transaction ON public.rail_callbacks USING btree (transaction_id);
CREATE TRIGGER rail_callbacks_append_only BEFORE DELETE OR UPDATE ON public.rail_callbacks FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_callbacks_kept BEFORE TRUNCATE ON public.rail_callbacks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table rail_payments (
  rail text not null,
  rail_transaction_id text not null,
  transaction_id uuid not null,
  constraint rail_payments_pkey PRIMARY KEY (rail, rail_transaction_id),
  constraint rail_payments_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id)
);
CREATE TRIGGER rail_payments_append_only BEFORE DELETE OR UPDATE ON public.rail_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_payments_kept BEFORE TRUNCATE ON public.rail_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table rail_refunds (
  transaction_id uuid not null,
  rail text not null,
  state text not null default 'ASKED'::text,
  asked_by text not null,
  note text not null,
  asked_at timestamp with time zone not null,
  detail text,
  changed_at timestamp with time zone not null,
  constraint rail_refunds_pkey PRIMARY KEY (transaction_id),
  constraint rail_refunds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint rail_refunds_asked_by_check CHECK (((char_length(asked_by) >= 1) AND (char_length(asked_by) <= 200))),
  constraint rail_refunds_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint rail_refunds_state_check CHECK ((state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text, 'REFUSED'::text, 'DONE'::text])))
);
CREATE INDEX rail_refunds_open ON public.rail_refunds USING btree (changed_at, transaction_id) WHERE (state = ANY (ARRAY['ASKED'::text, 'UNKNOWN'::text]));
CREATE TRIGGER rail_refunds_kept BEFORE TRUNCATE ON public.rail_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_refunds_stay BEFORE DELETE ON public.rail_refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table rail_work (
  transaction_id uuid not null,
  rail text not null,
  environment text not null,
  step text not null,
  attempt integer not null default 0,
  due_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  leased_until timestamp with time zone,
  called_back_at timestamp with time zone,
  enquiries integer not null default 0,
  callback_taken_at timestamp with time zone,
  constraint rail_work_pkey PRIMARY KEY (transaction_id),
  constraint rail_work_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint rail_work_step_check CHECK ((step = ANY (ARRAY['initiate'::text, 'enquire'::text, 'refund'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX rail_work_due ON public.rail_work USING btree (rail, due_at);

create table recovery_codes (
  account_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE INDEX recovery_codes_over ON public.recovery_codes USING btree (used_at) WHERE (used_at IS NOT NULL);

create table refunded_payments (
  payment_id uuid not null,
  paid_xaf bigint not null,
  refunded_xaf bigint not null default 0,
  constraint refunded_payments_pkey PRIMARY KEY (payment_id),
  constraint refunded_payments_at_most_paid CHECK (((refunded_xaf >= 0) AND (refunded_xaf <= paid_xaf))),
  constraint refunded_payments_paid_xaf_check CHECK ((paid_xaf > 0))
);
CREATE TRIGGER refunded_payments_by_refunds BEFORE UPDATE ON public.refunded_payments FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_counting_by_hand();
CREATE TRIGGER refunded_payments_kept BEFORE TRUNCATE ON public.refunded_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunded_payments_stay BEFORE DELETE ON public.refunded_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table refunds (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  payment_session_id uuid,
  transaction_id uuid,
  payment_id uuid not null generated always as (COALESCE(payment_session_id, transaction_id)) stored,
  amount_xaf bigint not null,
  reason text,
  via text not null,
  state text not null default 'PENDING'::text,
  to_phone text,
  collection_number_id uuid,
  failure text,
  asked_by text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint refunds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint refunds_payment_session_id_fkey FOREIGN KEY (payment_session_id) REFERENCES payment_sessions(id),
  constraint refunds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint refunds_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint refunds_asked_by_check CHECK (((char_length(asked_by) >= 1) AND (char_length(asked_by) <= 200))),
  constraint refunds_ended CHECK (((state = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text])) = (ended_at IS NOT NULL))),
  constraint refunds_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint refunds_failed CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL))),
  constraint refunds_failure_check CHECK (((char_length(failure) >= 1) AND (char_length(failure) <= 500))),
  constraint refunds_of_one_payment CHECK ((num_nonnulls(payment_session_id, transaction_id) = 1)),
  constraint refunds_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 255))),
  constraint refunds_sent CHECK (((state <> ALL (ARRAY['SENDING'::text, 'UNKNOWN'::text])) OR (sent_at IS NOT NULL))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'UNKNOWN'::text]))),
  constraint refunds_test_moves_nothing CHECK (((environment = 'test'::text) = (via = 'sandbox'::text))),
  constraint refunds_via_check CHECK ((via = ANY (ARRAY['sim'::text, 'rail'::text, 'sandbox'::text])))
);
CREATE INDEX refunds_ended ON public.refunds USING btree (ended_at) WHERE ((environment = 'live'::text) AND (ended_at IS NOT NULL));
CREATE INDEX refunds_failed ON public.refunds USING btree (merchant_id, environment) WHERE ((state = 'FAILED'::text) AND (via = 'sim'::text));
CREATE INDEX refunds_merchant ON public.refunds USING btree (merchant_id, environment, id);
CREATE INDEX refunds_of_sum ON public.refunds USING btree (amount_xaf, created_at) WHERE (environment = 'live'::text);
CREATE INDEX refunds_open ON public.refunds USING btree (state, created_at, id) WHERE (state = ANY (ARRAY['PENDING'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_under_way ON public.refunds USING btree (merchant_id, environment) INCLUDE (amount_xaf) WHERE (state = ANY (ARRAY['PENDING'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE CONSTRAINT TRIGGER refunds_are_their_transfers AFTER INSERT OR UPDATE ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prove_refund();
CREATE TRIGGER refunds_count_moved AFTER UPDATE ON public.refunds REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_refunded();
CREATE TRIGGER refunds_count_new AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_refunded();
CREATE TRIGGER refunds_kept BEFORE TRUNCATE ON public.refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_move BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION move_refund();
CREATE TRIGGER refunds_open_account AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION open_refund_account();
CREATE TRIGGER refunds_stay BEFORE DELETE ON public.refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table request_log (
  id uuid not null,
  day_slot smallint not null,
  merchant_id uuid not null,
  environment text not null,
  key_id uuid not null,
  method text not null,
  route text not null,
  status smallint not null,
  error_code text,
  duration_us integer not null,
  at timestamp with time zone not null,
  constraint request_log_day_slot_check CHECK (((day_slot >= 0) AND (day_slot <= 15))),
  constraint request_log_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text])))
);
CREATE INDEX request_log_newest ON ONLY public.request_log USING btree (merchant_id, environment, id);

create table request_log_days (
  day_slot smallint not null,
  day date not null,
  constraint request_log_days_pkey PRIMARY KEY (day_slot),
  constraint request_log_days_day_slot_check CHECK (((day_slot >= 0) AND (day_slot <= 15)))
);

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
CREATE TRIGGER review_cases_kept BEFORE TRUNCATE ON public.review_cases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER review_cases_stay BEFORE DELETE ON public.review_cases FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table secret_key_in_use (
  is_one boolean not null default true,
  fingerprint bytea not null,
  since timestamp with time zone not null,
  constraint secret_key_in_use_pkey PRIMARY KEY (is_one),
  constraint secret_key_in_use_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint secret_key_in_use_is_one_check CHECK (is_one)
);

create table settlement_proofs (
  id uuid not null,
  settlement_id uuid not null,
  says text not null,
  source text not null,
  source_id text not null,
  amount_xaf bigint,
  detail json not null default '{}'::json,
  happened_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint settlement_proofs_pkey PRIMARY KEY (id),
  constraint settlement_proofs_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  constraint settlement_proofs_amount CHECK (((says = 'unpaid'::text) = (amount_xaf IS NULL))),
  constraint settlement_proofs_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint settlement_proofs_says_check CHECK ((says = ANY (ARRAY['paid'::text, 'unpaid'::text, 'returned'::text]))),
  constraint settlement_proofs_source_check CHECK ((source = ANY (ARRAY['step'::text, 'statement_row'::text, 'bank_row'::text, 'book'::text, 'statement'::text, 'bank'::text, 'sandbox'::text, 'bank_return'::text, 'statement_return'::text]))),
  constraint settlement_proofs_source_id_check CHECK (((char_length(source_id) >= 1) AND (char_length(source_id) <= 200))),
  constraint settlement_proofs_witness CHECK ((says =
CASE
    WHEN (source = ANY (ARRAY['step'::text, 'statement_row'::text, 'bank_row'::text, 'sandbox'::text])) THEN 'paid'::text
    WHEN (source = ANY (ARRAY['bank_return'::text, 'statement_return'::text])) THEN 'returned'::text
    ELSE 'unpaid'::text
END))
);
CREATE UNIQUE INDEX settlement_proofs_bank_once ON public.settlement_proofs USING btree (source_id) WHERE (source = ANY (ARRAY['bank_row'::text, 'bank_return'::text]));
CREATE UNIQUE INDEX settlement_proofs_once ON public.settlement_proofs USING btree (source, source_id) WHERE (says = 'paid'::text);
CREATE UNIQUE INDEX settlement_proofs_operator_once ON public.settlement_proofs USING btree (source_id) WHERE (source = ANY (ARRAY['statement_row'::text, 'statement_return'::text]));
CREATE UNIQUE INDEX settlement_proofs_returned ON public.settlement_proofs USING btree (settlement_id) WHERE (says = 'returned'::text);
CREATE INDEX settlement_proofs_settlement ON public.settlement_proofs USING btree (settlement_id, id);
CREATE TRIGGER settlement_proofs_append_only BEFORE DELETE OR UPDATE ON public.settlement_proofs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_proofs_kept BEFORE TRUNCATE ON public.settlement_proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_proofs_return BEFORE INSERT ON public.settlement_proofs FOR EACH ROW WHEN ((new.says = 'returned'::text)) EXECUTE FUNCTION prove_return();
CREATE CONSTRAINT TRIGGER settlement_proofs_return_booked AFTER INSERT ON public.settlement_proofs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.says = 'returned'::text)) EXECUTE FUNCTION book_return();

create table settlement_terms (
  merchant_id uuid not null,
  environment text not null,
  cadence text not null,
  weekday smallint not null,
  minimum_xaf bigint not null,
  hold_days smallint not null,
  reserve_xaf bigint not null,
  next_on date,
  last_outcome text,
  last_at timestamp with time zone,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  constraint settlement_terms_pkey PRIMARY KEY (merchant_id, environment),
  constraint settlement_terms_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint settlement_terms_cadence_check CHECK ((cadence = ANY (ARRAY['daily'::text, 'weekly'::text, 'on_demand'::text]))),
  constraint settlement_terms_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint settlement_terms_hold_days_check CHECK (((hold_days >= 0) AND (hold_days <= 30))),
  constraint settlement_terms_last_outcome_check CHECK ((char_length(last_outcome) <= 40)),
  constraint settlement_terms_minimum_xaf_check CHECK (((minimum_xaf >= 1) AND (minimum_xaf <= '1000000000000'::bigint))),
  constraint settlement_terms_next CHECK (((next_on IS NULL) = (cadence = 'on_demand'::text))),
  constraint settlement_terms_reserve_xaf_check CHECK (((reserve_xaf >= 0) AND (reserve_xaf <= '1000000000000'::bigint))),
  constraint settlement_terms_retry CHECK (((failures = 0) OR (retry_at IS NOT NULL))),
  constraint settlement_terms_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX settlement_terms_due ON public.settlement_terms USING btree (next_on, merchant_id) WHERE (next_on IS NOT NULL);

create table settlement_totals (
  settlement_id uuid not null,
  cause text not null,
  transfers integer not null,
  amount_xaf bigint not null,
  constraint settlement_totals_pkey PRIMARY KEY (settlement_id, cause),
  constraint settlement_totals_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  constraint settlement_totals_transfers_check CHECK ((transfers > 0))
);
CREATE TRIGGER settlement_totals_append_only BEFORE DELETE OR UPDATE ON public.settlement_totals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_totals_frozen AFTER INSERT ON public.settlement_totals REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION freeze_settlement();
CREATE TRIGGER settlement_totals_kept BEFORE TRUNCATE ON public.settlement_totals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table settlement_transfers (
  settlement_id uuid not null,
  line integer not null,
  account_id integer not null,
  cause_id uuid not null,
  cause text not null,
  amount_xaf bigint not null,
  occurred_at timestamp with time zone not null,
  turn smallint not null default 0,
  constraint settlement_transfers_once PRIMARY KEY (cause_id, cause, account_id, turn),
  constraint settlement_transfers_line UNIQUE (settlement_id, line),
  constraint settlement_transfers_turn_check CHECK ((turn >= 0))
);
CREATE INDEX settlement_transfers_by_time ON public.settlement_transfers USING btree (account_id, occurred_at, cause_id, cause);
CREATE TRIGGER settlement_transfers_append_only BEFORE DELETE OR UPDATE ON public.settlement_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_transfers_frozen AFTER INSERT ON public.settlement_transfers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION freeze_settlement();
CREATE TRIGGER settlement_transfers_kept BEFORE TRUNCATE ON public.settlement_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table settlements (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  reference text not null,
  payout_account_id uuid,
  amount_xaf bigint not null,
  transfers integer not null,
  until timestamp with time zone not null,
  state text not null default 'DRAFT'::text,
  drafted_by text not null,
  created_at timestamp with time zone not null,
  from_account_id integer,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  failure text,
  constraint settlements_pkey PRIMARY KEY (id),
  constraint settlements_reference_key UNIQUE (reference),
  constraint settlements_from_account_id_fkey FOREIGN KEY (from_account_id) REFERENCES ledger_accounts(id),
  constraint settlements_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint settlements_payout_account_id_fkey FOREIGN KEY (payout_account_id) REFERENCES payout_accounts(id),
  constraint settlements_amount_xaf_check CHECK ((amount_xaf > 0)),
  constraint settlements_drafted_by_check CHECK (((char_length(drafted_by) >= 1) AND (char_length(drafted_by) <= 200))),
  constraint settlements_ended CHECK (((state = ANY (ARRAY['PAID'::text, 'FAILED'::text, 'CANCELLED'::text])) = (ended_at IS NOT NULL))),
  constraint settlements_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint settlements_failed CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL))),
  constraint settlements_failure_check CHECK (((char_length(failure) >= 1) AND (char_length(failure) <= 500))),
  constraint settlements_reference_check CHECK ((reference ~ '^ST[0-9]{6}[0-9A-F]{10}$'::text)),
  constraint settlements_sent CHECK ((((sent_at IS NULL) = (from_account_id IS NULL)) AND ((state <> ALL (ARRAY['SENDING'::text, 'UNKNOWN'::text])) OR (sent_at IS NOT NULL)))),
  constraint settlements_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'SENDING'::text, 'UNKNOWN'::text, 'PAID'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint settlements_test_pays_nobody CHECK (((environment = 'test'::text) = (payout_account_id IS NULL))),
  constraint settlements_transfers_check CHECK ((transfers > 0))
);
CREATE INDEX settlements_ended ON public.settlements USING btree (ended_at) WHERE ((environment = 'live'::text) AND (ended_at IS NOT NULL));
CREATE INDEX settlements_merchant ON public.settlements USING btree (merchant_id, environment, id);
CREATE INDEX settlements_of_sum ON public.settlements USING btree (amount_xaf, created_at) WHERE (environment = 'live'::text);
CREATE INDEX settlements_open ON public.settlements USING btree (state, created_at, id) WHERE (state = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE INDEX settlements_paid ON public.settlements USING btree (merchant_id, environment) INCLUDE (amount_xaf) WHERE (state = 'PAID'::text);
CREATE INDEX settlements_under_way ON public.settlements USING btree (merchant_id, environment) INCLUDE (amount_xaf) WHERE (state = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'SENDING'::text, 'UNKNOWN'::text]));
CREATE CONSTRAINT TRIGGER settlements_are_whole AFTER INSERT OR UPDATE ON public.settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prove_settlement();
CREATE TRIGGER settlements_kept BEFORE TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER settlements_late_booked AFTER UPDATE ON public.settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.state = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text])) AND (new.state = 'PAID'::text))) EXECUTE FUNCTION book_late_payment();
CREATE TRIGGER settlements_move BEFORE UPDATE ON public.settlements FOR EACH ROW EXECUTE FUNCTION move_settlement();
CREATE TRIGGER settlements_open_account AFTER INSERT ON public.settlements REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION open_settlement_account();
CREATE TRIGGER settlements_stay BEFORE DELETE ON public.settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table sms_gateway_answers (
  gateway_id uuid not null,
  day date not null,
  answer text not null,
  count bigint not null,
  last_at timestamp with time zone not null,
  constraint sms_gateway_answers_pkey PRIMARY KEY (gateway_id, day, answer),
  constraint sms_gateway_answers_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES sms_gateways(id)
);

create table sms_gateway_messages (
  gateway_id uuid not null,
  message_key bytea not null,
  notice_id uuid not null,
  created_at timestamp with time zone not null,
  constraint sms_gateway_messages_pkey PRIMARY KEY (gateway_id, message_key),
  constraint sms_gateway_messages_message_key_check CHECK ((octet_length(message_key) = 32))
);
CREATE INDEX sms_gateway_messages_recent ON public.sms_gateway_messages USING btree (notice_id);

create table sms_gateway_past_sims (
  collection_number_id uuid not null,
  gateway_id uuid not null,
  device_id text not null,
  sim_slot integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  constraint sms_gateway_past_sims_pkey PRIMARY KEY (gateway_id, device_id, sim_slot, started_at),
  constraint sms_gateway_past_sims_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint sms_gateway_past_sims_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES sms_gateways(id),
  constraint sms_gateway_past_sims_order CHECK ((started_at <= ended_at))
);
CREATE INDEX sms_gateway_past_sims_number ON public.sms_gateway_past_sims USING btree (collection_number_id);

create table sms_gateway_signals (
  gateway_id uuid not null,
  device_id text not null,
  last_seen_at timestamp with time zone not null,
  clock_skew_ms bigint,
  last_received_at timestamp with time zone,
  lag_ms bigint,
  pinged_at timestamp with time zone,
  heard_before timestamp with time zone,
  back_at timestamp with time zone,
  back_again_at timestamp with time zone,
  constraint sms_gateway_signals_pkey PRIMARY KEY (gateway_id, device_id),
  constraint sms_gateway_signals_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES sms_gateways(id),
  constraint sms_gateway_signals_back CHECK (((num_nulls(heard_before, back_at, back_again_at) = ANY (ARRAY[0, 3])) AND COALESCE(((heard_before < back_at) AND (back_at <= back_again_at)), true)))
) with (fillfactor=70);

create table sms_gateway_sims (
  gateway_id uuid not null,
  device_id text not null,
  sim_slot integer not null,
  collection_number_id uuid not null,
  created_at timestamp with time zone not null,
  constraint sms_gateway_sims_pkey PRIMARY KEY (gateway_id, device_id, sim_slot),
  constraint sms_gateway_sims_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint sms_gateway_sims_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES sms_gateways(id),
  constraint sms_gateway_sims_device_id_check CHECK (((char_length(device_id) >= 1) AND (char_length(device_id) <= 200))),
  constraint sms_gateway_sims_sim_slot_check CHECK (((sim_slot >= 0) AND (sim_slot <= 8)))
);
CREATE INDEX sms_gateway_sims_number ON public.sms_gateway_sims USING btree (collection_number_id);

create table sms_gateway_unrouted (
  id uuid not null,
  gateway_id uuid not null,
  reason text not null,
  device_id text not null,
  sim_slot integer,
  sender text,
  body text not null,
  received_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  routed_at timestamp with time zone,
  constraint sms_gateway_unrouted_pkey PRIMARY KEY (id),
  constraint sms_gateway_unrouted_gateway_id_fkey FOREIGN KEY (gateway_id) REFERENCES sms_gateways(id),
  constraint sms_gateway_unrouted_body_check CHECK ((octet_length(body) <= 65536)),
  constraint sms_gateway_unrouted_reason_check CHECK ((reason = ANY (ARRAY['unknown_sim'::text, 'unreadable'::text])))
);
CREATE INDEX sms_gateway_unrouted_waiting ON public.sms_gateway_unrouted USING btree (gateway_id, device_id, id) WHERE (routed_at IS NULL);

create table sms_gateways (
  id uuid not null,
  name text not null,
  adapter text not null,
  environment text not null default 'live'::text,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  config json not null default '{}'::json,
  send_url text,
  send_credentials_sealed bytea,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null,
  constraint sms_gateways_pkey PRIMARY KEY (id),
  constraint sms_gateways_name_key UNIQUE (name),
  constraint sms_gateways_adapter_check CHECK ((adapter = ANY (ARRAY['sms-gate'::text, 'httpsms'::text, 'textbee'::text, 'generic-json'::text, 'generic-form'::text]))),
  constraint sms_gateways_environment_check CHECK ((environment = 'live'::text)),
  constraint sms_gateways_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint sms_gateways_previous_secret CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  constraint sms_gateways_send CHECK (((send_url IS NULL) = (send_credentials_sealed IS NULL))),
  constraint sms_gateways_send_url_check CHECK ((char_length(send_url) <= 2048)),
  constraint sms_gateways_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])))
);

create table sms_templates (
  template_id text not null,
  version integer not null,
  operator text not null,
  kind text not null,
  wording text not null,
  sample text not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  note text not null,
  constraint sms_templates_pkey PRIMARY KEY (template_id, version),
  constraint sms_templates_kind_check CHECK ((kind = ANY (ARRAY['CREDIT'::text, 'CASH_IN'::text, 'DEBIT'::text, 'REVERSAL'::text, 'FEE'::text, 'BALANCE'::text, 'AIRTIME'::text, 'PROMO'::text, 'OTP'::text]))),
  constraint sms_templates_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint sms_templates_template_id_check CHECK ((template_id ~ '^[a-z][a-z0-9-]{2,39}$'::text)),
  constraint sms_templates_version_check CHECK ((version >= 1)),
  constraint sms_templates_wording_check CHECK ((length(wording) <= 1500))
);
CREATE TRIGGER sms_templates_append_only BEFORE DELETE OR UPDATE ON public.sms_templates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sms_templates_kept BEFORE TRUNCATE ON public.sms_templates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table staff (
  account_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  deactivated_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (account_id),
  constraint staff_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'supervisor'::text, 'administrator'::text, 'auditor'::text])))
);
CREATE TRIGGER staff_kept BEFORE TRUNCATE ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_stay BEFORE DELETE ON public.staff FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table staff_actions (
  id uuid not null,
  actor text not null,
  action text not null,
  subject_id text not null,
  note text not null,
  detail json not null default '{}'::json,
  at timestamp with time zone not null,
  account_id uuid,
  constraint staff_actions_pkey PRIMARY KEY (id),
  constraint staff_actions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint staff_actions_action_check CHECK ((action ~ '^[a-z_.]{3,60}$'::text)),
  constraint staff_actions_actor_check CHECK (((char_length(actor) >= 1) AND (char_length(actor) <= 200))),
  constraint staff_actions_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint staff_actions_subject_id_check CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 200)))
);
CREATE INDEX staff_actions_action ON public.staff_actions USING btree (action, at, id);
CREATE INDEX staff_actions_actor ON public.staff_actions USING btree (account_id, at, id) WHERE (account_id IS NOT NULL);
CREATE INDEX staff_actions_name ON public.staff_actions USING btree (lower(actor), at, id);
CREATE INDEX staff_actions_newest ON public.staff_actions USING btree (at, id);
CREATE INDEX staff_actions_subject ON public.staff_actions USING btree (subject_id, at);
CREATE TRIGGER staff_actions_append_only BEFORE DELETE OR UPDATE ON public.staff_actions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_actions_kept BEFORE TRUNCATE ON public.staff_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table staff_alerts (
  id uuid not null,
  environment text not null,
  kind text not null,
  subject text not null,
  notice_id uuid,
  credit_id uuid,
  detail json not null default '{}'::json,
  opened_at timestamp with time zone not null,
  times integer not null default 1,
  last_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  note text,
  constraint staff_alerts_pkey PRIMARY KEY (id),
  constraint staff_alerts_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint staff_alerts_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint staff_alerts_closed CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint staff_alerts_closed_by_check CHECK (((char_length(closed_by) >= 1) AND (char_length(closed_by) <= 200))),
  constraint staff_alerts_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint staff_alerts_kind_check CHECK ((kind = ANY (ARRAY['wording'::text, 'reversal'::text, 'conflicting_notice'::text, 'unlisted_sender'::text, 'statement_stuck'::text, 'settlement_stuck'::text, 'paid_otherwise'::text, 'documents_full'::text, 'notice_stuck'::text, 'statement_unagreed'::text]))),
  constraint staff_alerts_note_check CHECK ((char_length(note) <= 2000)),
  constraint staff_alerts_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 300)))
);
CREATE INDEX staff_alerts_latest ON public.staff_alerts USING btree (kind, subject, last_at);
CREATE UNIQUE INDEX staff_alerts_open ON public.staff_alerts USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX staff_alerts_waiting ON public.staff_alerts USING btree (environment, opened_at, id) WHERE (closed_at IS NULL);
CREATE TRIGGER staff_alerts_kept BEFORE TRUNCATE ON public.staff_alerts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_alerts_stay BEFORE DELETE ON public.staff_alerts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table staff_proposals (
  id uuid not null,
  action text not null,
  subject_id text not null,
  terms json not null,
  amount_xaf integer not null,
  proposed_by text not null,
  note text not null,
  proposed_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  outcome text,
  settled_by text,
  proposed_by_account uuid,
  settled_by_account uuid,
  constraint staff_proposals_pkey PRIMARY KEY (id),
  constraint staff_proposals_proposed_by_account_fkey FOREIGN KEY (proposed_by_account) REFERENCES accounts(id),
  constraint staff_proposals_settled_by_account_fkey FOREIGN KEY (settled_by_account) REFERENCES accounts(id),
  constraint staff_proposals_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint staff_proposals_outcome_check CHECK ((outcome = ANY (ARRAY['AGREED'::text, 'WITHDRAWN'::text]))),
  constraint staff_proposals_proposed_by_check CHECK (((char_length(proposed_by) >= 1) AND (char_length(proposed_by) <= 200))),
  constraint staff_proposals_second_person CHECK (((outcome IS DISTINCT FROM 'AGREED'::text) OR
CASE
    WHEN ((proposed_by_account IS NULL) AND (settled_by_account IS NULL)) THEN (lower(settled_by) <> lower(proposed_by))
    ELSE COALESCE((proposed_by_account <> settled_by_account), false)
END)),
  constraint staff_proposals_settled CHECK ((((settled_at IS NULL) = (outcome IS NULL)) AND ((settled_at IS NULL) = (settled_by IS NULL)))),
  constraint staff_proposals_settled_by_check CHECK (((char_length(settled_by) >= 1) AND (char_length(settled_by) <= 200))),
  constraint staff_proposals_subject CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 200)))
);
CREATE UNIQUE INDEX staff_proposals_open ON public.staff_proposals USING btree (subject_id) WHERE (settled_at IS NULL);
CREATE INDEX staff_proposals_waiting ON public.staff_proposals USING btree (proposed_at, id) WHERE (settled_at IS NULL);
CREATE TRIGGER staff_proposals_kept BEFORE TRUNCATE ON public.staff_proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_proposals_second_person BEFORE UPDATE ON public.staff_proposals FOR EACH ROW EXECUTE FUNCTION hold_second_person();
CREATE TRIGGER staff_proposals_stay BEFORE DELETE ON public.staff_proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table staff_tokens (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  token_hash bytea not null,
  last4 text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint staff_tokens_pkey PRIMARY KEY (id),
  constraint staff_tokens_token_hash_key UNIQUE (token_hash),
  constraint staff_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES staff(account_id),
  constraint staff_tokens_check CHECK ((expires_at > created_at)),
  constraint staff_tokens_last4_check CHECK ((char_length(last4) = 4)),
  constraint staff_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint staff_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX staff_tokens_account ON public.staff_tokens USING btree (account_id, id);
CREATE TRIGGER staff_tokens_kept BEFORE TRUNCATE ON public.staff_tokens FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_tokens_stay BEFORE DELETE ON public.staff_tokens FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table statement_findings (
  statement_id uuid not null,
  ordinal integer not null,
  finding text not null,
  differs_in text,
  step_id uuid,
  notice_id uuid,
  constraint statement_findings_pkey PRIMARY KEY (statement_id, ordinal),
  constraint statement_findings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id),
  constraint statement_findings_statement_id_ordinal_fkey FOREIGN KEY (statement_id, ordinal) REFERENCES statement_rows(statement_id, ordinal),
  constraint statement_findings_differ CHECK (((finding = 'DIFFERS'::text) = (differs_in IS NOT NULL))),
  constraint statement_findings_differs_in_check CHECK ((differs_in = ANY (ARRAY['amount'::text, 'balance'::text, 'number'::text, 'payer'::text, 'status'::text]))),
  constraint statement_findings_finding_check CHECK ((finding = ANY (ARRAY['NOTHING'::text, 'SAME'::text, 'NEW'::text, 'DIFFERS'::text])))
);
CREATE INDEX statement_findings_shown ON public.statement_findings USING btree (statement_id, ordinal) WHERE (finding = ANY (ARRAY['NEW'::text, 'DIFFERS'::text]));
CREATE INDEX statement_findings_step ON public.statement_findings USING btree (step_id) WHERE (step_id IS NOT NULL);
CREATE TRIGGER statement_findings_kept BEFORE TRUNCATE ON public.statement_findings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_findings_stay BEFORE DELETE ON public.statement_findings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table statement_profile_confirmations (
  profile_id text not null,
  profile_version integer not null,
  confirmed_at timestamp with time zone not null,
  confirmed_by text not null,
  constraint statement_profile_confirmations_pkey PRIMARY KEY (profile_id, profile_version)
);

create table statement_rows (
  statement_id uuid not null,
  ordinal integer not null,
  line integer not null,
  cells json not null,
  operator_transaction_id text not null,
  completed_at timestamp with time zone not null,
  is_completed boolean not null,
  moved_xaf bigint not null,
  fee_xaf bigint not null,
  after_xaf bigint,
  party text,
  linked_transaction_id text,
  constraint statement_rows_pkey PRIMARY KEY (statement_id, ordinal),
  constraint statement_rows_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);
CREATE INDEX statement_rows_by_id ON public.statement_rows USING btree (operator_transaction_id, statement_id) WHERE is_completed;
CREATE INDEX statement_rows_failed ON public.statement_rows USING btree (operator_transaction_id) WHERE (NOT is_completed);
CREATE INDEX statement_rows_linked ON public.statement_rows USING btree (linked_transaction_id) WHERE (linked_transaction_id IS NOT NULL);
CREATE TRIGGER statement_rows_append_only BEFORE DELETE OR UPDATE ON public.statement_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_rows_keep AFTER INSERT ON public.statement_rows REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_statement_rows();
CREATE TRIGGER statement_rows_kept BEFORE TRUNCATE ON public.statement_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table statements (
  id uuid not null,
  collection_number_id uuid not null,
  sha256 text not null,
  file_name text not null,
  profile_id text not null,
  profile_version integer not null,
  account text,
  covers_from timestamp with time zone not null,
  covers_until timestamp with time zone not null,
  is_newest_first boolean not null,
  opening_xaf bigint,
  closing_xaf bigint,
  follows_id uuid,
  rows_count integer not null,
  kept_rows integer not null default 0,
  compared_rows integer not null default 0,
  state text not null default 'IMPORTING'::text,
  imported_by text not null,
  imported_at timestamp with time zone not null,
  agreed_at timestamp with time zone,
  settled_at timestamp with time zone,
  checked_at timestamp with time zone,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  refused_at timestamp with time zone,
  refused_by text,
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint statements_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES statements(id),
  constraint statements_agreed CHECK ((((state = ANY (ARRAY['AGREED'::text, 'SETTLED'::text])) = (agreed_at IS NOT NULL)) AND ((state <> 'AGREED'::text) OR (compared_rows = rows_count)))),
  constraint statements_compared CHECK (((compared_rows >= 0) AND (compared_rows <= kept_rows))),
  constraint statements_kept CHECK ((((kept_rows >= 0) AND (kept_rows <= rows_count)) AND ((state = ANY (ARRAY['IMPORTING'::text, 'REFUSED'::text])) OR (kept_rows = rows_count)))),
  constraint statements_refused CHECK ((((state = 'REFUSED'::text) = (refused_at IS NOT NULL)) AND ((state = 'REFUSED'::text) = (refused_by IS NOT NULL)))),
  constraint statements_retry CHECK (((failures = 0) = (retry_at IS NULL))),
  constraint statements_rows_count_check CHECK ((rows_count > 0)),
  constraint statements_settled CHECK (((state = 'SETTLED'::text) = (settled_at IS NOT NULL))),
  constraint statements_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint statements_span CHECK ((covers_from <= covers_until)),
  constraint statements_state_check CHECK ((state = ANY (ARRAY['IMPORTING'::text, 'KEPT'::text, 'AGREED'::text, 'SETTLED'::text, 'REFUSED'::text])))
);
CREATE UNIQUE INDEX statements_file ON public.statements USING btree (sha256) WHERE (state <> 'REFUSED'::text);
CREATE INDEX statements_of_number ON public.statements USING btree (collection_number_id, covers_until DESC);
CREATE INDEX statements_open ON public.statements USING btree (imported_at) WHERE ((state = ANY (ARRAY['IMPORTING'::text, 'KEPT'::text, 'AGREED'::text])) OR (checked_at IS NULL));
CREATE TRIGGER statements_keep_refused BEFORE UPDATE ON public.statements FOR EACH ROW WHEN (((old.state = 'REFUSED'::text) OR (new.state = 'REFUSED'::text))) EXECUTE FUNCTION keep_refused_statements();
CREATE TRIGGER statements_kept BEFORE TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statements_stay BEFORE DELETE ON public.statements FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table template_confirmations (
  template_id text not null,
  template_version integer not null,
  confirmed_at timestamp with time zone not null,
  confirmed_by text not null,
  constraint template_confirmations_pkey PRIMARY KEY (template_id, template_version)
);
CREATE TRIGGER template_confirmations_carry AFTER INSERT ON public.template_confirmations FOR EACH ROW WHEN (((new.template_id = 'airtel-credit'::text) AND (new.template_version = 1))) EXECUTE FUNCTION carry_airtel_credit();
CREATE TRIGGER template_confirmations_carry_back AFTER DELETE ON public.template_confirmations FOR EACH ROW WHEN (((old.template_id = 'airtel-credit'::text) AND (old.template_version = ANY (ARRAY[1, 2])))) EXECUTE FUNCTION carry_airtel_credit();

create table totp_factors (
  account_id uuid not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  constraint totp_factors_pkey PRIMARY KEY (account_id),
  constraint totp_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

create table transaction_count_deltas (
  id bigint not null generated as identity,
  merchant_id uuid not null,
  environment text not null,
  hour timestamp with time zone not null,
  operator text not null,
  status text not null,
  delta integer not null,
  constraint transaction_count_deltas_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX transaction_count_deltas_owner ON public.transaction_count_deltas USING btree (merchant_id, environment);

create table transaction_counts (
  merchant_id uuid not null,
  environment text not null,
  period text not null,
  starts_at timestamp with time zone not null,
  operator text not null,
  status text not null,
  count bigint not null,
  constraint transaction_counts_pkey PRIMARY KEY (merchant_id, environment, period, starts_at, operator, status) INCLUDE (count),
  constraint transaction_counts_period_check CHECK ((period = ANY (ARRAY['month'::text, 'day'::text, 'hour'::text])))
) with (fillfactor=70);

create table transaction_identities (
  environment text not null,
  scope_id uuid not null,
  operator text not null,
  operator_transaction_id text not null,
  step_id uuid not null,
  constraint credit_identities_pkey PRIMARY KEY (operator_transaction_id, operator, environment, scope_id)
);
CREATE INDEX transaction_identities_step ON public.transaction_identities USING btree (step_id);
CREATE TRIGGER transaction_identities_kept BEFORE TRUNCATE ON public.transaction_identities FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transaction_identities_stay BEFORE DELETE ON public.transaction_identities FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table transaction_proofs (
  id uuid not null,
  transaction_id uuid not null,
  kind text not null,
  source text not null,
  detail json not null,
  reason text,
  outcome text not null,
  happened_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint transaction_proofs_pkey PRIMARY KEY (id),
  constraint transaction_proofs_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint transaction_proofs_kind_check CHECK ((kind = ANY (ARRAY['success'::text, 'failed'::text, 'refunded'::text]))),
  constraint transaction_proofs_outcome_check CHECK ((outcome = ANY (ARRAY['concluded'::text, 'already'::text, 'late'::text, 'refused'::text, 'doubtful'::text]))),
  constraint transaction_proofs_source_check CHECK ((source = ANY (ARRAY['rail'::text, 'credit'::text, 'staff'::text])))
);
CREATE INDEX transaction_proofs_transaction ON public.transaction_proofs USING btree (transaction_id);
CREATE TRIGGER transaction_proofs_append_only BEFORE DELETE OR UPDATE ON public.transaction_proofs FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transaction_proofs_kept BEFORE TRUNCATE ON public.transaction_proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transaction_reviews (
  id uuid not null,
  transaction_id uuid not null,
  kind text not null,
  proof_id uuid not null,
  credit_id uuid,
  state text not null default 'OPEN'::text,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  note text,
  reason text,
  environment text not null,
  constraint transaction_reviews_pkey PRIMARY KEY (id),
  constraint transaction_reviews_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES credits(id),
  constraint transaction_reviews_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES transaction_proofs(id),
  constraint transaction_reviews_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint transaction_reviews_closed CHECK ((((state = 'OPEN'::text) = (closed_at IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint transaction_reviews_environment CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint transaction_reviews_kind_check CHECK ((kind = ANY (ARRAY['late'::text, 'after_failure'::text, 'doubtful'::text]))),
  constraint transaction_reviews_reason CHECK (((kind = 'doubtful'::text) = (reason IS NOT NULL))),
  constraint transaction_reviews_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'REJECTED'::text])))
);
CREATE INDEX transaction_reviews_credit ON public.transaction_reviews USING btree (credit_id) WHERE ((state = 'OPEN'::text) AND (credit_id IS NOT NULL));
CREATE UNIQUE INDEX transaction_reviews_once ON public.transaction_reviews USING btree (transaction_id) WHERE (state = 'OPEN'::text);
CREATE INDEX transaction_reviews_open ON public.transaction_reviews USING btree (environment, opened_at, id) WHERE (state = 'OPEN'::text);
CREATE INDEX transaction_reviews_transaction ON public.transaction_reviews USING btree (transaction_id);
CREATE TRIGGER transaction_reviews_environment BEFORE INSERT ON public.transaction_reviews FOR EACH ROW EXECUTE FUNCTION environment_of_transaction();
CREATE TRIGGER transaction_reviews_kept BEFORE TRUNCATE ON public.transaction_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transaction_reviews_stay BEFORE DELETE ON public.transaction_reviews FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table transactions (
  id uuid not null,
  merchant_id uuid not null,
  environment text not null,
  reference text not null,
  internal_ref text not null,
  amount_xaf integer not null,
  operator text not null,
  phone_number text not null,
  description text,
  rail text not null,
  status text not null default 'PENDING'::text,
  event_sequence integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  collection_number_id uuid,
  assigned_collection_number text,
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_internal_ref UNIQUE (internal_ref),
  constraint transactions_reference UNIQUE (merchant_id, environment, reference),
  constraint transactions_collection_number_id_fkey FOREIGN KEY (collection_number_id) REFERENCES collection_numbers(id),
  constraint transactions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint transactions_amount_xaf_check CHECK (((amount_xaf >= 1) AND (amount_xaf <= 1000000000))),
  constraint transactions_collection_number CHECK (((collection_number_id IS NULL) = (assigned_collection_number IS NULL))),
  constraint transactions_confirmed_at CHECK (((status = ANY (ARRAY['SUCCESS'::text, 'REFUNDED'::text])) = (confirmed_at IS NOT NULL))),
  constraint transactions_description_check CHECK ((char_length(description) <= 255)),
  constraint transactions_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint transactions_expire_after_creation CHECK ((expires_at > created_at)),
  constraint transactions_internal_ref_check CHECK ((internal_ref ~ '^TX[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$'::text)),
  constraint transactions_operator_check CHECK ((operator = ANY (ARRAY['AIRTEL'::text, 'MOOV'::text]))),
  constraint transactions_phone_number_check CHECK ((phone_number ~ '^\+235[0-9]{8}$'::text)),
  constraint transactions_rail_check CHECK ((rail = ANY (ARRAY['sandbox'::text, 'manual-sms'::text, 'airtel-open-api'::text]))),
  constraint transactions_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'WAITING_SMS'::text, 'SUCCESS'::text, 'FAILED'::text, 'TIMEOUT'::text, 'REFUNDED'::text])))
) with (fillfactor=80);
CREATE INDEX transactions_asks ON public.transactions USING btree (phone_number, created_at) WHERE (environment = 'live'::text);
CREATE INDEX transactions_expected ON public.transactions USING btree (phone_number, amount_xaf, expires_at) WHERE (status = 'TIMEOUT'::text);
CREATE INDEX transactions_filtered ON public.transactions USING btree (merchant_id, environment, operator, status, created_at, id);
CREATE INDEX transactions_lapsed ON public.transactions USING btree (collection_number_id, amount_xaf, expires_at, updated_at) WHERE ((status = 'TIMEOUT'::text) AND (collection_number_id IS NOT NULL));
CREATE INDEX transactions_newest ON public.transactions USING btree (merchant_id, environment, created_at, id);
CREATE INDEX transactions_open ON public.transactions USING btree (expires_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'WAITING_SMS'::text]));
CREATE INDEX transactions_paid ON public.transactions USING btree (merchant_id, operator, confirmed_at) WHERE ((environment = 'live'::text) AND (status = 'SUCCESS'::text) AND (collection_number_id IS NOT NULL));
CREATE INDEX transactions_payer ON public.transactions USING btree (merchant_id, environment, phone_number, created_at, id) INCLUDE (operator, status);
CREATE INDEX transactions_spent ON public.transactions USING btree (collection_number_id, amount_xaf, expires_at, updated_at) WHERE ((status = ANY (ARRAY['SUCCESS'::text, 'REFUNDED'::text, 'FAILED'::text])) AND (environment = 'live'::text) AND (collection_number_id IS NOT NULL));
CREATE TRIGGER transaction_transition BEFORE UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION transaction_transition();
CREATE TRIGGER transactions_count_dropped AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION count_dropped_transactions();
CREATE TRIGGER transactions_count_dropped_payments AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION count_dropped_payments();
CREATE TRIGGER transactions_count_moved AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_moved_transactions();
CREATE TRIGGER transactions_count_moved_payments AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_transaction_payments();
CREATE TRIGGER transactions_count_new AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_new_transactions();
CREATE TRIGGER transactions_count_new_payments AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_transaction_payments();
CREATE TRIGGER transactions_kept BEFORE TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transactions_stay BEFORE DELETE ON public.transactions FOR EACH ROW EXECUTE FUNCTION keep_transaction();

create table try_limits (
  bucket text not null,
  interval_ms integer not null,
  burst integer not null,
  asked_at timestamp with time zone not null,
  free_at timestamp with time zone not null,
  constraint try_limits_pkey PRIMARY KEY (bucket),
  constraint try_limits_bucket_check CHECK (((char_length(bucket) >= 1) AND (char_length(bucket) <= 400))),
  constraint try_limits_burst_check CHECK ((burst > 0)),
  constraint try_limits_interval_ms_check CHECK ((interval_ms > 0))
);
CREATE INDEX try_limits_free ON public.try_limits USING btree (free_at);

create table unsettled_transfers (
  account_id integer not null,
  occurred_at timestamp with time zone not null,
  cause_id uuid not null,
  cause text not null,
  amount_xaf bigint not null,
  turn smallint not null default 0,
  constraint unsettled_transfers_pkey PRIMARY KEY (account_id, occurred_at, cause_id, cause),
  constraint unsettled_transfers_turn_check CHECK ((turn >= 0))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

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
  delivered_before timestamp with time zone,
  brought_back boolean not null default false,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_once UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_dead_has_reason CHECK (((state = 'DEAD'::text) = (dead_reason IS NOT NULL))),
  constraint webhook_deliveries_dead_reason_check CHECK ((dead_reason = ANY (ARRAY['attempts_exhausted'::text, 'endpoint_removed'::text, 'held_too_long'::text]))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'HELD'::text, 'DEAD'::text])))
) with (fillfactor=50);
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
  given_up_since timestamp with time zone,
  given_up_after uuid,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint webhook_endpoints_description_check CHECK ((char_length(description) <= 255)),
  constraint webhook_endpoints_disabled CHECK ((((status = 'disabled'::text) = (disabled_at IS NOT NULL)) AND ((disabled_at IS NULL) = (disabled_reason IS NULL)))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failing'::text, 'merchant'::text]))),
  constraint webhook_endpoints_environment_check CHECK ((environment = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_endpoints_given_up CHECK (((given_up_after IS NULL) OR (given_up_since IS NOT NULL))),
  constraint webhook_endpoints_previous_secret CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'degraded'::text, 'disabled'::text]))),
  constraint webhook_endpoints_url_check CHECK ((char_length(url) <= 2048))
) with (fillfactor=80);
CREATE INDEX webhook_endpoints_disabled ON public.webhook_endpoints USING btree (disabled_at) WHERE (status = 'disabled'::text);
CREATE INDEX webhook_endpoints_given_up ON public.webhook_endpoints USING btree (given_up_since) WHERE ((given_up_since IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX webhook_endpoints_owner ON public.webhook_endpoints USING btree (merchant_id, environment) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_endpoints_rotated ON public.webhook_endpoints USING btree (previous_secret_until) WHERE (previous_secret_until IS NOT NULL);
CREATE INDEX webhook_endpoints_trouble ON public.webhook_endpoints USING btree (id) WHERE ((status <> 'enabled'::text) AND (deleted_at IS NULL));

create view payment_count_changes as
 SELECT d.id,
    d.merchant_id,
    d.environment,
    c.day,
    d.kind,
    d.operator,
    c.status,
    (c.sign * d.count) AS count,
    (c.sign * d.amount_xaf) AS amount_xaf
   FROM (payment_count_deltas d
     CROSS JOIN LATERAL ( VALUES (d.day,d.to_status,1), (d.day,d.from_status,'-1'::integer), (d.collected_on,'COLLECTED'::text,
                CASE d.to_status
                    WHEN 'SUCCESS'::text THEN 1
                    ELSE '-1'::integer
                END)) c(day, status, sign))
  WHERE ((c.day IS NOT NULL) AND (c.status IS NOT NULL));

CREATE OR REPLACE FUNCTION public.account_balance(account integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT ((( SELECT COALESCE(sum((d.credit_xaf - d.debit_xaf)), (0)::numeric) AS "coalesce"
            FROM ledger_days d
           WHERE (d.account_id = account_balance.account)) + ( SELECT COALESCE(sum((d.credit_xaf - d.debit_xaf)), (0)::numeric) AS "coalesce"
            FROM ledger_day_deltas d
           WHERE (d.account_id = account_balance.account))))::bigint AS int8;
END;

CREATE OR REPLACE FUNCTION public.book_float()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  missing bigint;
  strays bigint;
begin
  with moved as (
    select m.account_id, m.environment, sum(m.moved_xaf) as moved_xaf
    from (
      select debit_account_id as account_id, environment, amount_xaf as moved_xaf from fresh
      union all select credit_account_id, environment, -amount_xaf from fresh) m
    group by m.account_id, m.environment
  ), named as materialized (
    select m.moved_xaf, a.id, case when a.kind = 'FLOAT' and a.environment = 'live' then a.owner_id end as float_of
    from moved m
    left join lateral (
      select * from ledger_accounts x where x.id = m.account_id and x.environment = m.environment limit 1) a on true
  ), floats as (
    select float_of as owner_id, moved_xaf from named where float_of is not null
  ), booked as (
    update books b set float_xaf = b.float_xaf + f.moved_xaf
    from floats f where b.collection_number_id = f.owner_id
    returning b.collection_number_id
  )
  select (select count(*) from named where id is null), (select count(*) from floats) - (select count(*) from booked)
  into missing, strays;
  if missing > 0 then
    raise exception 'a transfer names an account that is not there, or not in its environment'
      using errcode = 'foreign_key_violation';
  end if;
  if strays > 0 then
    raise exception 'a live number without a book was booked' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.book_late_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_transfers l join ledger_accounts d on d.id = l.debit_account_id
    where l.cause_id = new.id and l.cause = 'SETTLEMENT_PAID_LATE' and l.amount_xaf = new.amount_xaf
      and l.credit_account_id = new.from_account_id and d.kind = 'PAYABLE' and d.owner_id = new.merchant_id) then
    raise exception 'settlement % was paid after all, and its merchant still has its sum', new.id
      using errcode = 'check_violation', constraint = 'settlement_late_is_booked', table = 'settlements';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.book_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_transfers l join ledger_accounts c on c.id = l.credit_account_id
      join settlements s on s.id = l.cause_id
    where l.cause_id = new.settlement_id and l.cause = 'SETTLEMENT_SENT_BACK' and l.amount_xaf = new.amount_xaf
      and l.debit_account_id = s.from_account_id and c.kind = 'PAYABLE' and c.owner_id = s.merchant_id) then
    raise exception 'settlement % came back, and its merchant does not have it', new.settlement_id
      using errcode = 'check_violation', constraint = 'settlement_returned_is_booked', table = 'settlement_proofs';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.carry_airtel_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
      values (new.template_id, 2, new.confirmed_at, new.confirmed_by) on conflict do nothing;
  else
    delete from template_confirmations c
      where c.template_id = old.template_id and c.template_version = 3 - old.template_version
        and c.confirmed_at = old.confirmed_at and c.confirmed_by = old.confirmed_by;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_dropped_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into payment_count_deltas
      (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
    select merchant_id, environment, 'transaction', operator, local_day(created_at), status,
      case status when 'SUCCESS' then local_day(confirmed_at) end as collected_on, -count(*), -sum(amount_xaf)
    from stale group by 1, 2, 4, 5, 6, 7;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_dropped_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, -count(*)
    from stale group by 1, 2, 3, 4, 5;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_moved_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, sum(delta)
    from (
      select merchant_id, environment, created_at, operator, status, 1 as delta from fresh
      union all
      select merchant_id, environment, created_at, operator, status, -1 from stale) moved
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_new_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into transaction_count_deltas (merchant_id, environment, hour, operator, status, delta)
    select merchant_id, environment, date_trunc('hour', created_at, 'UTC'), operator, status, count(*)
    from fresh group by 1, 2, 3, 4, 5;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_payment_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'session', operator, local_day(created_at), status,
        case status when 'SUCCESS' then local_day(closed_at) end as collected_on, count(*), sum(amount_xaf)
      from fresh group by 1, 2, 4, 5, 6, 7;
  else
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, from_status, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'session', operator, local_day(created_at), was, becomes,
        local_day(collected_at) as collected_on, count(*), sum(amount_xaf)
      from (
        select id, merchant_id, environment, operator, created_at, amount_xaf, max(was) as was, max(becomes) as becomes,
          max(closed_at) filter (where 'SUCCESS' in (was, becomes)) as collected_at
        from (
          select id, merchant_id, environment, operator, created_at, amount_xaf, closed_at, null as was, status as becomes
            from fresh
          union all
          select id, merchant_id, environment, operator, created_at, amount_xaf, closed_at, status, null from stale) b
        group by 1, 2, 3, 4, 5, 6) m
      where was <> becomes
      group by 1, 2, 4, 5, 6, 7, 8;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_refunded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into refunded_payments (payment_id, paid_xaf)
      select distinct f.payment_id, coalesce(s.amount_xaf, t.amount_xaf)
      from fresh f
      left join payment_sessions s on s.id = f.payment_session_id
      left join transactions t on t.id = f.transaction_id
      order by 1
      on conflict do nothing;
    update refunded_payments p set refunded_xaf = p.refunded_xaf + f.amount_xaf
      from (select payment_id, sum(amount_xaf) as amount_xaf from fresh where state <> 'FAILED' group by 1) f
      where p.payment_id = f.payment_id;
  else
    update refunded_payments p set refunded_xaf = p.refunded_xaf - f.amount_xaf
      from (select n.payment_id, sum(n.amount_xaf) as amount_xaf
        from fresh n join stale o on o.id = n.id where n.state = 'FAILED' and o.state <> 'FAILED' group by 1) f
      where p.payment_id = f.payment_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_transaction_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'transaction', operator, local_day(created_at), status,
        case status when 'SUCCESS' then local_day(confirmed_at) end as collected_on, count(*), sum(amount_xaf)
      from fresh group by 1, 2, 4, 5, 6, 7;
  else
    insert into payment_count_deltas
        (merchant_id, environment, kind, operator, day, from_status, to_status, collected_on, count, amount_xaf)
      select merchant_id, environment, 'transaction', operator, local_day(created_at), was, becomes,
        local_day(collected_at) as collected_on, count(*), sum(amount_xaf)
      from (
        select id, merchant_id, environment, operator, created_at, amount_xaf, max(was) as was, max(becomes) as becomes,
          max(confirmed_at) filter (where 'SUCCESS' in (was, becomes)) as collected_at
        from (
          select id, merchant_id, environment, operator, created_at, amount_xaf, confirmed_at, null as was,
              status as becomes
            from fresh
          union all
          select id, merchant_id, environment, operator, created_at, amount_xaf, confirmed_at, status, null from stale) b
        group by 1, 2, 3, 4, 5, 6) m
      where was <> becomes
      group by 1, 2, 4, 5, 6, 7, 8;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.empty_request_log(for_day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET lock_timeout TO '2s'
AS $function$
declare
  slot constant smallint := (for_day - date '2000-01-01') % 16;
begin
  insert into request_log_days (day_slot, day) values (slot, for_day)
  on conflict (day_slot) do update set day = excluded.day where request_log_days.day < excluded.day;
  if not found then
    return false;
  end if;
  execute format('truncate request_log_%s', slot);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.environment_of_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.environment := (select environment from transactions where id = new.transaction_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.freeze_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (select distinct settlement_id from fresh) f
    left join settlements s on s.id = f.settlement_id
      and s.xmin = pg_current_xact_id()::xid and s.state = 'DRAFT'
    where s.id is null) then
    raise exception 'the transfers of a settlement are frozen' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.give_sets_back(settlements uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf, turn)  WITH RECURSIVE given AS (
                  SELECT t.settlement_id,
                     t.line,
                     t.account_id,
                     t.cause_id,
                     t.cause,
                     t.amount_xaf,
                     t.occurred_at,
                     t.turn
                    FROM settlement_transfers t
                   WHERE (t.settlement_id = ANY (give_sets_back.settlements))
                 UNION ALL
                  SELECT t.settlement_id,
                     t.line,
                     t.account_id,
                     t.cause_id,
                     t.cause,
                     t.amount_xaf,
                     t.occurred_at,
                     t.turn
                    FROM (given g_1
                      JOIN settlement_transfers t ON ((t.settlement_id = g_1.cause_id)))
                   WHERE gives_set_back(g_1.cause, g_1.cause_id)
                 )
          SELECT g.account_id,
             g.occurred_at,
             g.cause_id,
             g.cause,
             g.amount_xaf,
             (g.turn + 1)
            FROM given g
           WHERE (NOT gives_set_back(g.cause, g.cause_id));
END;

CREATE OR REPLACE FUNCTION public.gives_set_back(cause text, settlement uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((cause = 'SETTLEMENT_RETURNED'::text) OR ((cause = 'SETTLEMENT_SENT_BACK'::text) AND (NOT (EXISTS (SELECT FROM ledger_transfers l WHERE ((l.cause_id = gives_set_back.settlement) AND (l.cause = 'SETTLEMENT_RETURNED'::text)))))));

CREATE OR REPLACE FUNCTION public.go_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken uuid;
begin
  select n.collection_number_id into broken
  from fresh n left join books b using (collection_number_id) where b.collection_number_id is null limit 1;
  if broken is not null then
    raise exception 'number % has no book for its step', broken using errcode = 'foreign_key_violation';
  end if;
  select s.collection_number_id into broken
  from (
    select n.collection_number_id, n.ordinal, n.before_xaf, n.kind,
      coalesce(lag(n.ordinal) over w, b.last_ordinal) as last_ordinal,
      coalesce(lag(n.after_xaf) over w, b.tip_xaf) as tip_xaf
    from fresh n join books b using (collection_number_id)
    where n.ordinal is not null
    window w as (partition by n.collection_number_id order by n.ordinal)) s
  where s.ordinal <> s.last_ordinal + 1 or (s.kind = 'OPENING') <> (s.tip_xaf is null)
    or s.before_xaf <> coalesce(s.tip_xaf, s.before_xaf)
  limit 1;
  if broken is not null then
    raise exception 'a step of number % does not go on from its tip', broken using errcode = 'restrict_violation';
  end if;
  update books b
  set tip_xaf = l.after_xaf, last_ordinal = l.ordinal, opening_xaf = coalesce(b.opening_xaf, l.after_xaf - b.float_xaf)
  from (
    select distinct on (collection_number_id) collection_number_id, ordinal, after_xaf
    from fresh where ordinal is not null order by collection_number_id, ordinal desc) l
  where b.collection_number_id = l.collection_number_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.handed_out(one uuid)
 RETURNS TABLE(account_id integer, taken_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select l.id, a.at
  from settlements s
  join payout_accounts p on p.id = s.payout_account_id
  join staff_actions a on a.action in ('settlement.order', 'file.take') and a.at >= s.created_at
  cross join lateral (values ('references'), ('listed')) f (called)
  cross join lateral (
    select case json_typeof(a.detail -> f.called) when 'array' then a.detail -> f.called else '[]'::json end as names) n
  left join bank_accounts b on p.kind = 'bank' and case f.called
    when 'references' then b.name = a.detail ->> 'bank' else (select count(*) from bank_accounts) = 1 end
  join ledger_accounts l on l.environment = s.environment and case p.kind
    when 'bank' then l.kind = 'BANK' and l.owner_id = b.id
    else f.called = 'listed' and l.kind = 'WALLET_' || p.operator and l.owner_id = '00000000-0000-0000-0000-000000000000' end
  where s.id = one and s.environment = 'live'
    and exists (select from json_array_elements_text(n.names) r (reference) where r.reference = s.reference)
  order by a.at desc, a.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.hold_second_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.action, new.subject_id, new.terms::text, new.amount_xaf, new.proposed_by, new.proposed_by_account, new.proposed_at)
    is distinct from
    (old.action, old.subject_id, old.terms::text, old.amount_xaf, old.proposed_by, old.proposed_by_account, old.proposed_at)
    or old.settled_at is not null then
    raise exception 'a proposal is settled once and never edited' using errcode = 'restrict_violation';
  end if;
  if new.outcome = 'AGREED' and new.settled_by_account is not null then
    perform from staff where account_id in (new.proposed_by_account, new.settled_by_account)
      order by account_id for share;
    if (select count(*) from staff where account_id in (new.proposed_by_account, new.settled_by_account)
        and deactivated_at is null) <> 2 then
      raise exception 'two accounts that are on the staff must agree' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  owed integer[];
  taken integer[];
  short record;
begin
  -- Each account of the set is here once for each day, and is looked up among the PAYABLEs once.
  with added as (
    insert into ledger_day_deltas (account_id, day, debit_xaf, credit_xaf, transfers)
    select account_id, day, sum(debit_xaf), sum(credit_xaf), count(*)
    from (
      select debit_account_id as account_id, local_day(occurred_at) as day, amount_xaf as debit_xaf,
        0::bigint as credit_xaf from fresh
      union all select credit_account_id, local_day(occurred_at), 0, amount_xaf from fresh) m
    group by 1, 2
    returning account_id)
  select array_agg(p.account_id) into owed
  from (select distinct account_id from added) a
  cross join lateral (select p.account_id from payables p where p.account_id = a.account_id limit 1) p;
  insert into unsettled_transfers (account_id, occurred_at, cause_id, cause, amount_xaf)
    select m.account_id, m.occurred_at, m.cause_id, m.cause, m.amount_xaf
    from (
      select debit_account_id as account_id, occurred_at, cause_id, cause, -amount_xaf as amount_xaf
        from fresh where cause <> 'SETTLEMENT_RESERVED'
      union all select credit_account_id, occurred_at, cause_id, cause, amount_xaf
        -- The cause first: each payment comes by here, and the function looks further.
        from fresh where not (cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK') and gives_set_back(cause, cause_id))) m
    -- "is true" has them looked up in a hash: no plan compares each transfer with each account.
    where (m.account_id in (select unnest(owed))) is true;
  if exists (select from fresh where cause in ('SETTLEMENT_RETURNED', 'SETTLEMENT_SENT_BACK')) then
    perform give_sets_back(array(select cause_id from fresh where gives_set_back(cause, cause_id)));
  end if;
  if exists (select from fresh where corrects_cause is not null) and exists (
    select from fresh f
    left join ledger_transfers t on t.cause_id = f.corrects_cause_id and t.cause = f.corrects_cause
      and t.environment = f.environment and (t.cause_id, t.cause) <> (f.cause_id, f.cause)
    where f.corrects_cause is not null and t.cause_id is null) then
    raise exception 'a correction names a transfer that is not there' using errcode = 'foreign_key_violation';
  end if;
  -- A payment's fees come with what covers them. Whatever else leaves a PAYABLE does so one after the other.
  select array_agg(distinct f.debit_account_id) into taken
  from fresh f
  where f.cause not in ('SESSION_FEE', 'SESSION_TAX', 'TRANSACTION_FEE', 'TRANSACTION_TAX')
    and (f.debit_account_id in (select unnest(owed))) is true;
  if taken is null then
    return null;
  end if;
  -- What is read under the lock must be newer than the lock.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'money leaves a PAYABLE in a transaction that does not see what others have taken'
      using errcode = 'invalid_transaction_state';
  end if;
  perform from payables where account_id = any (taken) order by account_id for update;
  -- What an operator has moved already (a refund that it reports) is booked whatever it leaves.
  select f.debit_account_id, payable_balance(f.debit_account_id) as balance_xaf into short
  from (
    select distinct debit_account_id from fresh
    where cause in ('REFUND_RESERVED', 'SETTLEMENT_RESERVED', 'RESERVE_KEPT', 'CORRECTION') and debit_account_id = any (taken)) f
  where payable_balance(f.debit_account_id) < 0 limit 1;
  if found then
    raise exception 'account % does not cover what is taken out of it: % XAF are missing', short.debit_account_id,
      -short.balance_xaf using errcode = 'check_violation', constraint = 'payable_covers', table = 'ledger_transfers';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_custodian()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_accounts a where a.id = new.account_id and a.environment = 'live'
      and a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV', 'SWEPT', 'BANK')) then
    raise exception 'account % is neither a wallet nor a bank account', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  mark record;
  standing bigint;
begin
  perform from credits where id = new.corrects_cause_id for no key update;
  select debit_account_id, credit_account_id, amount_xaf into mark from ledger_transfers
    where cause_id = new.corrects_cause_id and cause = new.corrects_cause;
  if (case new.cause when 'CREDIT_UNMARKED' then (mark.credit_account_id, mark.debit_account_id)
      else (mark.debit_account_id, mark.credit_account_id) end, mark.amount_xaf)
    is distinct from ((new.debit_account_id, new.credit_account_id), new.amount_xaf) then
    raise exception 'entry % of credit % is not of what was marked', new.cause, new.corrects_cause_id
      using errcode = 'check_violation';
  end if;
  select 1 + coalesce(sum(case cause when 'CREDIT_UNMARKED' then -1 else 1 end), 0) into standing from ledger_transfers
    where corrects_cause_id = new.corrects_cause_id and corrects_cause = new.corrects_cause
      and cause in ('CREDIT_UNMARKED', 'CREDIT_MARKED_AGAIN');
  if standing <> (case new.cause when 'CREDIT_UNMARKED' then 0 else 1 end) then
    raise exception 'credit % is marked % times', new.corrects_cause_id, standing using errcode = 'check_violation';
  end if;
  if new.cause = 'CREDIT_UNMARKED' and exists (
    select from announced_debits where cause_id = new.corrects_cause_id and kind = 'refund') then
    raise exception 'credit % has been sent back, or is still announced', new.corrects_cause_id
      using errcode = 'check_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_refused_statements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'REFUSED' or (new.state = 'REFUSED' and old.state not in ('IMPORTING', 'KEPT')) then
    raise exception 'a statement that is refused stays so, and one that counts is not refused' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_statement_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select distinct statement_id from fresh) f join statements s on s.id = f.statement_id
    where s.state <> 'IMPORTING') then
    raise exception 'a row was added to a statement that is complete' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.xmin <> pg_current_xact_id()::xid then
    raise exception 'a transaction is never deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.kyc_document_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  owner_id uuid := case when tg_op = 'INSERT' then new.merchant_id else old.merchant_id end;
begin
  if exists (select from kyc_profiles p where p.merchant_id = owner_id and p.state = 'SUBMITTED') then
    raise exception 'documents of a submitted KYC profile can''t be changed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.removed_at is not null or new.removed_at is null
    or (new.id, new.merchant_id, new.kind, new.name, new.media_type, new.size_bytes, new.sha256, new.sealed,
        new.uploaded_by, new.uploaded_at)
      is distinct from (old.id, old.merchant_id, old.kind, old.name, old.media_type, old.size_bytes, old.sha256,
        old.sealed, old.uploaded_by, old.uploaded_at)) then
    raise exception 'a KYC document can only be removed' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION public.kyc_profile_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  move text := old.state || ' ' || new.state;
begin
  if new.merchant_id <> old.merchant_id then
    raise exception 'a KYC profile stays with its merchant' using errcode = 'restrict_violation';
  end if;
  if move not in ('DRAFT DRAFT', 'DRAFT SUBMITTED', 'SENT_BACK SENT_BACK', 'SENT_BACK SUBMITTED',
    'SUBMITTED DRAFT', 'SUBMITTED APPROVED', 'SUBMITTED SENT_BACK', 'APPROVED DRAFT') then
    raise exception 'a KYC profile can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.version <> old.version + (new.state = 'SUBMITTED')::int then
    raise exception 'the version of a KYC profile is the number of its submissions' using errcode = 'restrict_violation';
  end if;
  if (old.state = 'SUBMITTED' or new.state = 'SUBMITTED') and new.fields::text <> old.fields::text then
    raise exception 'a submitted KYC profile can''t be changed' using errcode = 'restrict_violation';
  end if;
  if new.state = 'SUBMITTED' and not exists (
    select from kyc_submissions s
    where s.merchant_id = new.merchant_id and s.version = new.version and s.fields::text = new.fields::text) then
    raise exception 'a KYC profile is submitted by its snapshot' using errcode = 'restrict_violation';
  end if;
  if old.state = 'SUBMITTED' and not exists (
    select from kyc_decisions d
    where d.merchant_id = old.merchant_id and d.version = old.version
      and d.verdict = case new.state when 'DRAFT' then 'WITHDRAWN' else new.state end) then
    raise exception 'a submitted KYC profile moves by a decision' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.local_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((at AT TIME ZONE 'Africa/Ndjamena'::text))::date;

CREATE OR REPLACE FUNCTION public.move_payout_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.id, old.merchant_id, old.kind, old.operator, old.msisdn, old.bank_name, old.iban, old.holder_name, old.asked_by,
      old.asked_at, old.frozen_until)
    is distinct from (new.id, new.merchant_id, new.kind, new.operator, new.msisdn, new.bank_name, new.iban,
      new.holder_name, new.asked_by, new.asked_at, new.frozen_until) then
    raise exception 'a payout account stays as it was asked for' using errcode = 'restrict_violation';
  end if;
  if (old.state, new.state) not in (('WAITING', 'CONFIRMED'), ('WAITING', 'REFUSED'), ('WAITING', 'WITHDRAWN'),
    ('CONFIRMED', 'WITHDRAWN')) then
    raise exception 'a payout account can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.id, old.merchant_id, old.environment, old.payment_session_id, old.transaction_id, old.amount_xaf)
    is distinct from (new.id, new.merchant_id, new.environment, new.payment_session_id, new.transaction_id, new.amount_xaf) then
    raise exception 'refund % was asked for as it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (
    ('PENDING', 'SENDING'), ('PENDING', 'SUCCEEDED'), ('PENDING', 'FAILED'), ('SENDING', 'SUCCEEDED'),
    ('SENDING', 'FAILED'), ('SENDING', 'UNKNOWN'), ('UNKNOWN', 'SUCCEEDED'), ('UNKNOWN', 'FAILED')) then
    raise exception 'refund % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.id, old.merchant_id, old.environment, old.reference, old.payout_account_id, old.amount_xaf, old.transfers,
      old.until, old.drafted_by, old.created_at)
    is distinct from (new.id, new.merchant_id, new.environment, new.reference, new.payout_account_id, new.amount_xaf,
      new.transfers, new.until, new.drafted_by, new.created_at)
    or (old.sent_at is not null and (old.sent_at, old.from_account_id) is distinct from (new.sent_at, new.from_account_id)) then
    raise exception 'settlement % was drafted and sent as it is', old.id using errcode = 'restrict_violation';
  end if;
  if old.state = new.state then
    return new;
  end if;
  if (old.state, new.state) not in (('DRAFT', 'APPROVED'), ('DRAFT', 'CANCELLED'), ('APPROVED', 'SENDING'),
    ('APPROVED', 'CANCELLED'), ('SENDING', 'UNKNOWN'), ('SENDING', 'PAID'), ('SENDING', 'FAILED'), ('UNKNOWN', 'PAID'),
    ('UNKNOWN', 'FAILED'), ('FAILED', 'PAID'), ('CANCELLED', 'PAID'))
    and (old.state, new.state, new.environment) <> ('DRAFT', 'PAID', 'test') then
    raise exception 'settlement % can''t go from % to %', old.id, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'PAID' and not exists (
      select from settlement_proofs p
      where p.settlement_id = new.id and p.says = 'paid' and p.amount_xaf = new.amount_xaf
        and (p.source = 'sandbox') = (new.environment = 'test')
        and (old.state not in ('FAILED', 'CANCELLED') or p.source in ('bank_row', 'statement_row')))
    or (old.state, new.state) = ('UNKNOWN', 'FAILED') and not exists (
      select from settlement_proofs p where p.settlement_id = new.id and p.says = 'unpaid') then
    raise exception 'settlement % can''t go from % to % without a proof', old.id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  if old.state = 'CANCELLED' and not exists (
      select from handed_out(new.id) h where h.account_id = new.from_account_id) then
    raise exception 'settlement % was taken back, and nobody was handed it to pay it from there', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_explained_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select collection_number_id into new.collection_number_id from book_steps where id = new.step_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.open_bank_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id) values ('live', 'BANK', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_merchant_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with opened as (
    insert into ledger_accounts (environment, kind, owner_id)
    select e, k, new.id from unnest('{test,live}'::text[]) e, unnest('{PAYABLE,RESERVE}'::text[]) k
    returning id, kind
  )
  insert into payables (account_id) select id from opened where kind = 'PAYABLE';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_number_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id) values (new.environment, 'FLOAT', new.id);
  if new.environment = 'live' then
    insert into ledger_accounts (environment, kind, owner_id) values ('live', 'UNEXPLAINED', new.id);
    insert into books (collection_number_id) values (new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_refund_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id)
    select environment, 'REFUND_IN_FLIGHT', id from fresh;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_settlement_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_accounts (environment, kind, owner_id)
    select environment, 'SETTLEMENT_IN_FLIGHT', id from fresh;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.payable_balance(account integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT account_balance(p.account_id) AS account_balance
    FROM payables p
   WHERE (p.account_id = payable_balance.account);
END;

CREATE OR REPLACE FUNCTION public.payment_link_allows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  link payment_links;
  use record;
begin
  select * into link from payment_links where id = new.link_id;
  if link.id is null or (link.merchant_id, link.environment) <> (new.merchant_id, new.environment) then
    raise exception 'payment link % is not of this merchant and environment', new.link_id
      using errcode = 'foreign_key_violation', constraint = 'payment_link_owner';
  end if;
  if link.max_payments is not null then
    select * into link from payment_links where id = new.link_id for no key update;
    select count(*) as payments, coalesce(sum(amount_xaf), 0) as total_xaf into use from payment_sessions
    where link_id = new.link_id and status in ('AWAITING_PAYMENT', 'UNDER_REVIEW', 'SUCCESS');
    if use.payments > link.max_payments or use.total_xaf > link.max_total_xaf then
      raise exception 'payment link % takes no more', link.id
        using errcode = 'check_violation', constraint = 'payment_link_limits';
    end if;
  end if;
  if link.closed_at is not null or link.expires_at <= new.created_at
    or new.amount_xaf not between coalesce(link.amount_xaf, link.min_xaf) and coalesce(link.amount_xaf, link.max_xaf)
  then
    raise exception 'payment link % does not take this payment', link.id
      using errcode = 'check_violation', constraint = 'payment_link_terms';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.payment_session_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment session % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  b record;
begin
  select x.collection_number_id, x.float_xaf, x.tip_xaf - x.opening_xaf as moved_xaf, x.tip_xaf is distinct from (
      select s.after_xaf from book_steps s
      where s.collection_number_id = x.collection_number_id and s.ordinal = x.last_ordinal) as is_torn
  into b from books x
  where x.collection_number_id = new.collection_number_id
    and (x.tip_xaf, x.opening_xaf, x.float_xaf, x.last_ordinal)
      is not distinct from (new.tip_xaf, new.opening_xaf, new.float_xaf, new.last_ordinal);
  if not found then
    return null;
  end if;
  if b.float_xaf <> coalesce(b.moved_xaf, 0) then
    raise exception 'number %: FLOAT is % and tip less opening is %', b.collection_number_id, b.float_xaf,
      b.moved_xaf using errcode = 'restrict_violation';
  end if;
  if b.is_torn then
    raise exception 'number %: the tip is not its last step', b.collection_number_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r refunds;
  stands_xaf bigint;
begin
  select * into r from refunds where id = new.id;
  select account_balance(a.id) into stands_xaf from ledger_accounts a
    where a.owner_id = r.id and a.kind = 'REFUND_IN_FLIGHT' and a.environment = r.environment;
  -- What is being sent has left before its word ends it: the SIM's own message, or the operator's API, books it first.
  if r.state = 'PENDING' and stands_xaf <> r.amount_xaf
    or r.state in ('SUCCEEDED', 'FAILED') and stands_xaf <> 0
    or stands_xaf not in (0, r.amount_xaf) then
    raise exception 'refund % is % and % XAF of it are in flight', r.id, r.state, stands_xaf
      using errcode = 'check_violation', constraint = 'refund_in_flight', table = 'refunds';
  end if;
  if (r.state = 'FAILED') <> exists (
      select from ledger_transfers l where l.cause_id = r.id and l.cause = 'REFUND_RETURNED') then
    raise exception 'refund % is %, and its merchant % its sum again', r.id, r.state,
      case r.state when 'FAILED' then 'does not have' else 'has' end
      using errcode = 'check_violation', constraint = 'refund_returned', table = 'refunds';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from settlements s join ledger_accounts a on a.id = s.from_account_id
    where s.id = new.settlement_id and s.state = 'PAID' and s.environment = 'live' and s.amount_xaf = new.amount_xaf
      and case new.source when 'bank_return' then a.kind = 'BANK' else a.kind in ('WALLET_AIRTEL', 'WALLET_MOOV') end) then
    raise exception 'settlement % can''t have come back by row %', new.settlement_id, new.source_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  s settlements;
  stands_xaf bigint;
begin
  select * into s from settlements where id = new.id;
  select account_balance(a.id) into stands_xaf from ledger_accounts a
    where a.owner_id = s.id and a.kind = 'SETTLEMENT_IN_FLIGHT' and a.environment = s.environment;
  if tg_op = 'INSERT' then
    if (select (count(*), sum(t.amount_xaf)) is distinct from (s.transfers, s.amount_xaf)
        from settlement_transfers t where t.settlement_id = s.id)
      or (select (sum(t.transfers), sum(t.amount_xaf)) is distinct from (s.transfers, s.amount_xaf)
        from settlement_totals t where t.settlement_id = s.id)
    then
      raise exception 'settlement % is not the sum of its transfers', s.id
        using errcode = 'check_violation', constraint = 'settlement_is_its_transfers', table = 'settlements';
    end if;
    -- Only its own merchant's, of its own environment.
    if exists (
      select from (select distinct account_id from settlement_transfers where settlement_id = s.id) t
      left join ledger_accounts a on a.id = t.account_id and a.kind = 'PAYABLE' and a.owner_id = s.merchant_id
        and a.environment = s.environment
      where a.id is null) then
      raise exception 'settlement % holds another account''s transfers', s.id
        using errcode = 'check_violation', constraint = 'settlement_is_its_transfers', table = 'settlements';
    end if;
  end if;
  if s.state in ('PAID', 'FAILED', 'CANCELLED') and stands_xaf <> 0
    or s.state in ('DRAFT', 'APPROVED') and stands_xaf <> s.amount_xaf then
    raise exception 'settlement % is % and % XAF of it are in flight', s.id, s.state, stands_xaf
      using errcode = 'check_violation', constraint = 'settlement_in_flight', table = 'settlements';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a book goes on by its steps and transfers, not by hand' using errcode = 'restrict_violation';
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

CREATE OR REPLACE FUNCTION public.refuse_counting_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what was given back of a payment is counted by its refunds, not by hand' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.stays_apart(number_id uuid, own_xaf integer, others_xaf integer[])
 RETURNS boolean
 LANGUAGE plpgsql
 COST 10000
AS $function$
declare
  number_key constant bigint := hashtextextended(number_id::text, 0);
  other_xaf int;
begin
  -- Two pairs that have one key by chance refuse each other at the same moment for nothing, which is rare and harmless.
  foreach other_xaf in array others_xaf loop
    if not pg_try_advisory_xact_lock(
      number_key # (least(own_xaf, other_xaf)::bigint << 32 | greatest(own_xaf, other_xaf))) then
      return false;
    end if;
  end loop;
  return not exists (
    select from collection_holds h
    where h.collection_number_id = number_id and h.amount_xaf = any (others_xaf)
      and not h.is_guest and h.customer_phone is null and h.state = 'OPEN'
  );
end $function$;

CREATE OR REPLACE FUNCTION public.transaction_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) in (
    ('PENDING', 'PROCESSING'), ('PROCESSING', 'WAITING_SMS'),
    ('PENDING', 'SUCCESS'), ('PROCESSING', 'SUCCESS'), ('WAITING_SMS', 'SUCCESS'),
    ('PENDING', 'FAILED'), ('PROCESSING', 'FAILED'), ('WAITING_SMS', 'FAILED'),
    ('PENDING', 'TIMEOUT'), ('PROCESSING', 'TIMEOUT'), ('WAITING_SMS', 'TIMEOUT'),
    ('SUCCESS', 'REFUNDED'), ('TIMEOUT', 'SUCCESS')
  ) then
    return new;
  end if;
  raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
    using errcode = 'restrict_violation';
end
$function$;
