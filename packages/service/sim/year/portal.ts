import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { statementFile } from './statement.ts';
import { ONE, two } from './two.ts';
import { count, dayStarts, type Year } from './world.ts';

/**
 * Staff take the operators' lists from the portals: of each SIM on its own day of the week, sometimes a day late; they
 * bring the file, and two people let it count.
 */
export function openPortal(year: Year) {
  const { operators, chance, plan, services } = year;
  const next = new Map(operators.sims.map(({ msisdn }, n) => [msisdn, { from_day: 0, due_day: 7 + n }]));
  let files = 0;
  /** @param day the day that has just begun: the lists go to its midnight */
  return async (day: number, is_end = false): Promise<void> => {
    for (const sim of operators.sims) {
      const known = next.get(sim.msisdn);
      if (known === undefined || (known.due_day > day && !is_end)) continue;
      if (!is_end && chance.happens(plan.statement_late_share)) {
        count(year, 'statements that came a day late');
        known.due_day = day + 1;
        continue;
      }
      files += 1;
      const span = { from_ms: dayStarts(known.from_day), to_ms: dayStarts(day) };
      next.set(sim.msisdn, { from_day: day, due_day: day + 7 });
      const file = statementFile(sim, { ...span, as_workbook: files % 2 === 0 });
      if (file === null) continue;
      const named = { number: sim.msisdn, day: null, after_a_gap: false };
      const imported = await importStatement(services, { file, ...named, ...ONE });
      if (imported.kind !== 'imported') {
        year.broken.push(
          `a true statement is refused, day ${day}, ${sim.msisdn}: ${JSON.stringify(imported)}`,
        );
        continue;
      }
      const { id: statement_id } = imported.statement;
      const [settled] = await two((commands) => settleStatements(services, commands), [{ statement_id }]);
      count(year, `statements: ${settled?.kind}`);
      if (settled?.kind === 'settled') count(year, 'rows that no message had told', settled.new_rows);
    }
  };
}
