import { describe, expect, test } from 'vitest';
import type { Answer } from '../spec/client.ts';
import { merchantOf, openStage, perform, playsOfFile, type Stage } from './play.ts';

const play = playsOfFile();

const START = 30;

/** So many sessions at once, of amounts that nobody mistakes for one another; a payer each. */
function open(stage: Stage, by: string, count: number, from = 0): Promise<Answer[]> {
  return merchantOf(stage, by).then((merchant) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        stage.world.create(merchant, {
          amount: 1000 + 131 * (from + n),
          customer_phone: `+2356610${String(from + n).padStart(4, '0')}`,
          ttl_minutes: 60,
        }),
      ),
    ),
  );
}

const count = (answers: Answer[], status: number) => answers.filter((one) => one.status === status).length;

async function staged(act: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage();
  try {
    await act(stage);
  } finally {
    await stage.world.close();
  }
}

describe('Open live sessions', () => {
  test('are thirty to begin with; the next is 429, which says when, and other merchants are served', () =>
    staged(async (stage) => {
      const answers = await open(stage, 'rival', START + 10);
      expect([count(answers, 201), count(answers, 429)]).toEqual([START, 10]);
      const refused = answers.find(({ status }) => status === 429) as Answer;
      expect(refused.body.error).toMatchObject({
        code: 'TOO_MANY_OPEN_SESSIONS',
        message: expect.stringContaining(String(START)),
        retry_after: expect.any(Number),
      });
      expect(refused.headers['retry-after']).toBe(String(refused.body.error.retry_after));
      await perform(stage, 'session a 777 by shop\npaid a\na -> SUCCESS');
    }));

  test('that wait for a message beyond their time are not said to be free in a second', () =>
    staged(async (stage) => {
      const rival = await merchantOf(stage, 'rival');
      await stage.world.service.rows(`insert into merchant_allowances values ($1, 'AIRTEL', 1)`, [rival.id]);
      await perform(
        stage,
        `session a 5000 by rival ttl 5
         sms f forged 5000 off 777 from 66999999
         wait 50min
         a -> AWAITING_PAYMENT`,
      );
      // Whatever comes of it now, its number rests for half an hour after that.
      expect((await stage.world.create(rival, { amount: 9000 })).body.error.retry_after).toBe(30 * 60);
    }));

  test('in test have no such limit', () =>
    staged(async (stage) => {
      const { test_key } = await merchantOf(stage, 'rival');
      const created = await Promise.all(
        Array.from({ length: START + 10 }, () => stage.world.service.client.session(test_key)),
      );
      expect(created).toHaveLength(START + 10);
    }));

  test('that were cancelled count until their number is free again', () =>
    staged(async (stage) => {
      const merchant = await merchantOf(stage, 'rival');
      const answers = await open(stage, 'rival', START);
      expect(count(answers, 201)).toBe(START);
      await Promise.all(answers.map(({ body }) => stage.world.cancel(merchant, body.id)));
      expect(count(await open(stage, 'rival', 5, 100), 429)).toBe(5);
      await stage.world.pass(31 * 60);
      expect(count(await open(stage, 'rival', 5, 200), 201)).toBe(5);
    }));

  test('that are paid make room for more than they took', () =>
    staged(async (stage) => {
      await perform(stage, 'session p 500 by rival');
      expect(count(await open(stage, 'rival', START), 201)).toBe(START - 1);
      await perform(stage, 'paid p\np -> SUCCESS');
      const more = count(await open(stage, 'rival', 5, 100), 201);
      expect(more).toBeGreaterThanOrEqual(2);
      expect(more).toBeLessThanOrEqual(3);
    }));

  test('of one key, made and cancelled four hundred times, leave the prices to the others', () =>
    staged(async (stage) => {
      const rival = await merchantOf(stage, 'rival');
      const kept: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const made = (await open(stage, 'rival', 100, 100 * round)).filter(({ status }) => status === 201);
        await Promise.all(made.map(({ body }) => stage.world.cancel(rival, body.id)));
        kept.push(made.length);
      }
      expect(kept).toEqual([START, 0, 0, 0]);
      const shop = await merchantOf(stage, 'shop');
      const amounts = Array.from({ length: 400 }, (_, n) => 1000 + 131 * n);
      const tried = amounts.filter((_, n) => n % 16 === 3);
      const answers = await Promise.all(tried.map((amount) => stage.world.create(shop, { amount })));
      // The rival's 30 places lie anywhere among 400 prices, of which these are 25: two are expected, all without a bound.
      expect(count(answers, 503)).toBeLessThanOrEqual(8);
      expect(count(answers, 201)).toBe(tried.length - count(answers, 503));
    }));

  test('hold no more than a fifth of the free numbers for one price while others ask for it', () =>
    staged(async (stage) => {
      for (const name of ['two', 'three', 'four', 'five']) await stage.world.sim(name);
      // None is easily mistaken for another.
      const prices = [300, 550, 700, 1130, 1330, 1730, 1930, 2330, 2930, 3130, 3730, 4130, 4330, 4730, 5330];
      const rival = await merchantOf(stage, 'rival');
      for (let round = 0; round < 5; round += 1)
        await Promise.all(prices.map((amount) => stage.world.create(rival, { amount, ttl_minutes: 60 })));
      const shop = await merchantOf(stage, 'shop');
      const answers = await Promise.all(prices.map((amount) => stage.world.create(shop, { amount })));
      expect(answers.map(({ status }) => status)).toEqual(prices.map(() => 201));
    }));
});

describe('A cap counts money that came: a session that nobody paid', () => {
  test('eats no daily count while it is open', () =>
    play(`
      sim capped count 2
      session a 5000 on capped by rival
      session b 6200 on capped by rival
      session c 7400 on capped
      paid c
      c -> SUCCESS
    `));

  test('eats no daily volume while it is open', () =>
    play(`
      sim capped volume 10000
      session a 9000 on capped by rival
      session b 8000 on capped
      paid b
      b -> SUCCESS
    `));

  test('eats no daily count when it has expired, and one that was paid does', () =>
    play(`
      sim capped count 1
      session a 5000 on capped
      wait 45min
      a -> EXPIRED
      session b 6000 on capped
      paid b
      b -> SUCCESS
      wait 45min
      session c 7000 on capped -> 503 COLLECTION_NUMBER_UNAVAILABLE
    `));

  test('eats no daily volume when it was cancelled', () =>
    play(`
      sim capped volume 10000
      session a 9000 on capped
      cancel a
      wait 45min
      session b 8000 on capped
      paid b
      b -> SUCCESS
    `));
});
