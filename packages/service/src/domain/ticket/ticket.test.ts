import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTicket, readTicket, showTicket, ticketsIn } from './ticket.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ticket = fc
  .array(fc.integer({ min: 0, max: 31 }), { minLength: 7, maxLength: 7 })
  .map((digits) => newTicket(() => (digits.shift() ?? 0) / 32));

test('a ticket is read back however the customer writes it', () => {
  fc.assert(
    fc.property(ticket, (made) => {
      expect(readTicket(made)).toBe(made);
      expect(readTicket(showTicket(made).toLowerCase())).toBe(made);
      expect(readTicket(made.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(made);
      expect(ticketsIn(`commande ${showTicket(made)}, merci`)).toEqual([made]);
      expect(ticketsIn(`${made.slice(0, 4)} ${made.slice(4)}`)).toContain(made);
      for (const hyphen of [' - ', '- ', ' -', ' – '])
        expect(ticketsIn(`${made.slice(0, 4)}${hyphen}${made.slice(4)}`)).toContain(made);
    }),
  );
});

test('a ticket with one wrong character is no ticket', () => {
  fc.assert(
    fc.property(ticket, fc.nat(7), fc.nat(31), (made, position, digit) => {
      const wrong = made.slice(0, position) + ALPHABET[digit] + made.slice(position + 1);
      expect(readTicket(wrong)).toBe(wrong === made ? made : null);
    }),
  );
});

test('a ticket with two characters swapped is no ticket', () => {
  fc.assert(
    fc.property(ticket, fc.nat(7), fc.nat(7), (made, first, second) => {
      const characters = [...made];
      [characters[first], characters[second]] = [characters[second] as string, characters[first] as string];
      const swapped = characters.join('');
      expect(readTicket(swapped)).toBe(swapped === made ? made : null);
    }),
  );
});

test('whatever has another length or holds another character is no ticket, hyphens aside', () => {
  fc.assert(
    fc.property(ticket, fc.nat(8), fc.constantFrom('U', 'É', ' ', '.', '😀'), (made, position, other) => {
      const cut = made.slice(0, position);
      expect(readTicket(`${cut}${other}${made.slice(position)}`)).toBe(null);
      expect(readTicket(`${cut}${other}${made.slice(position + 1)}`)).toBe(null);
      expect(readTicket(`${cut}-${made.slice(position)}`)).toBe(made);
      expect(readTicket(`${made}0`)).toBe(null);
      expect(readTicket(made.slice(0, 7))).toBe(null);
    }),
  );
});

test('ordinary words and long motifs quote no ticket, or few', () => {
  expect(ticketsIn('paiement du loyer de novembre')).toEqual([]);
  expect(ticketsIn('7'.repeat(5000))).toEqual([]);
  expect(ticketsIn('')).toEqual([]);
});
