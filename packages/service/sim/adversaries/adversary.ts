import { type Arrival, creditText, movementText } from '../../bench/load/texts.ts';
import type { Operator } from '../../src/domain/operator.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Chance } from '../chance.ts';
import type { Sale } from '../demand.ts';
import type { AdversaryName } from './names.ts';

/** A SIM of ours, as anybody sees it who was ever asked to pay to it. */
export type Sim = { msisdn: string; operator: Operator };

/** A session that somebody asks us for. */
export type Order = {
  /** One of the adversary's own shops, counted from 0; or one of the honest shops. */
  shop: { of: 'mine'; n: number } | { of: 'honest' };
  operator: Operator;
  amount_xaf: number;
  /** 8 digits; null: none is declared. */
  declared: string | null;
};

/** What one can do to us from outside. Forged texts carry the operator's sender name. */
export type Deed =
  | { kind: 'opens'; order: Order /** Handed back with the session. */; plan: string }
  | { kind: 'cancels'; session: PaymentSession }
  /** `tells_of`: the transaction id in it, as the service would take it; `credit_xaf`: money that it says has come; `sender`: left out, the operator's. */
  | {
      kind: 'forges';
      at_ms: number;
      to: Sim;
      text: string;
      tells_of: string;
      credit_xaf: number;
      sender?: string;
    }
  | {
      kind: 'pays';
      at_ms: number;
      to: Sim;
      amount_xaf: number;
      payer: string;
      payer_name: string;
      motif: string | null;
      session_id: string | null;
      has_evidence: boolean;
    };

/** What an adversary can see; who may see what is said by his own file. */
export type Scene = {
  from_ms: number;
  now_ms: number;
  /** His own. */
  chance: Chance;
  numbers: readonly Sim[];
  /** Honest sessions that were opened in this step. */
  sales: readonly { sale: Sale; session: PaymentSession }[];
  /** True credit texts that were sent in the step before and that a phone of ours got in time, by SIM. */
  credits: readonly (Arrival & { msisdn: string })[];
  /** SIMs that staff emptied in the step before. */
  swept: readonly Sim[];
  /** Insiders only. */
  balanceOf: (sim: Sim) => number;
  /** A balance as a shop next door can guess it, up to 30,000 XAF wrong. */
  balanceNear: (sim: Sim) => number;
  /** So many balances, `step_xaf` apart, in ascending order, of which the SIM has one. */
  balancesAmong: (sim: Sim, count: number, step_xaf: number) => number[];
  /** The id that the operator will give away so many transactions ahead. */
  nextId: (operator: Operator, at_ms: number, ahead: number) => string;
  /** An id of the right shape that no transaction has. */
  newId: (operator: Operator, at_ms: number) => string;
};

export type Adversary = {
  name: AdversaryName;
  /** What he does in a step. */
  act: (scene: Scene) => Deed[];
  /** What he makes of the sessions that he was given in it. */
  opened?: (sessions: readonly { session: PaymentSession; plan: string }[], scene: Scene) => Deed[];
};

/** What every adversary is made of. */
export type Temper = {
  chance: Chance /** Multiplies how often he strikes. */;
  pace: number;
  strikes: number | null;
};

/**
 * How many strikes fall into a step, one in `every_ms` on average, until there are no more. In a step in which he `can` do
 * nothing the moments pass, and no strike is used up.
 */
export function createStrikes({ chance, pace, strikes }: Temper, every_ms: number) {
  let left = strikes ?? Number.POSITIVE_INFINITY;
  let next_ms: number | null = null;
  return ({ from_ms, now_ms }: Pick<Scene, 'from_ms' | 'now_ms'>, can = true): number => {
    next_ms ??= from_ms + chance.wait(every_ms / pace);
    let due = 0;
    for (; next_ms < now_ms && left > due; due += 1) next_ms += chance.wait(every_ms / pace);
    if (!can) return 0;
    left -= due;
    return due;
  };
}

export const numberOf = (session: PaymentSession): Sim => ({
  msisdn: session.assigned_collection_number,
  operator: session.operator,
});

/** Those of the sessions that lie on the SIM on which most of them do; none where there are none. */
export function mostOnOne<One extends { session: PaymentSession }>(sessions: readonly One[]): One[] {
  const on = Map.groupBy(sessions, ({ session }) => session.assigned_collection_number);
  const [most = []] = [...on.values()].toSorted((a, b) => b.length - a.length);
  return most;
}

const NAMES = ['ALLADOUM', 'MAHAMAT', 'NGARTOUBE', 'FATIME', 'DJIMET'];

/** A stranger's phone: no customer has it. */
export function strangersPhone(chance: Chance, operator: Operator): string {
  return `${operator === 'AIRTEL' ? '68' : '98'}${String(chance.between(0, 999_999)).padStart(6, '0')}`;
}

export const strangersName = (chance: Chance): string => chance.pick(NAMES);

/** A forged credit in the operator's own wording; the forger chooses what it says. */
export function forgeCredit(
  { chance, newId }: Pick<Scene, 'chance' | 'newId'>,
  to: Sim,
  at_ms: number,
  says: { amount_xaf: number; balance_xaf: number; operator_transaction_id?: string; payer?: string },
): Deed {
  const { operator } = to;
  const operator_transaction_id = says.operator_transaction_id ?? newId(operator, at_ms);
  const payer = says.payer ?? strangersPhone(chance, operator);
  const words = { payer_name: strangersName(chance), motif: null };
  const text = creditText({ ...says, ...words, operator, payer, operator_transaction_id, at_ms });
  const credit_xaf = says.amount_xaf;
  return { kind: 'forges', at_ms, to, text, tells_of: operator_transaction_id, credit_xaf };
}

/** A forged text that money has left a SIM, its fee printed as none. */
export function forgeDebit(
  { newId }: Pick<Scene, 'newId'>,
  to: Sim,
  at_ms: number,
  says: { amount_xaf: number; balance_xaf: number },
): Deed {
  const operator_transaction_id = newId(to.operator, at_ms);
  const words = { kind: 'sweep', fee_xaf: 0, is_fee_hidden: true, undone_transaction_id: null } as const;
  const text = movementText({ ...says, ...words, operator: to.operator, operator_transaction_id });
  return { kind: 'forges', at_ms, to, text, tells_of: operator_transaction_id, credit_xaf: 0 };
}
