import { DEFAULT_BOOK_POLICY } from '../book/bound.ts';
import type { FeeTerms } from '../fee/terms.ts';
import { DEFAULT_FEED_POLICY } from '../feed/health.ts';
import type { Operator } from '../operator.ts';
import type { Policy } from '../policy.ts';

/** `api` answers requests; `worker` sweeps and delivers; `all` does both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** More would not find enough connections in a PostgreSQL of usual size. */
export const PROCESSES_MAX = 16;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type AirtelConfig = {
  /** Without a slash at its end. */
  base_url: string;
  client_id: string;
  client_secret: string;
  /** What the hash of its callbacks is made with. */
  callback_secret: string;
};

export type MailConfig = {
  /** Null: in development mails stay in `data_dir`, in production none is sent. */
  smtp_url: string | null;
  /** As a mail's From line has it. */
  from: string;
};

/** What the environment variables said, checked, with defaults filled in. */
export type Config = {
  mode: 'development' | 'production';
  /** 0 means any free port. */
  port: number;
  host: string;
  /** Where /metrics listens; null: 9464, or any free port when that is taken. 0: any free port. */
  operations_port: number | null;
  operations_host: string;
  /** Null: the embedded server in `data_dir`. */
  database_url: string | null;
  data_dir: string;
  /** False for the default folder, which may be replaced where the database can't use it. */
  data_dir_was_set: boolean;
  /** Without a slash at its end. */
  public_url: string;
  /** False when `public_url` is only what HOST and PORT suggest. */
  public_url_was_set: boolean;
  dashboard_url: string;
  grace_seconds: number;
  quarantine_minutes: { test: number; live: number };
  keep_amounts_apart: boolean;
  /** 0: without a limit. */
  payer_asks_ten_minutes: number;
  payer_asks_day: number;
  /** From this amount on staff decide in pairs; 0: never. */
  second_person_xaf: number;
  /** From this sum on of what one person decides alone in a day; 0: whatever the sum. */
  alone_day_xaf: number;
  /** From this amount on two people approve a settlement; 0: never. */
  settlement_second_person_xaf: number;
  /** The most that one transfer of an operator carries; 0: any sum. */
  transfer_max_xaf: Readonly<Record<Operator, number>>;
  /** Of merchants with whom nothing else was agreed. */
  default_fee: FeeTerms;
  /** What the person at this terminal signs with, or the file that holds it; null: not said. */
  staff_token: string | null;
  staff_token_file: string | null;
  /** How long a live message that is not proven waits before staff, and its gateway, are asked. */
  feed_wait_seconds: number;
  /** A gateway not heard for so long is silent. */
  feed_silent_minutes: number;
  /** What one live number may settle by chained credits since its balance was last read; 0: no limit. */
  unanchored_limit_xaf: number;
  /** A single chained credit above this waits for a balance or a witness; 0: no limit. */
  anchor_above_xaf: number;
  allow_private_webhooks: boolean;
  /** Whether the first start makes people, a week of payments and cases for staff to look at; never in production. */
  demo: boolean;
  /** Requests per second of one key; 0 for no limit. */
  rate_limit_per_second: number;
  /** Whose X-Forwarded-For is believed, as a list with commas; null: nobody's. */
  trusted_proxies: string | null;
  /** How many years what tells of money is kept at least. */
  retention_years: number;
  undecided_documents_mib: number;
  /** How many processes answer requests; above 1, the first one starts them and does the rest. */
  processes: number;
  /** 64 hex digits or base64 of 32 bytes; null: the one in `data_dir`. */
  secret_key: string | null;
  log_level: LogLevel;
  mail: MailConfig;
  /** Airtel's Open API; null when it is not configured, and the rail `manual-sms` serves AIRTEL too. */
  airtel: AirtelConfig | null;
  /** Names that begin with `CHARI_` and are no setting: most likely misspelt. */
  unknown_names: string[];
};

/** The part of the configuration that decisions depend on. */
export function policyOf(config: Config): Policy {
  return {
    grace_seconds: config.grace_seconds,
    quarantine_minutes: config.quarantine_minutes,
    dashboard_url: config.dashboard_url,
    live_rails: { AIRTEL: config.airtel === null ? 'manual-sms' : 'airtel-open-api', MOOV: 'manual-sms' },
    keep_amounts_apart: config.keep_amounts_apart,
    payer_asks: {
      in_ten_minutes: config.payer_asks_ten_minutes || null,
      in_a_day: config.payer_asks_day || null,
    },
    undecided_documents_mib: config.undecided_documents_mib,
    second_person_xaf: config.second_person_xaf === 0 ? null : config.second_person_xaf,
    alone_day_xaf: config.alone_day_xaf || null,
    settlement_second_person_xaf:
      config.settlement_second_person_xaf === 0 ? null : config.settlement_second_person_xaf,
    transfer_max_xaf: {
      AIRTEL: config.transfer_max_xaf.AIRTEL || null,
      MOOV: config.transfer_max_xaf.MOOV || null,
    },
    book: {
      ...DEFAULT_BOOK_POLICY,
      wait_ms: config.feed_wait_seconds * 1000,
      unanchored_limit_xaf: config.unanchored_limit_xaf === 0 ? null : config.unanchored_limit_xaf,
      anchor_above_xaf: config.anchor_above_xaf === 0 ? null : config.anchor_above_xaf,
    },
    feed: {
      ...DEFAULT_FEED_POLICY,
      silent_ms: config.feed_silent_minutes * 60_000,
    },
  };
}

/** The address that HOST and PORT suggest: a wildcard host is reached through the loopback. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
