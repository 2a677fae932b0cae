import { expect, test } from 'vitest';
import { explained } from '../payments/plan.ts';
import { explainAll } from './desk.ts';
import { lengthenPast } from './past.ts';
import { perform, scene } from './play.ts';

const COPIES = 2000;
/** Pages of tables and indexes that one statement may look at, for the few rows that it is about. */
const PAGES = 150;

const DAY = `session a 5000
  paid a
  session b 3000 ttl 60
  sms m credit 60000
  sms u moved 700 "ID mystere BALANCE FCFA. 700 FCFA"
  sms f forged 450000 balance 912300
  wait 1min
  session c 4000
  sms g credit 4000
  wait 1min
  late z credit 1000
  sms d debit 2000
  session e 7000 payer 66000001
  paid e from 66000002
  wait 5min
  anchor
  wait 25h`;

const NEXT_DAY = `session h 5000
  session i 6000 payer 66000005
  paid h
  late y credit 500
  paid i
  wait 1min
  deliver y
  sms n forged 45000 balance 91230
  session j 8000
  wait 1min
  sms q credit 4000
  disown n
  session k 9000 ttl 5
  late w credit 9000
  anchor
  wait 30min
  wait 25h`;

test('What a day’s payments, doubts, readings and expiries cost does not grow with what thousands of days before it left', () =>
  scene(async (stage) => {
    await perform(stage, DAY);
    expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBeGreaterThan(0);
    const { pool } = stage.world.service.first.services;
    const shorten = await lengthenPast(pool, COPIES);
    try {
      const plans = await explained(pool, () => perform(stage, NEXT_DAY));
      expect(new Set(plans.map(({ name }) => name)).size).toBeGreaterThan(50);
      const many = plans.filter(({ blocks }) => blocks > PAGES);
      expect([...new Set(many.map(({ name, blocks }) => `${name}: ${blocks}`))]).toEqual([]);
    } finally {
      await shorten();
    }
  }));
