import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/domain/time.ts';
import { type EndSettlementOutcome, endSettlements } from '../../src/engine/desk/settlements/end.ts';
import { endSettlementTold } from '../../src/engine/desk/settlements/sentences.ts';
import { takeSendingList } from '../../src/engine/desk/settlements/take-file.ts';
import { DOUBT_HOURS, doubtOverdue } from '../../src/engine/settlements/rounds.ts';
import type { Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskIn, drafted as draftedAt, openSimAndShop, sent as sentFrom } from './desk.ts';
import { standing } from './shop.ts';

// What two people say of a settlement that was sent, and perhaps never left.

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

const by = (actor: string) => ({ actor, note: 'looked' });
const { decide, send, end } = deskIn(() => sim.world);
const drafted = (amount_xaf: number) => draftedAt(sim.world, merchant, amount_xaf);
const sent = (amount_xaf: number) => sentFrom(sim.world, merchant, amount_xaf);
/** What one has said that waits for a second. */
const waiting = () =>
  sim.world.rows<{ action: string }>('select action from staff_proposals where settled_at is null');

test('What one person has said of a settlement that never left keeps nobody from proving it once it is UNKNOWN', async () => {
  const id = await sent(20_000);
  sim.world.pass(300);
  await sim.say();
  expect(await end(id, { does: 'fail' })).toBe('proposed');
  sim.world.pass((DOUBT_HOURS * HOUR_MS) / 1000 + 1);
  expect(await doubtOverdue(sim.world.services, { limit: 10 })).toBe(1);
  // Nobody could agree to it any more.
  expect(await waiting()).toEqual([]);
  await sim.say();
  expect(await end(id, { does: 'prove', source: 'book' })).toBe('proposed');
  sim.world.pass(300);
  await sim.say();
  expect(await end(id, { does: 'prove', source: 'book' }, 'Brahim')).toBe('ended');
  expect(await standing(sim.world, merchant)).toEqual({ payable: 20_000, unsettled: 20_000, FAILED: 20_000 });
});

test('What one person has said to prove how a settlement ended goes on waiting once it is UNKNOWN', async () => {
  const id = await sent(20_000);
  sim.world.pass(300);
  await sim.say();
  expect(await end(id, { does: 'prove', source: 'book' })).toBe('proposed');
  expect(await end(id, { does: 'doubt' }, 'Chantal')).toBe('doubted');
  expect(await waiting()).toEqual([{ action: 'settlement.prove' }]);
  sim.world.pass(300);
  await sim.say();
  expect(await end(id, { does: 'prove', source: 'book' }, 'Brahim')).toBe('ended');
});

test('Both people who say that a settlement never left are told of the list or the order on which it stands', async () => {
  const taker = { actor: 'Chan', note: 'for the counter' };
  const id = await drafted(20_000);
  await decide(id, 'approve');
  await takeSendingList(sim.world.services, { ...taker, file: 'sending.pdf' });
  const taken_at = sim.world.now;
  sim.world.pass(300);
  expect(await send(id)).toBe('sending');
  const fail = async (actor: string) => {
    sim.world.pass(300);
    await sim.say();
    const command = { settlement_id: id, does: 'fail', ...by(actor) } as const;
    const [outcome] = await endSettlements(sim.world.services, [command]);
    const on_file = { bank: null, taken_by: 'Chan', taken_at };
    expect(outcome).toMatchObject({ on_file });
    const told = endSettlementTold(
      { settlement_id: id, command: `fail ${id}` },
      outcome as EndSettlementOutcome,
    );
    expect(told.sentences.join(' ')).toContain('a sending list that Chan took');
    return outcome?.kind;
  };
  expect(await fail('Awa')).toBe('proposed');
  // Whoever agrees to it reads so where it waits.
  const [open] = await sim.world.rows<{ terms: object }>(
    'select terms from staff_proposals where settled_at is null',
  );
  expect(open?.terms).toMatchObject({ taken_at: taken_at.toISOString() });
  expect(await fail('Brahim')).toBe('ended');
});
