import type { Command } from 'commander';
import { KEPT, SHORT_LIVED } from '../../domain/retention.ts';
import { DAY_MS, HOUR_MS } from '../../domain/time.ts';
import { answer, leaf, table } from '../output.ts';
import { loadConfig } from '../run.ts';

export function addRetentionCommand(program: Command): void {
  leaf(program, 'retention', 'what is kept for how long').action(show);
}

function show({ json }: { json?: boolean }): void {
  const { retention_years } = loadConfig();
  const kept = Object.entries(KEPT).map(([what, tables]) => ({ what, tables }));
  const deleted = Object.entries(SHORT_LIVED).map(([name, { kept_ms, what }]) => ({
    what,
    tables: [name],
    kept_hours: kept_ms / HOUR_MS,
  }));
  const rows = [
    ...kept.map(({ what, tables }) => [what, `${retention_years} years`, tables.join(' ')]),
    ...deleted.map(({ what, tables, kept_hours }) => [what, spanOf(kept_hours), tables.join(' ')]),
  ];
  answer(json === true, { retention_years, kept, deleted }, [
    ...table(['what', 'kept', 'where'], rows, ''),
    `What is kept ${retention_years} years the service deletes neither before nor after, and the database refuses to. docs/accounts.md says how to archive it.`,
  ]);
}

function spanOf(hours: number): string {
  const days = (hours * HOUR_MS) / DAY_MS;
  return days === 0 ? 'until it is over' : days === 1 ? 'a day' : `${days} days`;
}
