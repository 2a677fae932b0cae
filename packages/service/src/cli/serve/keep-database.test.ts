import { AssertionError } from 'node:assert';
import { expect, test } from 'vitest';
import { afterFailedCommands } from './keep-database.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ...[
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNABORTED',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  // Nobody has listed these: they come from the connection all the same.
  ...['EPROTO', 'ENETRESET', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_STREAM_DESTROYED'],
  // PostgreSQL itself ended the connection.
  ...['57P01', '57P02', '57P05', '25P03', '08006'],
])('commands whose connection was lost (%s) are not carried out a second time', (code) => {
  expect(afterFailedCommands(withCode(code))).toBe('give_up');
});

test.each(['Connection terminated unexpectedly', 'Client was closed and is not queryable'])(
  'commands that ended in “%s” are not carried out a second time',
  (message) => expect(afterFailedCommands(new Error(message))).toBe('give_up'),
);

test.each([
  withCode('23505'),
  withCode('22003'),
  new Error('a bug'),
  new AssertionError({ message: 'a bug' }),
])(
  'commands that PostgreSQL or we refused (%s) are carried out in parts, since nothing of them was done',
  (error) => expect(afterFailedCommands(error)).toBe('split'),
);

test.each(['40001', '40P01', '55P03'])(
  'commands that PostgreSQL says it has undone (%s) run again',
  (code) => {
    expect(afterFailedCommands(withCode(code))).toBe('again');
  },
);
