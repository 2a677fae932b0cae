import { type FeeTerms, NO_FEE } from '../fee/terms.ts';
import { readTerms } from '../fee/words.ts';
import { RETENTION_YEARS_MIN } from '../retention.ts';
import { readDatabaseUrl, readHost, readMailFrom, readProxies, readSmtpUrl, readUrl } from './addresses.ts';
import { type AirtelConfig, type Config, LOG_LEVELS, localUrl, PROCESSES_MAX } from './config.ts';
import { readNumber, readSwitch, type SettingReader } from './reader.ts';
import { SETTINGS, type SettingName } from './settings.ts';

export type ParsedConfig = { kind: 'config'; config: Config } | { kind: 'problems'; problems: string[] };

type EnvVariables = Readonly<Record<string, string | undefined>>;

const KNOWN_NAMES: ReadonlySet<string> = new Set(SETTINGS.map((setting) => setting.name));

/**
 * Reads the environment variables. Gives either the whole configuration or every problem at once, each as
 * a sentence that names the variable and what it may be. A variable set to nothing counts as not set.
 */
export function parseConfig(env: EnvVariables): ParsedConfig {
  const reader: SettingReader = { text: (name) => env[name]?.trim() || null, problems: [] };
  const mode = readMode(reader);
  const port = readNumber(reader, 'PORT', { min: 0, max: 65_535, default: 8080 });
  const host = readHost(reader, 'HOST');
  const public_url = readUrl(reader, 'PUBLIC_URL');
  const resolved_public_url = public_url ?? localUrl(host, port);
  const config: Config = {
    mode,
    port,
    host,
    operations_port: readOperationsPort(reader),
    operations_host: readHost(reader, 'CHARI_OPERATIONS_HOST'),
    database_url: readDatabaseUrl(reader),
    data_dir: reader.text('CHARI_DATA_DIR') ?? './.chari',
    data_dir_was_set: reader.text('CHARI_DATA_DIR') !== null,
    public_url: resolved_public_url,
    public_url_was_set: public_url !== null,
    dashboard_url: readUrl(reader, 'DASHBOARD_URL') ?? resolved_public_url,
    grace_seconds: readNumber(reader, 'CHARI_GRACE_SECONDS', { min: 0, max: 86_400, default: 120 }),
    quarantine_minutes: {
      test: readNumber(reader, 'CHARI_TEST_QUARANTINE_MINUTES', { min: 0, max: 1440, default: 1 }),
      live: readNumber(reader, 'CHARI_QUARANTINE_MINUTES', { min: 1, max: 1440, default: 30 }),
    },
    keep_amounts_apart: readSwitch(reader, 'CHARI_KEEP_AMOUNTS_APART', true),
    ...readPayerAsks(reader),
    ...readMoneyBounds(reader),
    default_fee: readDefaultFee(reader),
    staff_token: reader.text('CHARI_STAFF_TOKEN'),
    staff_token_file: reader.text('CHARI_STAFF_TOKEN_FILE'),
    feed_wait_seconds: readNumber(reader, 'CHARI_FEED_WAIT_SECONDS', { min: 0, max: 300, default: 30 }),
    feed_silent_minutes: readNumber(reader, 'CHARI_FEED_SILENT_MINUTES', { min: 1, max: 1440, default: 15 }),
    unanchored_limit_xaf: readNumber(reader, 'CHARI_UNANCHORED_LIMIT_XAF', {
      min: 0,
      max: 1_000_000_000,
      default: 1_000_000,
    }),
    anchor_above_xaf: readNumber(reader, 'CHARI_ANCHOR_ABOVE_XAF', {
      min: 0,
      max: 1_000_000_000,
      default: 200_000,
    }),
    demo: readSwitch(reader, 'CHARI_DEMO', mode === 'development'),
    allow_private_webhooks: readSwitch(reader, 'CHARI_ALLOW_PRIVATE_WEBHOOKS', mode === 'development'),
    rate_limit_per_second: readNumber(reader, 'CHARI_RATE_LIMIT', { min: 0, max: 1_000_000, default: 100 }),
    ...readKept(reader),
    trusted_proxies: readProxies(reader),
    processes: readNumber(reader, 'CHARI_PROCESSES', { min: 1, max: PROCESSES_MAX, default: 1 }),
    secret_key: readSecretKey(reader),
    log_level: readLogLevel(reader),
    mail: { smtp_url: readSmtpUrl(reader), from: readMailFrom(reader) },
    airtel: readAirtel(reader),
    unknown_names: Object.keys(env).filter((name) => name.startsWith('CHARI_') && !KNOWN_NAMES.has(name)),
  };
  return reader.problems.length === 0
    ? { kind: 'config', config }
    : { kind: 'problems', problems: reader.problems };
}

// `test` is what test runners set; it is development.
function readMode(reader: SettingReader): Config['mode'] {
  const text = reader.text('NODE_ENV') ?? 'development';
  if (text === 'production') return 'production';
  if (text !== 'development' && text !== 'test') {
    reader.problems.push(`NODE_ENV is "${text}": it can be development or production.`);
  }
  return 'development';
}

function readKept(reader: SettingReader): Pick<Config, 'retention_years' | 'undecided_documents_mib'> {
  const years = { min: RETENTION_YEARS_MIN, max: 100, default: RETENTION_YEARS_MIN };
  const mib = { min: 1, max: 1_000_000, default: 2048 };
  return {
    retention_years: readNumber(reader, 'CHARI_RETENTION_YEARS', years),
    undecided_documents_mib: readNumber(reader, 'CHARI_UNDECIDED_DOCUMENTS_MIB', mib),
  };
}

function readPayerAsks(reader: SettingReader): Pick<Config, 'payer_asks_ten_minutes' | 'payer_asks_day'> {
  const read = (name: SettingName, otherwise: number) =>
    readNumber(reader, name, { min: 0, max: 1000, default: otherwise });
  return {
    payer_asks_ten_minutes: read('CHARI_PAYER_ASKS_TEN_MINUTES', 3),
    payer_asks_day: read('CHARI_PAYER_ASKS_DAY', 10),
  };
}

function readMoneyBounds(
  reader: SettingReader,
): Pick<Config, 'second_person_xaf' | 'alone_day_xaf' | 'settlement_second_person_xaf' | 'transfer_max_xaf'> {
  const read = (name: SettingName, otherwise: number) =>
    readNumber(reader, name, { min: 0, max: 999_999_999, default: otherwise });
  return {
    second_person_xaf: read('CHARI_SECOND_PERSON_XAF', 100_000),
    alone_day_xaf: read('CHARI_ALONE_DAY_XAF', 1_000_000),
    settlement_second_person_xaf: read('CHARI_SETTLEMENT_SECOND_PERSON_XAF', 1_000_000),
    transfer_max_xaf: {
      AIRTEL: read('CHARI_AIRTEL_TRANSFER_MAX_XAF', 0),
      MOOV: read('CHARI_MOOV_TRANSFER_MAX_XAF', 0),
    },
  };
}

function readDefaultFee(reader: SettingReader): FeeTerms {
  const text = reader.text('CHARI_DEFAULT_FEE') ?? '0%';
  const terms = readTerms(text.split(/\s+/));
  if (typeof terms !== 'string') return terms;
  reader.problems.push(`CHARI_DEFAULT_FEE is "${text}". ${terms}`);
  return NO_FEE;
}

// Left out is not the same as the default's number: only a port that somebody chose must be had.
function readOperationsPort(reader: SettingReader): number | null {
  if (reader.text('CHARI_OPERATIONS_PORT') === null) return null;
  return readNumber(reader, 'CHARI_OPERATIONS_PORT', { min: 0, max: 65_535, default: 0 });
}

// 32 bytes are 43 characters of base64 and perhaps one of padding.
function readSecretKey(reader: SettingReader): string | null {
  const text = reader.text('CHARI_SECRET_KEY');
  if (text === null) return null;
  if (!/^[0-9a-fA-F]{64}$/.test(text) && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) {
    reader.problems.push(
      'CHARI_SECRET_KEY is not 32 bytes in hex or base64: make one with `openssl rand -hex 32`.',
    );
  }
  return text;
}

// All four or none: half a rail would only fail later. No sentence repeats a secret.
function readAirtel(reader: SettingReader): AirtelConfig | null {
  const base_url = readUrl(reader, 'CHARI_AIRTEL_URL');
  const names = [
    'CHARI_AIRTEL_CLIENT_ID',
    'CHARI_AIRTEL_CLIENT_SECRET',
    'CHARI_AIRTEL_CALLBACK_SECRET',
  ] as const;
  const [client_id, client_secret, callback_secret] = names.map((name) => reader.text(name));
  if (reader.text('CHARI_AIRTEL_URL') === null && !client_id && !client_secret && !callback_secret)
    return null;
  if (base_url && client_id && client_secret && callback_secret) {
    return { base_url, client_id, client_secret, callback_secret };
  }
  const missing = ['CHARI_AIRTEL_URL' as const, ...names].filter((name) => reader.text(name) === null);
  if (missing.length > 0) {
    reader.problems.push(
      `Of Airtel's settings ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: set all four, or none.`,
    );
  }
  return null;
}

function readLogLevel(reader: SettingReader): Config['log_level'] {
  const text = reader.text('LOG_LEVEL') ?? 'info';
  const level = LOG_LEVELS.find((known) => known === text.toLowerCase());
  if (level === undefined) {
    reader.problems.push(`LOG_LEVEL is "${text}": it can be ${LOG_LEVELS.join(', ')}.`);
  }
  return level ?? 'info';
}
