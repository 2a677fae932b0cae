import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../domain/config/config.ts';
import { listMerchants } from '../../engine/merchants/list.ts';
import { listNumbers } from '../../engine/numbers/list.ts';
import type { Services } from '../../engine/services.ts';
import { listTemplates } from '../../engine/templates/list.ts';
import { DatabaseFailure } from '../../store/connect/failure.ts';
import { readVersion } from '../../store/health/ping.ts';
import { pendingMigrations } from '../../store/migrations/migrate.ts';
import { type Database, MIGRATIONS, openDatabase } from '../database.ts';
import { createServices } from '../services.ts';
import type { Finding } from './finding.ts';

const ROWS_MAX = 10_000;

/** The database and what is in it. A database that was never made is not made here. */
export async function checkData(config: Config): Promise<Finding[]> {
  if (config.database_url === null && !(await isMade(config))) {
    return [{ check: 'database', state: 'ok', sentence: 'It is not made yet; npm start makes it.' }];
  }
  const notes: string[] = [];
  try {
    const database = await openDatabase(config, { max_connections: 2, log: (note) => notes.push(note) });
    try {
      return [...notes.map(noteFinding), ...(await inspect(config, database))];
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    return [...notes.map(noteFinding), { check: 'database', state: 'problem', sentence: error.message }];
  }
}

async function isMade(config: Config): Promise<boolean> {
  // A default folder may have been replaced by another; opening it finds out, and only that.
  if (!config.data_dir_was_set && process.getuid?.() === 0) return true;
  return access(join(resolve(config.data_dir), 'postgres')).then(
    () => true,
    () => false,
  );
}

function noteFinding(sentence: string): Finding {
  return { check: 'database', state: 'advice', sentence };
}

async function inspect(config: Config, database: Database): Promise<Finding[]> {
  const [version] = await readVersion(database.pool);
  const where = database.source === 'embedded' ? `embedded in ${database.data_dir}` : 'at DATABASE_URL';
  const answers: Finding = {
    check: 'database',
    state: 'ok',
    sentence: `PostgreSQL ${version?.server_version ?? ''} ${where}${database.joined ? ', running' : ''}.`,
  };
  const pending = await pendingMigrations(database.pool, MIGRATIONS);
  if (pending.length > 0) {
    const sentence = `${pending.length} are missing, the first being ${pending[0]}: run npx chari migrate.`;
    return [answers, { check: 'migrations', state: 'problem', sentence }];
  }
  const services = createServices(database.pool, config, () => undefined);
  return [
    answers,
    { check: 'migrations', state: 'ok', sentence: 'All are applied.' },
    ...(await checkLive(services)),
  ];
}

/** What live payments still lack; in test nothing of this is needed. */
async function checkLive(services: Services): Promise<Finding[]> {
  const [merchants, numbers, templates] = await Promise.all([
    listMerchants(services, { limit: ROWS_MAX }),
    listNumbers(services, { environment: 'live', operator: null, limit: ROWS_MAX }),
    listTemplates(services),
  ]);
  const approved = merchants.filter((merchant) => merchant.kyc_status === 'APPROVED').length;
  const operators = (['AIRTEL', 'MOOV'] as const).flatMap((operator): Finding[] => {
    const ours = numbers.filter((n) => n.operator === operator && n.status === 'ACTIVE');
    const active = ours.length;
    const deaf = ours.filter((n) => n.sender_allow_list.length === 0).map((n) => n.msisdn);
    const confirmed = templates.filter((t) => t.operator === operator && t.confirmed_at !== null).length;
    const check = `live ${operator}`;
    return [
      active > 0
        ? { check, state: 'ok', sentence: `${active} active numbers.` }
        : {
            check,
            state: 'advice',
            sentence: `No active number: npx chari numbers add +235… --operator ${operator}.`,
          },
      ...deaf.map(
        (msisdn): Finding => ({
          check,
          state: 'advice',
          sentence: `No SMS to ${msisdn} is evidence yet: npx chari numbers senders ${msisdn} NAME.`,
        }),
      ),
      confirmed > 0
        ? { check, state: 'ok', sentence: `${confirmed} confirmed templates.` }
        : {
            check,
            state: 'advice',
            sentence:
              'No confirmed template: once real SMS have proven one, npx chari templates confirm ID@VERSION.',
          },
    ];
  });
  const check = 'live merchants';
  const merchant: Finding =
    approved > 0
      ? { check, state: 'ok', sentence: `${approved} of ${merchants.length} have their KYC approved.` }
      : {
          check,
          state: 'advice',
          sentence: 'None has its KYC approved: npx chari merchants approve-kyc ID.',
        };
  return [merchant, ...operators];
}
