import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseBefore, openBefore } from './before.ts';

// A database as it was before 0090, with endpoints in trouble, and what 0090 makes of it.

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const MERCHANT = id(1);

let db: DatabaseBefore;
const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;

beforeEach(async () => {
  db = await openBefore('0090');
  await rows(`insert into merchants (id, name, created_at) values ($1, 'Shop', now())`, [MERCHANT]);
});
afterEach(async () => {
  await db.drop();
});

const endpoint = (n: number, failing_since: string | null, disabled_at: string | null = null) =>
  rows(
    `insert into webhook_endpoints (id, merchant_id, environment, url, secret_sealed, created_at, failing_since,
      status, disabled_at, disabled_reason)
    values ($1, $2, 'live', 'https://x.example.com/', '\\x00', '2026-06-01T00:00Z', $3, case when $4::timestamptz is null then 'degraded' else 'disabled' end, $4,
      case when $4::timestamptz is not null then 'failing' end)`,
    [id(n), MERCHANT, failing_since, disabled_at],
  );

test('0090 has looked for what endpoints that are disabled already were given up for, and of no others', async () => {
  await endpoint(11, '2026-11-10T10:00Z', '2026-11-15T10:00Z');
  // Switched off by its merchant after a day of failures: nothing was given up.
  await endpoint(12, '2026-11-10T10:00Z', '2026-11-11T10:00Z');
  await endpoint(13, null, '2026-11-11T10:00Z');
  // Looked at once it answers or is disabled.
  await endpoint(14, '2026-11-10T10:00Z');
  await db.migrateBelow('0091');
  expect(
    await rows('select id, given_up_since from webhook_endpoints where given_up_since is not null'),
  ).toEqual([{ id: id(11), given_up_since: new Date('2026-11-10T10:00Z') }]);
});

test('0090 has it known by its day what members were told of endpoints in trouble, so that nobody is told it again', async () => {
  const [degraded, disabled, back] = [id(21), id(22), id(23)];
  await endpoint(21, '2026-11-20T23:30:00.250Z');
  await endpoint(22, '2026-11-10T10:00Z', '2026-11-15T23:30Z');
  await endpoint(23, null);
  await rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, 'a@example.com', 'P', 'fr', now(), now())`,
    [id(2)],
  );
  await rows(
    `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', now())`,
    [id(3), id(2), MERCHANT],
  );
  await rows(
    `insert into mail_notices (id, merchant_id, member_id, kind, about, due_at, created_at)
     select gen_random_uuid(), $1, $2, 'endpoint_trouble', about, now(), now() from unnest($3::text[]) t (about)`,
    [
      MERCHANT,
      id(3),
      [
        `${degraded} degraded 2026-11-20T23:30:00.250Z`,
        // It had failed before on the same day.
        `${degraded} degraded 2026-11-21T08:00:00.000Z`,
        `${disabled} degraded 2026-11-10T10:00:00.000Z`,
        `${disabled} disabled 2026-11-10T10:00:00.000Z`,
        // Of an endpoint that has been enabled since.
        `${back} disabled 2026-11-01T10:00:00.000Z`,
      ],
    ],
  );
  await rows(
    `insert into mail_notices (id, merchant_id, member_id, kind, about, due_at, created_at)
     values (gen_random_uuid(), $1, $2, 'kyc_decided', '1', now(), now())`,
    [MERCHANT, id(3)],
  );
  await db.migrateBelow('0091');
  const abouts = (await rows(`select about from mail_notices where kind = 'endpoint_trouble'`)).map(
    ({ about }) => about,
  );
  expect(abouts).toHaveLength(5);
  expect(abouts).toEqual(
    expect.arrayContaining([
      `${degraded} degraded 2026-11-21`,
      `${disabled} degraded 2026-11-10`,
      `${disabled} disabled 2026-11-16`,
    ]),
  );
});
