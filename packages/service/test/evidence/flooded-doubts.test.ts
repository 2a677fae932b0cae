import { expect, test } from 'vitest';
import { IS_DOUBTED } from '../../src/store/book/doubts.ts';
import { openSim } from '../book/world.ts';

type Plan = {
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};
/** How many rows of a table were looked at. */
const readOf = (table: string, plan: Plan): number =>
  (plan['Relation Name'] === table
    ? plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readOf(table, one), 0);

test('Of many texts that nobody knows and that wait on a SIM, whoever asks about its payments reads those alone that may name one', async () => {
  const sim = await openSim();
  try {
    await sim.say();
    const paid = Array.from({ length: 5 }, (_, n) => sim.credit(1000 + n, '66777001'));
    await sim.take(...paid);
    const told = `Transaction ${paid[3]?.id} annulee. Montant: 1003 FCFA. Solde: 999 FCFA.`;
    // And a flood of such texts about payments that are not ours.
    const flood = Array.from(
      { length: 300 },
      (_, n) => `Transaction MP261121.1200.B${20_000 + n} annulee. Montant: 1003 FCFA. Solde: 999 FCFA.`,
    );
    await sim.take(...[told, ...flood].map((text) => ({ id: '', text })));
    await sim.wait(60);
    await sim.world.db.pool.query('analyze');
    const asked = `select c.operator_transaction_id as id from credits c where ${IS_DOUBTED}`;
    expect(await sim.world.rows(asked)).toEqual([{ id: paid[3]?.id }]);
    const [row] = await sim.world.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${asked}`,
    );
    expect(readOf('notices', row?.['QUERY PLAN'][0].Plan as Plan)).toBeLessThan(50);
  } finally {
    await sim.world.close();
  }
});
