/** One SMS: the operator's own, or what a forger makes of it. */
export type Sms = {
  readonly text: string;
  /** The operator's transaction id in it. */
  readonly id: string;
  readonly sender?: string;
  /** The place of a true message among those of its SIM; forged ones have none. */
  readonly place?: number;
};

export type Operator = 'AIRTEL' | 'MOOV';
export const SENDERS = { AIRTEL: 'AirtelMoney', MOOV: 'MoovMoney' } as const;

/** What the payer chose: number, name, and the words of the reference. */
export type PayerWords = {
  payer?: string | undefined;
  name?: string | undefined;
  motif?: string | undefined;
};

const PAYERS = { AIRTEL: '66123456', MOOV: '94123456' } as const;
let serials = 10_000;

/** One movement as the operator's own list has it. */
export type Movement = { id: string; at: Date; delta_xaf: number; balance_xaf: number; party?: string };

/** What only the operator knows of one SIM: its balance, and every movement that made it. */
export class Sim {
  readonly operator: Operator;
  readonly number: string;
  readonly opening_xaf: number;
  readonly #now: () => Date;
  balance_xaf: number;
  /** How far the operator's clock is ahead of ours; below nothing: how far behind. */
  clock_off_s = 0;
  /** Each movement with the balance after it, and whether its message has come to us. */
  readonly #movements: (Movement & { told: boolean })[] = [];
  #anchored: { balance_xaf: number; movements: number };

  constructor(operator: Operator, number: string, opening_xaf: number, now: () => Date) {
    this.operator = operator;
    this.number = number;
    this.opening_xaf = opening_xaf;
    this.balance_xaf = opening_xaf;
    this.#anchored = { balance_xaf: opening_xaf, movements: 0 };
    this.#now = now;
  }

  /** Money arrives from a payer; the operator's message of it. */
  credit(amount_xaf: number, words: PayerWords = {}): Sms {
    return this.#moved(amount_xaf, (balance_xaf) => this.wordCredit(amount_xaf, balance_xaf, words));
  }

  /** Money leaves; a fee is printed where there is one. */
  debit(amount_xaf: number, fee_xaf = 0): Sms {
    return this.#moved(-amount_xaf - fee_xaf, (balance_xaf) =>
      this.wordDebit(amount_xaf, balance_xaf, fee_xaf),
    );
  }

  /** The operator takes a payment back. */
  reversal(of: Sms, amount_xaf: number): Sms {
    return this.#moved(-amount_xaf, (balance_xaf) => ({
      id: this.newId('RV'),
      text: `Le transfert ${of.id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${balance_xaf} FCFA.`,
    }));
  }

  /** Money goes to another SIM of ours: the operator's messages to this one and to that one, under one id. */
  sendTo(other: Sim, amount_xaf: number): { out: Sms; come: Sms } {
    const id = this.newId('PP');
    const [from, to] = [this, other].map(({ number }) => number.slice(-8));
    return {
      out: this.#moved(-amount_xaf, (balance_xaf) => this.wordDebit(amount_xaf, balance_xaf, 0, id, to)),
      come: other.#moved(amount_xaf, (balance_xaf) =>
        other.wordCredit(amount_xaf, balance_xaf, { payer: from }, id),
      ),
    };
  }

  /** An agent deposits cash on the SIM. */
  cashIn(amount_xaf: number): Sms {
    return this.#moved(amount_xaf, (balance_xaf, id = this.newId('CI')) => ({
      id,
      text: `Depot de ${amount_xaf} FCFA effectue par l'agent NOM (66112233). Trans.ID: ${id}. Solde: ${balance_xaf} FCFA.`,
    }));
  }

  /**
   * Any words of the operator about a movement, with ID and BALANCE where they stand in them, or DAYID for an id that names no
   * hour.
   */
  movement(delta_xaf: number, words: string): Sms {
    const id = words.includes('DAYID') ? this.#dayId() : this.newId('XX');
    return this.#moved(delta_xaf, (balance_xaf) => ({
      id,
      text: words.replace(/(?:DAY)?ID/, id).replace('BALANCE', String(balance_xaf)),
    }));
  }

  /** A credit in the operator's words; its balance is whatever its author says. */
  wordCredit(
    amount_xaf: number,
    balance_xaf: number,
    { payer = PAYERS[this.operator], name, motif }: PayerWords = {},
    id = this.newId(),
  ): Sms {
    const text = this.operator === 'AIRTEL' ? airtel : moov;
    return { id, text: text({ id, amount_xaf, balance_xaf, payer, name, motif, at: this.#local() }) };
  }

  wordDebit(
    amount_xaf: number,
    balance_xaf: number,
    fee_xaf = 0,
    id = this.newId('PP'),
    to: string = PAYERS[this.operator],
  ): Sms {
    const fee = fee_xaf === 0 ? '' : ` Frais: ${fee_xaf} FCFA.`;
    const text = `Trans.ID: ${id}. Vous avez envoye ${amount_xaf} FCFA au ${to}.${fee} Votre solde disponible est ${balance_xaf} FCFA.`;
    return { id, text };
  }

  /** Words that stand for no movement, with ID where it stands in them. */
  invented(words: string, id = this.newId()): Sms {
    return { id, text: words.replace('ID.', `${id}.`) };
  }

  newId(kind = 'MP'): string {
    serials += 1;
    if (this.operator === 'MOOV') return `${100_000_000_000 + serials}`;
    const at = this.#local();
    return `${kind}${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.B${serials}`;
  }

  /** As Airtel Chad's of 2017: the day, and digits. */
  #dayId(): string {
    serials += 1;
    return `${this.#local().slice(2, 10).replaceAll('-', '')}${1_500_000 + serials}`;
  }

  /** Its message has come to us. */
  told({ place }: Sms): void {
    const movement = place === undefined ? undefined : this.#movements[place];
    if (movement !== undefined) movement.told = true;
  }

  /** Somebody has read the balance on the SIM. */
  anchored(): void {
    this.#anchored = { balance_xaf: this.balance_xaf, movements: this.#movements.length };
  }

  /** The balance after the last movement that we can know of: nothing is missing before it. */
  get known_xaf(): number {
    const { balance_xaf, movements } = this.#anchored;
    const since = this.#movements.slice(movements);
    const missing = since.findIndex(({ told }) => !told);
    return since.slice(0, missing === -1 ? undefined : missing).at(-1)?.balance_xaf ?? balance_xaf;
  }

  #moved(delta_xaf: number, word: (balance_xaf: number) => Sms): Sms {
    this.balance_xaf += delta_xaf;
    const sms = word(this.balance_xaf);
    const movement = { id: sms.id, at: this.#at, delta_xaf, balance_xaf: this.balance_xaf };
    // Its list names whom the message names.
    // A portal hides the digits that the message hides.
    const [printed, phone] = sms.text.match(/\b(?:235)?(\d{8})\b|\b\d{2} •• •• \d{2}\b/) ?? [];
    const party = phone ?? printed;
    const place =
      this.#movements.push({ ...movement, told: false, ...(party !== undefined && { party }) }) - 1;
    return { ...sms, place };
  }

  /** What the operator's own statement lists, the oldest first. */
  get movements(): readonly (Movement & { readonly told: boolean })[] {
    return this.#movements;
  }

  /** By the operator's clock. */
  get #at(): Date {
    return new Date(this.#now().getTime() + 1000 * this.clock_off_s);
  }

  /** N'Djamena's clock. */
  #local(): string {
    return new Date(this.#at.getTime() + 3_600_000).toISOString();
  }
}

type Printed = Required<Pick<PayerWords, 'payer'>> &
  PayerWords & { id: string; amount_xaf: number; balance_xaf: number; payer: string; at: string };

function airtel({ id, amount_xaf, balance_xaf, payer, name, motif }: Printed): string {
  const from = name === undefined ? `du ${payer}` : `de ${name} ${payer}`;
  return motif === undefined
    ? `Trans.ID : ${id}. Vous avez recu ${amount_xaf} FCFA ${from}. Votre solde disponible est ${balance_xaf} FCFA.`
    : `Ref:${id} Vous avez recu ${amount_xaf}.00 CFA ${from} .Reference: ${motif}. Solde: ${balance_xaf} CFA.`;
}

function moov({ id, amount_xaf, balance_xaf, payer, name = 'NOM PRENOM', motif, at }: Printed): string {
  const day = `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(2, 4)}`;
  const reason = motif === undefined ? '' : ` Motif: ${motif}.`;
  return `Vous avez recu ${amount_xaf} FCFA de 235${payer} - ${name}, le ${day} a ${at.slice(11, 16)}.${reason} Nouveau solde: ${balance_xaf} FCFA. Ref: ${id}.`;
}
