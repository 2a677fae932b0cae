import { describe, expect, test } from 'vitest';
import { minutes, NOW, VIEWS, viewOf } from '../../../test/web/views.ts';
import { LANGUAGES, type Language } from '../../domain/account/person.ts';
import type { CheckoutView } from '../../domain/checkout/view.ts';
import { problemPage } from '../problem.ts';
import { STYLE } from '../style.ts';
import { checkoutMain, checkoutPage, sightOf, tagOf, type Wishes } from './page.ts';
import { SCRIPT } from './script.ts';

const PATH = '/pay/payment-sessions/0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
const ADDRESS = `https://pay.example${PATH}`;

/** A page without our own style and script. */
function draw(view: CheckoutView, language: Language = 'en', wishes: Wishes = {}, now = NOW): string {
  const sight = sightOf(view, now, language, PATH, wishes);
  return checkoutPage(sight, { path: PATH, address: ADDRESS }, wishes)
    .text.replace(`<style>${STYLE}</style>`, '')
    .replace(`<script>${SCRIPT}</script>`, '');
}

/** What is left of a page for its reader. */
function read(page: string): string {
  const body = page.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' ');
  return body
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');
}

const pages = Object.entries(VIEWS).flatMap(([name, view]) =>
  LANGUAGES.map((language) => ({ name, language, view })),
);

describe('Every page', () => {
  test.each(pages)('$name in $language has its frame and its hooks', ({ name, language, view }) => {
    const page = draw(view, language);
    expect(page).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(page).toMatch(/<main id="page" tabindex="-1" data-state="[a-z_]+"/);
    expect(name.startsWith(/data-state="([a-z_]+)"/.exec(page)?.[1] ?? '?')).toBe(true);
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page.match(/role="status"/g)).toHaveLength(1);
    expect(page).not.toMatch(/undefined|NaN|\[object|Invalid Date|=>/);
    // Nothing is loaded from anywhere.
    expect(page).not.toMatch(/<(?:img|link|iframe|script|audio|video|object)[^>]+(?:src|href|data)=/);
  });

  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '\u202egnp.exe\u202c\u2066x',
    'a\0b\x1b[31m',
    '</style></title></main><h1>',
    '{{7*7}}',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '\ud800',
    '☎'.repeat(300),
  ];
  test.each(pages)('$name in $language takes any text for text', ({ language, view }) => {
    const plain = draw(view, language).match(/<[a-z!/][^>]*>/g)?.length ?? 0;
    for (const text of HOSTILE) {
      const fields = {
        merchant_name: text,
        reference: text,
        description: view.description === null ? null : text,
      };
      const credits = view.credits.map((one) => ({ ...one, operator_transaction_id: text }));
      const retold = { transaction: text, phone: text, wrong: { transaction: true, phone: true } };
      const page = draw({ ...view, ...fields, credits }, language);
      expect(page.match(/<[a-z!/][^>]*>/g)).toHaveLength(page.includes('aria-invalid') ? plain + 1 : plain);
      const form = draw({ ...view, ...fields, credits }, language, { retold });
      for (const shown of [page, form]) {
        expect(shown).not.toMatch(
          /<(?:img|script>alert)|onerror=x|onmouseover='|[\p{Cc}\u202e\u2066](?<!\n)/u,
        );
        expect(shown.match(/<h1/g)).toHaveLength(1);
      }
    }
  });

  test('tells nobody more than its payer may know', () => {
    const view = viewOf({ has_declared_payer: true, merchant_id: 'secret-merchant' });
    const page = draw(view);
    expect(page).not.toContain('secret-merchant');
    expect(page).not.toMatch(/\+235/);
  });

  test.each([
    'not_found',
    'too_many',
    'unavailable',
    'fault',
    'cross_site',
    'too_large',
    'method_not_allowed',
  ] as const)('about %s is a page in three languages', (problem) => {
    const texts = LANGUAGES.map((language) => problemPage(problem, language, null).text);
    expect(new Set(texts)).toHaveLength(LANGUAGES.length);
    for (const text of texts) expect(text).toContain(`data-state="${problem}"`);
  });
});

describe('A session that waits', () => {
  test('says what to send, where, until when in N’Djamena, and how, without a code to dial', () => {
    const text = read(draw(VIEWS.waiting as CheckoutView));
    for (const part of [
      'Boutique Amina',
      'verified merchant',
      '5 000 FCFA',
      '66 12 34 56',
      '12:07 , N’Djamena time',
      'Airtel Money',
      'K3M7-Q9T8',
      'ORDER-1',
      'Send exactly this amount',
      'fee comes on top',
      'never ask for your PIN',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/[*#]/);
  });

  test('calls no merchant verified whose papers nobody has seen', () => {
    const text = read(draw(viewOf({ is_merchant_verified: false })));
    expect(text).toContain('merchant not verified');
    expect(text).not.toContain('verified merchant');
  });

  test('counts down below five minutes by a style of its own, and the hour stays', () => {
    const view = viewOf({ expires_at: minutes(4) });
    expect(draw(view)).toContain('<style>.count i{animation-delay:-60s}</style>');
    expect(read(draw(view))).toContain('12:04');
    expect(draw(viewOf())).not.toContain('<style>.count');
  });

  test('reloads by itself only where its reader asked for it, and says how to stop', () => {
    expect(draw(viewOf())).not.toContain('http-equiv');
    const page = draw(viewOf(), 'en', { refreshes: true });
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
    expect(read(page)).toContain('Stop looking by itself');
    expect(draw(VIEWS.paid as CheckoutView, 'en', { refreshes: true })).not.toContain('http-equiv');
  });

  test('shows its own address as a QR code when asked', () => {
    expect(draw(viewOf())).not.toContain('<svg');
    expect(draw(viewOf(), 'en', { shows_qr: true })).toMatch(/<svg role="img" aria-label="[^"]+"/);
  });

  test('carries the warning and the buttons of the sandbox in test, and neither in live', () => {
    const test_page = draw(viewOf({ environment: 'test' }));
    expect(read(test_page)).toContain('TEST — no real money');
    expect(test_page.match(/name="scenario"/g)).toHaveLength(8);
    expect(draw(VIEWS.waiting_test as CheckoutView).match(/name="scenario"/g)).toHaveLength(9);
    expect(draw(viewOf())).not.toMatch(/TEST|name="scenario"/);
  });
});

describe('A session whose number is silent', () => {
  test('sends nobody who has paid to the shop for a new payment in its last minutes', () => {
    expect(read(draw(VIEWS.last_minutes as CheckoutView))).toContain('ask the shop for a new payment');
    const text = read(draw(VIEWS.last_minutes_silent as CheckoutView));
    expect(text).toContain('If you have, do not pay again');
    expect(text).not.toContain('ask the shop for a new payment');
  });

  test('asks nobody to tell below who has told as often as it takes', () => {
    expect(read(draw(VIEWS.expired_silent as CheckoutView))).toContain('tell us below');
    const text = read(draw(VIEWS.expired_silent_full as CheckoutView));
    expect(text).toContain('If you have sent it, do not pay again, and ask the shop.');
    expect(text).not.toContain('tell us below');
  });
});

describe('The part that a page asks for again', () => {
  const tag = (view: CheckoutView, now = NOW, language: Language = 'en') =>
    tagOf(sightOf(view, now, language, PATH));

  test('has the same name while nothing happens, though seconds pass', () => {
    expect(tag(viewOf(), minutes(1))).toBe(tag(viewOf()));
  });

  test('has another name once anything differs', () => {
    const names = [
      tag(viewOf()),
      tag(viewOf(), minutes(3)),
      tag(viewOf(), minutes(8)),
      tag(viewOf(), NOW, 'ar'),
      tag(viewOf({ checked: 'own' })),
      tag(viewOf({ feed: 'silent' })),
      tag(VIEWS.paid as CheckoutView),
      tag(VIEWS.paid_twice as CheckoutView),
      tag(VIEWS.expired as CheckoutView),
      tag(VIEWS.expired_told as CheckoutView),
    ];
    expect(new Set(names)).toHaveLength(names.length);
  });

  test('keeps its name when the feed changes, where the page says nothing of the feed', () => {
    for (const view of Object.values(VIEWS)) {
      const tags = (['well', 'slow', 'silent'] as const).map((feed) => tag({ ...view, feed }));
      const pages = (['well', 'slow', 'silent'] as const).map((feed) =>
        read(checkoutMain(sightOf({ ...view, feed }, NOW, 'en', PATH)).text),
      );
      expect(new Set(tags).size).toBe(new Set(pages).size);
    }
  });

  test('is the main part of the page, word for word', () => {
    for (const view of Object.values(VIEWS))
      expect(draw(view)).toContain(checkoutMain(sightOf(view, NOW, 'en', PATH)).text);
  });
});

describe('The receipt of a payment that its shop gave back', () => {
  test.each(LANGUAGES)('says so instead of thanking for it, in %s', (language) => {
    const [whole, part, plain] = ['paid_given_back', 'paid_partly_back', 'paid'].map((name) =>
      read(draw(VIEWS[name] as CheckoutView, language)),
    );
    const thanks = /Paiement reçu|Payment received|وصل الدفع/;
    expect(whole).toMatch(/vous a été rendu.*5 000|given back to you.*5 000|أُعيد إليك.*5/);
    expect(whole).not.toMatch(thanks);
    expect(draw(VIEWS.paid_given_back as CheckoutView, language)).toContain('data-tone="off"');
    expect(draw(VIEWS.paid_partly_back as CheckoutView, language)).toContain('data-tone="done"');
    expect(whole).toMatch(/^(?:.*\s)?(?:Rendu|Given back|أُعيد المبلغ)\s/);
    expect(part).toMatch(/vous a rendu 2 000|has given 2 000|أعاد المتجر إليك .*2/);
    expect(part).toMatch(thanks);
    expect(plain).not.toMatch(/rendu|given back|أُعيد/);
  });
});

describe('A payment that is being checked', () => {
  const ARRIVED = /Money has arrived|De l’argent est arrivé|وصل مال/;
  const SENT_NOTHING =
    /If you have sent nothing, ask|Si vous n’avez rien envoyé, voyez|إن لم ترسل شيئا فاسأل/;
  const TAKEN_BACK = /says that this payment was taken back|que ce paiement a été repris|إن هذا الدفع استُرجع/;
  const textOf = (name: string, language: Language) => read(draw(VIEWS[name] as CheckoutView, language));

  test.each(LANGUAGES)('is said to have arrived only where money has, in %s', (language) => {
    for (const name of ['checking_late', 'checking_less', 'checking_several'])
      expect(textOf(name, language)).toMatch(ARRIVED);
    for (const name of ['checking_for_proof', 'checking_unproven']) {
      expect(textOf(name, language)).not.toMatch(ARRIVED);
      expect(textOf(name, language)).toMatch(SENT_NOTHING);
    }
  });

  test.each(LANGUAGES)(
    'is said to be taken back, and safe with nobody, once the operator says so, in %s',
    (language) => {
      expect(textOf('checking_taken_back', language)).toMatch(TAKEN_BACK);
      expect(textOf('checking_taken_back', language)).not.toMatch(ARRIVED);
      for (const name of ['late_money_taken_back', 'not_taken_taken_back'])
        expect(textOf(name, language)).not.toMatch(/It is safe|en sécurité|في أمان/);
      expect(textOf('late_money', language)).toMatch(/It is safe|en sécurité|في أمان/);
    },
  );
});

describe('The way back to the shop', () => {
  const shop = { return_url: 'https://shop.example/thanks?x=<y>' };
  test.each(['paid', 'expired', 'cancelled', 'late_money', 'not_taken'])('stands on %s', (name) => {
    expect(draw({ ...(VIEWS[name] as CheckoutView), ...shop })).toContain(
      'href="https://shop.example/thanks?',
    );
  });

  test.each(['waiting', 'last_minutes', 'listening', 'checking_late', 'reversed'])(
    'does not stand on %s',
    (name) => {
      expect(draw({ ...(VIEWS[name] as CheckoutView), ...shop })).not.toContain('shop.example');
    },
  );
});
