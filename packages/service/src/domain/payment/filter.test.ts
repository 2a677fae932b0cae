import { expect, test } from 'vitest';
import { newTicket } from '../ticket/ticket.ts';
import { filterFields, readFilter, readSearchedAmount, spanOf } from './filter.ts';
import { readSearch } from './payment.ts';

const read = (text: string) => {
  const fields = new URLSearchParams(text);
  return readFilter((name) => fields.get(name));
};

test('what makes no sense filters nothing and is named, so that nobody takes a narrowed list for a whole one', () => {
  const wrong = {
    'standing=PAID': ['standing'],
    'kind=card': ['kind'],
    'operator=airtel': ['operator'],
    'from=2026-02-30': ['from'],
    'from=1999-01-01': ['from'],
    'to=22.11.2026': ['to'],
    'from=2026-11-22&to=2026-11-21': ['to'],
    'amount=ten': ['amount'],
    'amount=0': ['amount'],
    'amount=-5': ['amount'],
    'amount=9000-1000': ['amount'],
    'amount=5,50': ['amount'],
    'amount=99999999999': ['amount'],
  };
  for (const [text, names] of Object.entries(wrong)) expect([text, read(text).wrong]).toEqual([text, names]);
});

test('a filter asks for the same again from its own fields', () => {
  const text =
    'q=ORDER+1&standing=paid&kind=session&operator=MOOV&from=2026-11-01&to=2026-11-21&amount=500-1000';
  const { filter, wrong } = read(text);
  expect(wrong).toEqual([]);
  expect(new URLSearchParams(filterFields(filter)).toString()).toBe(text);
});

test('days are those of N’Djamena, both included', () => {
  const { from, until } = spanOf({ from_day: '2026-11-21', to_day: '2026-11-21' });
  expect([from?.toISOString(), until?.toISOString()]).toEqual([
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
  ]);
});

test('amounts are read as people type them, and slips are not guessed at', () => {
  const known = {
    '٥٠٠': 500,
    '۵ ۰۰۰': 5000,
    '\u200e5000\u200f': 5000,
    '5000': 5000,
    '5 000': 5000,
    '5.000': 5000,
    '1 250 000': 1_250_000,
    ' 7 ': 7,
  };
  for (const [text, amount_xaf] of Object.entries(known))
    expect([text, readSearchedAmount(text)]).toEqual([text, amount_xaf]);
  for (const text of ['', '0', '5.5', '50 00', '5 0000', '5,000', '1e3', '٥٠٠ف', '0x10', '5000 FCFA'])
    expect([text, readSearchedAmount(text)]).toEqual([text, null]);
});

test('a search and a range are read as an Arabic keyboard types them, and as phones copy a number', () => {
  expect(read('amount=٥٠٠-١٠٠٠').filter.amount).toEqual({ least_xaf: 500, most_xaf: 1000 });
  expect(read('amount=\u2066500-1000\u2069').filter.amount).toEqual({ least_xaf: 500, most_xaf: 1000 });
  const found = readSearch('66001122').phones;
  expect(found).toHaveLength(1);
  for (const text of ['٦٦٠٠١١٢٢', '66\u00a000\u00a011\u00a022', '\u202d66\u202f00 11 22\u202c'])
    expect([text, readSearch(text).phones]).toEqual([text, found]);
  const ticket = newTicket(Math.random);
  const shown = `\u2066${ticket.slice(0, 4)}\u00a0${ticket.slice(4)}\u2069`;
  expect(readSearch(shown).tickets).toEqual([ticket]);
});
