import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import type { Services } from '../../src/engine/services.ts';
import { TEMPLATES } from '../../src/sms/templates/all.ts';
import { csvOf, fileOf, type Listed, statementCells } from '../statements/portal.ts';
import { openSim, type Sim, type Sms } from './world.ts';

export const by = (actor: string) => ({ actor, note: 'looked up' });

/** A thousand with CHARI_SOAK=1. */
export const roundsOf = (usual: number): number => (process.env.CHARI_SOAK === '1' ? 1000 : usual);

/** All that is known of wordings and portals is confirmed; one person is enough where an amount decides; the SIM is read. */
export async function makeReady(sim: Sim): Promise<void> {
  const { services } = sim.world;
  for (const actor of ['Awa', 'Brahim']) {
    await confirmProfiles(services, [{ profile: 'airtel-portal@1', ...by(actor) }]);
    await confirmTemplates(
      services,
      TEMPLATES.map(({ id: template_id, version: template_version }) => ({
        ...{ template_id, template_version },
        ...by(actor),
      })),
    );
  }
  services.policy = { ...services.policy, second_person_xaf: null };
  await sim.say();
}

/** A SIM of which all is ready, and two processes on its database. */
export async function openRace(): Promise<{ sim: Sim; one: Services; other: Services }> {
  const sim = await openSim();
  await makeReady(sim);
  const [one, other] = (await sim.world.processes(2, 4)) as [Services, Services];
  return { sim, one, other };
}

/** What the operator's list has of the last movement of a SIM. */
export const rowOf = (sim: Sim, { id }: Sms, delta_xaf: number, party = '66123456'): Listed => ({
  ...{ id, at: sim.world.now, delta_xaf, balance_xaf: sim.balance_xaf, party },
});

/** A session of so much, or of the next sum that its number has free and nobody mistakes for another's. */
export async function sessionFrom(sim: Sim, from_xaf: number): Promise<PaymentSession> {
  for (let amount_xaf = from_xaf; amount_xaf < from_xaf + 1000; amount_xaf += 1) {
    const command = sim.world.command(sim.merchant, { environment: 'live', amount_xaf });
    const [outcome] = await sim.world.create([command]);
    if (outcome?.kind === 'created') return outcome.session;
  }
  throw new Error(`no sum from ${from_xaf} on is free`);
}

/** A payment by words that quote something, as its payer chose it. */
export function quoting(sim: Sim, amount_xaf: number, payer: string, motif: string): Sms {
  const { id } = sim.credit(amount_xaf, payer);
  const text = `Ref:${id} Vous avez recu ${amount_xaf}.00 CFA du ${payer} .Reference: ${motif}. Solde: ${sim.balance_xaf} CFA.`;
  return { id, text };
}

/**
 * A person brings a file; its rows are kept and compared.
 * @returns its statement
 */
export async function brought(
  services: Services,
  sim: Pick<Sim, 'msisdn'>,
  rows: readonly Listed[],
  after_a_gap = false,
): Promise<string> {
  const imported = await importStatement(services, {
    file: fileOf(csvOf(statementCells('AIRTEL', sim.msisdn, rows))),
    ...{ number: sim.msisdn, day: null, after_a_gap, ...by('Awa') },
  });
  if (imported.kind !== 'imported') throw new Error(JSON.stringify(imported));
  return imported.statement.id;
}

export async function counts(services: Services, statement_id: string): Promise<void> {
  const [said] = await settleStatements(services, [{ statement_id, ...by('Awa') }]);
  expect(said?.kind).toBe('settled');
}

/**
 * Both at one moment: either may begin first, by up to so many milliseconds. In the first two rounds one begins when the other has ended, so
 * that both orders are seen however busy the machine is.
 */
export async function sideBySide(
  round: number,
  within_ms: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  if (round < 2) {
    const [first, second] = round === 0 ? [one, other] : [other, one];
    await first();
    await second();
    return;
  }
  const lag_ms = (Math.random() * 2 - 1) * within_ms;
  const late = (ms: number) => (ms > 0 ? sleep(ms) : Promise.resolve());
  await Promise.all([late(-lag_ms).then(one), late(lag_ms).then(other)]);
}

/** What another process holds, which is slow or dead: until it is let go whoever needs it waits. */
export async function hold(pool: pg.Pool, sql: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(sql, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Until so many transactions of this database wait for a lock. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.n;
    })
    .toBe(count);
}

export const openKinds = async (sim: Sim): Promise<string[]> =>
  (
    await sim.world.rows<{ kind: string }>(
      'select kind from feed_incidents where closed_at is null and collection_number_id = $1 order by kind',
      [sim.number_id],
    )
  ).map(({ kind }) => kind);

export const closeAll = (sim: Sim) =>
  sim.world.rows(
    `update feed_incidents set closed_at = opened_at, closed_by = 'Awa', note = 'seen' where closed_at is null`,
  );

/** What nobody has explained on a SIM. */
export const unexplained = async (sim: Sim): Promise<number[]> =>
  (
    await sim.world.rows<{ moved_xaf: number }>(
      `select (after_xaf - before_xaf)::int as moved_xaf from book_steps s where collection_number_id = $1
      and kind in ('UNEXPLAINED', 'DEBIT') and not exists (select from book_explanations e where e.step_id = s.id)`,
      [sim.number_id],
    )
  ).map(({ moved_xaf }) => moved_xaf);

export const creditsOf = (sim: Sim, amount_xaf: number) =>
  sim.world.rows<{ id: string; state: string; payer: string | null }>(
    'select id, state, payer from credits where amount_xaf = $1 order by created_at, id',
    [amount_xaf],
  );

/** How often each thing came of a race. */
export class Tally {
  readonly seen = new Map<string, number>();
  note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
  of(what: string): number {
    return this.seen.get(what) ?? 0;
  }
  get told(): Record<string, number> {
    return Object.fromEntries([...this.seen].sort());
  }
}
