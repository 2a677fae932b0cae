import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import type { Browser } from '../account/browser.ts';
import { headingOf, type Known, openSite, type Site, textOf } from '../account/site.ts';
import { start } from '../collection/transactions.ts';

type Person = Browser & { known: Known };

let site: Site;
let owner: Person;
let cashier: Person;
let accountant: Person;
let stranger: Person;
let paid: PaymentSession;
let waiting: PaymentSession;
let transaction: Transaction;
const merchantOf = ({ known }: Person): string => known.merchant_id ?? '';

beforeAll(async () => {
  site = await openSite();
  owner = await site.member('owner');
  cashier = await site.member('cashier', merchantOf(owner));
  accountant = await site.member('accountant', merchantOf(owner));
  stranger = await site.member('owner');
  paid = await site.world.session(merchantOf(owner), { reference: 'PAID-1', description: 'a bag of rice' });
  await site.world.pay(paid, { operator_transaction_id: 'PP261121.1200.A12345' });
  waiting = await site.world.session(merchantOf(owner), { reference: 'WAITS-1', amount_xaf: 7500 });
  transaction = await start(site.world, merchantOf(owner), { reference: 'ASKED-1' });
});
afterAll(() => site.close());

const LIST = '/dashboard/test/payments';
const pathOf = ({ id }: { id: string }): string => `${LIST}/${id}`;

describe('The list', () => {
  test('shows sessions and transactions together, and says how many', async () => {
    const text = textOf((await owner.get(LIST)).body);
    for (const reference of ['PAID-1', 'WAITS-1', 'ASKED-1']) expect(text).toContain(reference);
    expect(text).toContain('3 payments');
  });

  test('says beside a field that it could not read it, and narrows nothing by it', async () => {
    const text = textOf((await owner.get(`${LIST}?amount=ten`)).body);
    expect(text).toContain('Write a whole amount like 5000');
    expect(text).toContain('PAID-1');
  });

  test('gives a script the found part alone', async () => {
    const { body } = await owner.get(`${LIST}?q=paid&part=1`);
    expect(body).not.toContain('<html');
    expect(textOf(body)).toContain('PAID-1');
    expect(textOf(body)).not.toContain('WAITS-1');
  });

  test.each([
    ['amount=ten', 'Write a whole amount like 5000'],
    ['amount=5%2C000', 'Write a whole amount like 5000'],
    ['from=2026-11-22&to=2026-11-21', 'not before the first'],
  ])(
    'says above the found part that %s can not be read, and counts nothing as found by it',
    async (query, said) => {
      const { body } = await owner.get(`${LIST}?${query}&part=1`);
      expect(textOf(body)).toContain(said);
      expect(textOf(body)).not.toMatch(/[0-9] payments/);
      expect(body).not.toContain('/export');
      const whole = textOf((await owner.get(`${LIST}?${query}`)).body);
      expect(whole.split(said)).toHaveLength(2);
      expect(whole).not.toMatch(/[0-9] payments/);
    },
  );

  test.each([
    ['amount=ten', { en: 'Write a whole amount like 5000', fr: 'Écrivez un montant', ar: 'اكتب مبلغ' }],
    ['from=2026-11-22&to=2026-11-21', { en: 'not before the first' }],
    ['standing=lost&q=PAID', { en: 'Choose a status of the list' }],
  ])('exports nothing by an address whose %s can not be read, and says why', async (query, said) => {
    for (const [language, words] of Object.entries(said)) {
      const page = await owner.get(`${LIST}/export?${query}&lang=${language}`);
      expect([page.statusCode, textOf(page.body)]).toEqual([200, expect.stringContaining(words)]);
      expect(page.body).not.toContain('export.csv');
      // What was typed is taken back to the list, to be put right there.
      expect(page.body).toContain(`href="${LIST}?${new URLSearchParams(query)}"`.replaceAll('&', '&amp;'));
    }
    await owner.get(`${LIST}?lang=en`);
    const file = await owner.get(`${LIST}/export.csv?${query}`);
    expect([file.statusCode, file.headers.location]).toEqual([
      303,
      `${LIST}/export?${new URLSearchParams(query)}`,
    ]);
    const exported = await site.world.rows(
      "select 1 from member_actions where merchant_id = $1 and action = 'payments.exported'",
      [merchantOf(owner)],
    );
    expect(exported).toEqual([]);
  });

  test('finds by the operator’s transaction id', async () => {
    const text = textOf((await owner.get(`${LIST}?q=PP261121.1200.A12345&part=1`)).body);
    expect(text).toContain('PAID-1');
    expect(text).not.toContain('ASKED-1');
  });

  test('a cashier sees the day alone, whatever the address asks for', async () => {
    const other = await openSite();
    const person = await other.member('cashier');
    const merchant = person.known.merchant_id ?? '';
    const old = await other.world.session(merchant, { reference: 'YESTERDAY-1' });
    await other.world.pay(old);
    other.world.pass(86_400);
    const [again] = [await other.signedIn(person.known)];
    await other.world.session(merchant, { reference: 'TODAY-1' });
    for (const path of [LIST, `${LIST}?from=2026-11-01`, `${LIST}?q=YESTERDAY`]) {
      const { body } = await again.get(path);
      expect([path, textOf(body.replace(/<form[\s\S]*?<\/form>/g, '')).includes('YESTERDAY-1')]).toEqual([
        path,
        false,
      ]);
    }
    expect((await again.get(LIST)).body).toContain('TODAY-1');
    expect((await again.get(pathOf(old))).statusCode).toBe(404);
    expect((await again.post(`${pathOf(old)}/cancel`)).statusCode).toBe(404);
    await other.close();
  });
});

describe('A payment’s page', () => {
  test('tells why it was decided so, in three languages', async () => {
    const sentences = {
      en: 'Right number, exact amount, in time',
      fr: 'Bon numéro, montant exact, à temps',
      ar: 'الرقم صحيح والمبلغ مضبوط وفي الوقت',
    };
    for (const [language, sentence] of Object.entries(sentences))
      expect(textOf((await owner.get(`${pathOf(paid)}?lang=${language}`)).body)).toContain(sentence);
    await owner.get(`${pathOf(paid)}?lang=en`);
  });

  test('shows what its merchant knows of it: reference, ticket, description, the operator’s id', async () => {
    const answer = await owner.get(pathOf(paid));
    expect(headingOf(answer)).toBe('PAID-1');
    for (const known of ['a bag of rice', 'PP261121.1200.A12345', paid.id])
      expect(answer.body).toContain(known);
  });

  test('another merchant’s, one of the other environment and none at all are the same 404, at every page and form', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    const ids = [paid.id, waiting.id, transaction.id, nobody, 'x', "'--"].map(encodeURIComponent);
    const bodies = new Set<string>();
    for (const id of ids) {
      for (const page of [`${LIST}/${id}`, `/dashboard/test/new/${id}`, `/dashboard/test/new/${id}/live`]) {
        const answer = await stranger.get(page);
        expect([page, answer.statusCode]).toEqual([page, 404]);
        bodies.add(headingOf(answer));
        expect((await owner.get(page.replace('/test/', '/live/'))).statusCode).toBe(404);
      }
      for (const form of ['cancel', 'resend'])
        expect((await stranger.post(`${LIST}/${id}/${form}`, { delivery_id: id })).statusCode).toBe(404);
    }
    expect(bodies.size).toBe(1);
    expect((await site.world.again(waiting)).status).toBe('AWAITING_PAYMENT');
  });

  test('leads to the list of the other environment, where the payment itself is not', async () => {
    const { body } = await owner.get(pathOf(paid));
    expect(body).toContain('class="live" href="/dashboard/live/payments"');
    expect((await owner.get('/dashboard/live/payments')).statusCode).toBe(200);
    expect((await owner.get('/dashboard/test/payments?query=PAID')).body).toContain(
      'class="live" href="/dashboard/live/payments?query=PAID"',
    );
  });

  test('is cancelled by its page, on record with who did it; what can’t be cancelled says why', async () => {
    const one = await site.world.session(merchantOf(owner), { amount_xaf: 8100 });
    expect(textOf((await owner.get(pathOf(one))).body)).toContain('Cancel the payment');
    const done = textOf((await owner.submit(`${pathOf(one)}/cancel`)).body);
    expect(done).toContain('The payment is cancelled.');
    expect((await site.world.again(one)).status).toBe('CANCELLED');
    const actions = await site.world.rows<{ action: string; account_id: string }>(
      'select action, account_id from member_actions where subject_id = $1',
      [one.id],
    );
    expect(actions).toEqual([{ action: 'payment.cancelled', account_id: owner.known.account_id }]);
    expect(textOf((await owner.submit(`${pathOf(one)}/cancel`)).body)).toContain('was cancelled already');
    expect(textOf((await owner.submit(`${pathOf(paid)}/cancel`)).body)).toContain('has just been paid');
    expect(textOf((await owner.submit(`${pathOf(transaction)}/cancel`)).body)).toContain('ends by itself');
  });

  test('an accountant looks and changes nothing', async () => {
    const { body } = await accountant.get(pathOf(waiting));
    expect(body).not.toContain('/cancel');
    expect((await accountant.post(`${pathOf(waiting)}/cancel`)).statusCode).toBe(403);
    expect((await accountant.get('/dashboard/test/new')).statusCode).toBe(403);
  });

  test('shows each webhook’s attempts with the receiver’s answer, and sends it again', async () => {
    const [event] = await site.world.rows<{ id: string }>('select id from events where object_id = $1', [
      paid.id,
    ]);
    const endpoint_id = site.services.newId();
    const delivery_id = site.services.newId();
    await site.world.rows(
      `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, created_at)
       values ($1, $2, 'test', 'https://shop.example/hook', '\\x00', now())`,
      [endpoint_id, merchantOf(owner)],
    );
    await site.world.rows(
      `insert into webhook_deliveries (id, event_id, endpoint_id, state, dead_reason, attempt_count, created_at, finished_at)
       values ($1, $2, $3, 'DEAD', 'attempts_exhausted', 1, now(), now())`,
      [delivery_id, event?.id, endpoint_id],
    );
    await site.world.rows(
      `insert into webhook_attempts (delivery_id, attempt, started_at, duration_ms, outcome, status_code, answer)
       values ($1, 1, now(), 12, 'refused', 500, '<script>alert(1)</script> out of order')`,
      [delivery_id],
    );
    const { body } = await owner.get(pathOf(paid));
    const text = textOf(body);
    for (const told of [
      'Given up',
      '1 attempt',
      'HTTP answer 500',
      'out of order',
      'https://shop.example/hook',
    ])
      expect(text).toContain(told);
    expect(body).not.toContain('<script>alert');
    // From the page of another payment nothing of this one is sent.
    expect((await owner.post(`${pathOf(waiting)}/resend`, { delivery_id })).statusCode).toBe(404);
    expect(textOf((await owner.submit(`${pathOf(paid)}/resend`, { delivery_id })).body)).toContain(
      'on its way again',
    );
    const [again] = await site.world.rows<{ state: string }>(
      'select state from webhook_deliveries where id = $1',
      [delivery_id],
    );
    expect(again?.state).toBe('PENDING');
    await site.world.rows(
      `update webhook_endpoints set status = 'disabled', disabled_at = now(), disabled_reason = 'merchant' where id = $1`,
      [endpoint_id],
    );
    expect(textOf((await owner.submit(`${pathOf(paid)}/resend`, { delivery_id })).body)).toContain(
      'is disabled',
    );
  });

  test('texts of enemies are texts, wherever they stand', async () => {
    const evil = '"><img src=x onerror=alert(1)>\u202egnp.exe\u0000'.replace('\u0000', '');
    const one = await site.world.session(merchantOf(owner), {
      amount_xaf: 9900,
      description: evil,
      metadata: JSON.stringify({ secret: 'NEVER-SHOWN', html: evil }),
    });
    await site.world.pay(one, { operator_transaction_id: 'A<b>1', motif: evil });
    for (const path of [
      pathOf(one),
      `/dashboard/test/new/${one.id}`,
      LIST,
      `${LIST}?q=${encodeURIComponent(evil)}`,
    ]) {
      const { body } = await owner.get(path);
      expect([path, body.includes('<img'), body.includes('\u202e'), body.includes('NEVER-SHOWN')]).toEqual([
        path,
        false,
        false,
        false,
      ]);
    }
  });
});

describe('Every page', () => {
  test('is at most 40 KB over the wire, with a full list', async () => {
    for (let n = 0; n < 40; n += 1)
      await site.world.session(merchantOf(owner), {
        amount_xaf: 20_000 + n,
        customer_phone: `+235660001${10 + n}`,
      });
    const pages = [
      LIST,
      `${LIST}/export`,
      pathOf(paid),
      '/dashboard/test/home',
      '/dashboard/test/new',
      `/dashboard/test/new/${waiting.id}`,
    ];
    for (const path of pages) {
      const answer = await owner.get(path);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(brotliCompressSync(answer.rawPayload).length, path).toBeLessThan(20_000);
      const { headers } = await owner.get(path, { 'accept-encoding': 'gzip' });
      expect(Number(headers['content-length']), path).toBeLessThan(40_000);
    }
  });
});

describe('Home', () => {
  test('tells the day, what waits and what asks to be looked at; test and live never mix', async () => {
    const person = await site.member('owner');
    const merchant = merchantOf(person);
    const one = await site.world.session(merchant, { amount_xaf: 12_000 });
    await site.world.pay(one);
    const late = await site.world.session(merchant, { amount_xaf: 13_000 });
    await site.world.pay(late, { amount: 12_900, motif: `commande ${late.ticket}` });
    await site.world.session(merchant, { amount_xaf: 14_000 });
    const { body } = await person.get('/dashboard/test/home');
    const text = textOf(body);
    for (const told of [
      'Collected today 12 000 FCFA',
      'Waiting 1',
      'In review: 1',
      '100 %',
      'Payments in review',
      'Yesterday: 0 FCFA',
    ])
      expect(text).toContain(told);
    expect(body).toContain('<svg role="img"');
    expect(textOf((await person.get('/dashboard/live/home')).body)).toContain('Collected today 0 FCFA');
    expect(textOf((await stranger.get('/dashboard/test/home')).body)).toContain('Collected today 0 FCFA');
  });

  test('a cashier begins at the counter, and sees no numbers', async () => {
    const answer = await cashier.get('/dashboard');
    expect(answer.headers.location).toMatch(/\/dashboard\/(?:test|live)\/new$/);
    expect((await cashier.get('/dashboard/test/home')).statusCode).toBe(403);
    expect((await cashier.get(`${LIST}/export.csv`)).statusCode).toBe(403);
  });
});
