import { expect, it } from 'vitest';
import { payerText } from '../manual-sms.ts';

const TOLD = {
  operator: 'MOOV',
  amount_xaf: 1_000_000_000,
  collection_number: '+23595123456',
  internal_ref: 'TX261121ABCDEFGH',
  expires_at: new Date('2026-11-21T11:35:00.000Z'),
} as const;

it('a payer reads number, amount and until when, in N’Djamena’s time', () => {
  expect(
    payerText({ ...TOLD, operator: 'AIRTEL', amount_xaf: 5_000, collection_number: '+23566123456' }),
  ).toBe(
    "Envoyez exactement 5 000 FCFA par Airtel Money au 66 12 34 56 avant 12:35. Ref TX261121ABCDEFGH. Si vous n'avez rien demande, ignorez ce message.",
  );
});

it('the longest one fits into one SMS of plain characters', () => {
  const text = payerText(TOLD);
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(/^[ -~]+$/);
});
