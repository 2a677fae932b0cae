import { expect, test } from 'vitest';
import { movesOf } from '../../domain/movement/move.ts';
import { readSms } from '../../sms/read.ts';
import type { Message } from './change.ts';
import { merged, storedMessage } from './messages.ts';
import { retold, uncounted } from './uncounted.ts';

const AT = new Date('2026-11-21T11:00:00.000Z');

/** A message of one id and one balance, by the payer number `n`; `read` hears each time that somebody looks at its readings. */
function messageBy(n: number, read: () => void = () => undefined): Message {
  const text = `Trans.ID: MP261121.1215.B30000. Vous avez recu 5000 FCFA du 66${100_000 + n}. Motif: K7Q2-9FJM. Solde: 67410 FCFA.`;
  const { readings: read_as, figures } = readSms({ operator: 'AIRTEL', sender: 'AirtelMoney', text });
  const readings = [...read_as];
  const moves = movesOf(readings, figures);
  const row = {
    ...{ notice_id: `n${n}`, collection_number_id: 'c', amounts_xaf: [5000] },
    ...{ occurred_at: AT, precision_ms: 60_000, arrived_at: AT },
    told: { readings, moves, operator_transaction_id: 'MP261121.1215.B30000', letters: `l${n}` },
  };
  const told = {
    ...row.told,
    get readings() {
      read();
      return readings;
    },
  };
  return { ...storedMessage(row), told };
}

test('Messages of one id that name other payers are messages of their own, and a copy joins the one that it is of', () => {
  const [one, other] = [messageBy(1), messageBy(2)];
  const copy = { ...messageBy(1), reads: [{}] } as unknown as Message;
  expect(merged([one, other, copy])).toEqual([one, other]);
  expect(one.reads).toHaveLength(1);
});

test('Each of a flood of messages of one id is read once, however many there are', () => {
  let looks = 0;
  const flood = Array.from({ length: 400 }, (_, n) => messageBy(n, () => (looks += 1)));
  looks = 0;
  expect(merged(flood)).toHaveLength(400);
  expect(looks).toBeLessThanOrEqual(flood.length);
});

test('Of a message that waits only those balances are counted that are not counted yet', () => {
  const waiting = messageBy(1);
  const begins = waiting.moves.flatMap(({ before_xaf }) => before_xaf ?? []);
  expect(uncounted([waiting], new Map([[waiting.key, begins]]))).toEqual([]);
  expect(retold([waiting], new Map([[waiting.key, begins]]))).toEqual([]);
  expect(uncounted([waiting], new Map([[waiting.key, []]]))).toEqual([waiting]);
  expect(uncounted([waiting], new Map())).toEqual([waiting]);
});
