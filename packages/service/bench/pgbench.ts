import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';

const run = promisify(execFile);

export type PgbenchLoad = {
  url: string;
  pool: Pool;
  clients: number;
  seconds: number;
  merchant_id: string;
  round: string;
};

/** The version line of `pgbench` on PATH, or null when the machine has none. */
export async function pgbenchVersion(): Promise<string | null> {
  return run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** So many scripts, each with a number of its own, so that the rows name as many numbers as the service's. */
const NUMBERS_MAX = 32;

/**
 * Rows per second of the bare one-row INSERT, one transaction each, prepared once. Ids are UUIDv7s as the
 * service's are; nothing is reserved, checked, logged or answered.
 */
export async function runPgbench(load: PgbenchLoad): Promise<number> {
  const { rows } = await load.pool.query<{ id: string; msisdn: string }>(
    `select id, msisdn from collection_numbers where merchant_id = $1 and operator = 'AIRTEL' limit $2`,
    [load.merchant_id, NUMBERS_MAX],
  );
  const folder = await mkdtemp(join(tmpdir(), 'chari-pgbench-'));
  try {
    const files = rows.map((_, position) => join(folder, `${position}.sql`));
    await Promise.all(rows.map((row, position) => writeFile(files[position] as string, scriptOf(load, row))));
    const url = new URL(load.url);
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-c', String(load.clients), '-j', '2', '-T', String(load.seconds)],
        ...['-D', 'sequence=0'],
        ...['-h', url.hostname, '-p', url.port, '-U', url.username],
        ...files.flatMap((file) => ['-f', file]),
        url.pathname.slice(1),
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }, timeout: 120_000 },
    );
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scriptOf({ merchant_id, round }: PgbenchLoad, number: { id: string; msisdn: string }): string {
  // Each client counts for itself, so references grow at the end of their index as the service's do.
  const set = '\\set amount random(1, 1000000)\n\\set sequence :sequence + 1';
  const insert = `insert into payment_sessions (id, merchant_id, environment, reference, ticket, amount_xaf, operator, status,
    collection_number_id, assigned_collection_number, created_at, expires_at)
    values (uuidv7(), '${merchant_id}', 'test', '${round}-' || :client_id::text || '-' || :sequence::text, '00000000', :amount, 'AIRTEL',
    'AWAITING_PAYMENT', '${number.id}', '${number.msisdn}', now(), now() + interval '1 hour');`;
  return `${set}\n${insert.replaceAll('\n', ' ')}\n`;
}
