import type { WaitingKind } from '../../../domain/desk/waiting.ts';
import type { SuspenseReason } from '../../../domain/matching/case.ts';
import type { SpeaksAgainst } from '../../../domain/refund/judge.ts';
import type { ReviewReason } from '../../../domain/session/session.ts';
import type { TokenState } from '../../../domain/staff/token.ts';

/** Why money waits for a person: what a credit or a session was put aside for, or when a transaction's money came. */
export type WaitingReason =
  | ReviewReason
  | SuspenseReason
  | 'review_rejected'
  | 'unmarked'
  | 'late'
  | 'after_failure'
  | 'doubtful'
  | 'unsent'
  | 'may_have_left'
  | 'mark_taken_back'
  | SpeaksAgainst;

/** Every word of the back office. A language that lacks one does not compile. */
export type OfficeWords = {
  desk: {
    title: string;
    all: string;
    kinds: Readonly<Record<WaitingKind, string>>;
    waiting: string;
    what: string;
    since: string;
    until: string;
    overdue: string;
    amount: string;
    why: string;
    second_waits: string;
    nothing: string;
    keys: string;
    keys_help: readonly (readonly [string, string])[];
    close_help: string;
  };
  cases: {
    session: string;
    credit: string;
    transaction: string;
    merchant: string;
    reference: string;
    ticket: string;
    number: string;
    operator: string;
    status: string;
    amount: string;
    reason: string;
    payer: string;
    declared: string;
    created: string;
    expired: string;
    time: string;
    operator_id: string;
    messages: string;
    more_possible: string;
    sender: string;
    text: string;
    read_as: string;
    engine: string;
    candidates: string;
    customer_page: string;
    customer_sees: string;
    claims: string;
    claim_note: string;
    claims_many: string;
    book: string;
    before: string;
    after: string;
    kind: string;
    precedents: string;
    precedents_note: string;
    history: string;
    who: string;
    did: string;
    decide: string;
    decided: string;
    agree_there: string;
    agree_typed: string;
    look_at_number: string;
    read_only: string;
    note: string;
    note_hint: string;
    note_missing: string;
    which_credit: string;
    only_credit: string;
    whose: string;
    target_id: string;
    target_hint: string;
    target_missing: string;
    refund_to: string;
    refund_to_hint: string;
    refunded_to: string;
    reversed: string;
    reversed_elsewhere: string;
    left_unread: string;
    written_off: string;
    next: string;
    proposal: string;
    proposal_by: string;
    left_already: string;
    terms: string;
    seen: string;
    last_found: string;
    remedy: string;
    reasons: Readonly<Record<WaitingReason, string>>;
  };
  verbs: {
    confirm: string;
    reject: string;
    assign_session: string;
    assign_transaction: string;
    assign_merchant: string;
    refund: string;
    unmark: string;
    void: string;
    void_written_off: string;
    capital: string;
    close: string;
    confirm_late: string;
    refund_rail: string;
    refund_done: string;
    refund_refused: string;
    withdraw: string;
    agree: string;
  };
  numbers: {
    title: string;
    number: string;
    tip: string;
    read_at: string;
    never: string;
    waiting: string;
    unpaid: string;
    unexplained: string;
    contesting: string;
    contesting_hint: string;
    not_on_list: string;
    disown: string;
    none_ticked: string;
    pending: string;
    heard: string;
    no_gateway: string;
    state: string;
    none: string;
    anchor: string;
    anchor_hint: string;
    balance: string;
    balance_wrong: string;
    cause_wrong: string;
    go_on: string;
    check: string;
    look_now: string;
    looked_at: string;
    look_again: string;
    book_says: string;
    difference: string;
    difference_note: string;
    says: string;
    sweep: string;
    sweep_hint: string;
    sweep_do: string;
    inbox: string;
    inbox_hint: string;
    inbox_hours: string;
    pause: string;
    resume: string;
    paused: string;
    active: string;
    senders: string;
    senders_hint: string;
    senders_do: string;
    steps: string;
    explain: string;
    explain_for: string;
    meanings: Readonly<
      Record<
        'credit' | 'sweep' | 'refund' | 'settlement' | 'fee' | 'airtime' | 'write_off' | 'capital',
        string
      >
    >;
    incidents: string;
    caps: string;
    no_cap: string;
    volume: string;
    count: string;
    today: string;
    read_note: string;
    inbox_done: string;
    changed: string;
  };
  wordings: {
    title: string;
    unread: string;
    nothing_unread: string;
    teach: string;
    known: string;
    name: string;
    name_hint: string;
    kind: string;
    wording: string;
    wording_hint: string;
    slots: string;
    slot: string;
    holds: string;
    test: string;
    would_read: string;
    would_read_none: string;
    also_takes: string;
    loses: string;
    contradicts: string;
    save: string;
    confirm: string;
    confirmed: string;
    unconfirmed: string;
    unusable: string;
    replay: string;
    replayed: string;
    replay_on: string;
    give: string;
    give_hint: string;
    given: Readonly<Record<'given' | 'proposed' | 'doubted' | 'left', string>>;
    problem: string;
    saved: string;
  };
  audit: {
    title: string;
    actor: string;
    action: string;
    subject: string;
    from: string;
    until: string;
    search: string;
    at: string;
    note: string;
    typed: string;
    nothing: string;
  };
  staff: {
    title: string;
    tokens: string;
    name: string;
    role: string;
    state: string;
    since: string;
    left: string;
    change: string;
    deactivate: string;
    own: string;
    token_name: string;
    token_days: string;
    token_make: string;
    token_once: string;
    token_use: string;
    token_states: Readonly<Record<TokenState, string>>;
    good_until: string;
    ends_with: string;
    approve: string;
    approve_note: string;
    revoke: string;
    none: string;
    done: string;
    own_role: string;
    too_many: string;
    table: string;
    may: string;
  };
  day: {
    title: string;
    collected: string;
    payments: string;
    in_review: string;
    suspense: string;
    incidents: string;
    books: string;
    books_ok: string;
    books_bad: string;
    check: string;
    balances: string;
    account: string;
    operator: string;
    checked: string;
    day: string;
  };
};
