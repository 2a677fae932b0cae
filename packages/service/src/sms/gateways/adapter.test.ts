import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isHmacHex } from './adapter.ts';

const SECRET = 'k3p7v9x2m5n8q1r4';
const [body, timestamp] = [Buffer.from('{"event":"sms:received"}'), '1764500000'];
const SIGNATURE = createHmac('sha256', SECRET).update(body).update(timestamp).digest('hex');
const isSigned = (given: string) => isHmacHex(given, SECRET, body, timestamp);

test('a signature counts in small and in capital letters', () => {
  expect([SIGNATURE, SIGNATURE.toUpperCase()].map(isSigned)).toEqual([true, true]);
});

test('a signature with anything before it, behind it, missing or changed is none', () => {
  const changed = (SIGNATURE.startsWith('0') ? '1' : '0') + SIGNATURE.slice(1);
  const wrong = [
    '',
    changed,
    SIGNATURE.slice(2),
    `00${SIGNATURE}`,
    `${SIGNATURE}00`,
    `${SIGNATURE}zz`,
    `${SIGNATURE}\n`,
  ];
  expect(wrong.filter(isSigned)).toEqual([]);
});
