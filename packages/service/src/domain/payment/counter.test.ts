import { expect, test } from 'vitest';
import { counterReference, newMark, readCounterPayment } from './counter.ts';

const read = (fields: Record<string, string>) => {
  const sent: Record<string, string> = { amount: '5000', operator: 'AIRTEL', ...fields };
  return readCounterPayment((name) => sent[name] ?? null);
};

test('a form is read as people fill it in', () => {
  const phones = ['66001122', '66 00 11 22', '+235 66001122', '0023566001122', '(66) 00-11.22'];
  for (const phone of phones)
    expect(read({ phone, amount: '12 500' })).toEqual({
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

test('a mark is a reference that the API would take, and nothing else is a mark', () => {
  const reference = counterReference(newMark(Math.random));
  expect(reference).toMatch(/^CAISSE-[0-9A-HJKMNP-TV-Z]{16}$/);
  for (const other of ['', 'A', 'a'.repeat(16), `${'A'.repeat(15)}/`])
    expect(counterReference(other)).toBeNull();
});
