import { Sim, type Sms } from '../book/world.ts';
import type { Listed } from '../statements/portal.ts';

/** How the operator words a debit: with its fee, with one that the text doesn't tell, or without digits of the phone. */
export type Words = 'known' | 'unknown' | 'nameless' | 'fee' | 'hidden' | 'masked';

/** A SIM of which the operator's own list is known, which tells a debit and its fee in one sum. */
export class Listing extends Sim {
  readonly listed: Listed[] = [];

  come(amount_xaf: number, payer: string): Sms {
    return this.#moved(this.credit(amount_xaf, payer), amount_xaf, payer);
  }

  leave(amount_xaf: number, to: string, words: Words): Sms {
    if (words === 'nameless') return this.#moved(this.withdrawal(amount_xaf), -amount_xaf, to);
    const fee_xaf = words === 'fee' || words === 'hidden' ? 100 : 0;
    const { id, text } = this.debit(amount_xaf + fee_xaf, words === 'masked' ? masked(to) : to);
    const said = text
      .replace(`${amount_xaf + fee_xaf} FCFA au`, `${amount_xaf} FCFA au`)
      .replace(`au ${to}.`, words === 'fee' ? `au ${to}. Frais: ${fee_xaf} FCFA.` : `au ${to}.`)
      .replace('Vous avez envoye', words === 'unknown' ? 'Operation faite:' : 'Vous avez envoye');
    return this.#moved({ id, text: said }, -amount_xaf - fee_xaf, to);
  }

  #moved(sms: Sms, delta_xaf: number, party: string): Sms {
    this.listed.push({ id: sms.id, at: this.world.now, delta_xaf, balance_xaf: this.balance_xaf, party });
    return sms;
  }
}

const masked = (phone: string): string => `${phone.slice(0, 2)}••••${phone.slice(-2)}`;
