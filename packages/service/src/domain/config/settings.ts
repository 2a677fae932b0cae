/**
 * Every environment variable the service reads, as data: the parser, the refusals and the table in the
 * README all come from here, so that none of them can forget one.
 */
export type Setting = {
  readonly name: string;
  /** As the documentation shows it; never empty. */
  readonly default_text: string;
  /** One or two sentences for the person who sets it. */
  readonly meaning: string;
};

export const SETTINGS = [
  {
    name: 'NODE_ENV',
    default_text: '`development`',
    meaning: '`production` refuses to serve with settings that are unsafe there, with a sentence for each.',
  },
  { name: 'PORT', default_text: '`8080`', meaning: 'Where the API listens; `0` takes any free port.' },
  {
    name: 'HOST',
    default_text: '`127.0.0.1`',
    meaning: 'The address to listen on; `0.0.0.0` for every interface.',
  },
  {
    name: 'CHARI_OPERATIONS_PORT',
    default_text: '`9464`',
    meaning:
      'Where `GET /metrics` listens, apart from the API; `0` takes any free port, and so does the default when it is taken (the log names it).',
  },
  {
    name: 'CHARI_OPERATIONS_HOST',
    default_text: '`127.0.0.1`',
    meaning: 'The address of that port. It asks for no key: leave it where only your own machines reach it.',
  },
  {
    name: 'DATABASE_URL',
    default_text: 'embedded PostgreSQL',
    meaning:
      'Another PostgreSQL, version 15 or later: `postgresql://user:password@host:5432/database`. Give it `max_connections` 200 and `max_locks_per_transaction` 256, as the embedded one has.',
  },
  {
    name: 'CHARI_DATA_DIR',
    default_text: '`./.chari`',
    meaning: 'The embedded database, the development secret and the log file live here.',
  },
  {
    name: 'PUBLIC_URL',
    default_text: '`http://HOST:PORT`',
    meaning: 'The address at which merchants reach the service. Required in production.',
  },
  {
    name: 'DASHBOARD_URL',
    default_text: 'as `PUBLIC_URL`',
    meaning: 'The base of every `checkout_url`: `{DASHBOARD_URL}/pay/payment-sessions/<id>`.',
  },
  {
    name: 'CHARI_GRACE_SECONDS',
    default_text: '`120`',
    meaning: 'After `expires_at`, how long the SMS of a payment made in time may still arrive (0 to 86400).',
  },
  {
    name: 'CHARI_QUARANTINE_MINUTES',
    default_text: '`30`',
    meaning: 'How long a closed live session keeps its number and amount to itself (1 to 1440).',
  },
  {
    name: 'CHARI_TEST_QUARANTINE_MINUTES',
    default_text: '`1`',
    meaning: 'The same for test sessions (0 to 1440).',
  },
  {
    name: 'CHARI_KEEP_AMOUNTS_APART',
    default_text: '`true`',
    meaning:
      'Two open live sessions without `customer_phone` never share a number when one amount is easily mistaken for the other (a zero more or less, a fee); where either has declared it, only if no other number is free. `false`: they may when no other number is free.',
  },
  {
    name: 'CHARI_PAYER_ASKS_TEN_MINUTES',
    default_text: '`3`',
    meaning:
      'How often live transactions may ask one payer in 10 minutes, over all merchants, until the payer pays one (0 to 1000); `0`: without a limit.',
  },
  {
    name: 'CHARI_PAYER_ASKS_DAY',
    default_text: '`10`',
    meaning: 'The same in 24 hours (0 to 1000).',
  },
  {
    name: 'CHARI_SECOND_PERSON_XAF',
    default_text: '`100000`',
    meaning:
      'From this amount on, what staff decide about money needs a second person (see docs/back-office.md); `0`: never.',
  },
  {
    name: 'CHARI_ALONE_DAY_XAF',
    default_text: '`1000000`',
    meaning:
      'The same from where all that one person has decided alone in 24 hours comes to this sum; `0`: whatever the sum.',
  },
  {
    name: 'CHARI_SETTLEMENT_SECOND_PERSON_XAF',
    default_text: '`1000000`',
    meaning:
      'From this amount on, approving what a merchant gets on one day needs a second person (see docs/settlements.md); `0`: never.',
  },
  {
    name: 'CHARI_AIRTEL_TRANSFER_MAX_XAF',
    default_text: '`0`',
    meaning:
      'The most that one transfer carries to a number of Airtel, by your contract: a settlement above it is drafted in several (see docs/settlements.md); `0`: any sum.',
  },
  {
    name: 'CHARI_MOOV_TRANSFER_MAX_XAF',
    default_text: '`0`',
    meaning: 'The same for Moov.',
  },
  {
    name: 'CHARI_DEFAULT_FEE',
    default_text: '`0%`',
    meaning:
      'What merchants pay with whom nothing else was agreed: a share, a sum or both, with bounds and the tax on it, as in `1.5%+50 min=100 max=5000 tax=18%`. A change holds from a minute after the next start on, and not at all once two people have set a default (`npx chari fees`).',
  },
  {
    name: 'CHARI_STAFF_TOKEN',
    default_text: 'none',
    meaning:
      'Of one person on the command line, never of the service: the staff token that signs what they decide (`npx chari staff token`, see docs/back-office.md). In production nothing else signs.',
  },
  {
    name: 'CHARI_STAFF_TOKEN_FILE',
    default_text: '`~/.config/chari/staff-token`',
    meaning: 'A file that holds it instead, which only its owner may read (mode 0600).',
  },
  {
    name: 'CHARI_FEED_WAIT_SECONDS',
    default_text: '`30`',
    meaning:
      'How long a live SMS that does not go on from its book waits before its gateway is asked for its inbox, and staff for a balance (0 to 300; see docs/book.md).',
  },
  {
    name: 'CHARI_FEED_SILENT_MINUTES',
    default_text: '`15`',
    meaning: 'A live number whose gateway has not been heard for so long is silent (1 to 1440).',
  },
  {
    name: 'CHARI_UNANCHORED_LIMIT_XAF',
    default_text: '`1000000`',
    meaning:
      'What one live number may settle since its balance was last read on the SIM: the most that somebody who knows the balance can take. `0`: no limit.',
  },
  {
    name: 'CHARI_ANCHOR_ABOVE_XAF',
    default_text: '`200000`',
    meaning: 'A single payment above this waits until the balance of its number is read. `0`: never.',
  },
  {
    name: 'CHARI_DEMO',
    default_text: '`true` in development, else `false`',
    meaning:
      'Whether the first start on an empty database shows an owner and one of staff to sign in as, a week of invented payments, and invented cases on the desk of staff. Production refuses a database that holds them.',
  },
  {
    name: 'CHARI_ALLOW_PRIVATE_WEBHOOKS',
    default_text: '`true` in development, else `false`',
    meaning: 'Lets webhooks go to private addresses and over plain HTTP. Refused in production.',
  },
  {
    name: 'CHARI_RETENTION_YEARS',
    default_text: '`10`',
    meaning:
      'How many years what tells of money is kept (10 to 100); the law asks for 10, and the service itself deletes none of it (`npx chari retention`, docs/accounts.md).',
  },
  {
    name: 'CHARI_UNDECIDED_DOCUMENTS_MIB',
    default_text: '`2048`',
    meaning:
      'How much room the documents of merchants that were never approved and of which staff have decided nothing may take in thirty days, in MiB (1 to 1000000). From three quarters on staff find an alert; merchants that were approved once are not counted and not refused.',
  },
  {
    name: 'CHARI_RATE_LIMIT',
    default_text: '`100`',
    meaning: 'Requests per second of one API key, with a burst of twice that; `0` lifts the limit.',
  },
  {
    name: 'CHARI_TRUSTED_PROXIES',
    default_text: '`loopback`',
    meaning:
      "Whose `X-Forwarded-For` names a payer's address, which the checkout pages limit: addresses and ranges with commas, `loopback`, `linklocal`, `uniquelocal`, or `none`.",
  },
  {
    name: 'CHARI_PROCESSES',
    default_text: '`1`',
    meaning:
      'Processes that answer requests on the one port (1 to 16); above 1, another one sweeps and delivers. Each counts `CHARI_RATE_LIMIT` by itself.',
  },
  {
    name: 'CHARI_SECRET_KEY',
    default_text: 'made in `CHARI_DATA_DIR`',
    meaning:
      '32 bytes, as 64 hex digits or base64, that encrypt webhook secrets: `openssl rand -hex 32`. Required with `DATABASE_URL` in production.',
  },
  {
    name: 'CHARI_AIRTEL_URL',
    default_text: 'none',
    meaning:
      "The base address of Airtel's Open API. With the three settings below it serves live AIRTEL transactions; without them `manual-sms` does.",
  },
  { name: 'CHARI_AIRTEL_CLIENT_ID', default_text: 'none', meaning: 'The client id that Airtel gave.' },
  {
    name: 'CHARI_AIRTEL_CLIENT_SECRET',
    default_text: 'none',
    meaning: 'The client secret that Airtel gave.',
  },
  {
    name: 'CHARI_AIRTEL_CALLBACK_SECRET',
    default_text: 'none',
    meaning: 'What Airtel signs the callbacks to `{PUBLIC_URL}/rails/airtel/callback` with.',
  },
  {
    name: 'CHARI_SMTP_URL',
    default_text: 'none',
    meaning:
      'The mail server that sends sign-in links and invitations: `smtps://user:password@host:465`. Without it mails stay on the page `/account/mails` in development, and in production none is sent: nobody can sign up, choose a new password or be invited then.',
  },
  {
    name: 'CHARI_MAIL_FROM',
    default_text: '`Chari <no-reply@localhost>`',
    meaning: 'From whom those mails are.',
  },
  {
    name: 'LOG_LEVEL',
    default_text: '`info`',
    meaning:
      '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. In development logs go to `CHARI_DATA_DIR/chari.log`, in production to standard output. `debug` has a line for each good answer to a key too, which otherwise only the merchant’s request log keeps.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];

/** The settings as a Markdown table, for the README. */
export function settingsTable(): string {
  const rows = SETTINGS.map((s) => `| \`${s.name}\` | ${s.default_text} | ${s.meaning} |`);
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
