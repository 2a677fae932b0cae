import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { tendBooks } from '../../src/engine/book/tend.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import type { Services } from '../../src/engine/services.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { MSISDN, openSim, type Sim } from './world.ts';

const ROUNDS = 20;

let sim: Sim;
let processes: Services[];
beforeEach(async () => {
  sim = await openSim();
  sim.world.services.policy = { ...sim.world.services.policy, second_person_xaf: null };
  await sim.say();
  processes = await sim.world.processes(4, 3);
});
afterEach(() => sim.world.close());

const anyProcess = () => processes[Math.floor(Math.random() * processes.length)] as Services;
const by = (actor: string) => ({ actor, note: 'looked up' });

/** The operator's API tells of a payment in answer to our own enquiry; kept, and not read yet. */
async function witness(amount: number, operator_transaction_id: string): Promise<string[]> {
  const body = JSON.stringify({ amount, operator_transaction_id });
  const told = {
    environment: 'live',
    merchant_id: null,
    operator: 'AIRTEL',
    source: 'WITNESS',
    sender: null,
  } as const;
  const kept = await receiveNotices(sim.world.services, [
    { ...told, collection_number: MSISDN, body, received_at: sim.world.now },
  ]);
  return kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
}

async function atOnce(...works: (() => Promise<unknown>)[]): Promise<void> {
  const shuffled = works.map((work) => ({ work, at: Math.random() })).sort((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ work }) => work()));
}

it('A pending payment that is read, witnessed, told again and written off at one moment goes one way, whole', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sim.session(250_000 + round);
    const big = sim.credit(250_000 + round);
    await sim.take(big);
    await sim.take(sim.credit(10));
    const [step] = await sim.world.rows<{ id: string }>(
      `select s.id from book_claims c join book_steps s on s.notice_id = c.notice_id where c.state = 'PENDING'`,
    );
    const void_ = { step_id: step?.id ?? '', meaning: 'write_off', ...by('Brahim') } as const;
    const [told, again, small] = [
      await witness(250_000 + round, big.id),
      await sim.keep([big]),
      await sim.keep([sim.credit(7)]),
    ];
    const said = { number: MSISDN, balance_xaf: sim.balance_xaf, ...by('Awa') };
    await atOnce(
      () => anchorNumbers(anyProcess(), [said]),
      () => explainSteps(anyProcess(), [void_]),
      () => settleNotices(anyProcess(), told),
      () => settleNotices(anyProcess(), again),
      () => settleNotices(anyProcess(), small),
      () => settleWaitingNotices(anyProcess(), { limit: 100, patience_ms: 0 }),
      () => tendBooks(anyProcess(), null),
    );
    await sim.say();
    const [claim] = await sim.world.rows<{ state: string }>(
      `select c.state from book_claims c join book_steps s on s.notice_id = c.notice_id where s.id = $1`,
      [step?.id],
    );
    const paid = (await sim.statusOf(session)) === 'SUCCESS';
    expect(claim?.state).toBe(paid ? 'PROVEN' : 'VOIDED');
    await expectBooksWhole(sim.world.db.pool);
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf, claims: 0 });
    sim.world.pass(60);
  }
  expect(await sim.world.rows('select from notice_inbox')).toEqual([]);
});

it('One that another message contests and two people release at that moment is settled or in doubt, once, whole', async () => {
  const found: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await sim.session(250_000 + round);
    const before_xaf = sim.balance_xaf;
    const big = sim.credit(250_000 + round);
    await sim.take(big);
    await sim.take(sim.credit(10));
    await sim.take(sim.words(7, before_xaf + 7));
    const [step] = await sim.world.rows<{ id: string }>(
      `select s.id from book_claims c join book_steps s on s.notice_id = c.notice_id where c.state = 'PENDING'`,
    );
    const paid = { step_id: step?.id ?? '', meaning: 'credit', ...by('Brahim') } as const;
    const [told, again] = [await witness(250_000 + round, big.id), await sim.keep([big])];
    const said = { number: MSISDN, balance_xaf: sim.balance_xaf, ...by('Awa') };
    await atOnce(
      () => anchorNumbers(anyProcess(), [said]),
      () => explainSteps(anyProcess(), [paid]),
      () => explainSteps(anyProcess(), [{ ...paid, ...by('Awa') }]),
      () => settleNotices(anyProcess(), told),
      () => settleNotices(anyProcess(), again),
    );
    found.push(await sim.statusOf(session));
    const credits = await sim.world.rows('select from credits where amount_xaf = $1', [250_000 + round]);
    expect(credits).toHaveLength(1);
    await expectBooksWhole(sim.world.db.pool);
    expect(await sim.book()).toMatchObject({ tip_xaf: sim.balance_xaf });
    sim.world.pass(60);
  }
  expect(found.filter((status) => status !== 'SUCCESS' && status !== 'UNDER_REVIEW')).toEqual([]);
});
