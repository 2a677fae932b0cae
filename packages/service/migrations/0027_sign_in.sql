-- People who sign in: what proves who they are, where they are signed in, and what they may do.

create table accounts (
  id uuid primary key,
  -- In small letters; one person, one account.
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  name text not null check (char_length(name) between 1 and 100),
  language text not null check (language in ('fr', 'ar', 'en')),
  -- Who opens an account has followed a link that was mailed there, or was put there by staff.
  email_verified_at timestamptz not null,
  created_at timestamptz not null
);

create trigger accounts_stay before delete on accounts for each row execute function refuse_change();

create table account_passwords (
  account_id uuid primary key references accounts (id),
  -- Function, costs, salt and hash in one text, as other programs write it too.
  hash text not null check (hash ~ '^\$argon2id\$v=19\$'),
  set_at timestamptz not null
);

-- A six-digit code from an app. The secret is encrypted with the service's key.
create table totp_factors (
  account_id uuid primary key references accounts (id),
  secret_sealed bytea not null,
  -- Null until a first code has shown that the app has it.
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was used last: it and those before are used up.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  account_id uuid not null references accounts (id),
  -- SHA-256 of 80 random bits: too many to guess from it.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- As the authenticator names it, in base64url.
  credential_id text not null unique check (char_length(credential_id) between 16 and 1400),
  public_key bytea not null,
  signature_count bigint not null,
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_account on passkeys (account_id);

-- What a browser's authenticator was asked to sign; each is good once, for a few minutes.
create table passkey_challenges (
  challenge text primary key,
  -- Whose key is being added; null: somebody signs in.
  account_id uuid references accounts (id),
  expires_at timestamptz not null
);

create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Links that were mailed or printed. What is stored opens nothing: the token is only in the mail.
create table account_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('sign_up', 'reset', 'enrol')),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  -- Nobody has an account before a link to sign up is used.
  account_id uuid references accounts (id) check ((account_id is null) = (purpose = 'sign_up')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index account_links_account on account_links (account_id) where used_at is null;

create table members (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  merchant_id uuid not null references merchants (id),
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier')),
  created_at timestamptz not null,
  ended_at timestamptz
);

create unique index members_current on members (account_id, merchant_id) where ended_at is null;
create index members_merchant on members (merchant_id) where ended_at is null;

create trigger members_stay before delete on members for each row execute function refuse_change();

create table staff (
  account_id uuid primary key references accounts (id),
  role text not null check (role in ('agent', 'supervisor', 'administrator')),
  created_at timestamptz not null,
  deactivated_at timestamptz
);

create trigger staff_stay before delete on staff for each row execute function refuse_change();

-- A browser that is signed in, or half: its password was right and its second factor is still asked for. The
-- cookie is a signed text that names the row; the row decides.
create table browser_sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- The merchant that its pages speak of; the row of `members` decides whether they may.
  merchant_id uuid references merchants (id),
  created_at timestamptz not null,
  -- Null while the second factor is still asked for.
  signed_in_at timestamptz,
  -- Half, and opened by a link for staff: its person sets a second factor up before anything else.
  enrols boolean not null default false,
  -- When somebody last proved here to be the account's owner: changes of what signs in ask for it again.
  proved_at timestamptz not null,
  has_second_factor boolean not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- For the list of sessions: what the browser called itself, and the address it came from.
  user_agent text not null check (char_length(user_agent) <= 300),
  ip text not null check (char_length(ip) <= 60)
);

create index browser_sessions_account on browser_sessions (account_id) where revoked_at is null;

create table invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references accounts (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references accounts (id),
  revoked_at timestamptz
);

create unique index invitations_open on invitations (merchant_id, email)
  where accepted_at is null and revoked_at is null;

-- Who did what, for the merchant to read; also what people did to their own account.
create table member_actions (
  id uuid primary key,
  -- Null: about the account itself.
  merchant_id uuid references merchants (id),
  account_id uuid not null references accounts (id),
  action text not null check (action ~ '^[a-z_.]{3,60}$'),
  -- What it was about; null: nothing but that.
  subject_id text check (char_length(subject_id) between 1 and 200),
  detail json not null default '{}',
  at timestamptz not null
);

create index member_actions_merchant on member_actions (merchant_id, id);
create index member_actions_account on member_actions (account_id, id) where merchant_id is null;

create trigger member_actions_append_only before update or delete on member_actions
  for each row execute function refuse_change();

-- How often somebody tried: one row for each account, address or pair of them, for all processes together.
-- `free_at` is when the bucket is empty again; each try moves it on.
create table try_limits (
  bucket text primary key check (char_length(bucket) between 1 and 400),
  -- A try moves `free_at` on by so much, and there may be `burst` of them ahead of the present.
  interval_ms integer not null check (interval_ms > 0),
  burst integer not null check (burst > 0),
  asked_at timestamptz not null,
  free_at timestamptz not null
);

create index try_limits_free on try_limits (free_at);
