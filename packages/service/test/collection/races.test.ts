import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CancelSession, CreateOutcome, CreateSession } from '../../src/domain/session/commands.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { settleNotices } from '../../src/engine/book/settle.ts';
import type { Services } from '../../src/engine/services.ts';
import { cancelSessions } from '../../src/engine/sessions/cancel.ts';
import { createSessions } from '../../src/engine/sessions/create.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { CONFLICTS, prove } from './proof.ts';
import { openWorld, type World } from './world.ts';

// Each pair meets ROUNDS × AT_ONCE times, each side in a transaction and, by turns, a process of its own.
const ROUNDS = process.env.CHARI_SOAK === '1' ? 4 : 2;
const AT_ONCE = 50;
const PROCESSES = 4;

let world: World;
let processes: Services[];
beforeAll(async () => {
  world = await openWorld();
  processes = await world.processes(PROCESSES);
});
afterAll(() => world.close());

const anyProcess = (): Services => processes[Math.floor(Math.random() * PROCESSES)] as Services;

/** Runs both at the same moment, whichever is called first. */
async function meet<One, Other>(one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]> {
  if (Math.random() < 0.5) return Promise.all([one(), other()]);
  const late = other();
  return Promise.all([one(), late]);
}

async function rounds<Prepared, Result>(
  prepare: () => Promise<Prepared[]>,
  race: (prepared: Prepared) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const prepared = await prepare();
    results.push(...(await Promise.all(prepared.map(race))));
  }
  return results;
}

/** Sessions that await payment, each with a merchant's number of its own. */
async function sessions(fields: Partial<CreateSession> = {}): Promise<PaymentSession[]> {
  const merchant = await world.merchant({ fee_basis_points: 100 });
  const outcomes = await world.create(Array.from({ length: AT_ONCE }, () => world.command(merchant, fields)));
  return outcomes.map((outcome) => {
    if (outcome.kind !== 'created') throw new Error(outcome.kind);
    return outcome.session;
  });
}

/** Sessions, each with the notice of its credit, which nobody has read yet. */
async function withNotices(made: PaymentSession[], fields: { occurred_at?: Date } = {}) {
  const notices = await world.keepCredits(made, () => fields);
  return made.map((session, at) => ({ session, notice: notices[at] as string }));
}

const settle = async (notice_id: string) => (await settleNotices(anyProcess(), [notice_id]))[0];
const cancel = async (session: PaymentSession) => {
  const command: CancelSession = { ...session, session_id: session.id, idempotency: null };
  return (await cancelSessions(anyProcess(), [command]))[0];
};
const tally = (words: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));

/** Every pair met, and nothing came out but what is allowed. */
function expectOnly(words: string[], allowed: string[]): void {
  const counted = tally(words);
  for (const word of Object.keys(counted)) expect(allowed, JSON.stringify(counted)).toContain(word);
  expect(words.length).toBe(ROUNDS * AT_ONCE);
}

test('a credit and a cancel: either paid and not cancelled, or cancelled and the money in suspense', async () => {
  const words = await rounds(
    async () => withNotices(await sessions()),
    async ({ session, notice }) => {
      const [settled, cancelled] = await meet(
        () => settle(notice),
        () => cancel(session),
      );
      const { status } = await world.again(session);
      const said = cancelled?.kind === 'not_awaiting_payment' ? cancelled.status : cancelled?.kind;
      return `${settled?.verdict?.rule} / ${said} / ${status}`;
    },
  );
  expectOnly(words, ['unique_in_time / SUCCESS / SUCCESS', 'session_closed / cancelled / CANCELLED']);
  await prove(world);
});

test('two cancels of one session: one cancels, the other is told that it is CANCELLED', async () => {
  const words = await rounds(
    () => sessions(),
    async (session) => {
      const both = await meet(
        () => cancel(session),
        () => cancel(session),
      );
      return both
        .map((one) => (one?.kind === 'not_awaiting_payment' ? one.status : one?.kind))
        .sort()
        .join(' / ');
    },
  );
  expectOnly(words, ['CANCELLED / cancelled']);
  await prove(world);
});

test('the sweeper and a credit that came after grace about a payment made in time: paid, or expired and in suspense', async () => {
  const words = await rounds(
    async () => {
      const made = await sessions();
      const occurred_at = world.now;
      world.pass(12 * 60 + 1);
      return withNotices(made, { occurred_at });
    },
    async ({ session, notice }) => {
      const [settled] = await meet(
        () => settle(notice),
        () => expireSessions(anyProcess(), { limit: 7 }),
      );
      return `${settled?.verdict?.rule} / ${(await world.again(session)).status}`;
    },
  );
  expectOnly(words, ['unique_in_time / SUCCESS', 'session_closed / EXPIRED']);
  await prove(world);
});

test('the sweeper and a credit that came before grace ended: the credit always wins', async () => {
  const words = await rounds(
    async () => {
      const made = await sessions();
      const kept = await withNotices(made);
      world.pass(12 * 60 + 1);
      return kept;
    },
    async ({ session, notice }) => {
      const [settled] = await meet(
        () => settle(notice),
        () => expireSessions(anyProcess(), { limit: 1000 }),
      );
      return `${settled?.verdict?.rule} / ${(await world.again(session)).status}`;
    },
  );
  expectOnly(words, ['unique_in_time / SUCCESS']);
  await prove(world);
});

test('two credits for one session: the first confirms it, the second waits in suspense', async () => {
  const words = await rounds(
    async () =>
      Promise.all(
        (await sessions()).map((session) =>
          Promise.all([world.keepCredit(session), world.keepCredit(session)]),
        ),
      ),
    async ([first, second]) => {
      const both = await meet(
        () => settle(first),
        () => settle(second),
      );
      return both
        .map((one) => one?.verdict?.rule)
        .sort()
        .join(' / ');
    },
  );
  expectOnly(words, ['second_payment / unique_in_time']);
  await prove(world);
});

test('one credit told of by two notices: one credit, one decision, and both notices answer with it', async () => {
  let ids = 0;
  const words = await rounds(
    async () =>
      Promise.all(
        (await sessions()).map((session) => {
          ids += 1;
          const told = { operator_transaction_id: `MP261121.1200.A${ids}` };
          return Promise.all([world.keepCredit(session, told), world.keepCredit(session, told)]);
        }),
      ),
    async ([first, second]) => {
      const [one, other] = await meet(
        () => settle(first),
        () => settle(second),
      );
      expect(one?.credit_id).toBe(other?.credit_id);
      expect(one?.verdict).toEqual(other?.verdict);
      return `${[one?.outcome, other?.outcome].sort().join(' / ')} / ${one?.verdict?.verdict}`;
    },
  );
  expectOnly(words, ['CREDIT / DUPLICATE / SETTLE']);
  await prove(world);
});

test('one notice settled by two processes: read once, and both answer alike', async () => {
  const words = await rounds(
    async () => world.keepCredits(await sessions()),
    async (notice) => {
      const [one, other] = await meet(
        () => settle(notice),
        () => settle(notice),
      );
      expect(one).toEqual(other);
      return `${one?.outcome} / ${one?.verdict?.rule}`;
    },
  );
  expectOnly(words, ['CREDIT / unique_in_time']);
  await prove(world);
});

test('two creates with one reference: one session, and the other answer names it', async () => {
  const words = await rounds(
    async () => {
      const merchant = await world.merchant();
      return Array.from({ length: AT_ONCE }, () => world.command(merchant));
    },
    async (command) => {
      const both = await meet(
        () => createSessions(anyProcess(), [command]),
        () => createSessions(anyProcess(), [{ ...command, amount_xaf: 700 }]),
      );
      const outcomes = both.map(([one]) => one as CreateOutcome);
      const made = outcomes.find((one) => one.kind === 'created');
      const refused = outcomes.find((one) => one.kind === 'reference_already_used');
      expect(refused?.existing_payment_session_id).toBe(made?.session.id);
      return outcomes
        .map((one) => one.kind)
        .sort()
        .join(' / ');
    },
  );
  expectOnly(words, ['created / reference_already_used']);
  await prove(world);
});

test('a sandbox never runs short: a hundred sessions of one amount at the same moment for a new merchant are all created', async () => {
  const merchant = await world.merchant();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, () => createSessions(anyProcess(), [world.command(merchant)])),
  );
  expect(tally(outcomes.flat().map((one) => one.kind))).toEqual({ created: 100 });
  await prove(world);
});

test('one idempotency key at once: one session, and the other answer is its replay or says that the key is in use', async () => {
  let keys = 0;
  const words = await rounds(
    async () => {
      const merchant = await world.merchant();
      return Array.from({ length: AT_ONCE }, () => {
        keys += 1;
        const idempotency = { key: `key-${keys}`, request_hash: 'ab'.repeat(32) };
        return world.command(merchant, { idempotency });
      });
    },
    async (command) => {
      const both = await meet(
        () => createSessions(anyProcess(), [command]),
        () => createSessions(anyProcess(), [command]),
      );
      const outcomes = both.map(([one]) => one as CreateOutcome);
      const made = outcomes.flatMap((one) => (one.kind === 'created' ? [one] : []));
      expect(new Set(made.map((one) => one.session.id)).size).toBe(1);
      return outcomes
        .map((one) => (one.kind === 'created' && one.replayed ? 'replayed' : one.kind))
        .sort()
        .join(' / ');
    },
  );
  expectOnly(words, ['created / replayed', 'created / idempotency_key_in_use']);
  await prove(world);
});

test('a guest and the sweeper that ends its host’s quarantine: the guest joins or finds the number free, and neither fails', async () => {
  const numbers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      world.liveNumber(`+235660020${String(n + 10)}`, { operator: 'AIRTEL' }),
    ),
  );
  const merchant = await world.merchant();
  const live = (customer_phone: string) => world.command(merchant, { environment: 'live', customer_phone });
  for (let round = 0; round < 10; round += 1) {
    world.pass(2);
    const outcomes = await world.create(numbers.map(() => live('+23566000001')));
    const hosts = outcomes.flatMap((one) => (one.kind === 'created' ? [one.session] : []));
    // All but the fifth that is left to other merchants.
    expect(hosts.length).toBe(numbers.length - 2);
    await Promise.all(hosts.map(cancel));
    world.pass(30 * 60);
    const [created] = await Promise.all([
      Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          createSessions(anyProcess(), [live(`+2356600${1000 + n}`), live(`+2356600${2000 + n}`)]),
        ),
      ),
      ...Array.from({ length: 16 }, () => expireSessions(anyProcess(), { limit: 2 })),
    ]);
    const kinds = tally(created.flat().map((one) => one.kind));
    expect(Object.keys(kinds)).toContain('created');
    expect(await world.rows(CONFLICTS)).toEqual([]);
    await Promise.all(created.flat().flatMap((one) => (one.kind === 'created' ? [cancel(one.session)] : [])));
    world.pass(30 * 60);
    while ((await expireSessions(world.services, { limit: 1000 })).released > 0);
    expect(
      await world.rows(
        `select from collection_holds h join collection_numbers n on n.id = h.collection_number_id where n.environment = 'live'`,
      ),
    ).toEqual([]);
  }
  await prove(world);
});

test('everything at once, in batches that overlap: nothing but allowed moves, each with its event and entry', async () => {
  for (let round = 0; round < 3; round += 1) {
    const made = [...(await sessions({ customer_phone: '+23566000009' })), ...(await sessions())];
    const picked = () => made.filter(() => Math.random() < 0.4);
    const kept = await Promise.all(
      [...picked(), ...picked(), ...picked()].map((session) =>
        world.keepCredit(session, {
          amount: Math.random() < 0.3 ? session.amount_xaf + 1 : session.amount_xaf,
          ...(Math.random() < 0.5
            ? { payer_phone: Math.random() < 0.5 ? '+23566000009' : '+23566000008' }
            : {}),
          ...(Math.random() < 0.3 ? { motif: `ticket ${made[0]?.ticket} ${session.ticket}` } : {}),
        }),
      ),
    );
    world.pass(12 * 60 + 1);
    const shuffled = () => kept.toSorted(() => Math.random() - 0.5);
    await Promise.all([
      ...Array.from({ length: 6 }, () => settleNotices(anyProcess(), shuffled().slice(0, 60))),
      ...Array.from({ length: 6 }, () => expireSessions(anyProcess(), { limit: 20 })),
      ...Array.from({ length: 6 }, () =>
        cancelSessions(
          anyProcess(),
          picked().map((session) => ({ ...session, session_id: session.id, idempotency: null })),
        ),
      ),
    ]);
    await settleNotices(anyProcess(), kept);
    await prove(world);
  }
});
