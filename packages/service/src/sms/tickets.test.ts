import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newTicket, showTicket } from '../domain/ticket/ticket.ts';
import { readSms } from './read.ts';

const PAID = 'Trans. id : PP260627.1544.D05227. Vous avez recu 5000 FCFA du 66123456';
const LEFT = 'Votre solde disponible est 77000 FCFA';

const ticket = fc
  .array(fc.integer({ min: 0, max: 999 }), { minLength: 7, maxLength: 7 })
  .map((drawn) => newTicket(() => (drawn.shift() ?? 0) / 1000));

const said = (text: string) => {
  const { readings, figures } = readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
  return { figures, readings: readings.map(({ motif: _, ...rest }) => rest) };
};

/** Where no template has a place for what the payer wrote, the text tells of money by its figures alone. */
describe('a text says the same money, whatever ticket it quotes', () => {
  test.each([
    ['behind all', (quoted: string) => `${PAID}. ${LEFT}. Motif: ${quoted}.`],
    ['in front of all', (quoted: string) => `Motif: ${quoted}. ${PAID}. ${LEFT}.`],
    ['beside the payer', (quoted: string) => `${PAID} (${quoted}). ${LEFT}.`],
    ['where no template expects it', (quoted: string) => `${PAID}. Objet: ${quoted}. ${LEFT}.`],
  ])('%s', (_where, textOf) => {
    const usual = said(textOf('MERCI'));
    const forms = (made: string) => [
      made,
      made.toLowerCase(),
      ...[' ', '-', ' - '].map((by) => cut(made, by)),
    ];
    fc.assert(
      fc.property(ticket, (made) => {
        for (const form of forms(made)) expect(said(textOf(form)), form).toEqual(usual);
      }),
      { numRuns: 1000 },
    );
  });

  const cut = (made: string, by: string): string => showTicket(made).replace('-', by);
});
