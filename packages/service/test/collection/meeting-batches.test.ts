import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateSession } from '../../src/domain/session/commands.ts';

import type { Services } from '../../src/engine/services.ts';
import { createSessions, createSessionsAtOnce } from '../../src/engine/sessions/create.ts';
import { draftOf, proposalOf } from '../../src/engine/sessions/draft.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { atomically } from '../../src/store/connect/atomically.ts';
import { reserveSessions } from '../../src/store/sessions/reserve.ts';
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

/** A number for it is found by the third round at the soonest: each of the first virtual numbers waits for it already. */
const LATE_XAF = 5000;

test.each([
  ['both after a search', createSessions, { first_xaf: 800, second_xaf: LATE_XAF }],
  ['one of them at once', createSessionsAtOnce, { first_xaf: 800, second_xaf: 900 }],
])(
  'two batches that ask by the same two references, %s: neither fails, and each reference has one session',
  async (_name, create, { first_xaf, second_xaf }) => {
    const kinds: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const merchant = await world.merchant();
      const ask = (fields: Partial<CreateSession>) => world.command(merchant, fields);
      const fill = Array.from({ length: 5 }, () => ask({ amount_xaf: LATE_XAF }));
      await createSessions(one, fill);
      const [a, b] = [{ reference: `A-${round}` }, { reference: `B-${round}` }];
      const both = await Promise.all([
        createSessions(one, [ask({ ...a, amount_xaf: LATE_XAF }), ask({ ...b, amount_xaf: 700 })]),
        create(other, [
          { ...ask({ ...a, amount_xaf: first_xaf }), idempotency: null },
          { ...ask({ ...b, amount_xaf: second_xaf }), idempotency: null },
        ]),
      ]);
      kinds.push(...both.flat().map((outcome) => outcome?.kind ?? 'left to the long way'));
    }
    const { created, reference_already_used, ...others } = tally(kinds);
    expect(created).toBe(2 * ROUNDS);
    for (const kind of Object.keys(others)) expect(kind).toBe('left to the long way');
  },
);

test('who asks by a reference that is used keeps no number from anybody until his transaction ends', async () => {
  const merchant = await world.merchant();
  const made = await world.session(merchant, { amount_xaf: 100 });
  const proposed = (fields: Partial<CreateSession>) => {
    const draft = draftOf(world.services, world.command(merchant, fields), world.now);
    draft.collection_number = { id: made.collection_number_id, msisdn: made.assigned_collection_number };
    const proposal = proposalOf(world.services, draft);
    return proposal === null ? [] : [proposal];
  };
  await atomically(one.pool, async (client) => {
    const used = proposed({ reference: made.reference, amount_xaf: 300 });
    expect(await reserveSessions(client, used)).toEqual([]);
    expect(await reserveSessions(other.pool, proposed({ amount_xaf: 300 }))).toHaveLength(1);
  });
});
