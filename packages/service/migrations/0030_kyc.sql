-- Who a merchant is: what it says of itself, the documents that prove it, and what staff decided about exactly that.

alter table merchants
  -- What its checkout speaks where a payer asks for nothing, and what its mails are written in.
  add column language text not null default 'fr' check (language in ('fr', 'ar', 'en')),
  -- The submission that its approval stands on; null: none, or approved before there were any.
  add column kyc_version integer,
  -- Since when its keys of an environment may change nothing; what is open goes on.
  add column frozen_live_at timestamptz,
  add column frozen_test_at timestamptz;

-- What the merchant is writing, one row each.
create table kyc_profiles (
  merchant_id uuid primary key references merchants (id),
  state text not null default 'DRAFT' check (state in ('DRAFT', 'SUBMITTED', 'SENT_BACK', 'APPROVED')),
  fields json not null default '{}',
  -- The number of the last submission; 0: none yet.
  version integer not null default 0 check (version >= 0),
  updated_at timestamptz not null,
  constraint kyc_profiles_submitted check (state = 'DRAFT' or version > 0)
);

create index kyc_profiles_waiting on kyc_profiles (updated_at, merchant_id) where state = 'SUBMITTED';

-- What was handed in, as it was: staff look at this, and decide about this.
create table kyc_submissions (
  merchant_id uuid not null references kyc_profiles (merchant_id),
  version integer not null check (version > 0),
  fields json not null,
  submitted_by text not null check (char_length(submitted_by) between 1 and 200),
  submitted_at timestamptz not null,
  primary key (merchant_id, version)
);

create table kyc_documents (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  kind text not null check (kind in ('registration', 'identity', 'tax')),
  -- As its owner called it, without any path; never used as one.
  name text not null check (char_length(name) between 1 and 120),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes between 1 and 4194304),
  -- Of what was sealed, so that a file can be told from another without opening either.
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- AES-256-GCM, bound to merchant and document: a row opens nowhere else.
  sealed bytea not null check (octet_length(sealed) = size_bytes + 29),
  uploaded_by text not null check (char_length(uploaded_by) between 1 and 200),
  uploaded_at timestamptz not null,
  -- No longer part of what is being written; kept because it was handed in.
  removed_at timestamptz,
  unique (id, merchant_id)
);

-- What is encrypted can't be compressed.
alter table kyc_documents alter column sealed set storage external;
create index kyc_documents_merchant on kyc_documents (merchant_id, id);

create table kyc_submission_documents (
  merchant_id uuid not null,
  version integer not null,
  document_id uuid not null,
  primary key (merchant_id, version, document_id),
  foreign key (merchant_id, version) references kyc_submissions (merchant_id, version),
  foreign key (document_id, merchant_id) references kyc_documents (id, merchant_id)
);

create index kyc_submission_documents_document on kyc_submission_documents (document_id);

-- One end for each submission, whoever was first: two approvals can't both be.
create table kyc_decisions (
  merchant_id uuid not null,
  version integer not null,
  verdict text not null check (verdict in ('APPROVED', 'SENT_BACK', 'WITHDRAWN')),
  -- What the merchant reads, by field.
  words json not null default '{}',
  actor text not null check (char_length(actor) between 1 and 200),
  at timestamptz not null,
  primary key (merchant_id, version),
  foreign key (merchant_id, version) references kyc_submissions (merchant_id, version)
);

create trigger kyc_submissions_append_only before update or delete on kyc_submissions
  for each row execute function refuse_change();
create trigger kyc_submission_documents_append_only before update or delete on kyc_submission_documents
  for each row execute function refuse_change();
create trigger kyc_decisions_append_only before update or delete on kyc_decisions
  for each row execute function refuse_change();
create trigger kyc_profiles_stay before delete on kyc_profiles for each row execute function refuse_change();

-- What was handed in stays as it was until somebody has decided, and each move has its row of evidence.
create function kyc_profile_moves() returns trigger language plpgsql as $$
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
$$;

create trigger kyc_profiles_move before update on kyc_profiles for each row execute function kyc_profile_moves();

-- A submission has the documents that it had; a document is its bytes for ever.
create function kyc_document_stays() returns trigger language plpgsql as $$
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
$$;

create trigger kyc_documents_stay before insert or update or delete on kyc_documents
  for each row execute function kyc_document_stays();

-- What members want mails about, where it is not what their role gets anyway.
create table notice_choices (
  member_id uuid not null references members (id),
  kind text not null check (kind in ('review_opened', 'endpoint_trouble', 'kyc_decided', 'daily_summary')),
  is_wanted boolean not null,
  primary key (member_id, kind)
);

-- Mails to members that are to be sent, or were. One about one thing to one member, however often it is noticed.
create table mail_notices (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  member_id uuid not null references members (id),
  kind text not null check (kind in ('review_opened', 'endpoint_trouble', 'kyc_decided', 'daily_summary')),
  about text not null check (char_length(about) between 1 and 200),
  detail json not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DROPPED', 'FAILED')),
  -- When it may be tried next; while one process tries, the end of its lease.
  due_at timestamptz not null,
  attempts integer not null default 0,
  failure text check (char_length(failure) <= 300),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint mail_notices_once unique (member_id, kind, about),
  constraint mail_notices_ended check ((state = 'WAITING') = (ended_at is null))
);

create index mail_notices_due on mail_notices (due_at, id) where state = 'WAITING';
create index webhook_endpoints_trouble on webhook_endpoints (id) where status <> 'enabled' and deleted_at is null;
