import { expect, test } from 'vitest';
import { sendRefundTold } from '../refunds/sentences.ts';
import { confirmReviewTold, refundCreditTold, UNSENT_REASONS } from './sentences.ts';

const session_id = '0196b2a0-0000-7000-8000-000000000000';

test('Who confirms a session of which too little came is told to wait for nothing: parts never confirm it', () => {
  const told = confirmReviewTold({ session_id }, { kind: 'nothing_covers_it', best_xaf: 3000 });
  expect(told.kind).toBe('refused');
  const said = told.sentences.join(' ');
  expect(said).toContain('3000 XAF');
  expect(said).toContain('also in parts: reject it, then send the money back');
  expect(said).not.toMatch(/\brest\b|\bwait for\b/);
});

test('Who confirms a session whose money went elsewhere is told how to give it other money', () => {
  const told = confirmReviewTold({ session_id }, { kind: 'nothing_covers_it', best_xaf: null });
  expect(told.sentences.join(' ')).toContain(`npx chari suspense assign CREDIT --session ${session_id}`);
});

test('The command with which a colleague agrees to send money back holds the phone as one word, however it was typed', () => {
  const proposed = { kind: 'proposed' } as const;
  const [to, refund_id] = ['+235 66 12 34 56', session_id];
  expect(
    refundCreditTold({ credit_id: session_id, amount_xaf: 5000, to }, proposed).sentences.join(' '),
  ).toContain(' --amount 5000 --to +23566123456 --note');
  expect(sendRefundTold({ refund_id, does: 'send', to }, proposed).sentences.join(' ')).toContain(
    `npx chari refunds send ${refund_id} --to +23566123456 --note`,
  );
  const arabic = refundCreditTold({ credit_id: 'c', amount_xaf: 5000, to: '\u200e(٦٦) ١٢.٣٤.٥٦' }, proposed);
  expect(arabic.sentences.join(' ')).toContain(' --to 66123456 --note');
});

test('Of what was marked as sent back and not seen leaving, only what certainly has not left is to be sent', () => {
  expect(UNSENT_REASONS.unsent.to_do).toMatch(/^Send it now/);
  for (const reason of ['may_have_left', 'mark_taken_back'] as const)
    expect(UNSENT_REASONS[reason].to_do).toMatch(/^Don’t send it/);
  for (const { to_do } of Object.values(UNSENT_REASONS))
    expect(to_do).toContain('npx chari feeds explain STEP refund');
});
