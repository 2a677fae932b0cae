import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentLink } from '../../src/domain/link/link.ts';
import { createLinks } from '../../src/engine/links/links.ts';
import { prove } from '../collection/proof.ts';
import { Checkout, openCheckout } from '../web/checkout.ts';
import { linkServices, newLink, newToken, OPEN_AMOUNT, TERMS } from './shop.ts';
import { openVisitor, stateOf, type Visitor } from './visitor.ts';

let checkout: Checkout;
let visitor: Visitor;
let merchant: string;
let one: PaymentLink;
beforeAll(async () => {
  checkout = await openCheckout();
  visitor = await openVisitor(checkout);
  merchant = await checkout.world.merchant();
  one = await newLink(checkout.world, merchant);
});
afterAll(async () => {
  await prove(checkout.world);
  await checkout.close();
});

const pathOf = ({ slug }: { slug: string }): string => `/pay/l/${slug}`;
const count = async (): Promise<number> =>
  (await checkout.world.rows<{ count: number }>('select count(*)::int as count from payment_sessions'))[0]
    ?.count ?? -1;

/** Nothing that was sent made a session. */
async function expectNothingMade(work: () => Promise<void>): Promise<void> {
  const before = await count();
  await work();
  expect(await count()).toBe(before);
}

describe('An outsider', () => {
  test('finds no link that he was not given: each address that is none is answered by the same page', async () => {
    const near = `${one.slug.slice(0, 25)}${one.slug.endsWith('0') ? '1' : '0'}`;
    const texts = [
      near,
      'z'.repeat(26),
      one.id,
      one.code,
      one.code.toLowerCase(),
      'x',
      '%00',
      '..%2f',
      `${one.slug}0`,
      `${one.slug}%20`,
    ];
    const answers = await Promise.all(texts.map((text) => visitor.get(`/pay/l/${text}?lang=en`)));
    const known = await visitor.get('/pay/nothing/here?lang=en');
    for (const answer of [
      ...answers,
      await visitor.get('/pay/l?lang=en'),
      await visitor.get('/pay/l/?lang=en'),
    ]) {
      expect([answer.status, stateOf(answer)]).toEqual([404, 'not_found']);
      expect(answer.body.replaceAll(/href="[^"]*"/g, '').replace(/<p><a class="btn[\s\S]*?<\/p>/, '')).toBe(
        known.body.replaceAll(/href="[^"]*"/g, ''),
      );
    }
    expect(
      (await visitor.post(pathOf({ slug: near }), { form: newToken(), operator: 'AIRTEL' })).status,
    ).toBe(404);
  });

  test('can not change the amount, the environment, the merchant or the session by what the form says', async () => {
    const other = await newLink(checkout.world, await checkout.world.merchant(), { amount_xaf: 900 });
    const more = {
      amount: '1',
      amount_xaf: '1',
      environment: 'live',
      merchant_id: other.merchant_id,
      link_id: other.id,
      slug: other.slug,
      reference: 'MINE',
      ttl_minutes: '60',
      metadata: '{}',
    };
    const answer = await visitor.post(pathOf(one), { form: newToken(), operator: 'AIRTEL', ...more });
    expect(answer.status).toBe(303);
    const id = answer.headers.location?.split(/[/?]/)[3];
    const [row] = await checkout.world.rows('select * from payment_sessions where id = $1', [id]);
    expect(row).toMatchObject({
      amount_xaf: 5000,
      environment: 'test',
      merchant_id: merchant,
      link_id: one.id,
    });
    expect(
      await checkout.world.rows('select 1 from payment_sessions where link_id = $1', [other.id]),
    ).toEqual([]);
  });

  test.each([
    ['no operator', { operator: '' }],
    ['an operator that is none', { operator: 'ORANGE' }],
    ['no token', { form: '' }],
    ['a token that is none', { form: "' or 1=1 --" }],
    ['a token that is too long', { form: 'A'.repeat(500) }],
    ['a phone of elsewhere', { phone: '+33612345678' }],
    ['a phone with markup', { phone: '<script>alert(1)</script>' }],
  ])('who sends %s is shown the form again', (_what, fields) =>
    expectNothingMade(async () => {
      const answer = await visitor.post(`${pathOf(one)}?lang=en`, {
        form: newToken(),
        operator: 'AIRTEL',
        ...fields,
      });
      expect([answer.status, stateOf(answer)]).toEqual([422, 'link_open']);
      expect(answer.body).not.toContain('<script>alert');
    }),
  );

  test('who sends an amount twice, or none, or what is none, is held to the bounds', () =>
    expectNothingMade(async () => {
      const open = await newLink(checkout.world, merchant, OPEN_AMOUNT);
      const huge = [
        '0',
        '-1',
        '2147483648',
        '9'.repeat(30),
        '1000000001',
        '５０００',
        'Infinity',
        '0500',
        '5000\u0000',
      ];
      for (const amount of huge)
        expect(
          (await visitor.post(pathOf(open), { form: newToken(), operator: 'AIRTEL', amount })).status,
        ).toBe(422);
      const twice = `form=${newToken()}&operator=AIRTEL&amount=1&amount=5000`;
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await visitor.send('POST', pathOf(open), type, twice)).status).toBe(422);
    }));

  test('can not make a payer’s browser send the form from another site, nor send what is no form', () =>
    expectNothingMade(async () => {
      const form = { form: newToken(), operator: 'AIRTEL' };
      for (const site of ['cross-site', 'same-site'])
        expect((await visitor.post(pathOf(one), form, { 'sec-fetch-site': site })).status).toBe(403);
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
        expect((await visitor.post(pathOf(one), form, { 'content-type': type })).status).toBe(413);
      expect((await visitor.post(pathOf(one), { ...form, more: 'x'.repeat(5000) })).status).toBe(413);
      for (const method of ['PUT', 'DELETE', 'PATCH'])
        expect((await visitor.send(method, pathOf(one), {})).status).toBe(405);
    }));

  test('who uses the form of one link on another makes a session of the other, and sees none of the first', async () => {
    const other = await newLink(checkout.world, merchant, { amount_xaf: 1_700 });
    const form = newToken();
    const first = await visitor.post(pathOf(one), { form, operator: 'AIRTEL' });
    const second = await visitor.post(pathOf(other), { form, operator: 'AIRTEL' });
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.location).not.toBe(first.headers.location);
    const page = await visitor.get(pathOf(other), { cookie: `link=${form}` });
    expect(page.body).toContain(second.headers.location?.split(/[/?]/)[3]);
    expect(page.body).not.toContain(first.headers.location?.split(/[/?]/)[3]);
  });

  test('learns nothing by a cookie that he invents', async () => {
    for (const kept of [newToken(), "' or 1=1", 'A'.repeat(22), '%00'])
      expect((await visitor.get(`${pathOf(one)}?lang=en`, { cookie: `link=${kept}` })).body).not.toContain(
        'under way',
      );
  });

  test('does not reach a merchant’s idempotency keys or references', async () => {
    const form = newToken();
    const key = { key: form, request_hash: 'ab'.repeat(32) };
    const kept = await checkout.world.session(merchant, { idempotency: key, amount_xaf: 3_100 });
    const answer = await visitor.post(pathOf(one), { form, operator: 'AIRTEL' });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).not.toContain(kept.id);
  });

  test('is held to a few sessions, by address and by link, and who has many addresses to a few by each of them', async () => {
    const limited = new Checkout(checkout.world, { is_limited: true });
    const many = await openVisitor(limited);
    const link = await newLink(checkout.world, merchant, { amount_xaf: 2_300 });
    const begin = (ip: string) =>
      many.post(pathOf(link), { form: newToken(), operator: 'AIRTEL' }, { 'x-forwarded-for': ip });
    const statuses = (await Promise.all(Array.from({ length: 24 }, () => begin('41.2.0.1')))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const refused = await begin('41.2.0.1');
    expect([refused.status, stateOf(refused)]).toEqual([429, 'too_many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // 20 of 60 are spent; two by each of sixteen addresses spend the rest but for eight, and those go to whoever comes first.
    const round = async (): Promise<number> =>
      (await Promise.all(Array.from({ length: 16 }, (_, at) => begin(`41.3.0.${at}`)))).filter(
        ({ status }) => status === 303,
      ).length;
    expect([await round(), await round(), await round(), await round()]).toEqual([16, 16, 8, 0]);
    // They shut it for nobody else.
    for (const payer of ['41.9.9.8', '41.9.9.9']) expect((await begin(payer)).status).toBe(303);
    expect((await many.get(pathOf(link), { 'x-forwarded-for': '41.9.9.9' })).status).toBe(200);
    // Not even whoever has thousands begins more than so many.
    const thousands = await Promise.all(Array.from({ length: 310 }, (_, at) => begin(`41.4.${at}.1`)));
    expect(thousands.filter(({ status }) => status === 429)).toHaveLength(12);
    await limited.server.close();
  });

  test('keeps no payer from a link by sending what makes no session, from however many addresses', async () => {
    const limited = new Checkout(checkout.world, { is_limited: true });
    const many = await openVisitor(limited);
    const link = await newLink(checkout.world, merchant, { amount_xaf: 2_400 });
    const wrong = [{ x: '1' }, { form: newToken(), operator: 'NOBODY' }, { form: 'A', operator: 'AIRTEL' }];
    const sent = await Promise.all(
      Array.from({ length: 90 }, (_, at) =>
        many.post(pathOf(link), wrong[at % 3] ?? {}, { 'x-forwarded-for': `102.0.${at % 6}.1` }),
      ),
    );
    expect(sent.filter(({ status }) => status === 422)).toHaveLength(90);
    const payer = { form: newToken(), operator: 'AIRTEL' };
    expect((await many.post(pathOf(link), payer, { 'x-forwarded-for': '41.2.0.2' })).status).toBe(303);
    // Each address by itself is held to what it may send.
    const garbage = () => many.post(pathOf(link), { x: '1' }, { 'x-forwarded-for': '102.0.0.1' });
    const more = await Promise.all(Array.from({ length: 6 }, garbage));
    expect(more.map(({ status }) => status).toSorted()).toEqual([422, 422, 422, 422, 422, 429]);
    await limited.server.close();
  });
});

test('Live links are for merchants whose profile is approved', async () => {
  const { world } = checkout;
  const id = world.services.newId();
  await world.rows("insert into merchants (id, name, created_at) values ($1, 'New', $2)", [id, world.now]);
  const command = { merchant_id: id, environment: 'live' as const, terms: TERMS, created_by: null };
  const commands = [
    command,
    { ...command, environment: 'test' as const },
    { ...command, merchant_id: world.services.newId() },
  ];
  const outcomes = await createLinks(linkServices(world), commands);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['kyc_required', 'created', 'merchant_not_found']);
});
