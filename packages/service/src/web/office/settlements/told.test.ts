import { expect, test } from 'vitest';
import { sendRefundTold } from '../../../engine/desk/refunds/sentences.ts';
import { endSettlementTold } from '../../../engine/desk/settlements/sentences.ts';
import { SETTLEMENT_TOLD } from './told.ts';

test('The second of two who says too soon that a SIM has not sent it reads that it is to be read again, and not that its book leaves room', () => {
  const settlement_id = 'ST-1';
  const {
    sentences: [of_settlement],
  } = endSettlementTold({ settlement_id } as never, { kind: 'book_leaves_room' });
  const {
    sentences: [of_refund],
  } = sendRefundTold({ refund_id: 'R-1', does: 'fail' } as never, {
    kind: 'may_have_gone',
  });
  const { en, fr, ar } = SETTLEMENT_TOLD;
  for (const sentence of [of_settlement, of_refund, en.book_leaves_room])
    expect(sentence).toContain('also where the first of you has spoken since it was read');
  expect(fr.book_leaves_room).toContain('aussi là où le premier de vous deux a parlé depuis sa lecture');
  expect(ar.book_leaves_room).toContain('ولو قُرئت قبل أن يتكلم أولكما');
  for (const sentence of [of_settlement, en.book_leaves_room]) expect(sentence).not.toContain('leaves room');
});
