-- Mails about signing in, that are to be sent or were; each is written in the transaction of what it is about.
create table account_mails (
  id uuid primary key,
  kind text not null check (kind in ('sign_up', 'has_account', 'reset', 'enrol', 'invitation', 'password_changed',
    'factor_added', 'factor_removed', 'recovery_code_used')),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  -- Subject and text, encrypted with the service's key: its link opens an account. Forgotten once it has ended.
  content_sealed bytea,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DROPPED', 'FAILED')),
  -- When it may be tried next; while one process tries, the end of its lease.
  due_at timestamptz not null,
  attempts integer not null default 0,
  failure text check (char_length(failure) <= 300),
  created_at timestamptz not null,
  -- When its link has run out, and so when it is of no use any more.
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint account_mails_ended check ((state = 'WAITING') = (ended_at is null)),
  constraint account_mails_forgotten check ((state = 'WAITING') = (content_sealed is not null))
);

create index account_mails_due on account_mails (due_at, id) where state = 'WAITING';

-- What has ended is found by when it did, to be deleted in portions: by index, whatever the table holds.
create index account_mails_over on account_mails (ended_at) where ended_at is not null;
create index mail_notices_over on mail_notices (ended_at) where ended_at is not null;
create index account_links_over on account_links (expires_at);
create index browser_sessions_over on browser_sessions (expires_at);
create index invitations_over on invitations (expires_at);
create index recovery_codes_over on recovery_codes (used_at) where used_at is not null;

-- What was given up is listed, newest first.
create index account_mails_failed on account_mails (ended_at) where state = 'FAILED';
create index mail_notices_failed on mail_notices (ended_at) where state = 'FAILED';

-- In which teams somebody is or was: who was in one lately decides nothing about it as one of the staff.
create index members_account on members (account_id, merchant_id);
