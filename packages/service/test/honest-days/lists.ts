import type { Movement } from '../evidence/sim.ts';
import { agreed, importFile } from '../statements/play.ts';
import { csvOf, type Listed, statementCells } from '../statements/portal.ts';
import type { Days } from './days.ts';
import { LEFT_OUT } from './movements.ts';

/** Awa brings the operator's list of some days, `0-1`, as `how` says that the portal prints it; what came of it. */
export async function importList(days: Days, name: string, of: string, how: string[]): Promise<string> {
  const { sim, on, stage } = days;
  const [from = 0, until = from] = of.split('-').map(Number);
  const places = [...sim.movements.keys()].filter((place) => {
    const day = days.dayOf((sim.movements[place] as Movement).at);
    return day >= from && day <= until;
  });
  if (places.length === 0) return 'no rows';
  const rows = places.flatMap((place) => rowsOf(days, place, how));
  const making = { newest_first: how.includes('newest') };
  const text = csvOf(statementCells(sim.operator, sim.number, rows, making));
  const { id, said } = await importFile(stage, text, { sim: on, after_a_gap: how.includes('gap') });
  // What the balances say is missing between two lists, people say in words and bring it again.
  if (said.startsWith('refused') && said !== 'refused not_continuous') days.wrong.push(`the list is ${said}`);
  if (id !== null) days.brought.set(name, { id, places });
  return said;
}

/** Awa lets it count and, where that takes two, Brahim does; each row's finding. */
export async function agree(days: Days, name: string): Promise<string> {
  const found = days.brought.get(name);
  if (found === undefined) return LEFT_OUT;
  const said = await agreed(days.stage, found.id);
  if (!said.startsWith('new')) return said;
  for (const place of found.places) if (!days.listed.has(place)) days.listed.set(place, days.now_ms);
  const rows = await days.stage.world.service.rows<{ said: string }>(
    `select lower(finding) || coalesce(' ' || differs_in, '') || ' ' || count(*) as said
    from statement_findings where statement_id = $1 group by finding, differs_in order by 1`,
    [found.id],
  );
  return rows.map((row) => row.said).join(', ');
}

export async function bring(days: Days, of: string, how: string[]): Promise<string> {
  const said = await importList(days, 'brought', of, how);
  return said === 'imported' ? agree(days, 'brought') : said;
}

/** One movement as it stands in a list: a fee of its own row where the portal prints it so. */
function rowsOf(days: Days, place: number, how: readonly string[]): Listed[] {
  const linked = how.includes('linked') ? days.taken_back.get(place) : undefined;
  const row: Listed = {
    ...(days.sim.movements[place] as Movement),
    ...(how.includes('nameless') && { party: '' }),
    ...(how.includes('unprinted') && { no_balance: true }),
    ...(linked !== undefined && { linked }),
  };
  const fee = days.fees.get(place) ?? 0;
  if (fee === 0 || !how.includes('fees')) return [row];
  const sent = { ...row, delta_xaf: row.delta_xaf + fee, balance_xaf: row.balance_xaf + fee };
  return [sent, { ...row, delta_xaf: -fee }];
}
