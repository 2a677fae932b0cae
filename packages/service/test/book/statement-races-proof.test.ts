import { afterEach, beforeEach, expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import type { Services } from '../../src/engine/services.ts';
import { settleStatement } from '../../src/engine/statements/settle.ts';
import { provingOf } from '../proof/world.ts';
import { csvOf, fileOf, statementCells } from '../statements/portal.ts';
import { brought, by, openRace, roundsOf, rowOf, sideBySide, Tally } from './statement-races.ts';
import { OPENING_XAF, type Sim } from './world.ts';

let sim: Sim;
let one: Services;
let other: Services;
beforeEach(async () => {
  ({ sim, one, other } = await openRace());
});
afterEach(() => sim.world.close());

// Its accounts, what is held, and what each merchant had are read one after the other, and a closed day never changes.
test('The proof of a day that is closed while its statement is settled adds up: what is held is what its accounts hold', async () => {
  const rounds = roundsOf(40);
  await sim.take(sim.credit(5));
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 10 }, () =>
      rowOf(sim, sim.credit(1000 + round, '66777001'), 1000 + round, '66777001'),
    );
    sim.world.pass((round === 0 ? 30 : 24) * 3600);
    const id = await brought(one, sim, rows);
    const agreed = `update statements set state = 'AGREED', agreed_at = $2 where id = $1`;
    await sim.world.rows(agreed, [id, sim.world.now]);
    await sideBySide(
      round,
      15,
      () => settleStatement(one, id),
      () => closeNextDay({ ...provingOf(sim), pool: other.pool }),
    );
  }
  const days = await sim.world.rows<{ day: string; held_xaf: number; accounts_xaf: number }>(
    `select d.day::text, d.held_xaf::int, (
      select sum(a.closing_xaf) from proof_accounts a where a.day = d.day)::int - $1::int as accounts_xaf
    from proof_days d order by d.day`,
    [OPENING_XAF],
  );
  expect(days).toHaveLength(rounds);
  expect(days.filter(({ held_xaf, accounts_xaf }) => held_xaf !== accounts_xaf)).toEqual([]);
}, 600_000);

// The portal names a short code and no number; it is that of the number whose first statement names it. Brought by one after the other the second is refused.
test('Of two people who bring one file for two numbers at the same moment one is told that it is of the other number', async () => {
  const seen = new Tally();
  for (let round = 0; round < Math.min(90, roundsOf(30)); round += 1) {
    const numbers = [`+235990010${10 + round}`, `+235990020${10 + round}`] as const;
    for (const number of numbers) await sim.world.liveNumber(number, { operator: 'MOOV' });
    const at = sim.world.now;
    const row = { id: `10000000${1000 + round}`, at, delta_xaf: 100, balance_xaf: 100, no_balance: true };
    const text = csvOf(statementCells('MOOV', `40${100 + round}`, [row]));
    const kinds: string[] = [];
    const bringFor = (services: Services, number: string) => async () => {
      const file = { file: fileOf(text), number, day: null, after_a_gap: true, ...by('Awa') };
      const said = await importStatement(services, file);
      kinds.push(said.kind === 'imported' ? `imported ${said.statement.msisdn === number}` : said.kind);
    };
    await sideBySide(round, 3, bringFor(one, numbers[0]), bringFor(other, numbers[1]));
    seen.note(kinds.sort().join(', '));
    sim.world.pass(61);
  }
  expect([...seen.seen.keys()]).toEqual(['file_refused, imported true']);
}, 600_000);
