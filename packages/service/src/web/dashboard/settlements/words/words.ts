import type { NoDraftReason } from '../../../../domain/settlement/judge.ts';
import type { AccountState, DestinationProblem } from '../../../../domain/settlement/payout-account.ts';
import type { ItemKind } from '../../../../domain/settlement/settlement.ts';
import type { Cadence } from '../../../../domain/settlement/terms.ts';
import type { SettlementState } from '../../../../domain/settlement/transitions.ts';

export type SettlementWords = {
  title: string;
  /** One of them, before its reference. */
  one: string;
  intro: string;
  nothing: string;
  columns: Readonly<
    Record<
      'when' | 'reference' | 'amount' | 'transfers' | 'state' | 'kind' | 'line' | 'id' | 'occurred',
      string
    >
  >;
  states: Readonly<Record<SettlementState, string>>;
  states_mean: Readonly<Record<SettlementState, string>>;
  kinds: Readonly<Record<ItemKind, string>>;
  payout: string;
  facts: Readonly<Record<'to' | 'until' | 'drafted' | 'sent' | 'paid' | 'returned' | 'failed', string>>;
  items: string;
  lines: string;
  file: string;
  sheet: string;
  /** On each page of a paper of the test environment. */
  test: string;
  now: {
    title: string;
    text: string;
    button: string;
    done: (reference: string) => string;
    rest: (reference: string, rest: string) => string;
    too_often: string;
    refused: Readonly<Record<NoDraftReason, string>>;
    not_due: string;
  };
  schedule: {
    title: string;
    cadence: string;
    cadences: Readonly<Record<Cadence, string>>;
    weekday: string;
    weekdays: readonly string[];
    minimum: string;
    minimum_hint: string;
    hold: string;
    hold_days: (days: number) => string;
    reserve: string;
    next: string;
    last: string;
    drafted: string;
    button: string;
    done: string;
    wrong: string;
  };
  account: {
    title: string;
    intro: string;
    in_force: string;
    none: string;
    coming: string;
    former: string;
    states: Readonly<Record<AccountState, string>>;
    frozen: string;
    change: string;
    change_text: string;
    kind: string;
    number: string;
    bank: string;
    operator: string;
    msisdn: string;
    bank_name: string;
    iban: string;
    iban_hint: string;
    holder: string;
    holder_hint: string;
    button: string;
    withdraw: string;
    asked: string;
    withdrawn: string;
    one_waits: string;
    too_often: string;
    prove_first: string;
    wrong: Readonly<Record<DestinationProblem, string>>;
  };
};
