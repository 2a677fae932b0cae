import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, policyOf } from '../../domain/config/config.ts';
import { differingFigures } from '../../domain/config/figures.ts';
import { OPERATORS, type Operator } from '../../domain/operator.ts';
import type { Policy } from '../../domain/policy.ts';
import { type RailState, surveyRails } from '../../engine/rails/breakers.ts';
import type { Services } from '../../engine/services.ts';
import { isDatabaseFailure } from '../../store/connect/errors.ts';
import { readVersion } from '../../store/health.ts';
import { findTriggerProblems } from '../../store/ledger/check-triggers.ts';
import { pendingMigrations } from '../../store/migrations/migrate.ts';
import { MIGRATIONS, type OpenDatabase, openDatabase } from '../database.ts';
import { asServed } from '../policy.ts';
import { secretKeyProblem } from '../secret-key.ts';
import { clockAhead_ms, clockBeside, clockProblem } from '../serve/clock.ts';
import { openRails } from '../serve/rails.ts';
import { createCommandServices } from '../services.ts';
import { checkLive } from './live.ts';
import type { CheckFinding } from './machine.ts';

/** The database and what is in it. A database that was never made is not made here. */
export async function checkData(config: Config): Promise<CheckFinding[]> {
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
    if (!isDatabaseFailure(error)) throw error;
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

function noteFinding(sentence: string): CheckFinding {
  return { check: 'database', state: 'advice', sentence };
}

async function inspect(config: Config, database: OpenDatabase): Promise<CheckFinding[]> {
  const [version] = await readVersion(database.pool);
  const where = database.source === 'embedded' ? `embedded in ${database.data_dir}` : 'at DATABASE_URL';
  const answers: CheckFinding = {
    check: 'database',
    state: 'ok',
    sentence: `PostgreSQL ${version?.server_version ?? ''} ${where}${database.joined ? ', running' : ''}.`,
  };
  const pending = await pendingMigrations(database.pool, MIGRATIONS);
  if (pending.length > 0) {
    const sentence = `${pending.length} are missing, the first being ${pending[0]}: run npx chari migrate.`;
    return [answers, { check: 'migrations', state: 'problem', sentence }];
  }
  const { policy, served } = await asServed(config, database.pool);
  const ahead_ms = await clockAhead_ms(clockBeside(database.pool));
  const services = createCommandServices(database.pool, policy, ahead_ms);
  return [
    answers,
    { check: 'migrations', state: 'ok', sentence: 'All are applied.' },
    ...(await checkKey(config, database)),
    ...figureFindings(served, policyOf(config)),
    checkClock(ahead_ms),
    await checkTriggers(database),
    ...(await checkLive(services)),
    ...(await checkRails(services, config)),
  ];
}

async function checkKey(config: Config, database: OpenDatabase): Promise<CheckFinding[]> {
  const sentence = await secretKeyProblem(config, database);
  return sentence === null ? [] : [{ check: 'secret key', state: 'problem', sentence }];
}

/** Each figure that a server in production has otherwise than this terminal. */
function figureFindings(served: Policy, own: Policy): CheckFinding[] {
  return differingFigures(served, own).map(({ name, one, other }) => ({
    check: 'figures',
    state: 'advice',
    sentence: `${name} is ${one} where it is served and ${other} here, and what is typed here goes by the first, or by the stricter where it bounds one person: set it here as there.`,
  }));
}

function checkClock(ahead_ms: number): CheckFinding {
  const problem = clockProblem(ahead_ms);
  const check = 'clock';
  return problem === null
    ? { check, state: 'ok', sentence: "It agrees with the database's." }
    : { check, state: 'problem', sentence: problem };
}

/** Whether the triggers are there and switched on that keep anybody from changing what must stay. */
async function checkTriggers({ pool }: OpenDatabase): Promise<CheckFinding> {
  const [first, ...others] = await findTriggerProblems(pool, { limit: 1000 });
  const check = 'triggers';
  if (first === undefined) return { check, state: 'ok', sentence: 'All are there and switched on.' };
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const sentence = `${first.problem}: ${first.subject}${more}. Nothing keeps the books from whoever writes to the database: switch them on (alter table … enable trigger …), then npx chari ledger check.`;
  return { check, state: 'problem', sentence };
}

const AIRTEL_SETTINGS =
  'CHARI_AIRTEL_URL, CHARI_AIRTEL_CLIENT_ID, CHARI_AIRTEL_CLIENT_SECRET and CHARI_AIRTEL_CALLBACK_SECRET';

/** What to do about a rail that is not ready. */
const REMEDIES: Readonly<Record<string, string>> = {
  'airtel-open-api': `If this stays, correct ${AIRTEL_SETTINGS}, or ask Airtel.`,
  'manual-sms':
    'Let one send: npx chari gateways sending NAME --send-url URL --send-login USER:PASSWORD --note WHY.',
};

/** How live transactions reach each operator. It asks Airtel for a token, where Airtel is configured. */
export async function checkRails(services: Services, config: Config): Promise<CheckFinding[]> {
  const open = openRails(config, services.now);
  const { rails, refunds } = await surveyRails(services, open.rails).finally(open.close);
  const unknown = refunds.filter(({ state }) => state === 'UNKNOWN').length;
  return [
    ...OPERATORS.flatMap((operator) => operatorFindings(services, operator, rails)),
    ...(config.airtel === null ? [AIRTEL_MISSING] : []),
    ...(unknown === 0 ? [] : [unknownRefunds(unknown)]),
  ];
}

const AIRTEL_MISSING: CheckFinding = {
  check: 'rail AIRTEL',
  state: 'advice',
  sentence: `Airtel's API is not configured, so payers are told by SMS: once you have its credentials, set ${AIRTEL_SETTINGS}.`,
};

function unknownRefunds(count: number): CheckFinding {
  return {
    check: 'refunds',
    state: 'advice',
    sentence: `Nobody knows how ${count} ended: npx chari rails status names them; ask the operator, then npx chari rails refund TRANSACTION --done or --refused.`,
  };
}

function operatorFindings(
  services: Services,
  operator: Operator,
  rails: readonly RailState[],
): CheckFinding[] {
  const name = services.policy.live_rails[operator];
  const rail = rails.find((one) => one.rail === name);
  const check = `rail ${operator}`;
  if (rail === undefined) {
    const sentence = `${name} serves it and is not configured: set ${AIRTEL_SETTINGS}.`;
    return [{ check, state: 'advice', sentence }];
  }
  const serves: CheckFinding = rail.ready
    ? { check, state: 'ok', sentence: `${name} serves it. ${rail.reason}` }
    : {
        check,
        state: 'advice',
        sentence: `${name} serves it and is not ready: ${rail.reason} ${REMEDIES[name] ?? ''}`.trimEnd(),
      };
  return [serves, breakerFinding(check, rail)];
}

function breakerFinding(check: string, { breaker, failures, until }: RailState): CheckFinding {
  if (breaker === 'closed') {
    const faults = failures === 0 ? '' : `, after ${failures} faults in a row`;
    return { check, state: 'ok', sentence: `The breaker is closed${faults}.` };
  }
  const sentence =
    breaker === 'open'
      ? `The breaker is open until ${until?.toISOString()}, and new transactions get 503: mend what is above; it closes by itself after a call that succeeds.`
      : `The breaker is half open: one call is being made as a probe. Wait for it, then ask again.`;
  return { check, state: 'advice', sentence };
}
