import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../policy.ts';
import { type Config, localUrl, policyOf } from './config.ts';
import { parseConfig } from './parse.ts';
import { productionRefusals, productionWarnings } from './production.ts';
import { SETTINGS, settingsTable } from './settings.ts';

function accepted(env: Record<string, string>): Config {
  const parsed = parseConfig(env);
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'));
  return parsed.config;
}

function problemsOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env);
  return parsed.kind === 'problems' ? parsed.problems : [];
}

describe('configuration from the environment', () => {
  test('an empty environment gives the defaults', () => {
    expect(accepted({})).toEqual({
      mode: 'development',
      port: 8080,
      host: '127.0.0.1',
      operations_port: null,
      operations_host: '127.0.0.1',
      database_url: null,
      data_dir: './.chari',
      data_dir_was_set: false,
      public_url: 'http://127.0.0.1:8080',
      public_url_was_set: false,
      dashboard_url: 'http://127.0.0.1:8080',
      grace_seconds: 120,
      keep_amounts_apart: true,
      payer_asks_ten_minutes: 3,
      payer_asks_day: 10,
      second_person_xaf: 100_000,
      alone_day_xaf: 1_000_000,
      settlement_second_person_xaf: 1_000_000,
      transfer_max_xaf: { AIRTEL: 0, MOOV: 0 },
      default_fee: { basis_points: 0, fixed_xaf: 0, min_xaf: 0, max_xaf: null, tax_basis_points: 0 },
      staff_token: null,
      staff_token_file: null,
      quarantine_minutes: { test: 1, live: 30 },
      feed_wait_seconds: 30,
      feed_silent_minutes: 15,
      unanchored_limit_xaf: 1_000_000,
      anchor_above_xaf: 200_000,
      demo: true,
      allow_private_webhooks: true,
      rate_limit_per_second: 100,
      retention_years: 10,
      undecided_documents_mib: 2048,
      trusted_proxies: 'loopback',
      processes: 1,
      secret_key: null,
      log_level: 'info',
      mail: { smtp_url: null, from: 'Chari <no-reply@localhost>' },
      airtel: null,
      unknown_names: [],
    });
    expect(policyOf(accepted({}))).toEqual(DEFAULT_POLICY);
  });

  test("Airtel's settings come all together or not at all, and no sentence repeats one", () => {
    const all = {
      CHARI_AIRTEL_URL: 'https://openapi.example.com/',
      CHARI_AIRTEL_CLIENT_ID: 'client',
      CHARI_AIRTEL_CLIENT_SECRET: 'quiet-1',
      CHARI_AIRTEL_CALLBACK_SECRET: 'quiet-2',
    };
    expect(accepted(all).airtel).toEqual({
      base_url: 'https://openapi.example.com',
      client_id: 'client',
      client_secret: 'quiet-1',
      callback_secret: 'quiet-2',
    });
    expect(policyOf(accepted(all)).live_rails).toEqual({ AIRTEL: 'airtel-open-api', MOOV: 'manual-sms' });
    for (const name of Object.keys(all)) {
      const problems = problemsOf({ ...all, [name]: '' });
      expect(problems).toEqual([`Of Airtel's settings ${name} is missing: set all four, or none.`]);
    }
    expect(problemsOf({ ...all, CHARI_AIRTEL_URL: 'quiet' }).join()).not.toContain('quiet');
    expect(
      productionRefusals(
        accepted({ ...all, NODE_ENV: 'production', CHARI_AIRTEL_URL: 'http://a.example' }),
      ).join(),
    ).toContain('CHARI_AIRTEL_URL');
  });

  test('a variable set to nothing counts as not set', () => {
    expect(accepted(Object.fromEntries(SETTINGS.map((s) => [s.name, ' '])))).toEqual(accepted({}));
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['HOST', 'a b/c'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'http://0.0.0.0'],
    ['HOST', '127.0.0.1:80'],
    ['HOST', '[::1]'],
    ['HOST', 'chari@localhost'],
    ['CHARI_OPERATIONS_HOST', 'a b'],
    ['NODE_ENV', 'staging'],
    ['DATABASE_URL', 'mysql://localhost/chari'],
    ['DATABASE_URL', 'localhost'],
    ['PUBLIC_URL', 'pay.example.com'],
    ['PUBLIC_URL', 'ftp://pay.example.com'],
    ['PUBLIC_URL', 'https://a:b@pay.example.com'],
    ['DASHBOARD_URL', 'https://pay.example.com/?a=1'],
    ['CHARI_GRACE_SECONDS', '86401'],
    ['CHARI_QUARANTINE_MINUTES', '0'],
    ['CHARI_TEST_QUARANTINE_MINUTES', '1441'],
    ['CHARI_ALLOW_PRIVATE_WEBHOOKS', 'maybe'],
    ['CHARI_RATE_LIMIT', 'none'],
    ['CHARI_TRUSTED_PROXIES', 'everybody'],
    ['CHARI_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CHARI_TRUSTED_PROXIES', 'loopback, 999.1.1.1'],
    ['CHARI_TRUSTED_PROXIES', 'fe80:::1'],
    ['CHARI_PROCESSES', '0'],
    ['CHARI_PROCESSES', '17'],
    ['CHARI_SECRET_KEY', 'secret'],
    ['CHARI_SECRET_KEY', 'a'.repeat(63)],
    ['LOG_LEVEL', 'loud'],
    ['CHARI_SMTP_URL', 'mail.example.com:587'],
    ['CHARI_SMTP_URL', 'https://mail.example.com'],
    ['CHARI_MAIL_FROM', 'Chari'],
  ])('%s=%s is refused with one sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*\\.$`));
  });

  test.each(['0.0.0.0', '::', '::1', 'localhost', 'chari-1.internal'])('HOST may be %s', (host) => {
    expect(accepted({ HOST: host, CHARI_OPERATIONS_HOST: host })).toMatchObject({
      host,
      operations_host: host,
    });
  });

  test('a host or a port that is wrong is told with its value and with what it may be', () => {
    expect(problemsOf({ HOST: 'a b', PORT: '80800' })).toEqual([
      'PORT is "80800": it must be a whole number from 0 to 65535.',
      'HOST is "a b": it must be an address or a name of this machine alone, such as 127.0.0.1, 0.0.0.0 or ::1.',
    ]);
  });

  test('the greatest figure that a sentence allows is taken', () => {
    const { book } = policyOf(accepted({ CHARI_UNANCHORED_LIMIT_XAF: '1000000000' }));
    expect(book.unanchored_limit_xaf).toBe(1_000_000_000);
    expect(problemsOf({ CHARI_UNANCHORED_LIMIT_XAF: '1000000001' })).toHaveLength(1);
  });

  test('every problem is told at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' })).toHaveLength(3);
  });

  test('no sentence repeats a password or a key', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://u:hunter2@h/d', CHARI_SECRET_KEY: 'hunter2' });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('the proxies that are believed may be none, ranges and names', () => {
    expect(accepted({ CHARI_TRUSTED_PROXIES: 'none' }).trusted_proxies).toBeNull();
    const several = 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.7';
    expect(accepted({ CHARI_TRUSTED_PROXIES: several }).trusted_proxies).toBe(several);
  });

  test('a secret key may be hex or base64', () => {
    expect(accepted({ CHARI_SECRET_KEY: 'a'.repeat(64) }).secret_key).toBe('a'.repeat(64));
    expect(accepted({ CHARI_SECRET_KEY: `${'a'.repeat(43)}=` }).secret_key).toHaveLength(44);
  });

  test('the dashboard follows PUBLIC_URL, and neither ends with a slash', () => {
    for (const PUBLIC_URL of ['https://pay.example.com/', 'https://pay.example.com//']) {
      const config = accepted({ PUBLIC_URL });
      expect(config.public_url).toBe('https://pay.example.com');
      expect(config.dashboard_url).toBe('https://pay.example.com');
    }
  });

  test('a misspelt setting is noticed', () => {
    expect(accepted({ CHARI_GRACE_SECOND: '5', OTHER: '1' }).unknown_names).toEqual(['CHARI_GRACE_SECOND']);
  });

  test('no environment makes the parser throw', () => {
    const names = fc.constantFrom(...SETTINGS.map((s) => s.name as string));
    fc.assert(fc.property(fc.dictionary(names, fc.string()), (env) => void parseConfig(env)));
  });

  test('a wildcard host is shown as the loopback', () => {
    expect(localUrl('0.0.0.0', 1)).toBe('http://127.0.0.1:1');
    expect(localUrl('::1', 1)).toBe('http://[::1]:1');
  });

  test('the table has a row for each setting', () => {
    expect(settingsTable().split('\n')).toHaveLength(SETTINGS.length + 2);
  });
});

describe('production', () => {
  const good = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://u:p@db/chari',
    CHARI_SECRET_KEY: 'b'.repeat(64),
    PUBLIC_URL: 'https://pay.example.com',
  };

  test('a complete configuration is accepted', () => {
    expect(productionRefusals(accepted(good))).toEqual([]);
    expect(accepted(good).allow_private_webhooks).toBe(false);
  });

  test.each([
    ['CHARI_SECRET_KEY', { ...good, CHARI_SECRET_KEY: '' }],
    ['CHARI_ALLOW_PRIVATE_WEBHOOKS', { ...good, CHARI_ALLOW_PRIVATE_WEBHOOKS: 'true' }],
    ['PUBLIC_URL', { ...good, PUBLIC_URL: '' }],
    ['PUBLIC_URL', { ...good, PUBLIC_URL: 'http://pay.example.com' }],
    ['DASHBOARD_URL', { ...good, DASHBOARD_URL: 'http://pay.example.com' }],
  ])('%s unsafe is refused with one sentence', (name, env) => {
    const refusals = productionRefusals(accepted(env));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatch(new RegExp(`^${name} `));
  });

  test('without a mail server, or with a sender that names localhost, a sentence says what does not work', () => {
    const warn = (env: Record<string, string>) => productionWarnings(accepted(env));
    expect(warn(good)).toEqual([expect.stringContaining('nobody can sign up')]);
    expect(warn(good)).toEqual([expect.stringContaining('no owner is told of another payout account')]);
    const CHARI_SMTP_URL = 'smtps://u:p@mail.example.com:465';
    expect(warn({ ...good, CHARI_SMTP_URL })).toEqual([expect.stringContaining('CHARI_MAIL_FROM')]);
    const CHARI_MAIL_FROM = 'Chari <no-reply@example.com>';
    expect(warn({ ...good, CHARI_SMTP_URL, CHARI_MAIL_FROM })).toEqual([]);
    expect(warn({})).toEqual([]);
  });

  test('development refuses nothing, and the embedded database may run in production', () => {
    expect(productionRefusals(accepted({}))).toEqual([]);
    expect(productionRefusals(accepted({ ...good, DATABASE_URL: '', CHARI_SECRET_KEY: '' }))).toEqual([]);
  });
});
