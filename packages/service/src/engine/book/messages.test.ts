import { expect, test } from 'vitest';
import { movesOf } from '../../domain/movement/move.ts';
import { readSms } from '../../sms/read.ts';
import { TEMPLATES } from '../../sms/templates/all.ts';
import type { Message } from './change.ts';
import { merged, messagesOf, storedMessage } from './messages.ts';
import { type ReadNotice, readNotice } from './read.ts';
import { wordsTold } from './says-otherwise.ts';
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

type Told = { id: string; body: string };

/** A message in these words that a phone got at `AT`, as it comes. */
function told({ id, body }: Told): ReadNotice {
  const notice = {
    ...{ id, body, received_at: AT, created_at: AT, environment: 'live', merchant_id: null },
    ...{ operator: 'AIRTEL', collection_number_id: 'c', source: 'GATEWAY_SMS', sender: 'AirtelMoney' },
    ...{ sender_allow_list: ['AirtelMoney'], is_replay: false },
  } as const;
  return readNotice(notice as unknown as ReadNotice['notice'], TEMPLATES, `credit of ${id}`);
}

const sumsOf = (messages: readonly Message[]) => messages.map(({ moves }) => moves[0]?.amount_xaf);

/** The one message that waits, as it was kept. */
function waiting(one: Told): Message {
  const [message] = messagesOf([told(one)], AT);
  if (message === undefined) throw new Error(`no message: ${one.body}`);
  const { key, moves, precision_ms, occurred_at_ms, arrived_at_ms } = message;
  return storedMessage({
    ...{ notice_id: key, collection_number_id: 'c', amounts_xaf: moves.map(({ amount_xaf }) => amount_xaf) },
    ...{ occurred_at: new Date(occurred_at_ms), arrived_at: new Date(arrived_at_ms), precision_ms },
    told: { ...message.told, ...wordsTold(message) },
  });
}

/** What comes first | what comes behind it; neither prints a balance that can be read. */
const UNLIKE = [
  [
    'Bien recu 5000 FCFA de 66123456 ALI. Piece MP261121.1200.A00001',
    'Bien recu 3000 FCFA de 66999999 ZARA. Piece MP261121.1200.A00002',
  ],
  [
    'Bien recu 5000 FCFA de 66123456 ALI. Piece MP261121.1200.A00001',
    'Bien recu 5000 FCFA de 66999999 ZARA. Piece MP261121.1200.A00002',
  ],
  [
    'Transfert 5000 FCFA envoye par 66123456. Piece MP261121.1200.A00001',
    'Transfert 3000 FCFA a 66999999. Piece MP261121.1200.A00002',
  ],
  [
    'Trans.ID: 2611211582330. Vous avez recu 777 FCFA du 66123456.',
    'Trans.ID: 2611211582330. Vous avez recu 5000 FCFA du 66123456.',
  ],
  [
    'Trans.ID: 2611211582330. Vous avez recu 777 FCFA de CREDIT DU 66123456. Votre solde disponible est 7410 FCFA.',
    'Trans.ID: 2611211582330. Vous avez recu 5000 FCFA de CREDIT DU 66123456. Votre solde disponible est 7410 FCFA.',
  ],
] as const;

test.each(UNLIKE)('Without a balance two messages of one moment are two: %s / %s', (first, second) => {
  const [one, other] = [told({ id: 'n1', body: first }), told({ id: 'n2', body: second })];
  expect(messagesOf([one, other], AT)).toHaveLength(2);
  const behind = messagesOf([other], AT);
  expect(sumsOf(merged([waiting({ id: 'n1', body: first }), ...behind]))).toEqual([
    ...sumsOf(messagesOf([one], AT)),
    ...sumsOf(behind),
  ]);
});

test.each([
  ['Bien reçu 5000 FCFA de 66123456 ALI. Pièce MP261121.1200.A00001', 'in words that nobody knows'],
  ['Trans.ID: 2611211582330. Vous avez reçu 5000 FCFA du 66123456.', 'under an id'],
])('Without a balance the copies of one message of one moment are one, %s', (body) => {
  const ways = [body, body, body.replaceAll(' ', '  '), body.normalize('NFD'), body.replaceAll('ç', 'c')];
  const copies = ways.map((way, n) => told({ id: `n${n}`, body: way.replaceAll('è', 'e') }));
  const [message, ...more] = messagesOf(copies, AT);
  expect(more).toEqual([]);
  expect(message?.reads).toHaveLength(ways.length);
  const waited = waiting({ id: 'n', body });
  expect(merged([waited, ...messagesOf(copies, AT)])).toEqual([waited]);
});
