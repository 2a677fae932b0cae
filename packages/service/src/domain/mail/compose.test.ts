import { expect, test } from 'vitest';
import { composeNotice, type ToldNotice } from './compose.ts';

const notice: ToldNotice = {
  merchant_name: 'Chez Alpha',
  kind: 'daily_summary',
  detail: {},
  language: 'fr',
  role: 'owner',
  has_left: false,
};
const SITE = 'https://pay.example.com';

test('a mail says what happened in its reader’s language, where to look, and how to have no more of them', () => {
  const detail = { day: '2026-11-20', amount_xaf: 1_250_500, payments: 42 };
  expect(composeNotice({ ...notice, detail }, SITE)).toEqual({
    subject: 'Chez Alpha : 1\u00a0250\u00a0500 FCFA le 2026-11-20',
    text: `Le 2026-11-20, Chez Alpha a encaissé 1\u00a0250\u00a0500 FCFA. Paiements : 42. Ce qui a été repris ou rendu depuis y est encore compté.

https://pay.example.com/dashboard

Vous choisissez ces mails dans les réglages : https://pay.example.com/dashboard/settings
`,
  });
  const all = (['fr', 'ar', 'en'] as const).flatMap((language) =>
    [
      { kind: 'review_opened', detail: { payments: 2 } } as const,
      {
        kind: 'payment_reversed',
        detail: { payment_id: 'P1', reference: 'ORDER-1', amount_xaf: 5000 },
      } as const,
      {
        kind: 'endpoint_trouble',
        detail: { status: 'degraded', url: 'https://x.example.com/hook?key=secret' },
      } as const,
      {
        kind: 'endpoint_trouble',
        detail: { status: 'disabled', url: 'https://x.example.com/hook?key=secret' },
      } as const,
      { kind: 'endpoint_trouble', detail: { status: 'degraded', is_more: true } } as const,
      { kind: 'kyc_decided', detail: { verdict: 'approve' } } as const,
      { kind: 'kyc_decided', detail: { verdict: 'send_back' } } as const,
      ...(['invited', 'joined', 'ended'] as const).map((change) => ({
        kind: 'owners_changed' as const,
        detail: { change, by: 'awa@example.com', who: 'hassan@example.com' },
      })),
      ...(['invited', 'joined'] as const).map((change) => ({
        kind: 'owners_changed' as const,
        detail: { change, role: 'accountant', by: 'awa@example.com', who: 'hassan@example.com' },
      })),
    ].map((one) => composeNotice({ ...notice, ...one, language }, SITE)),
  );
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(36);
  for (const { subject, text } of all) {
    expect(subject + text).not.toMatch(/[{}]|undefined|secret/);
    expect(text).toContain(`${SITE}/dashboard/settings`);
  }
});

test('a mail of a payment that was taken back says which, and leads to it', () => {
  const detail = { payment_id: 'P1', reference: 'ORDER-1 https://evil.example.com', amount_xaf: 5000 };
  for (const language of ['fr', 'ar', 'en'] as const) {
    const { text } = composeNotice({ ...notice, kind: 'payment_reversed', detail, language }, SITE);
    expect(text).toMatch(/ORDER-1 [^h/]*5\u00a0000/);
    expect(text.match(/https:\S+/g)).toEqual([
      `${SITE}/dashboard/live/payments/P1`,
      `${SITE}/dashboard/settings`,
    ]);
  }
});

test('an owner no longer is told to write to us, and sent to no page that does not open to them', () => {
  const detail = { change: 'ended', by: 'thief@example.com', who: 'awa@example.com' };
  const read = (['fr', 'ar', 'en'] as const).map(
    (language) =>
      composeNotice({ ...notice, kind: 'owners_changed', detail, language, has_left: true }, SITE).text,
  );
  for (const text of read) {
    expect(text).toMatch(/awa@example\.com.*thief@example\.com.*\n\n.*Chez Alpha/);
    expect(text).not.toContain(SITE);
  }
});

test('a merchant’s name makes no second header, no link and no gap to fill in', () => {
  const merchant_name = 'Alpha\r\nBcc: all@example.com {settings} https://evil.example.com <b>';
  const { subject } = composeNotice({ ...notice, merchant_name }, SITE);
  expect(subject).not.toMatch(/[\r\n<>]|https:\/\//);
  expect(subject).toContain('{settings}');
});
