import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import type { BookChange } from './change.ts';
import { doubtGivenBack } from './given-back.ts';
import type { ReadNotice } from './read.ts';

/** No step that is written already has sent anything. */
const client = { query: async () => ({ rows: [] }) } as unknown as PoolClient;
const collection_number_id = 'number';
const SENT_MS = Date.parse('2026-11-21T12:00:00Z');

/** What its message says where several phones stand in it, so that no one of them is known to be whose money it is. */
const NAMES_TWO = 'Envoi de 66000001 vers 66123456: 5000 F. Solde 5000 F.';

/**
 * What is doubted of a row's 5,000 from that phone, beside a step of this kind that leads from 10,000 to there;
 * `text`: of its message, which names nobody for certain.
 */
async function doubts(kind: string, after_xaf: number, text?: string): Promise<unknown> {
  const step = {
    claim: { key: 'sent', occurred_at_ms: SENT_MS, arrived_at_ms: SENT_MS, precision_ms: 120_000 },
    move: { kind, amount_xaf: 5000, ...(text === undefined && { recipient: '66123456' }) },
    ...{ before_xaf: 10_000, after_xaf },
  };
  const change = { state: { collection_number_id }, steps: [step] } as unknown as BookChange;
  const sent = { notice: { id: 'sent', environment: 'live', body: text ?? '' }, credit: null };
  const credit = { collection_number_id, payer: '66123456', amount_xaf: 5000, doubts: [] };
  const read = {
    notice: { environment: 'live', source: 'WITNESS' },
    credit: { ...credit, occurred_at: new Date(SENT_MS + 600_000) },
  } as unknown as ReadNotice;
  const reads = [read, sent as unknown as ReadNotice];
  return (await doubtGivenBack(client, [change], reads))[0]?.credit?.doubts;
}

test.each([
  ['DEBIT', 5000],
  // A refund whose own words no template takes.
  ['UNREAD', 5000],
])(
  'A row’s money may be given back where a step beside it, %s, sent as much to its phone',
  async (kind, after_xaf) => {
    expect(await doubts(kind, after_xaf)).toEqual(['may_be_given_back']);
  },
);

test('A row’s money may be given back where words beside it that nobody knows print its phone among others', async () => {
  expect(await doubts('UNREAD', 5000, NAMES_TWO)).toEqual(['may_be_given_back']);
  expect(await doubts('UNREAD', 5000, NAMES_TWO.replace('66123456', '66123457'))).toEqual([]);
  // A template has read who got it, or that nobody is named: what else it prints says nothing of that.
  expect(await doubts('DEBIT', 5000, NAMES_TWO)).toEqual([]);
});

test.each([
  ['UNREAD', 15_000],
  ['REVERSAL', 5000],
])('A row’s money is in no doubt beside a step, %s to %i, that sent nothing', async (kind, after_xaf) => {
  expect(await doubts(kind, after_xaf)).toEqual([]);
});
