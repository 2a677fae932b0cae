import fc from 'fast-check';
import { expect, it } from 'vitest';
import { samePhone } from '../msisdn.ts';
import { compareRow, type RowCase, type StepOfRow, toldPayers } from './compare.ts';

const PRINTS: Record<string, string | null> = {
  nobody: null,
  Ali: '66000001',
  Fatime: '66000002',
  Mahamat: '66000003',
  masked: '66••••01',
  'one-of-two': '?66000001/66000002',
  'Ali-dashed': '235-66 00.00-01',
  'Ali-abroad': '+237-66000001',
};

/**
 * What the row says | what the book has of it | whom messages without a place name | what the row is to the book.
 * A movement is its sum, the balance behind it, and with whom. `all`: what the rows of its transaction come to, and where they end.
 */
const TABLE = `
  +2000 52000                   | nothing                              |                | NEW
  failed +2000 52000            | nothing                              |                | NOTHING
  failed +2000 52000            | +2000 52000                          |                | NOTHING
  +0 52000                      | nothing                              |                | NOTHING
  early +2000 52000             | nothing                              |                | NOTHING
  outdated +2000 52000          | nothing                              |                | DIFFERS status
  outdated +2000 52000          | +2000 52000 pending                  |                | DIFFERS status
  outdated +2000 52000          | +2000 52000                          |                | SAME
  outdated +0 52000             | nothing                              |                | NOTHING
  early +2000 52000             | +2000 52000                          |                | SAME
  +2000 52000                   | +2000 52000                          |                | SAME
  +2000 none                    | +2000 52000                          |                | SAME
  +2000 52000                   | no balances                          |                | SAME
  +2000 52000                   | +2000 52000 pending                  |                | NEW
  +2000 52000                   | +1000 51000 pending                  |                | NEW
  +2000 52000                   | +2000 52000 elsewhere                |                | DIFFERS number
  +2000 52000                   | +1000 52000                          |                | DIFFERS amount
  +2000 52000                   | +2000 53000                          |                | DIFFERS balance
  +2000 52000                   | +2000 53000 witnessed                |                | SAME
  -2000 48020 all -2020 48000   | -2020 48000                          |                | SAME
  -2000 48020 all -2020 48000   | -2000 48020                          |                | SAME
  -2000 48020 all -2020 48000   | -2010 48010                          |                | DIFFERS amount
  +2000 52000 Ali               | +2000 52000 Ali                      |                | SAME
  +2000 52000 Ali               | +2000 52000 Ali-dashed               |                | SAME
  +2000 52000 Ali               | +2000 52000 Fatime                   |                | DIFFERS payer
  +2000 52000 Ali               | +2000 52000 pending Fatime           |                | DIFFERS payer
  +2000 52000 Ali               | +2000 52000 witnessed Fatime         |                | SAME
  +2000 52000 Ali               | +2000 52000 masked                   |                | SAME
  +2000 52000 Fatime            | +2000 52000 masked                   |                | DIFFERS payer
  +2000 52000 masked            | +2000 52000 Ali                      |                | SAME
  +2000 52000 masked            | +2000 52000 Fatime                   |                | DIFFERS payer
  +2000 52000 one-of-two        | +2000 52000 Fatime                   |                | SAME
  +2000 52000 one-of-two        | +2000 52000 Mahamat                  |                | DIFFERS payer
  +2000 52000 Ali               | +2000 52000                          |                | SAME
  +2000 52000 Ali               | +2000 52000 Ali                      | Fatime         | SAME
  +2000 52000 Ali               | +2000 52000 Ali                      | Fatime, Ali    | DIFFERS payer
  +2000 52000                   | +2000 52000 Ali                      | Fatime         | DIFFERS payer
  +2000 52000 Ali               | +2000 52000 masked                   | Fatime         | DIFFERS payer
  +2000 52000                   | +2000 52000 witnessed                | Ali, Fatime    | SAME
  +2000 52000                   | nothing                              | Ali            | NEW
  +2000 52000                   | nothing                              | Ali, Fatime    | DIFFERS payer
  +2000 52000                   | nothing                              | nobody, nobody | DIFFERS payer
  +2000 52000 Ali               | nothing                              | Ali, Fatime    | NEW
  +2000 52000 Ali               | nothing                              | Ali, Ali       | DIFFERS payer
  +2000 52000 Ali               | nothing                              | Ali-abroad, Fatime | DIFFERS payer
`;

const lines = TABLE.trim().split('\n');
it.each(lines.map((line) => line.split('|').map((cell) => cell.trim().replace(/ +/g, ' '))))(
  'of a row “%s” where the book has “%s” and others name “%s” the finding is “%s”',
  (row = '', step = '', tellers = '', found = '') => {
    const one: RowCase = {
      ...rowOf(row),
      step: stepOf(step),
      tellers: tellersOf(tellers),
      payers_of_sum: [],
    };
    const { finding, differs_in, step_id } = compareRow(one);
    expect([finding, differs_in].filter((said) => said !== null).join(' ')).toBe(found);
    expect(step_id).toBe(one.step === null || !one.is_completed || one.moved_xaf === 0 ? null : 'step');
  },
);

it.each([
  ['+2000 52000', 'Ali', '', 'Ali'],
  ['+2000 52000', 'nobody', '', ''],
  ['+2000 none', 'Ali', 'Fatime', 'Ali, Fatime'],
  ['+2000 52000 Ali', 'Fatime', '', ''],
  ['+2000 none', 'Ali, Ali', 'Ali', 'Ali'],
])(
  'of a row “%s” whose messages name “%s”, and those of its sum “%s”, the payers told are “%s”',
  (row, tellers, of_sum, told) => {
    const payers_of_sum = tellersOf(of_sum).filter((payer) => payer !== null);
    const one: RowCase = { ...rowOf(row), step: null, tellers: tellersOf(tellers), payers_of_sum };
    expect(toldPayers(one)).toEqual(tellersOf(told));
  },
);

const digit = fc.constantFrom('0', '1');
const phone = fc.array(digit, { minLength: 7, maxLength: 7 }).map((digits) => `6${digits.join('')}`);
/** Of a few phones only, so that many prints may be one. */
const prints = fc.array(phone, { minLength: 1, maxLength: 3 }).chain((phones) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...phones), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
      .map(([full, hidden]) => [...full].map((shown, at) => (hidden[at] ? '•' : shown)).join('')),
    { maxLength: 12 },
  ),
);

it('whoever isn’t one of the payers told by any number of messages isn’t one of the few that are kept', () => {
  fc.assert(
    fc.property(prints, phone, (payers_of_sum, declared) => {
      const kept = toldPayers({ ...rowOf('+2000 none'), step: null, tellers: [], payers_of_sum });
      const isOther = (payer: string) => samePhone(payer, `+235${declared}`) === 'different';
      expect(kept.some(isOther)).toBe(payers_of_sum.some(isOther));
    }),
    { numRuns: 2000 },
  );
});

function rowOf(text: string): Omit<RowCase, 'step' | 'tellers' | 'payers_of_sum'> {
  const [said = '', all] = text.replace(/^(failed|early|outdated) /, '').split(' all ');
  const [moved_xaf = 0, after_xaf = null, party = null] = movementOf(said);
  const [transaction_xaf = 0, transaction_after_xaf = null] = movementOf(all ?? said);
  return {
    ...{ ordinal: 1, is_completed: !text.startsWith('failed'), is_before_opening: text.startsWith('early') },
    is_failed_since: text.startsWith('outdated'),
    ...{ moved_xaf, after_xaf, party, transaction_xaf, transaction_after_xaf },
  };
}

function stepOf(text: string): StepOfRow | null {
  if (text === 'nothing') return null;
  const known = { step_id: 'step', is_pending: text.includes('pending') };
  if (text === 'no balances')
    return { ...known, moved_xaf: null, after_xaf: null, is_of_number: null, strength: null, payer: null };
  const [moved_xaf = 0, after_xaf = null, payer = null] = movementOf(
    text.replace(/ (pending|elsewhere|witnessed)/, ''),
  );
  return {
    ...{ ...known, moved_xaf, after_xaf, payer, is_of_number: !text.includes('elsewhere') },
    strength: text.includes('witnessed') ? 'WITNESSED' : 'CHAINED',
  };
}

function movementOf(text: string): [number?, (number | null)?, (string | null)?] {
  const [moved, after, whom] = text.split(' ');
  return [Number(moved), after === 'none' ? null : Number(after), whom === undefined ? null : printOf(whom)];
}

function tellersOf(text: string): (string | null)[] {
  return text === '' ? [] : text.split(', ').map(printOf);
}

function printOf(whom: string): string | null {
  const print = PRINTS[whom];
  if (print === undefined) throw new Error(`nobody is called ${whom}`);
  return print;
}
