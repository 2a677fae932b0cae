import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { atomically } from '../../src/store/connect/atomically.ts';
import { connect, refuseOldVersion } from '../../src/store/connect/connect.ts';
import { codeOf, constraintOf, isRetryable } from '../../src/store/connect/errors.ts';
import { parseInt8 } from '../../src/store/connect/types.ts';
import { openEmptyDatabase } from './open.ts';

const db = await openEmptyDatabase();
afterAll(() => db.drop());

const sentenceFor = (url: string) =>
  connect(url, { connect_timeout_ms: 500 }).then(
    () => 'connected',
    (error: Error) => error.message,
  );
const variant = (change: (url: URL) => void) => {
  const url = new URL(db.url);
  change(url);
  return url.href;
};

/** A listener that is no PostgreSQL: it answers with `reply`, or with nothing. */
async function pretend(reply: string | undefined): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (reply !== undefined) socket.on('data', () => socket.end(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: address.port, close };
}

describe('DATABASE_URL', () => {
  test('that nobody listens on', async () => {
    const { port, close } = await pretend(undefined);
    close();
    expect(await sentenceFor(`postgresql://u:s3cret@127.0.0.1:${port}/x`)).toBe(
      `PostgreSQL at 127.0.0.1:${port} can't be reached (ECONNREFUSED): start it, or correct DATABASE_URL.`,
    );
  });

  test('that a mute program or a web server listens on', async () => {
    for (const reply of [undefined, 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
      const { port, close } = await pretend(reply);
      const sentence = await sentenceFor(`postgresql://u:s3cret@127.0.0.1:${port}/x`);
      expect(sentence).toContain(`PostgreSQL at 127.0.0.1:${port} `);
      expect(sentence).not.toContain('s3cret');
      close();
    }
  });

  test('with a wrong password, user or database', async () => {
    const wrong = 'did not accept the user';
    expect(
      await sentenceFor(
        variant((url) => {
          url.password = 's3cret';
        }),
      ),
    ).toContain(`${wrong} chari`);
    expect(
      await sentenceFor(
        variant((url) => {
          url.username = 'eve';
        }),
      ),
    ).toContain(`${wrong} eve`);
    expect(
      await sentenceFor(
        variant((url) => {
          url.pathname = '/none';
        }),
      ),
    ).toContain('has no database "none": create it, or correct DATABASE_URL.');
  });

  test.each(['', 'localhost', 'mysql://root:s3cret@host/x', 'postgresql://u:s3cret@ho st/x'])(
    'that is no address: %j',
    async (url) => {
      const sentence = await sentenceFor(url);
      expect(sentence).toMatch(/^DATABASE_URL is not a PostgreSQL address: write it as/);
      expect(sentence).not.toContain('s3cret');
    },
  );

  test.each(['postgresql://u%zz:s3cret@host/x', 'postgresql://u:s3cret@host/a%'])(
    'that has a %% which stands for nothing: %j',
    async (url) => {
      const sentence = await sentenceFor(url);
      expect(sentence).toContain('write % as %25');
      expect(sentence).not.toContain('s3cret');
    },
  );

  test('of a server older than 15', () => {
    expect(() => refuseOldVersion(140_012, 'db:5432')).toThrow(
      'PostgreSQL at db:5432 is version 14, and Chari needs 15 or later: upgrade it or point DATABASE_URL to another server.',
    );
    expect(() => refuseOldVersion(150_000, 'db:5432')).not.toThrow();
  });
});

test('values arrive as safe numbers, dates and parsed JSON', async () => {
  const { rows } = await db.pool.query(
    `select 9007199254740991::int8 as big, array[1, null]::int8[] as list, '2026-01-02T03:04:05.678Z'::timestamptz as at,
      '2026-01-02'::date as day, '{"a":[1]}'::jsonb as json`,
  );
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      list: [1, null],
      at: new Date('2026-01-02T03:04:05.678Z'),
      day: '2026-01-02',
      json: { a: [1] },
    },
  ]);
  expect(() => parseInt8('9007199254740993')).toThrow(RangeError);
});

describe('a transaction', () => {
  test('keeps all when its work returns and nothing when it throws', async () => {
    await db.pool.query('create table kept (n int unique)');
    expect(
      await atomically(
        db.pool,
        async (client) => (await client.query('insert into kept values (1)')).rowCount,
      ),
    ).toBe(1);
    const lost = atomically(db.pool, async (client) => {
      await client.query('insert into kept values (2)');
      throw new Error('changed its mind');
    });
    await expect(lost).rejects.toThrow('changed its mind');
    expect((await db.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  });

  test('does not pretend to have committed when its work swallowed an error', async () => {
    const swallowed = atomically(db.pool, (client) => client.query('select 1 / 0').catch(() => undefined));
    await expect(swallowed).rejects.toThrow('swallowed');
  });

  test('whose connection is ended fails in a way that may be retried, and the pool goes on', async () => {
    const error = await atomically(db.pool, (client) =>
      client.query('select pg_terminate_backend(pg_backend_pid())'),
    ).catch((thrown: unknown) => thrown);
    expect(isRetryable(error)).toBe(true);
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('that loses a deadlock or a row it must serialise on may be retried; a refused row may not', async () => {
    await db.pool.query('create table pair as select n from generate_series(1, 2) n');
    const update = 'update pair set n = n where n = $1';
    const first = await db.pool.connect();
    const second = await db.pool.connect();
    await first.query('begin');
    await second.query('begin');
    await first.query(update, [1]);
    await second.query(update, [2]);
    const results = await Promise.allSettled([first.query(update, [2]), second.query(update, [1])]);
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors.map(isRetryable)).toEqual([true]);
    await Promise.all([first.query('rollback'), second.query('rollback')]);
    first.release();
    second.release();
    const refused = await db.pool.query('insert into kept values (1)').catch((error: unknown) => error);
    expect([isRetryable(refused), codeOf(refused), constraintOf(refused)]).toEqual([
      false,
      '23505',
      'kept_n_key',
    ]);
  });
});

test('what a database or its role says of new transactions changes none of ours', async () => {
  const name = new URL(db.url).pathname.slice(1);
  const settings = ['default_transaction_isolation', 'default_transaction_read_only'];
  await db.pool.query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`);
  await db.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const pool = await connect(db.url, { max_connections: 1 });
  const found = await atomically(pool, async (client) => {
    const { rows } = await client.query(
      `select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as read_only`,
    );
    return rows;
  });
  await pool.end();
  expect(found).toEqual([{ isolation: 'read committed', read_only: 'off' }]);
  for (const setting of settings) await db.pool.query(`alter database ${name} reset ${setting}`);
});

test.each([
  ['40001', true],
  ['08006', true],
  ['57P01', true],
  ['ECONNRESET', true],
  ['23505', false],
  ['53100', true],
  ['25006', true],
  ['22012', false],
  // PostgreSQL has ended the connection.
  ['25P03', true],
  ['57P05', true],
  // What a socket says when the host is gone, and the resolver while its name moves to another.
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['ECONNABORTED', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
])('an error with code %s may be retried: %s', (code, expected) => {
  expect(isRetryable(Object.assign(new Error('x'), { code }))).toBe(expected);
});
