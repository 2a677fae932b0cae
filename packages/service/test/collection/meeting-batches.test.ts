import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Services } from '../../src/engine/services.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { prove } from './proof.ts';
import { asked } from './transactions.ts';
import { openWorld, type World } from './world.ts';

// Two batches that meet, each in a process of its own, again and again.
const ROUNDS = process.env.CHARI_SOAK === '1' ? 200 : 40;

let world: World;
let one: Services;
let other: Services;
beforeAll(async () => {
  world = await openWorld();
  [one, other] = (await world.processes(2)) as [Services, Services];
  await world.liveNumber('+23566005001');
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));

let phones = 0;
const nextPhone = (): string => {
  phones += 1;
  return `+2356610${1000 + phones}`;
};

type Ask = (services: Services, amount_xaf: number) => Promise<string | undefined>;
/** Each asks for a shop of its own, since one shop has but one place on one number. */
const SESSION: Ask = async (services, amount_xaf) => {
  const live = { environment: 'live', customer_phone: nextPhone(), amount_xaf } as const;
  return (await createSessions(services, [world.command(await world.merchant(), live)]))[0]?.kind;
};
const TRANSACTION: Ask = async (services, amount_xaf) => {
  const live = { environment: 'live', phone_number: nextPhone(), amount_xaf } as const;
  return (await createTransactions(services, [asked(await world.merchant(), live)]))[0]?.kind;
};

test.each([
  ['two sessions', SESSION, SESSION, 5000],
  ['a session and a transaction', SESSION, TRANSACTION, 7000],
  ['two transactions', TRANSACTION, TRANSACTION, 9000],
])(
  '%s of different payers, asked for at one moment, both wait beside the payer who has the only number',
  async (_name, first, second, amount_xaf) => {
    await world.session(await world.merchant(), {
      environment: 'live',
      customer_phone: '+23566000001',
      amount_xaf,
    });
    const kinds: (string | undefined)[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      kinds.push(...(await Promise.all([first(one, amount_xaf), second(other, amount_xaf)])));
    expect(tally(kinds.map(String))).toEqual({ created: 2 * ROUNDS });
  },
);
