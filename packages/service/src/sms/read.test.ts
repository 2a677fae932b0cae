import { describe, expect, it } from 'vitest';
import { readSms, type Sms } from './read.ts';
import { isTrustedSender } from './senders.ts';
import { TEMPLATES } from './templates/all.ts';
import { defineTemplate } from './templates/template.ts';

const credit = 'Ref:MP260627.1644.B72794 Vous avez recu 756.00 CFA du 66123456. Solde: 1210 CFA.';
const read = (sms: Sms) => readSms(sms).readings[0];
const airtel = (text: string) => read({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
const moov = (text: string) => readSms({ operator: 'MOOV', sender: 'MoovMoney', text });

describe('the sender', () => {
  it('must be on the list of the SIM, whatever the case, width and white space of its letters', () => {
    const list = ['AirtelMoney', '111', 'Airtel Desk'];
    for (const name of [
      'AirtelMoney',
      'AIRTELMONEY',
      ' airtelmoney ',
      '111',
      'ＡirtelMoney',
      'Ａｉｒｔｅｌ\u00a0\u00a0Ｄｅｓｋ',
    ]) {
      expect(isTrustedSender(name, list)).toBe(true);
    }
    for (const name of [
      'A1rtelMoney',
      'АirtelMoney',
      'AirtеlMoney',
      'Airtel Money',
      'AirtelMoney.',
      '+111',
      '',
    ]) {
      expect(isTrustedSender(name, list)).toBe(false);
    }
  });

  it('of an empty list is nobody', () => {
    const reading = read({
      operator: 'AIRTEL',
      sender: 'AirtelMoney',
      text: credit,
      sender_allow_list: [],
    });
    expect(reading).toMatchObject({ kind: 'CREDIT', trusted_sender: false });
  });

  it('is looked up among the usual ones where a SIM has no list', () => {
    expect(airtel(credit)?.trusted_sender).toBe(true);
    expect(read({ operator: 'AIRTEL', sender: 'MoovMoney', text: credit })?.trusted_sender).toBe(false);
  });
});

describe('a confirmed template', () => {
  it('leaves a clean credit without any doubt', () => {
    const templates = TEMPLATES.map((one) => ({ ...one, status: 'confirmed' as const }));
    expect(read({ operator: 'AIRTEL', sender: 'AirtelMoney', text: credit, templates })).toMatchObject({
      template_status: 'confirmed',
      doubts: [],
    });
  });
});

describe('a text that no template takes', () => {
  const figures = (text: string) => moov(text).figures;

  it('gives every sum in it, those that could be the balance, and its phone if it prints just one', () => {
    expect(figures('Argent arrive: 25 000 FCFA de 92000000. Ref: 123456789012. Solde: 60 000 FCFA')).toEqual({
      sums_xaf: [25_000],
      balances_xaf: [60_000],
      is_balance_named: true,
      phone: '92000000',
      is_arrival: true,
    });
    expect(figures('Bonne nouvelle ! 5000 FCFA (92000000). Total 60 000 F CFA. No 1234567890')).toEqual({
      sums_xaf: [5000, 60_000],
      balances_xaf: [5000, 60_000],
      phone: '92000000',
    });
    expect(figures('You got 5,000 from 92000000 on 12/06/24 14:05. Your new balance is 60,000')).toEqual({
      sums_xaf: [5000],
      balances_xaf: [60_000],
      is_balance_named: true,
      is_arrival: true,
      is_receipt: true,
      phone: '92000000',
    });
    expect(figures('You got 5,000 from 92000000 on 12/06/24 14:05')).toEqual({
      sums_xaf: [5000],
      balances_xaf: [5000],
      is_arrival: true,
      is_receipt: true,
      phone: '92000000',
    });
    expect(figures('Envoi 5000 FCFA au 66999999, appelez 66000000. Solde 12 345 678 FCFA')).toEqual({
      sums_xaf: [5000],
      balances_xaf: [12_345_678],
      is_balance_named: true,
      is_receipt: false,
    });
  });

  it('gives them all, up to twelve', () => {
    const text = Array.from({ length: 20 }, (_, at) => `${at + 1} FCFA`).join(', ');
    expect(figures(text).sums_xaf).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('that is longer than any SMS is not looked at', () => {
    const long = `${credit}${' x'.repeat(1000)}`;
    expect(readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text: long })).toEqual({
      trusted_sender: true,
      readings: [],
      figures: { sums_xaf: [], balances_xaf: [] },
    });
    expect(airtel(credit.padEnd(2000, ' '))).toMatchObject({ kind: 'CREDIT' });
    expect(airtel(credit.padEnd(2001, ' '))).toBeUndefined();
  });

  it('has an invisible character or a lookalike letter in a fixed word or a number', () => {
    expect(airtel(credit.replace('756', '7\u200b56'))).toBeUndefined();
    expect(airtel(credit.replace('recu', 're\u200bcu'))).toBeUndefined();
    expect(airtel(credit.replace('avez', '\u0430vez'))).toBeUndefined();
    expect(airtel(credit.replace('Solde', 'S\u043elde'))).toBeUndefined();
  });

  it('but in the payer’s own words those mean nothing', () => {
    const text = credit.replace(' Solde', ' Motif: en\u200bvoy\u00e9 par \u0410irtel. Solde');
    expect(airtel(text)).toMatchObject({ amount_xaf: 756, doubts: ['unconfirmed_template'] });
  });

  it('is near the template it may belong to', () => {
    for (const text of [
      'Un client vous a vire 25 000 FCFA. Ref: 123456789012. Solde: 60 000 FCFA.',
      'Argent recu: 25 000 FCFA de 92000000. Ref: 123456789012.',
      'You have received 25,000 FCFA from 92000000. Ref: 123456789012. Balance: 60,000 FCFA',
    ]) {
      expect(moov(text)).toMatchObject({ readings: [], near_template: expect.stringMatching(/^moov-/) });
    }
    const deposit = 'Depot pris en compte, Code agent 1101381, Montant 25 000 FCFA, TID DH58HF9XG8';
    expect(moov(deposit).near_template).toBe('moov-cash-in');
    // Words for a balance are known in each language, also where no word says that money came.
    expect(moov('5000 FCFA من 66123456. رصيدك 12000 FCFA').near_template).toMatch(/^moov-/);
    expect(moov('Bonne fete a tous nos clients').near_template).toBeUndefined();
  });

  it('arrived in pieces', () => {
    const piece = 'Ref:MP260627.1644.B72794 Vous avez recu 756';
    const sms = { operator: 'AIRTEL', sender: 'AirtelMoney', text: piece } as const;
    expect(readSms(sms)).toMatchObject({ readings: [], near_template: 'airtel-credit' });
    expect(airtel('.00 CFA du 66123456. Solde: 1210 CFA.')).toBeUndefined();
  });
});

describe('a text in doubt', () => {
  it('whose id and words tell different times says so and keeps the time of the id', () => {
    const text = (time: string) =>
      moov(
        `Ref: MP240612.1405.B98765. Vous avez recu 500 FCFA de 92000000, le ${time}. Nouveau solde: 900 F.`,
      ).readings[0];
    expect(text('13/06/24 a 14:05')).toMatchObject({
      occurred_at: '2024-06-12T13:05:00.000Z',
      doubts: ['two_times', 'unconfirmed_template'],
    });
    expect(text('12/06/24 a 14:07')?.doubts).toEqual(['unconfirmed_template']);
  });

  it('has the balance that stands behind the payer’s words', () => {
    expect(airtel(credit.replace(' Solde', ' Motif: x. Solde: 9 F. Solde'))?.balance_xaf).toBe(1210);
  });
});

describe('a text that may say two things', () => {
  const text = 'Vous avez recu 1000 FCFA de bonus du 66123456. Solde: 2410 FCFA.';

  it('has both readings, money by a payer of that name before airtime', () => {
    const { readings } = readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
    expect(readings.map(({ kind }) => kind)).toEqual(['CREDIT', 'AIRTIME']);
    expect(readings.every(({ doubts }) => doubts.includes('airtime_balance'))).toBe(true);
  });

  it('has none of two readings’ times when they differ in that alone', () => {
    const taught = defineTemplate({
      id: 'taught',
      operator: 'MOOV',
      kind: 'CREDIT',
      wordings: ['Vous avez recu {amount} de {name} motif {motif}. Le {time} solde {balance}. Ref {id}'],
    });
    const other = defineTemplate({
      id: 'other',
      operator: 'MOOV',
      kind: 'CREDIT',
      wordings: ['Vous avez recu {amount} de {name} motif {motif} solde {balance}. Ref {id}'],
    });
    const sms = {
      operator: 'MOOV',
      sender: 'MoovMoney',
      text: 'Vous avez recu 5 F de X. Motif Y. Le 12/06/24 a 14:05 Solde 9 F. Ref 1234567890',
    } as const;
    const read = readSms({ ...sms, templates: [taught, other] }).readings;
    expect(read).toMatchObject([{ template_id: 'taught', doubts: ['two_times', 'unconfirmed_template'] }]);
    expect(read[0]?.occurred_at).toBeUndefined();
  });
});

/** What stands behind a label | the motif, `-` for none. */
const MOTIFS = `
Reference: NA. Solde: 5 F                  | -
Reference : N/A. Solde: 5 F                | -
Reference: . Solde: 5 F                    | -
Référence: K7Q2-9FJM. Solde: 5 F           | K7Q2-9FJM
Motif: K7Q2-9FJM Solde: 5 F                | K7Q2-9FJM
MOTIF = loyer de juin, merci. Solde: 5 F   | loyer de juin, merci
Reference: pour l'école.Solde: 5 F         | pour l'école
Message de l’expediteur: achat 12. Solde 5 | achat 12
Motif: k7q2 9fjm Nouveau solde: 5 F        | k7q2 9fjm
Motif: v1.2 ok. Solde: 5 F                 | v1.2 ok
Motif: 3 شكرا. Solde: 5 F                   | 3 شكرا
Motif sans deux points. Solde: 5 F         | sans deux points
Motif: Solde: 9 F. Solde: 5 F              | Solde: 9 F
Motif: a ete annule. Votre solde est 5 F   | a ete annule
`;

describe('the words of the payer', () => {
  for (const line of MOTIFS.trim().split('\n')) {
    const [tail = '', motif = ''] = line.split('|').map((cell) => cell.trim());
    it(`in "${tail}" are ${motif}`, () => {
      const reading = airtel(`Ref:MP260627.1644.B72794 Vous avez recu 756 CFA du 66123456. ${tail}`);
      expect(reading).toMatchObject({ kind: 'CREDIT', amount_xaf: 756, balance_xaf: 5 });
      expect(reading?.motif ?? '-').toBe(motif);
    });
  }
});

/** What stands behind the sum | the payer, `-` for none, or `unread` | those of whom one may be it, where that is unclear. */
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
de 66-••-••-56.                       | 66••••56
de M. NOM 94123456.                   | 94123456
de NOM A. PRENOM 94123456.            | 94123456
de TCHAD IMPORT S.A.R.L. (94123456).  | 94123456
de A.B.C. SERVICES 94123456.          | 94123456
de EL HADJ. NOM 94123456.             | 94123456
de STE.GENERALE 94123456.             | 94123456
de ANNULE NOM 94123456.               | 94123456
de 94123456 - ECHEC JEAN.             | 94123456
de NOM Tel: 94123456.                 | 94123456
de BOUTIQUE N. 2 94123456.            | 94123456
de 94-12-34-56 NOM.                   | 94123456
de 94.12.34.56 - NOM.                 | 94123456
de +235-94-12-34-56.                  | 23594123456
de 235-94123456/NOM.                  | 23594123456
de 236-94123456.                      | 23694123456
de 12-94123456.                       | 94123456
de 01-94-12-34-56.                    | 0194123456
de 94-12-34-56-78.                    | 9412345678
de 94123456 12 NOM.                   | 94123456
de 94123456 (23594123456).            | 94123456
de 94123456/23594123456.              | 94123456
de 94123456 - NOM 94123456.           | 94123456
de 94123456 - NOM A. PRENOM.          | 94123456
de NOM PRENOM, le 12/06/24 a 14:05.   | - | none
de NOM PRENOM. Appelez 66000000.      | - | 66000000
de NOM, pour 66000000.                | - | 66000000
de NOM Objet: 66000000.               | - | 66000000
de AGENCE 1101381.                    | - | none
de 66000000 NOM (94123456).           | - | 66000000 94123456
de 66000000 par 94123456.             | - | 66000000 94123456
de 94123456 carte 12345 A 67890.      | - | 94123456
de 94123456 carte 123 45 67 8.        | - | 94123456 12345678
de NOM94123456.                       | - | none
de 9412\u200b3456.                    | - | none
de bonus Airtel Money.                | - | none
de remboursement du transfert au 94123456. | unread
du 94123456 (transfert annule).       | unread
du 94123456 a ete annule par le service. | unread
de NOM (94123456) annule.             | unread
du 94123456, annulation du transfert. | unread
du 94123456. Echec du transfert.      | unread
du 94••••56.Echec du transfert.       | unread
du 94123456: echec du transfert.      | unread
du 94123456 ${'NOM '.repeat(20)}.     | unread
`;

describe('the payer', () => {
  for (const line of PAYERS.trim().split('\n')) {
    const [tail = '', payer = '', told] = line.split('|').map((cell) => cell.trim());
    it(`in "${tail}" is ${payer}${told === undefined ? '' : `, perhaps ${told}`}`, () => {
      const words = tail.replace('\\u200b', '\u200b');
      // Airtel's own words for a balance can be laid over a text in eight ways.
      for (const last of ['Solde: 5 F', 'Votre solde disponible est 5 F']) {
        const reading = airtel(`Ref:MP260627.1644.B72794 Vous avez recu 756 CFA ${words} ${last}`);
        expect(reading?.kind).toBe(payer === 'unread' ? undefined : 'CREDIT');
        expect(reading?.payer ?? '-').toBe(payer === 'unread' ? '-' : payer);
        expect(reading?.doubts.includes('payer_unclear') ?? false).toBe(told !== undefined);
        expect(reading?.may_be_payers?.join(' ') ?? 'none').toBe(told ?? 'none');
      }
    });
  }

  it('ends where the line ends', () => {
    const lines =
      'Ref:MP260627.1644.B72794\nVous avez recu 756 CFA du 66123456\nEchec du transfert\nSolde: 5 F';
    expect(airtel(lines)).toBeUndefined();
    expect(airtel(lines.replace('\nEchec du transfert', ''))?.payer).toBe('66123456');
  });

  const withoutId = (from: string) => airtel(`Vous avez recu 756 CFA ${from}. Solde: 5 F`);

  it('right behind his name is read only where the name holds no other number and ends no sentence', () => {
    expect(withoutId('de TCHAD S.A.R.L. 66123456')?.payer).toBe('66123456');
    expect(withoutId('du 66123456 (23566123456)')?.payer).toBe('66123456');
    for (const from of [
      'du 66123456. Objet: pour 66777001',
      'du 66123456 pour 66777001',
      'du 66••••56 pour 66777001',
      'de NOM. Pour 66777001',
      'de NOM, pour 66777001',
    ])
      expect(withoutId(from)).toBeUndefined();
  });

  it('whose number touches a name is in doubt where that holds another, and nobody’s with money taken back', () => {
    const from = (words: string) =>
      moov(`Vous avez recu 500 FCFA de 92000000 - ${words}. Nouveau solde: 60 F. Ref: 123456789012`)
        .readings[0];
    expect(from('NOM PRENOM')).toMatchObject({ payer: '92000000', doubts: ['unconfirmed_template'] });
    expect(from('NOM 92000001')).toMatchObject({ may_be_payers: ['92000000', '92000001'] });
    expect(from('NOM (transaction annulee)')).toBeUndefined();
    expect(from('NOM. Annulation du transfert 100000012345')).toBeUndefined();
  });

  it('of a wording that has a name alone stays unknown, and a number in that name speaks for nobody', () => {
    const taught = defineTemplate({
      id: 'taught',
      operator: 'MOOV',
      kind: 'CREDIT',
      wordings: ['Vous avez recu {amount} de {name} solde {balance}. Ref {id}'],
    });
    const of = (name: string) =>
      readSms({
        operator: 'MOOV',
        sender: 'MoovMoney',
        text: `Vous avez recu 5 F de ${name} Solde 9 F. Ref 1234567890`,
        templates: [taught],
      }).readings[0];
    expect(of('NOM')).not.toHaveProperty('may_be_payers');
    expect(of('NOM')?.doubts).toEqual(['unconfirmed_template']);
    expect(of('NOM 92000000')).toMatchObject({
      may_be_payers: ['92000000'],
      doubts: ['unconfirmed_template'],
    });
    expect(of('NOM 92000000')).not.toHaveProperty('payer');
    expect(of('NOM92000000')?.doubts).toContain('payer_unclear');
  });

  const by = (wording: string, status: 'confirmed' | 'unconfirmed' = 'confirmed') => ({
    ...defineTemplate({ id: wording, operator: 'MOOV', kind: 'CREDIT', wordings: [wording] }),
    status,
  });
  const first = by('Vous avez recu {amount} de {phone} chez {code} Solde {balance}. Ref {id}');
  const second = 'Vous avez recu {amount} de {code} chez {phone} Solde {balance}. Ref {id}';
  const told = (...templates: ReturnType<typeof by>[]) =>
    readSms({
      operator: 'MOOV',
      sender: 'MoovMoney',
      text: 'Vous avez recu 5 F de 92000000 chez 92000001 Solde 9 F. Ref 1234567890',
      templates,
    }).readings;

  it('is nobody for sure where two wordings read different ones, unless people have confirmed one of the two', () => {
    for (const templates of [
      [first, by(second)],
      [by(second), first],
    ]) {
      const [reading, ...others] = told(...templates);
      expect(others).toEqual([]);
      expect(reading).not.toHaveProperty('payer');
      expect(reading?.doubts).toContain('payer_unclear');
      expect(reading?.may_be_payers?.toSorted()).toEqual(['92000000', '92000001']);
    }
    expect(told(first, by(second, 'unconfirmed'))).toMatchObject([{ payer: '92000000', doubts: [] }]);
    expect(told(by(second, 'unconfirmed'), first)).toMatchObject([{ payer: '92000000', doubts: [] }]);
  });
});
