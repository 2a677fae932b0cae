import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTicket, readTicket, showTicket, ticketsIn } from './ticket.ts';
import { ticketsTold } from './told.ts';

const made = fc
  .array(fc.integer({ min: 0, max: 31 }), { minLength: 7, maxLength: 7 })
  .map((digits) => newTicket(() => (digits.shift() ?? 0) / 32));
const ticket = made.filter((one) => /[A-Z]/.test(one));
const inGroups = (one: string, by: string, ...ends: number[]): string =>
  ends.map((end, at) => one.slice(ends[at - 1] ?? 0, end)).join(by);

test.each<[string, (one: string) => string]>([
  ['as it is shown', showTicket],
  [
    'in small letters, with o and l for 0 and 1',
    (one) => one.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'),
  ],
  ['in groups of two', (one) => inGroups(one, ' ', 2, 4, 6, 8)],
  ['in groups of two with hyphens', (one) => inGroups(one, '-', 2, 4, 6, 8)],
  ['in three and five', (one) => inGroups(one, ' ', 3, 8)],
  ['letter by letter', (one) => [...one].join(' ')],
  ['over two lines', (one) => inGroups(one, '\n', 4, 8)],
  ['in two halves, the first ended like a sentence', (one) => inGroups(one, '. ', 4, 8)],
  ['in two halves with a colon between them', (one) => inGroups(one, ': ', 4, 8)],
  ['in two halves with a semicolon between them', (one) => inGroups(one, '; ', 4, 8)],
  ['with an accent', (one) => `${one[0]}\u0301${one.slice(1)}`],
  ['glued to a word', (one) => `ticket${one}`],
  ['glued to a sum', (one) => `${one}5000F`],
  ['as it is shown, glued to a word and a sum', (one) => `ticket${inGroups(one, '-', 4, 8)}F5000`],
  ['after six hundred characters', (one) => `${'commande '.repeat(70)}${one}`],
])('a ticket is found anywhere in a text, written %s', (_how, written) => {
  fc.assert(
    fc.property(ticket, (one) => {
      // Where its halves are glued, one without a figure can't be told from words.
      fc.pre(/\d/.test(one));
      const text = `Trans. id : MP261121.1201.B12345. Vous avez recu 5000 FCFA du 66123456 (${written(one)}). Solde: 7410 FCFA.`;
      expect(ticketsTold(text, ['MP261121.1201.B12345'])).toContain(one);
    }),
  );
});

test('whatever a motif quotes is found in its text', () => {
  const part = fc.oneof(
    ticket,
    ticket.map(showTicket),
    ticket.map((one) => inGroups(one, ' - ', 4, 8)),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const motif = parts.join(' ');
      const lettered = ticketsIn(motif).filter((one) => /[A-Z]/.test(one) && motif.includes(one));
      expect(ticketsTold(motif)).toEqual(expect.arrayContaining(lettered));
    }),
  );
});

/** What may be tickets among groups of letters and figures, by the rule alone. */
function byRule(groups: readonly string[]): string[] {
  const runs = groups.flatMap((_, from) => groups.map((_one, to) => groups.slice(from, to + 1).join('')));
  const inside = groups.flatMap((group) => {
    const cuts = [...group].map((_, start) => group.slice(start, start + 8));
    return /\d/.test(group) ? cuts : [group.slice(0, 8), group.slice(-8)];
  });
  const halves = groups.map((group, at) => `${group.slice(-4)}${groups[at + 1]?.slice(0, 4) ?? ''}`);
  return [...runs, ...inside, ...halves.filter((one) => /\d/.test(one))];
}

test('in any text those tickets are found that its groups make together, a long one inside, or the ends of two', () => {
  const part = fc.oneof(
    ticket,
    ticket.map((one) => inGroups(one, ' ', 4, 8)),
    ticket.map((one) => inGroups(one, '-', 1, 3, 8)),
    fc.string({ unit: fc.constantFrom(...'0123456789ABCDXYZefgioloOIL'), maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.constantFrom('', ' ', '-', ' / ')), { maxLength: 5 }), (parts) => {
      const text = parts.flat().join('');
      const words = byRule(text.split(/[^0-9A-Za-z]+/).filter(Boolean));
      const found = words.filter((word) => word.length === 8 && /[A-Za-z]/.test(word)).map(readTicket);
      expect(new Set(ticketsTold(text))).toEqual(new Set(found.filter((one) => one !== null)));
    }),
  );
});

test('neither the transaction id of a message nor its figures are tickets', () => {
  fc.assert(
    fc.property(made, (one) => {
      const id = `${one}.1201.B12345`;
      const said = (words: string) =>
        `Trans. id : ${words}. Vous avez recu 5000FCFA du 66123456. Solde: 7410 FCFA.`;
      expect(ticketsTold(said(id), [id])).toEqual([]);
      expect(ticketsTold(said(id.toLowerCase().replaceAll('.', ' . ')), [id])).toEqual([]);
    }),
  );
  expect(ticketsTold('99999998 99 99 99 98')).toEqual([]);
  expect(ticketsTold('5000FCFA, 12 500 F CFA')).toEqual([]);
});

test('a text of tickets alone is looked at in bounded work', () => {
  expect(ticketsTold('99999998A'.repeat(5000)).length).toBeLessThanOrEqual(64);
  expect(ticketsTold('')).toEqual([]);
});
