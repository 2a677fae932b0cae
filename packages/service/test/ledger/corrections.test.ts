import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CorrectPlace } from '../../src/domain/ledger/correct.ts';
import type { Meaning } from '../../src/domain/ledger/step.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { type CorrectTransfer, correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { correctTold } from '../../src/engine/desk/transfers/sentences.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { openSim, type Sim } from '../book/world.ts';
import { booksByItself } from '../evidence/books.ts';
import { balance } from '../refunds/world.ts';

let sim: Sim;
let right: string;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
  right = await sim.world.merchant();
});
afterEach(() => sim.world.close());

const by = (actor: string) => ({ actor, note: 'the shop called' });
const merchant = (merchant_id: string): CorrectPlace => ({ kind: 'merchant', merchant_id });

/** What two people say, one after the other: a word for each. */
async function both(what: CorrectTransfer['what'], id: string, to: CorrectPlace): Promise<string[]> {
  const kinds: string[] = [];
  for (const actor of ['Awa', 'Brahim'])
    kinds.push((await correctTransfers(sim.world.services, [{ what, id, to, ...by(actor) }]))[0]?.kind ?? '');
  return kinds;
}
const DONE = ['proposed', 'corrected'];

async function given(merchant_id: string, amount_xaf = 3000): Promise<string> {
  await sim.take(sim.credit(amount_xaf, '66777777'));
  const [credit] = await sim.world.rows<{ id: string }>('select id from credits order by id desc limit 1');
  const credit_id = credit?.id ?? '';
  await assignCredits(sim.world.services, [
    { credit_id, to: { kind: 'merchant', merchant_id }, ...by('Awa') },
  ]);
  return credit_id;
}

async function explained(meaning: Meaning): Promise<string> {
  await sim.take(sim.debit(700));
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
  const step_id = step?.id ?? '';
  for (const actor of ['Awa', 'Brahim'])
    await explainSteps(sim.world.services, [{ step_id, meaning, ...by(actor) }]);
  return step_id;
}

const has = (merchant_id: string) => balance(sim.world, 'PAYABLE', merchant_id);
const isWhole = async () => expect((await checkLedger(sim.world.services)).problems).toEqual([]);

describe('A credit that was given to the wrong merchant', () => {
  it('is the right one’s by two people’s word, and the transfer names what it corrects', async () => {
    const credit = await given(sim.merchant);
    expect(await both('credit', credit, merchant(right))).toEqual(DONE);
    expect([await has(sim.merchant), await has(right)]).toEqual([0, 3000]);
    const named = await sim.world.rows(
      `select corrects_cause, corrects_cause_id from ledger_transfers where cause = 'CORRECTION'`,
    );
    expect(named).toEqual([{ corrects_cause: 'CREDIT_ASSIGNED', corrects_cause_id: credit }]);
    await isWhole();
  });

  it('goes on to a third when the correction was wrong too, and back', async () => {
    const credit = await given(sim.merchant);
    expect(await both('credit', credit, merchant(right))).toEqual(DONE);
    expect(await both('credit', credit, merchant(right))).toEqual(['stands_there', 'stands_there']);
    expect(await both('credit', credit, merchant(sim.merchant))).toEqual(DONE);
    expect([await has(sim.merchant), await has(right)]).toEqual([3000, 0]);
    await isWhole();
  });

  it('is not taken from a merchant who has not so much any more', async () => {
    const credit = await given(sim.merchant);
    booksByItself(sim.world.db.pool);
    await sim.world.rows(
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at, occurred_at)
      select 'live', p.id, w.id, 1000, 'STEP_EXPLAINED', $2, $3, $3
      from ledger_accounts p, ledger_accounts w
      where p.owner_id = $1 and p.kind = 'PAYABLE' and p.environment = 'live' and w.kind = 'WRITE_OFF' and w.environment = 'live'`,
      [sim.merchant, sim.world.services.newId(), sim.world.now],
    );
    const command = { what: 'credit' as const, id: credit, to: merchant(right) };
    const [outcome] = await correctTransfers(sim.world.services, [{ ...command, ...by('Awa') }]);
    expect(outcome).toEqual({ kind: 'not_covered', available_xaf: 2000, missing_xaf: 1000 });
    if (outcome !== undefined)
      expect(correctTold(command, outcome).sentences.join()).toContain('are missing');
  });

  it('is refused where nothing was given, to nobody, and to no merchant', async () => {
    const credit = await given(sim.merchant);
    expect(await both('credit', sim.world.services.newId(), merchant(right))).toEqual([
      'not_found',
      'not_found',
    ]);
    expect((await both('credit', credit, merchant(sim.world.services.newId())))[0]).toBe(
      'merchant_not_found',
    );
    expect((await both('credit', credit, { kind: 'fee' }))[0]).toBe('needs_a_merchant');
    expect((await both('step', credit, merchant(right)))[0]).toBe('not_found');
  });

  it('is moved once by many who agree at the same moment', async () => {
    const credit = await given(sim.merchant);
    const command = { what: 'credit' as const, id: credit, to: merchant(right) };
    await correctTransfers(sim.world.services, [{ ...command, ...by('Awa') }]);
    const processes = await sim.world.processes(5, 2);
    const said = await Promise.allSettled(
      processes.map((one) => correctTransfers(one, [{ ...command, ...by('Brahim') }])),
    );
    const kinds = said.map((one) => (one.status === 'fulfilled' ? one.value[0]?.kind : 'failed'));
    expect(kinds.filter((kind) => kind === 'corrected')).toEqual(['corrected']);
    expect(await has(right)).toBe(3000);
    await isWhole();
  });
});

describe('A step that was explained wrongly', () => {
  const on = async () => [
    0 - (await balance(sim.world, 'OPERATOR_FEE')),
    0 - (await balance(sim.world, 'SWEPT')),
    0 - (await balance(sim.world, 'WRITE_OFF')),
  ];

  it('stands where it should', async () => {
    const step = await explained('fee');
    expect(await on()).toEqual([700, 0, 0]);
    expect(await both('step', step, { kind: 'sweep' })).toEqual(DONE);
    expect(await on()).toEqual([0, 700, 0]);
    expect(await both('step', step, { kind: 'write_off' })).toEqual(DONE);
    expect(await on()).toEqual([0, 0, 700]);
    await isWhole();
  });

  it('is borne by the merchant whose payment it took back, as far as the merchant has it', async () => {
    const step = await explained('write_off');
    expect((await both('step', step, merchant(sim.merchant)))[0]).toBe('not_covered');
    // A person has looked at what the write-off made doubtful: payments settle again.
    await sim.world.rows('update books set suspected_at = null, suspected_from = null, is_disproven = false');
    // A reading between the two, so that what comes isn't what a forged debit would cover.
    sim.world.pass(600);
    await sim.say();
    sim.world.pass(600);
    await given(sim.merchant, 1000);
    expect(await both('step', step, merchant(sim.merchant))).toEqual(DONE);
    expect(await on()).toEqual([0, 0, 0]);
    expect(await has(sim.merchant)).toBe(300);
    await isWhole();
  });
});
