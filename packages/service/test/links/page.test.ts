import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/person.ts';
import type { PaymentLink } from '../../src/domain/link/link.ts';
import { setLinks } from '../../src/engine/links/links.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { prove } from '../collection/proof.ts';
import { type Checkout, openCheckout } from '../web/checkout.ts';
import { newLink, newToken, OPEN_AMOUNT } from './shop.ts';
import { type Answer, cookieOf, openVisitor, stateOf, tokenOf, type Visitor } from './visitor.ts';

let checkout: Checkout;
let visitor: Visitor;
let merchant: string;
beforeAll(async () => {
  checkout = await openCheckout();
  visitor = await openVisitor(checkout);
  merchant = await checkout.world.merchant();
});
afterAll(async () => {
  await prove(checkout.world);
  await checkout.close();
});

const pathOf = ({ slug }: { slug: string }): string => `/pay/l/${slug}`;
const link = (terms: Parameters<typeof newLink>[2] = {}, environment: 'test' | 'live' = 'test') =>
  newLink(checkout.world, merchant, terms, environment);
const sessionsOf = (of: PaymentLink) =>
  checkout.world.rows<{
    id: string;
    amount_xaf: number;
    operator: string;
    reference: string;
    environment: string;
    metadata: unknown;
    description: string;
    customer_phone: string | null;
  }>('select * from payment_sessions where link_id = $1 order by id', [of.id]);

/** What a session of a link says on the link's page once it ended without money, in each language. */
const ENDED = {
  expired: { fr: 'Votre paiement a expiré', ar: 'انتهت مهلة دفعك', en: 'Your payment has expired' },
  cancelled: {
    fr: 'La boutique a annulé votre paiement',
    ar: 'ألغى المتجر دفعك',
    en: 'The shop has cancelled your payment',
  },
};

/** Ends a session of a merchant, and lets the page see it. */
async function end(session_id: string, how: 'expired' | 'cancelled' | 'paid'): Promise<void> {
  const { services } = checkout.world;
  if (how === 'paid') {
    const paid = await visitor.post(`/pay/payment-sessions/${session_id}/sandbox`, { scenario: 'paid' });
    expect(paid.status).toBe(303);
  }
  if (how === 'cancelled') {
    const command = { merchant_id: merchant, environment: 'test' as const, session_id, idempotency: null };
    expect(await cancelSessions(services, [command])).toMatchObject([{ kind: 'cancelled' }]);
  }
  checkout.world.pass(how === 'expired' ? 3600 : 60);
  if (how === 'expired') {
    await expireSessions(services, { limit: 500 });
    checkout.world.pass(1);
  }
}

/** Opens a link's page and presses a button on it. */
async function pay(of: PaymentLink, fields: Record<string, string> = {}, headers = {}): Promise<Answer> {
  const page = await visitor.get(`${pathOf(of)}?lang=en`);
  return visitor.post(
    `${pathOf(of)}?lang=en`,
    { form: tokenOf(page), operator: 'AIRTEL', ...fields },
    headers,
  );
}

describe('A payment link', () => {
  test('shows whom one pays and how much, and leads to the checkout of a session that names it', async () => {
    const one = await link({ title: 'Frais de scolarité', description: 'Classe de 6e', amount_xaf: 25_000 });
    const page = await visitor.get(`${pathOf(one)}?lang=en`);
    expect([page.status, stateOf(page)]).toEqual([200, 'link_open']);
    for (const text of [
      'Shop',
      'Frais de scolarité',
      'Classe de 6e',
      '25\u00a0000',
      'TEST',
      'Airtel Money',
      'Moov Money',
    ])
      expect(page.body).toContain(text);
    const answer = await visitor.post(`${pathOf(one)}?lang=en`, {
      form: tokenOf(page),
      operator: 'MOOV',
      phone: '',
    });
    const [session] = await sessionsOf(one);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `/pay/payment-sessions/${session?.id}?lang=en`,
    ]);
    expect(session).toMatchObject({
      amount_xaf: 25_000,
      operator: 'MOOV',
      environment: 'test',
      description: 'Frais de scolarité',
      metadata: { payment_link_id: one.id, payment_link_code: one.code },
    });
    expect(session?.reference).toMatch(new RegExp(`^PL-${one.code}-[0-9a-f]{16}$`));
    const shown = await visitor.get(answer.headers.location ?? '');
    expect(stateOf(shown)).toBe('waiting');
    // Whoever has the checkout's address has not the link's, and no form's.
    expect(shown.body).not.toContain(one.slug);
    expect(shown.body).not.toContain(tokenOf(page));
  });

  test('with an open amount asks for it, within its bounds, and says so beside the field', async () => {
    const one = await link(OPEN_AMOUNT);
    for (const amount of ['499', '20001', '-5000', '1e4', '', '5000.5', '<b>']) {
      const answer = await pay(one, { amount });
      expect([amount, answer.status, stateOf(answer)]).toEqual([amount, 422, 'link_open']);
      expect(answer.body).toContain('Write a whole amount, from');
      expect(answer.body).not.toContain('<b>');
    }
    expect(await sessionsOf(one)).toEqual([]);
    expect((await pay(one, { amount: '٧٥٠٠', phone: '66 12 34 56' })).status).toBe(303);
    expect(await sessionsOf(one)).toMatchObject([{ amount_xaf: 7500, customer_phone: '+23566123456' }]);
  });

  test('is found as people type it, and then by its own address', async () => {
    const one = await link();
    const typed = one.slug.toUpperCase().replace(/^(.{5})/, '$1-');
    const answer = await visitor.get(`/pay/l/${typed}`);
    expect([answer.status, answer.headers.location]).toEqual([302, pathOf(one)]);
  });

  test('takes two taps on one form for one payment, and a changed form for a changed mind', async () => {
    const one = await link();
    const form = tokenOf(await visitor.get(pathOf(one)));
    const press = (operator: string) => visitor.post(pathOf(one), { form, operator });
    const taps = await Promise.all(Array.from({ length: 6 }, () => press('AIRTEL')));
    expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(taps.map(({ headers }) => headers.location)).size).toBe(1);
    const changed = await press('MOOV');
    expect([changed.status, stateOf(changed)]).toEqual([409, 'link_open']);
    expect(tokenOf(changed)).not.toBe(form);
    expect(await sessionsOf(one)).toHaveLength(1);
  });

  test('leads a form pressed again to its payment as long as a message of it may still come', async () => {
    const one = await link({ amount_xaf: 7_600 });
    const form = tokenOf(await visitor.get(pathOf(one)));
    const press = () => visitor.post(`${pathOf(one)}?lang=en`, { form, operator: 'AIRTEL' });
    const begun = await press();
    checkout.world.pass(15 * 60 + 1);
    expect(stateOf(await visitor.get(begun.headers.location ?? ''))).toBe('listening');
    const again = await press();
    expect([again.status, again.headers.location]).toEqual([303, begun.headers.location]);
    expect(await sessionsOf(one)).toHaveLength(1);
  });

  test.each([
    ['expired', 7_400],
    ['cancelled', 7_500],
    ['paid', 7_300],
  ] as const)(
    'leads no form of before, pressed again, to a payment that is %s, but begins another by a new form',
    async (how, amount_xaf) => {
      const one = await link({ amount_xaf });
      const form = tokenOf(await visitor.get(pathOf(one)));
      const press = (token: string, language = 'en') =>
        visitor.post(`${pathOf(one)}?lang=${language}`, { form: token, operator: 'AIRTEL' });
      const begun = await press(form);
      const id = /payment-sessions\/([0-9a-f-]{36})/.exec(begun.headers.location ?? '')?.[1] ?? '';
      await end(id, how);
      expect(stateOf(await visitor.get(begun.headers.location ?? ''))).toBe(how);
      const again = await press(form);
      expect([again.status, stateOf(again)]).toEqual([409, 'link_open']);
      expect(tokenOf(again)).not.toBe(form);
      expect(again.body).toContain('This form has begun a payment before.');
      expect(again.body.includes('You have paid')).toBe(how === 'paid');
      expect(again.body).toContain(id);
      for (const language of how === 'paid' ? [] : LANGUAGES) {
        const { body } = await press(form, language);
        for (const ended of ['expired', 'cancelled'] as const)
          expect([language, ended, body.includes(ENDED[ended][language])]).toEqual([
            language,
            ended,
            ended === how,
          ]);
        expect(body).toContain(`/pay/payment-sessions/${id}?lang=${language}`);
      }
      // A day later the key of its request is forgotten, and its reference is not.
      await checkout.world.rows("delete from idempotency_keys where key like 'payment-link/%'");
      expect([(await press(form)).status, await sessionsOf(one)]).toMatchObject([409, [{ id }]]);
      // Whoever only looks at the link again is told of no payment that came to nothing.
      const looked = await visitor.get(`${pathOf(one)}?lang=en`, { cookie: cookieOf(begun) });
      expect(looked.body.includes(id)).toBe(how === 'paid');
      const anew = await press(tokenOf(again));
      expect(anew.status).toBe(303);
      expect(anew.headers.location).not.toBe(begun.headers.location);
    },
  );

  test('that is good for once is busy for others, and leads its own payer back', async () => {
    const one = await link({ max_payments: 1, amount_xaf: 6_100 });
    const begun = await pay(one);
    expect(begun.status).toBe(303);
    expect(begun.headers['set-cookie']).toMatch(
      new RegExp(
        `^link=[A-Za-z0-9_-]{22}; Path=${pathOf(one)}; Max-Age=86400; SameSite=Lax; HttpOnly; Secure$`,
      ),
    );
    const others = await visitor.get(`${pathOf(one)}?lang=en`);
    expect([others.status, stateOf(others)]).toEqual([200, 'link_busy']);
    const id = /payment-sessions\/([0-9a-f-]{36})/.exec(begun.headers.location ?? '')?.[1] ?? '';
    expect(others.body).not.toContain(id);
    expect(others.body).not.toMatch(/Shop|6\u00a0100|<form/);
    const own = await visitor.get(`${pathOf(one)}?lang=en`, { cookie: cookieOf(begun) });
    expect(own.body).toContain(id);
    // The same form again, though the link is busy now.
    const token = cookieOf(begun).slice('link='.length);
    const again = await visitor.post(`${pathOf(one)}?lang=en`, { form: token, operator: 'AIRTEL' });
    expect([again.status, again.headers.location]).toEqual([303, begun.headers.location]);
    await visitor.post(`/pay/payment-sessions/${id}/sandbox`, { scenario: 'paid' });
    checkout.world.pass(2);
    expect(stateOf(await visitor.get(pathOf(one)))).toBe('link_used_up');
    const receipt = await visitor.get(`${pathOf(one)}?lang=en`, { cookie: cookieOf(begun) });
    expect(receipt.body).toContain('You have paid');
    expect(await sessionsOf(one)).toHaveLength(1);
  });

  test('says in every language that it is closed, past its date, used up or busy, and nothing of what it was', async () => {
    const closed = await link({ title: 'Secret closed' });
    const dated = await link({
      title: 'Secret dated',
      expires_at: new Date(checkout.world.now.getTime() + 1000),
    });
    await setLinks(checkout.world.services, [
      { link_id: closed.id, merchant_id: merchant, environment: 'test', is_closed: true },
    ]);
    const form = tokenOf(await visitor.get(pathOf(dated)));
    checkout.world.pass(2);
    for (const [one, state] of [
      [closed, 'link_closed'],
      [dated, 'link_expired'],
    ] as const) {
      for (const language of LANGUAGES) {
        const page = await visitor.get(`${pathOf(one)}?lang=${language}`);
        expect([page.status, stateOf(page)]).toEqual([200, state]);
        expect(page.body).not.toMatch(/Secret|Shop|5\u00a0000|<form/);
        expect(page.body).not.toContain(one.id);
      }
      // The form of before, sent now.
      const replayed = await visitor.post(pathOf(one), {
        form: form || newToken(),
        operator: 'AIRTEL',
        amount: '5000',
      });
      expect([replayed.status, stateOf(replayed)]).toEqual([409, state]);
      expect(await sessionsOf(one)).toEqual([]);
    }
  });

  test('of a live merchant that can not be served says so, and makes nothing', async () => {
    const one = await link({}, 'live');
    const answer = await pay(one);
    expect([answer.status, stateOf(answer)]).toEqual([503, 'link_not_ready']);
    // What chance has written into its address are no words.
    expect(answer.body.replaceAll(one.slug, '')).not.toMatch(/kyc|gateway|rail|AIRTEL/i);
    expect(await sessionsOf(one)).toEqual([]);
  });

  test('escapes what its merchant wrote, in the page and in its title', async () => {
    const hostile = '</title><script>alert(1)</script>"\'&\u202e';
    const one = await link({ title: hostile, description: hostile });
    const { body } = await visitor.get(pathOf(one));
    expect(body).not.toMatch(/<script>alert|\u202e/);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  test("speaks its shop's language to whoever's browser asks for none of ours, and so does the checkout", async () => {
    const arabic = await checkout.world.merchant();
    await checkout.world.rows("update merchants set language = 'ar' where id = $1", [arabic]);
    const one = await newLink(checkout.world, arabic);
    const german = { 'accept-language': 'de' };
    const page = await visitor.get(pathOf(one), german);
    expect(page.body).toContain('<html lang="ar"');
    const begun = await visitor.post(pathOf(one), { form: tokenOf(page), operator: 'AIRTEL' }, german);
    expect([begun.status, begun.headers.location]).toEqual([303, expect.stringMatching(/\?lang=ar$/)]);
    const asks = await visitor.get(pathOf(one), { 'accept-language': 'en' });
    expect(asks.body).toContain('<html lang="en"');
    expect((await visitor.get(`${pathOf(one)}?lang=fr`, german)).body).toContain('<html lang="fr"');
  });

  test('fits into the first flight in every language', async () => {
    const one = await link({ ...OPEN_AMOUNT, title: 'é'.repeat(100), description: 'd'.repeat(255) });
    const sizes = await Promise.all(
      LANGUAGES.map(async (language) => {
        const answer = await checkout.get(`${pathOf(one)}?lang=${language}`, { 'accept-encoding': 'gzip' });
        return answer.rawPayload.length + JSON.stringify(answer.headers).length;
      }),
    );
    console.log(`payment link: page ${Math.max(...sizes)} bytes`);
    for (const size of sizes) expect(size).toBeLessThan(14_000);
  });
});
