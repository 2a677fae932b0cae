import type { CheckReason, OtherMoney, SurplusBecomes } from '../../domain/checkout/state.ts';
import type { Operator } from '../../domain/operator.ts';
import type { ScenarioName } from '../../engine/sandbox/scenarios.ts';
import type { SafeHtml } from '../html.ts';

/** A sentence with values in it, which come as HTML: numbers and moments stand in <bdi>. */
type With<Values extends string> = (values: Readonly<Record<Values, SafeHtml>>) => SafeHtml;

/** A state as its reader sees it: a short word, the heading, and what to know or do. */
export type StateWords = { status: string; heading: string; text: string };

/** Every word of the pages. A language that lacks one does not compile. */
export type Words = {
  /** For Intl: how this language writes numbers and moments. */
  locale: string;
  /** Its own name. */
  name: string;
  language: string;
  currency: string;
  operators: Readonly<Record<Operator, string>>;
  skip: string;
  look_again: string;
  refresh_begin: string;
  refresh_stop: string;
  refresh_on: string;
  offline: string;
  safety: string;
  by: string;

  pay: {
    /** Beside the merchant's name. */
    verified: string;
    unverified: string;
    to: string;
    amount: string;
    /** Where nothing is to be paid any more. */
    amount_asked: string;
    number: string;
    copy: string;
    copied: string;
    operator: string;
    ticket: string;
    ticket_why: string;
    order: string;
    description: string;
    until: string;
    until_time: With<'moment'>;
    exact: string;
    fee: string;
    steps: string;
    /** The operator's own menu in words; no code to dial. */
    operator_steps: Readonly<Record<Operator, readonly With<'number' | 'amount' | 'ticket'>[]>>;
    afterwards: string;
    left: string;
    qr_show: string;
    qr_hide: string;
    qr_text: string;
  };

  waiting: StateWords;
  last_minutes: StateWords;
  listening: StateWords;
  /** A message tells of this sum from another phone than the payer's. */
  other_phone: string;
  feed: {
    slow: string;
    /**
     * Nothing is heard of the number: as long as it may be paid; once the time is over; once it has ended, and where the page takes
     * nobody's word any more then.
     */
    silent: { heading: string; open: string; over: string; ended: string; ended_full: string };
  };

  checking: {
    status: string;
    heading: string;
    reasons: Readonly<Record<CheckReason, string>>;
    received: With<'received' | 'amount'>;
    dont_send: string;
    next: string;
    since: With<'moment'>;
    staff_from: With<'moment'>;
    by_then: With<'ticket'>;
  };

  paid: {
    status: string;
    heading: string;
    text: string;
    receipt: string;
    at: string;
    transaction: string;
    no_transaction: string;
    keep: string;
    print: string;
    surplus: Readonly<Record<SurplusBecomes, With<'amount'>>>;
    second: Readonly<Record<OtherMoney, string>>;
    /** The shop has sent all of it back, or this much. */
    given_back: { status: string; heading: string; text: With<'amount'> };
  };
  reversed: StateWords;
  expired: StateWords;
  cancelled: StateWords;
  late_money: StateWords & {
    becomes: Readonly<Record<OtherMoney, string>>;
    /** A message tells of it, and nothing is proven. */
    unproven: { heading: string; text: string; next: string };
  };
  not_taken: StateWords & { becomes: Readonly<Record<OtherMoney, string>> };

  shop: { back: string; note: string };

  claim: {
    heading: string;
    text: string;
    transaction: string;
    transaction_hint: string;
    transaction_wrong: string;
    phone: string;
    phone_hint: string;
    phone_wrong: string;
    send: string;
    privacy: string;
    /** After at least one was kept. */
    told: With<'moment'>;
    told_text: string;
    another: string;
    full: string;
    problems: (count: number) => string;
  };

  test: {
    banner: string;
    heading: string;
    text: string;
    scenarios: Readonly<Record<ScenarioName, string>>;
    impossible: string;
  };

  problems: Readonly<Record<Problem, StateWords>>;
  home: string;
};

export type Problem =
  | 'not_found'
  | 'method_not_allowed'
  | 'too_many'
  | 'too_large'
  | 'cross_site'
  | 'unavailable'
  | 'fault';
