-- What people decide: every action with who, why and on what, the second person above an amount, and the
-- alerts that ask somebody to look.

create table staff_actions (
  id uuid primary key,
  -- Who, as they said it.
  actor text not null check (char_length(actor) between 1 and 200),
  action text not null check (action ~ '^[a-z_.]{3,60}$'),
  -- What it is about: a session, credit, transaction, incident, alert, template or number.
  subject_id text not null check (char_length(subject_id) between 1 and 200),
  note text not null check (char_length(note) between 1 and 2000),
  detail json not null default '{}',
  at timestamptz not null
);

create index staff_actions_subject on staff_actions (subject_id, at);

create trigger staff_actions_append_only before update or delete on staff_actions
  for each row execute function refuse_change();

-- Above the configured amount the first person proposes and another one must do the same.
create table staff_proposals (
  id uuid primary key,
  action text not null,
  -- The session, credit or transaction to be decided.
  subject_id uuid not null,
  -- The whole of what was proposed: the second person must ask for exactly this.
  terms json not null,
  amount_xaf integer not null,
  proposed_by text not null check (char_length(proposed_by) between 1 and 200),
  note text not null check (char_length(note) between 1 and 2000),
  proposed_at timestamptz not null,
  settled_at timestamptz,
  -- AGREED by another person; WITHDRAWN when something else was decided meanwhile.
  outcome text check (outcome in ('AGREED', 'WITHDRAWN')),
  settled_by text check (char_length(settled_by) between 1 and 200),
  constraint staff_proposals_settled check (
    (settled_at is null) = (outcome is null) and (settled_at is null) = (settled_by is null)),
  -- Nobody agrees with themselves, whatever the program does.
  constraint staff_proposals_second_person check (
    outcome is distinct from 'AGREED' or lower(settled_by) <> lower(proposed_by))
);

create unique index staff_proposals_open on staff_proposals (subject_id) where settled_at is null;

alter table credits
  -- REFUNDED: sent back to its payer. ASSIGNED: paid out to a merchant without a session.
  drop constraint credits_state_check,
  add constraint credits_state_check check (state in ('MATCHED', 'REVIEW', 'SUSPENSE', 'REFUNDED', 'ASSIGNED')),
  -- What an overpaid session left of it: stays in suspense until it is refunded.
  add column surplus_xaf integer not null default 0 check (surplus_xaf >= 0 and surplus_xaf < amount_xaf),
  add column surplus_refunded_at timestamptz,
  add constraint credits_surplus check (
    (surplus_xaf = 0 or state = 'MATCHED') and (surplus_refunded_at is null or surplus_xaf > 0));

drop index credits_waiting;
create index credits_waiting on credits (environment, state, id) where state in ('REVIEW', 'SUSPENSE');
create index credits_surplus on credits (environment, id) where surplus_xaf > 0 and surplus_refunded_at is null;

-- Sessions under review, oldest first: as small as what waits.
create index payment_sessions_under_review on payment_sessions (environment, closed_at, id) where status = 'UNDER_REVIEW';

alter table ledger_transfers
  drop constraint ledger_transfers_cause_check,
  add constraint ledger_transfers_cause_check check (cause in (
    'SESSION_SUCCESS', 'SESSION_FEE', 'CREDIT_SUSPENSE', 'TRANSACTION_SUCCESS', 'TRANSACTION_FEE',
    'TRANSACTION_SUSPENSE', 'TRANSACTION_REFUND', 'TRANSACTION_FEE_REFUND',
    -- Staff: money of a credit goes back, or to a merchant without a session.
    'CREDIT_REFUND', 'CREDIT_ASSIGNED', 'CREDIT_SURPLUS_REFUND'));

-- What asks a person to look, beside reviews and feed incidents.
create table staff_alerts (
  id uuid primary key,
  environment text not null check (environment in ('test', 'live')),
  kind text not null check (kind in ('wording', 'reversal', 'conflicting_notice')),
  -- What makes two alerts one while it is open.
  subject text not null check (char_length(subject) between 1 and 300),
  notice_id uuid references notices (id),
  credit_id uuid references credits (id),
  detail json not null default '{}',
  opened_at timestamptz not null,
  -- How often it came again while open, and when last.
  times integer not null default 1,
  last_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (char_length(closed_by) between 1 and 200),
  note text check (char_length(note) <= 2000),
  constraint staff_alerts_closed check ((closed_at is null) = (closed_by is null))
);

create unique index staff_alerts_open on staff_alerts (kind, subject) where closed_at is null;
-- Whether the same was told within the hour, closed or not.
create index staff_alerts_latest on staff_alerts (kind, subject, last_at);

-- Transactions that an operator's message calls undone, whether or not the credit has been seen by then.
create table notice_reversals (
  notice_id uuid primary key references notices (id),
  environment text not null,
  scope_id uuid not null,
  operator text not null,
  operator_transaction_id text not null
);

create index notice_reversals_transaction on notice_reversals (operator_transaction_id);

create trigger notice_reversals_append_only before update or delete on notice_reversals
  for each row execute function refuse_change();

-- A notice that comes back to be read again: what was understood meanwhile is left alone.
alter table notice_inbox add column is_replay boolean not null default false;

-- Staff's decisions on a credit; the engine's only one has an index of its own.
create index decisions_staff on decisions (credit_id) where actor = 'STAFF';

-- The late payment of a transaction that a credit proves.
create index transaction_reviews_credit on transaction_reviews (credit_id) where state = 'OPEN' and credit_id is not null;
