import { describe, expect, test } from 'vitest';
import { expectBooksWhole } from '../evidence/books.ts';
import { perform, stagesOfFile, statusOf } from '../evidence/play.ts';
import { bring, confirmPortals } from './play.ts';
import { csvOf, type Listed, statementCells } from './portal.ts';

/** A payment by 66000011 whose SMS was lost, and an SMS of somebody who has seen its receipt. */
type Told = {
  /** Whom the SMS names; null: there is none. */
  names: string | null;
  /** How far its balance is from the true one. */
  off_xaf?: number;
  /** Whom the row names, and whether it prints balances. */
  party?: string;
  no_balance?: boolean;
};

const onStage = stagesOfFile();

/** What becomes of the sessions of both once the statement counts. */
const outcomes = ({ names, off_xaf = 777, party = '66000011', no_balance = false }: Told) =>
  onStage(async (stage) => {
    const { world } = stage;
    const sim = world.at('one').sim;
    await confirmPortals(stage);
    await perform(
      stage,
      `sms x credit 3000
      wait 2min
      session payer 2000 payer 66000011 by shop
      session thief 2000 payer 66000666 by rival
      wait 1min`,
    );
    // Lost too: what follows it waits.
    sim.credit(100, { payer: '66000009' });
    const paid = sim.credit(2000, { payer: '66000011' });
    await world.pass(60);
    if (names !== null) {
      const sms = sim.wordCredit(2000, sim.balance_xaf + off_xaf, { payer: names }, paid.id);
      await world.deliver({ sms, sim: 'one' });
    }
    await world.pass(60);
    const rows = sim.movements.map(
      (row): Listed => ({ ...row, no_balance, ...(row.id === paid.id && { party }) }),
    );
    const { said } = await bring(stage, csvOf(statementCells(sim.operator, sim.number, rows)));
    expect(said).toBe('new 2');
    expect(await world.floatOf('one')).toBe(5100);
    expect(await world.ledgerProblems()).toEqual([]);
    await expectBooksWhole(world.service.db.pool);
    return { payer: await statusOf(stage, 'payer'), thief: await statusOf(stage, 'thief') };
  });

describe('An SMS that carries the transaction id and the sum of a payment, and another payer', () => {
  test.each([
    ['', {}],
    [', where the row names nobody', { party: 'NOM PRENOM' }],
    [', where the row prints no balance', { no_balance: true }],
  ])('changes nothing of what its row proves%s', async (_where, row: Partial<Told>) => {
    const without = await outcomes({ ...row, names: null });
    expect(without.thief).not.toBe('SUCCESS');
    expect(await outcomes({ ...row, names: '66000666' })).toEqual(without);
  });

  test('pays nobody where the row says neither: people decide, as without it, and are told that it speaks against one of them', async () => {
    const row = { party: 'NOM PRENOM', no_balance: true };
    const ambiguous = 'UNDER_REVIEW ambiguous';
    expect(await outcomes({ ...row, names: null })).toEqual({ payer: ambiguous, thief: ambiguous });
    const doubted = 'UNDER_REVIEW unproven';
    expect(await outcomes({ ...row, names: '66000666' })).toEqual({ payer: doubted, thief: doubted });
  });
});

test('A true SMS that waits says more of its payment than its row, and is taken where both name one balance', async () => {
  const found = await outcomes({ names: '66000011', off_xaf: 0, party: 'NOM PRENOM' });
  expect(found).toEqual({ payer: 'SUCCESS', thief: 'AWAITING_PAYMENT' });
});
