import { amountProblem } from '@chari/contract';
import { expect, test } from 'vitest';
import { counterReference, newMark, readCounterPayment } from './counter.ts';

const read = (fields: Record<string, string>) => {
  const sent: Record<string, string> = { amount: '5000', operator: 'AIRTEL', ...fields };
  return readCounterPayment(
    (name) => sent[name] ?? null,
    (amount, operator) => amountProblem(amount, operator) === null,
  );
};

test('a form is read as people fill it in', () => {
  const phones = ['66001122', '66 00 11 22', '+235 66001122', '0023566001122', '(66) 00-11.22'];
  // By an Arabic keyboard, and as phones copy a number out of their contacts.
  phones.push(
    '٦٦٠٠١١٢٢',
    '٦٦ ٠٠ ١١ ٢٢',
    '\u202a+235 66 00 11 22\u202c',
    '\u2066۶۶۰۰۱۱۲۲\u2069',
    '\u200e66001122',
  );
  for (const [place, phone] of phones.entries())
    expect(read({ phone, amount: place % 2 === 0 ? '12 500' : '١٢\u00a0٥٠٠\u200f' })).toEqual({
      ok: true,
      payment: {
        amount_xaf: 12_500,
        operator: 'AIRTEL',
        payer_phone: '+23566001122',
        description: null,
        how: 'session',
      },
    });
});

test('what is wrong is named, all of it at once', () => {
  const wrong: [Record<string, string>, string[]][] = [
    [{ amount: '', operator: '' }, ['amount', 'operator']],
    [{ phone: '6600112' }, ['phone']],
    [{ phone: '+23766001122' }, ['phone']],
    [{ how: 'transaction' }, ['phone']],
    [{ description: 'x'.repeat(256) }, ['description']],
    [{ description: 'two\nlines', amount: '0' }, ['amount', 'description']],
    [{ description: 'Envoyez au 66 99 99 99' }, ['description']],
    [{ description: 'Tapez *150*1#' }, ['description']],
  ];
  for (const [fields, names] of wrong) expect(read(fields)).toEqual({ ok: false, wrong: names });
});

test('a phone is asked for what the API takes, no less and no more; a number is shown for any sum', () => {
  const asks = { how: 'transaction', phone: '66001122' };
  for (const amount of ['100', '2000000'])
    expect(read({ ...asks, amount })).toMatchObject({ ok: true, payment: { how: 'transaction' } });
  for (const amount of ['99', '2000001']) {
    expect(read({ ...asks, amount })).toEqual({ ok: false, wrong: ['asked_amount'] });
    expect(read({ ...asks, amount, phone: '' })).toEqual({ ok: false, wrong: ['asked_amount', 'phone'] });
    expect(read({ amount }).ok).toBe(true);
  }
});

test('a mark is a reference that the API would take, and nothing else is a mark', () => {
  const reference = counterReference(newMark(Math.random));
  expect(reference).toMatch(/^CAISSE-[0-9A-HJKMNP-TV-Z]{16}$/);
  for (const other of ['', 'A', 'a'.repeat(16), `${'A'.repeat(15)}/`])
    expect(counterReference(other)).toBeNull();
});
