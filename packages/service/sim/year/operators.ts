import { airtelId, creditText, moovId, movementText, SENDERS } from '../../bench/load/texts.ts';
import type { Operator } from '../../src/domain/operator.ts';
import type { Chance } from '../chance.ts';
import type { Sim } from '../country.ts';
import type { Message, Phones } from '../phones.ts';

/** Why money left a SIM; `cause_id`: the refund, settlement or credit that it was sent for, or the payment undone. */
export type Purpose = 'refund' | 'settlement' | 'send_back' | 'sweep' | 'airtime' | 'reversal';

/** One movement as the operator has it. */
export type Movement = {
  id: string;
  at_ms: number;
  why: 'payment' | 'capital' | Purpose;
  cause_id: string | null;
  amount_xaf: number;
  fee_xaf: number;
  delta_xaf: number;
  balance_xaf: number;
  party: string;
};

export type OperatorsSim = Sim & { balance_xaf: number; movements: Movement[] };

/** What an operator takes for sending, as the tariff of this world says. */
export const SEND_FEE_XAF = 100;

/** The operators' own books, which only they know, and what they tell the phones. */
export class Operators {
  readonly sims: readonly OperatorsSim[];
  readonly #by_number: ReadonlyMap<string, OperatorsSim>;
  readonly #phones: Phones;
  readonly #chance: Chance;
  readonly #debit_lost_share: number;
  #serial = 0;

  constructor(sims: readonly Sim[], phones: Phones, chance: Chance, debit_lost_share: number) {
    this.sims = sims.map((sim) => ({ ...sim, balance_xaf: sim.opening_balance_xaf, movements: [] }));
    this.#by_number = new Map(this.sims.map((sim) => [sim.msisdn, sim]));
    this.#phones = phones;
    this.#chance = chance;
    this.#debit_lost_share = debit_lost_share;
  }

  simOf(msisdn: string): OperatorsSim {
    const sim = this.#by_number.get(msisdn);
    if (sim === undefined) throw new Error(`bug: ${msisdn} is no number of this world`);
    return sim;
  }

  balanceAt(msisdn: string, before_ms: number): number {
    const sim = this.simOf(msisdn);
    const last = sim.movements.findLast(({ at_ms }) => at_ms < before_ms);
    return last?.balance_xaf ?? sim.opening_balance_xaf;
  }

  /** We put money in at a counter, of which no SMS tells. */
  deposit(msisdn: string, amount_xaf: number, at_ms: number): void {
    const sim = this.simOf(msisdn);
    const id = this.#id(sim.operator, at_ms, 'CI');
    const sums = { amount_xaf, fee_xaf: 0, delta_xaf: amount_xaf };
    move(sim, { id, at_ms, why: 'capital', cause_id: null, ...sums, party: '66000001' });
  }

  pay(msisdn: string, amount_xaf: number, payer: string, at_ms: number) {
    const sim = this.simOf(msisdn);
    const { operator } = sim;
    const id = this.#id(operator, at_ms, 'MP');
    const sums = { amount_xaf, fee_xaf: 0, delta_xaf: amount_xaf };
    const movement = move(sim, { id, at_ms, why: 'payment', cause_id: null, ...sums, party: payer });
    const facts = { ...movement, operator, payer, payer_name: 'NOM PRENOM', motif: null };
    return {
      movement,
      messages: this.#tell(sim, movement, creditText({ ...facts, operator_transaction_id: id })),
    };
  }

  /**
   * Money leaves; null where there isn't enough. Of what staff send the SMS is lost more often than others.
   * @param sent `undone`: the payment that is taken back
   */
  send(
    msisdn: string,
    sent: Pick<Movement, 'cause_id' | 'amount_xaf' | 'at_ms'> & {
      why: Purpose;
      undone?: string | null;
      /** Whose phone gets it; left out: our own wallet. */
      to?: string;
    },
  ) {
    const { why, cause_id, amount_xaf, at_ms, undone = null, to = '66999999' } = sent;
    const sim = this.simOf(msisdn);
    const { operator } = sim;
    const fee_xaf = why === 'reversal' || why === 'airtime' ? 0 : SEND_FEE_XAF;
    if (sim.balance_xaf < amount_xaf + fee_xaf) return null;
    const id = this.#id(operator, at_ms, why === 'reversal' ? 'RV' : 'PP');
    const sums = { amount_xaf, fee_xaf, delta_xaf: -amount_xaf - fee_xaf };
    const movement = move(sim, { id, at_ms, why, cause_id, ...sums, party: to });
    const is_lost = why !== 'reversal' && this.#chance.happens(this.#debit_lost_share);
    const kind = why === 'reversal' || why === 'airtime' ? why : 'sweep';
    const told = {
      kind,
      operator,
      amount_xaf,
      fee_xaf,
      to,
      is_fee_hidden: this.#chance.happens(0.2),
    } as const;
    const { balance_xaf } = movement;
    const text = movementText({
      ...told,
      undone_transaction_id: undone,
      operator_transaction_id: id,
      balance_xaf,
    });
    return { movement, messages: is_lost ? [] : this.#tell(sim, movement, text) };
  }

  /** Somebody writes an SMS that the operator never sent. */
  forge(msisdn: string, amount_xaf: number, at_ms: number, guess_xaf: number): Message {
    const { operator } = this.simOf(msisdn);
    const id = this.#id(operator, at_ms, 'MP');
    const words = { payer: '66777777', payer_name: 'NOM', motif: null, operator_transaction_id: id };
    const text = creditText({ operator, amount_xaf, ...words, balance_xaf: guess_xaf, at_ms });
    return this.#phones.slipIn({ msisdn, operator, sender: SENDERS[operator], text, tells_of: id }, at_ms);
  }

  #id(operator: Operator, at_ms: number, kind: 'MP' | 'CI' | 'PP' | 'RV'): string {
    this.#serial += 1;
    return operator === 'AIRTEL' ? airtelId(at_ms, this.#serial, kind) : moovId(this.#serial);
  }

  #tell({ msisdn, operator }: OperatorsSim, { id, at_ms }: Movement, text: string): Message[] {
    return this.#phones.carry({ msisdn, operator, sender: SENDERS[operator], text, tells_of: id }, at_ms)
      .messages;
  }
}

function move(sim: OperatorsSim, one: Omit<Movement, 'balance_xaf'>): Movement {
  sim.balance_xaf += one.delta_xaf;
  const movement = { ...one, balance_xaf: sim.balance_xaf };
  sim.movements.push(movement);
  return movement;
}
