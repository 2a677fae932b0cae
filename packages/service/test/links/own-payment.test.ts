import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/account/person.ts';
import { NO_USE } from '../../src/domain/link/link.ts';
import { linkPage } from '../../src/web/links/page.ts';
import { ar } from '../../src/web/links/words/ar.ts';
import { en } from '../../src/web/links/words/en.ts';
import { fr } from '../../src/web/links/words/fr.ts';
import { NOW, VIEWS, viewOf } from '../web/views.ts';

const WORDS = { fr, ar, en };
const { merchant_id, merchant_name, is_merchant_verified } = viewOf();

const LINK = {
  id: '0198c5a2-0000-7000-8000-000000000009',
  merchant_id,
  merchant_name,
  is_merchant_verified,
  environment: 'live' as const,
  slug: '0123456789abcdefghjkmnpqrs',
  code: 'ABCDEFGH',
  title: 'Tontine',
  description: null,
  amount_xaf: 5000,
  min_xaf: null,
  max_xaf: null,
  max_payments: null,
  max_total_xaf: null,
  expires_at: null,
  closed_at: null,
  created_by: null,
  created_at: NOW,
  use: NO_USE,
  operators: ['AIRTEL' as const],
  language: 'fr' as const,
};

const pageFor = (name: string, language: Language): string =>
  linkPage({
    link: LINK,
    refusal: null,
    language,
    path: `/pay/l/${LINK.slug}`,
    checkouts: '/pay/payment-sessions',
    token: 'A'.repeat(22),
    mine: VIEWS[name] ?? null,
    now: NOW,
  }).text;

/** Which of the notes each state of one's own payment has on the link's page. */
const NOTES: Readonly<Record<string, 'under_way' | 'was_paid' | 'went_on' | null>> = {
  waiting: 'under_way',
  last_minutes: 'under_way',
  listening: 'under_way',
  waiting_other_phone: 'under_way',
  checking_for_proof: 'under_way',
  checking_late: 'under_way',
  paid: 'was_paid',
  paid_too_much: 'was_paid',
  paid_twice: 'was_paid',
  paid_partly_back: 'was_paid',
  paid_given_back: 'went_on',
  reversed: 'went_on',
  late_money: 'went_on',
  late_money_unproven: 'under_way',
  not_taken: 'went_on',
  expired_silent: 'went_on',
  cancelled_silent: 'went_on',
  expired: null,
  expired_told: null,
  cancelled: null,
};

describe("The page of a link says of this browser's own payment what its checkout says", () => {
  for (const [name, note] of Object.entries(NOTES))
    test(`${name.replaceAll('_', ' ')}: ${note?.replaceAll('_', ' ') ?? 'nothing'}`, () => {
      for (const language of LANGUAGES) {
        const page = pageFor(name, language);
        for (const one of ['under_way', 'was_paid', 'went_on'] as const)
          expect(page.includes(`<h2>${WORDS[language][one].heading}</h2>`)).toBe(one === note);
        expect(page.includes(`/pay/payment-sessions/${viewOf().id}?lang=${language}`)).toBe(note !== null);
      }
    });
});
