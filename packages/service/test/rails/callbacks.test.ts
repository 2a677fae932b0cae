import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callbackBody } from '../../../../tools/airtel/callbacks.ts';
import { openCallbacks } from '../../src/cli/serve/rails.ts';
import type { Transaction } from '../../src/domain/transaction/transaction.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { type AskRefund, decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { readPaymentLife } from '../../src/engine/payments/life.ts';
import { suspenseByAge } from '../../src/engine/reports/sums.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { railCallbackRoutes } from '../../src/http/routes/inbound.ts';
import { airtelId } from '../../src/rails/airtel/answers.ts';
import type { Rail } from '../../src/rails/rail.ts';
import { type Airtel, CREDENTIALS, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
let app: FastifyInstance;
let url: string;
let registry: Registry;
/** When the scene began. */
let began: Date;

beforeAll(async () => {
  world = await openRailWorld();
});
afterAll(() => world.close());
// One database for all: each scene has a merchant, an operator and a time of its own, and nothing of the scene before
// comes due.
beforeEach(async () => {
  await world.leaveRails();
  began = world.now;
  registry = new Registry();
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  railCallbackRoutes(app, openCallbacks(world.services, { base_url: '', ...CREDENTIALS }, registry));
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/rails/airtel/callback`;
  airtel = await openAirtel({ callback_url: url });
});
afterEach(async () => {
  await airtel.close();
  await app.close();
  expect(world.failures).toEqual([]);
});

const work = () => world.work([airtel.rail]);
const enquiries = () => airtel.simulator.counts.get('GET /standard/v1/payments/:id') ?? 0;
const statuses = () => airtel.simulator.callbacks.statuses;
const kept = async () =>
  (await world.rows('select 1 from rail_callbacks where received_at >= $1', [began])).length;
const made = async (amount_xaf = 5_000): Promise<Transaction> => {
  const [one] = await world.transactions(await world.merchant(), 1, { environment: 'live', amount_xaf });
  return one as Transaction;
};
const post = async (body: string) =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
const said = (transaction: Transaction, status_code = 'TS', secret = CREDENTIALS.callback_secret) =>
  callbackBody({ id: airtelId(transaction.id), message: 'x', status_code, airtel_money_id: 'MP1' }, secret);

describe('POST /rails/airtel/callback', () => {
  it('makes the enquiry come at once, and the enquiry decides', async () => {
    const transaction = await made();
    await work();
    await expect.poll(statuses).toEqual([200]);
    world.pass(1);
    await work();
    expect([enquiries(), await world.statusOf(transaction)]).toEqual([1, 'SUCCESS']);
  });

  it('that says paid while the operator says otherwise decides nothing', async () => {
    await airtel.close();
    airtel = await openAirtel({ decide: () => 'TIP' });
    const transaction = await made();
    await work();
    expect(await post(said(transaction))).toBe(200);
    world.pass(1);
    await work();
    expect([enquiries(), await world.statusOf(transaction)]).toEqual([1, 'PROCESSING']);
  });

  it('may come before the answer to the push', async () => {
    airtel.simulator.faults.callback_first = 1;
    const transaction = await made();
    await work();
    expect(statuses()).toEqual([200]);
    // The work was held by the push; it is due again as soon as that was written down.
    await work();
    expect([enquiries(), await world.statusOf(transaction)]).toEqual([1, 'SUCCESS']);
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it('may come twice, and is kept and asked about once', async () => {
    airtel.simulator.faults.callback_twice = 1;
    const transaction = await made();
    await work();
    await expect.poll(statuses).toEqual([200, 200]);
    world.pass(1);
    await work();
    expect([enquiries(), await kept(), await world.statusOf(transaction)]).toEqual([1, 1, 'SUCCESS']);
  });

  it('that is played back with other bytes around what was signed is the same one', async () => {
    await airtel.close();
    airtel = await openAirtel({ decide: () => 'TIP' });
    const transaction = await made();
    await work();
    const body = said(transaction);
    const { hash } = JSON.parse(body);
    const again = [
      body,
      ` ${body}\n`,
      body.replace('{', '{"n":1,'),
      body.replaceAll('","', '", "'),
      body.replace(hash, `${hash} `),
    ];
    for (const one of again) {
      expect(await post(one)).toBe(200);
      world.pass(1);
      await work();
    }
    expect([enquiries(), await kept()]).toEqual([1, 1]);
  });

  it('that is forged is refused, counted and not kept, and hurries nothing', async () => {
    airtel.simulator.faults.callback_forged = 1;
    airtel.simulator.faults.callback_never = 1;
    const transaction = await made();
    await work();
    expect(await post(said(transaction, 'TS', 'a guess'))).toBe(401);
    world.pass(1);
    await work();
    expect([enquiries(), await kept(), await world.statusOf(transaction)]).toEqual([0, 0, 'PROCESSING']);
    expect(await registry.metrics()).toContain(
      'chari_rail_callbacks_total{rail="airtel-open-api",kind="forged"} 1',
    );
  });

  it('that never comes is not needed', async () => {
    airtel.simulator.faults.callback_never = 1;
    const transaction = await made();
    await work();
    world.pass(180);
    await work();
    expect([statuses(), await world.statusOf(transaction)]).toEqual([[], 'SUCCESS']);
  });

  it('after a lost answer to the push finds the payment at once', async () => {
    airtel.simulator.faults.lost_answer = 1;
    const transaction = await made();
    await work();
    await expect.poll(statuses).toEqual([200]);
    world.pass(1);
    await work();
    expect(await world.statusOf(transaction)).toBe('SUCCESS');
    expect(airtel.simulator.ledger.askedTwice()).toEqual([]);
  });

  it.each(['TIMEOUT', 'FAILED'] as const)(
    'about a transaction that is %s has it looked at again',
    async (ended) => {
      let status: 'TIP' | 'TF' | 'TS' = ended === 'FAILED' ? 'TF' : 'TIP';
      await airtel.close();
      airtel = await openAirtel({ decide: () => status });
      const transaction = await made();
      await work();
      world.pass(180);
      await work();
      world.pass(541);
      await timeOutTransactions(world.services, { limit: 10 });
      await world.rows('delete from rail_work');
      expect(await world.statusOf(transaction)).toBe(ended);
      status = 'TS';
      const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
      if (payment !== undefined) payment.status = status;
      expect(await post(said(transaction))).toBe(200);
      await work();
      expect(await world.statusOf(transaction)).toBe(ended);
      expect(
        await world.rows('select state from transaction_reviews where transaction_id = $1', [transaction.id]),
      ).toEqual([{ state: 'OPEN' }]);
      // It is nobody's yet, though no message of a SIM tells of it.
      const ages = await suspenseByAge(world.services);
      const [suspense] = await world.rows<{ xaf: number }>(
        `select account_balance(id) as xaf from ledger_accounts where kind = 'SUSPENSE' and environment = 'live'`,
      );
      expect(ages.reduce((sum, { amount_xaf }) => sum + amount_xaf, 0)).toBe(suspense?.xaf);
    },
  );

  it.each(['FAILED', 'TIMEOUT'] as const)(
    'about one that is %s and was paid after all: two people say that it went back, and it leaves suspense',
    async (ended) => {
      let status: 'TIP' | 'TF' | 'TS' = ended === 'FAILED' ? 'TF' : 'TIP';
      await airtel.close();
      airtel = await openAirtel({ decide: () => status });
      const amount_xaf = 150_000;
      const transaction = await made(amount_xaf);
      await work();
      world.pass(180);
      await work();
      world.pass(541);
      await timeOutTransactions(world.services, { limit: 10 });
      expect(await world.statusOf(transaction)).toBe(ended);
      status = 'TS';
      const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
      if (payment !== undefined) payment.status = status;
      expect(await post(said(transaction))).toBe(200);
      await work();
      const suspense = async () =>
        (await checkLedger(world.services)).balances.find(
          (one) => one.environment === 'live' && one.kind === 'SUSPENSE',
        )?.balance_xaf;
      const before = await suspense();
      const say = async (by: AskRefund['by'], actor: string) =>
        (
          await decideRefunds(world.services, [
            { transaction_id: transaction.id, by, actor, note: 'sent back at the portal' },
          ])
        )[0]?.kind;
      expect(await say('rail', 'Awa')).toBe('not_success');
      expect(await say('refused', 'Awa')).toBe('not_success');
      expect([await say('done', 'Awa'), await say('done', 'Brahim')]).toEqual(['proposed', 'refunded']);
      expect(await say('done', 'Awa')).toBe('not_success');
      expect(await world.statusOf(transaction)).toBe(ended);
      expect(
        await world.rows('select state, closed_by from transaction_reviews where transaction_id = $1', [
          transaction.id,
        ]),
      ).toEqual([{ state: 'REJECTED', closed_by: 'Brahim' }]);
      expect((before ?? 0) - ((await suspense()) ?? 0)).toBe(amount_xaf);
      expect(await checkLedger(world.services)).toMatchObject({ ok: true });
      const { merchant_id, environment, id: payment_id } = transaction;
      const life = await readPaymentLife(world.services, { merchant_id, environment, payment_id });
      // Its merchant reads the same.
      expect(life?.steps).toContainEqual({ name: 'staff', at: world.now, verdict: 'sent_back' });
      // It is not given to its merchant afterwards.
      const confirm = { transaction_id: transaction.id, actor: 'Awa', note: 'late' };
      expect((await confirmLateTransactions(world.services, [confirm]))[0]?.kind).toBe(
        ended === 'TIMEOUT' ? 'no_late_proof' : 'not_timed_out',
      );
      // What it says once more opens nothing again.
      expect(await post(said(transaction, 'TS again'))).toBe(200);
      await work();
      expect(
        await world.rows('select state from transaction_reviews where transaction_id = $1', [transaction.id]),
      ).toEqual([{ state: 'REJECTED' }]);
    },
  );

  describe('that comes days later, when the operator has settled what was ambiguous', () => {
    const settledLate = async (): Promise<Transaction> => {
      await airtel.close();
      let status: 'TA' | 'TS' = 'TA';
      airtel = await openAirtel({ decide: () => status });
      const transaction = await made();
      await work();
      world.pass(721);
      await timeOutTransactions(world.services, { limit: 10 });
      world.pass(3 * 86_400);
      await work();
      expect(await world.statusOf(transaction)).toBe('TIMEOUT');
      status = 'TS';
      const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
      if (payment !== undefined) payment.status = status;
      expect(await post(said(transaction))).toBe(200);
      return transaction;
    };
    const reviews = ({ id }: Transaction) =>
      world.rows('select kind, state from transaction_reviews where transaction_id = $1', [id]);
    const OPEN = [{ kind: 'late', state: 'OPEN' }];

    it('has it looked at too', async () => {
      const transaction = await settledLate();
      await work();
      expect(await reviews(transaction)).toEqual(OPEN);
    });

    it('is asked about again where the enquiry brings nothing', async () => {
      const transaction = await settledLate();
      airtel.simulator.faults.http_500 = 1;
      await work();
      expect(await reviews(transaction)).toEqual([]);
      airtel.simulator.faults.http_500 = 0;
      world.pass(3_601);
      await work();
      expect(await reviews(transaction)).toEqual(OPEN);
    });

    it('is asked about by another process where the one that had it in hand is killed', async () => {
      const transaction = await settledLate();
      expect(await world.claim(new Map([['airtel-open-api', 8]]))).toHaveLength(1);
      world.pass(61);
      await work();
      expect(await reviews(transaction)).toEqual(OPEN);
    });

    it('is asked about again where the enquiry still says that it failed, as another machine of the operator’s may', async () => {
      const transaction = await settledLate();
      const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
      if (payment !== undefined) payment.status = 'TF';
      await work();
      expect(await reviews(transaction)).toEqual([]);
      if (payment !== undefined) payment.status = 'TS';
      world.pass(60);
      await work();
      expect(await reviews(transaction)).toEqual(OPEN);
    });

    it('is not asked about for more than a day', async () => {
      const transaction = await settledLate();
      airtel.simulator.faults.http_500 = 1;
      await work();
      world.pass(86_400);
      await work();
      expect([await reviews(transaction), await world.workOf(transaction)]).toEqual([[], undefined]);
    });
  });

  it('that overtakes an enquiry which ends in FAILED has it looked at again', async () => {
    await airtel.close();
    airtel = await openAirtel({ decide: () => 'TF' });
    const transaction = await made();
    await work();
    world.pass(180);
    // Airtel has answered the enquiry, and settles the payment and calls back before that answer is here.
    const overtaken: Rail = {
      ...airtel.rail,
      enquire: async (order) => {
        const answer = await airtel.rail.enquire(order);
        const payment = airtel.simulator.ledger.find(airtelId(transaction.id));
        if (payment !== undefined) payment.status = 'TS';
        expect(await post(said(transaction))).toBe(200);
        return answer;
      },
    };
    await (await world.worker([overtaken]).round()).answered;
    expect(await world.statusOf(transaction)).toBe('FAILED');
    await work();
    expect(await world.statusOf(transaction)).toBe('FAILED');
    expect(
      await world.rows('select kind, state from transaction_reviews where transaction_id = $1', [
        transaction.id,
      ]),
    ).toEqual([{ kind: 'after_failure', state: 'OPEN' }]);
    expect(await world.workOf(transaction)).toBeUndefined();
  });

  it('about nothing of ours, or SUCCESS already, is kept and asks nobody', async () => {
    const transaction = await made();
    await work();
    await expect.poll(statuses).toEqual([200]);
    world.pass(1);
    await work();
    expect(await post(said(transaction, 'TF'))).toBe(200);
    expect(await post(said({ ...transaction, id: world.services.newId() }))).toBe(200);
    expect(await post(callbackBody({ id: 'theirs' }, CREDENTIALS.callback_secret))).toBe(200);
    await work();
    expect([await kept(), enquiries(), await world.statusOf(transaction)]).toEqual([4, 1, 'SUCCESS']);
  });

  it.each([['{}'], ['no JSON'], ['[]'], ['{"transaction":{"id":"x"},"hash":7}']])(
    '%s is answered 400',
    async (body) => {
      expect(await post(body)).toBe(400);
    },
  );

  it('of thousands of brackets within one another is answered 400, whoever sends it', async () => {
    const nest = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    expect(await post(`{"transaction":{"id":"x","more":${nest}},"hash":"x"}`)).toBe(400);
  });

  it('a callback and the end of its work at the same moment lose nothing, 200 times', async () => {
    await airtel.close();
    airtel = await openAirtel({ decide: () => 'TIP' });
    const transaction = await made();
    await work();
    for (let round = 0; round < 200; round += 1) {
      const worker = world.worker([airtel.rail]);
      const [, { answered }] = await Promise.all([post(said(transaction, `T${round}`)), worker.round()]);
      await answered;
      // Whichever came first: it is asked about after the callback came.
      const [row] = await world.rows<{ due: boolean; called_back: boolean }>(
        'select due_at <= $1 as due, called_back_at is not null as called_back from rail_work',
        [world.now],
      );
      if (row?.called_back) expect(row.due).toBe(true);
      else expect(enquiries()).toBeGreaterThan(0);
      world.pass(1);
      await work();
    }
    expect(await kept()).toBe(200);
    expect(enquiries()).toBeGreaterThanOrEqual(200);
  });
});
