import { describe, expect, it } from 'vitest';
import { parseNotice } from './parse.ts';
import { isTrustedSender } from './senders.ts';

const credit = 'Ref:MP260627.1644.B72794 Vous avez recu 756.00 CFA du 66123456. Solde: 1210 CFA.';
const airtel = (text: string) => parseNotice({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
const moov = (text: string) => parseNotice({ operator: 'MOOV', sender: 'MoovMoney', text });

describe('the sender', () => {
  it('must be on the list of the SIM, whatever the case of its letters', () => {
    const list = ['AirtelMoney', '111'];
    for (const name of ['AirtelMoney', 'AIRTELMONEY', ' airtelmoney ', '111']) {
      expect(isTrustedSender(name, list)).toBe(true);
    }
    for (const name of [
      'A1rtelMoney',
      'АirtelMoney',
      'ＡirtelMoney',
      'Airtel Money',
      'AirtelMoney.',
      '+111',
      '',
    ]) {
      expect(isTrustedSender(name, list)).toBe(false);
    }
  });

  it('of an empty list is nobody', () => {
    const reading = parseNotice({
      operator: 'AIRTEL',
      sender: 'AirtelMoney',
      text: credit,
      sender_allow_list: [],
    });
    expect(reading).toMatchObject({ kind: 'CREDIT', trusted_sender: false });
  });

  it('is looked up among the usual ones where a SIM has no list', () => {
    expect(airtel(credit).trusted_sender).toBe(true);
    expect(parseNotice({ operator: 'MOOV', sender: 'AirtelMoney', text: credit }).trusted_sender).toBe(false);
  });
});

describe('a confirmed template', () => {
  it('leaves a clean credit without any doubt', () => {
    const reading = parseNotice({
      operator: 'AIRTEL',
      sender: 'AirtelMoney',
      text: credit,
      confirmed_templates: ['airtel-credit@1'],
    });
    expect(reading).toMatchObject({ template_status: 'confirmed', doubts: [] });
  });

  it('is confirmed in one version only', () => {
    const notice = { operator: 'AIRTEL', sender: 'AirtelMoney', text: credit } as const;
    expect(parseNotice({ ...notice, confirmed_templates: ['airtel-credit@2'] }).template_status).toBe(
      'unconfirmed',
    );
  });
});

describe('a text in doubt', () => {
  it('that is longer than any SMS is not read', () => {
    expect(airtel(`${credit}${' x'.repeat(1000)}`)).toMatchObject({ kind: 'UNKNOWN', doubts: ['too_long'] });
    expect(airtel(credit.padEnd(2000, ' '))).toMatchObject({ kind: 'CREDIT' });
    expect(airtel(credit.padEnd(2001, ' '))).toMatchObject({ kind: 'UNKNOWN', doubts: ['too_long'] });
  });

  it('with an invisible character inside a number is a credit of low confidence', () => {
    expect(airtel(credit.replace('756', '7\u200b56'))).toMatchObject({
      amount_xaf: 756,
      doubts: ['hidden_characters', 'unconfirmed_template'],
    });
  });

  it('with an invisible character inside a refusing word is refused all the same', () => {
    expect(airtel(`${credit} Vous avez en\u200bvoye 5 F`).kind).toBe('UNKNOWN');
  });

  it('with a lookalike letter is a credit of low confidence at most', () => {
    expect(airtel(`${credit} envoyé par Аirtel`).doubts).toContain('mixed_scripts');
  });

  it('whose id and words tell different times says so and keeps the time of the id', () => {
    expect(airtel(`${credit} Le 28/06/26 a 16:44.`)).toMatchObject({
      occurred_at: '2026-06-27T15:44:00.000Z',
      doubts: ['two_times', 'unconfirmed_template'],
    });
    expect(airtel(`${credit} Le 27/06/26 a 16:46.`).doubts).toEqual(['unconfirmed_template']);
  });

  it('with two balances has none', () => {
    const reading = moov(
      'Vous avez recu 500 FCFA de 92000000. Motif: x. Solde: 9 F. Nouveau solde: 60 F. Ref: 123456789012',
    );
    expect(reading.balance_xaf).toBeUndefined();
    expect(reading.doubts).toContain('two_balances');
  });

  it('in a new wording is UNKNOWN, and near the template it may belong to', () => {
    for (const text of [
      'Un client vous a vire 25 000 FCFA. Ref: 123456789012. Solde: 60 000 FCFA.',
      'Argent recu: 25 000 FCFA de 92000000. Ref: 123456789012.',
      'You have received 25,000 FCFA from 92000000. Ref: 123456789012. Balance: 60,000 FCFA',
    ]) {
      expect(moov(text)).toMatchObject({ kind: 'UNKNOWN', near_template: 'moov-transfer' });
    }
    expect(moov('Depot pris en compte, agent 1101381, 25 000 FCFA, TID DH58HF9XG8').near_template).toBe(
      'moov-cash-in',
    );
    expect(moov('Bonne fete a tous nos clients').near_template).toBeUndefined();
  });

  it('that arrives in pieces is UNKNOWN, and near', () => {
    expect(airtel('Ref:MP260627.1644.B72794 Vous avez recu 756')).toMatchObject({
      kind: 'UNKNOWN',
      near_template: 'airtel-credit',
    });
    expect(airtel('.00 CFA du 66123456. Solde: 1210 CFA.').kind).toBe('UNKNOWN');
  });
});

/** What stands behind a label | the motif, `-` for none. */
const MOTIFS = `
Reference: NA. Solde: 5 F                  | -
Reference : N/A. Solde: 5 F                | -
Reference: . Solde: 5 F                    | -
Référence: K7Q2-9FJM. Solde: 5 F           | K7Q2-9FJM
Motif: K7Q2-9FJM                           | K7Q2-9FJM
MOTIF = loyer de juin, merci. Solde: 5 F   | loyer de juin, merci
Message: pour l'école.Solde: 5 F           | pour l'école
Message de l’expediteur: achat 12. Ref: x  | achat 12
Motif: k7q2 9fjm Nouveau solde: 5 F        | k7q2 9fjm
Motif: v1.2 ok. Solde: 5 F                 | v1.2 ok
Motif: 3 شكرا. Solde: 5 F                   | 3 شكرا
Motif sans deux points. Solde: 5 F         | -
`;

describe('the words of the payer', () => {
  for (const line of MOTIFS.trim().split('\n')) {
    const [tail = '', motif = ''] = line.split('|').map((cell) => cell.trim());
    it(`in "${tail}" are ${motif}`, () => {
      const reading = airtel(`Ref:MP260627.1644.B72794 Vous avez recu 756 CFA du 66123456. ${tail}`);
      expect(reading.kind).toBe('CREDIT');
      expect(reading.motif ?? '-').toBe(motif);
    });
  }
});

/** What stands behind the sum | the payer, `-` for none. */
const PAYERS = `
du 053110000 .                        | 053110000
de 23592000000 - NOM PRENOM, le 12/06/24 a 14:05. | 23592000000
de NOM PRENOM (94123456).             | 94123456
de la part de NOM (94123456).         | 94123456
par +235 66 12 34 56.                 | 23566123456
de 07 •• •• 31.                       | 07••••31
de 66****56.                          | 66••••56
de 66XXXX56.                          | 66••••56
de 66 xx xx 56.                       | 66••••56
de •••• ••56.                         | ••••••56
de M. NOM 94123456.                   | 94123456
de NOM PRENOM, le 12/06/24 a 14:05.   | -
de NOM PRENOM. Appelez 66000000.      | -
de AGENCE 1101381.                    | -
`;

describe('the payer', () => {
  for (const line of PAYERS.trim().split('\n')) {
    const [tail = '', payer = ''] = line.split('|').map((cell) => cell.trim());
    it(`in "${tail}" is ${payer}`, () => {
      const reading = airtel(`Ref:MP260627.1644.B72794 Vous avez recu 756 CFA ${tail} Solde: 5 F`);
      expect(reading.kind).toBe('CREDIT');
      expect(reading.payer ?? '-').toBe(payer);
    });
  }
});
