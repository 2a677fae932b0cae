import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isCode, isTest, readTree } from './tree.ts';

// What follows from a decision is written in one place, so that whoever decides can't forget half of it.

const SOURCE = 'packages/service/src/';
const OUTCOME = `${SOURCE}engine/outcome/`;
const WRITERS = [
  'moveSessions',
  'moveTransactions',
  'insertTransfers',
  'insertCredits',
  'insertDecisions',
  'insertReviewCases',
  'disposeCredits',
  'insertStaffDecisions',
  'refundSurpluses',
  'insertProofs',
  'insertTransactionReviews',
  'closeTransactionReviews',
];

it('only engine/outcome moves sessions, transactions and credits, and books what follows', () => {
  const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
  const files = tree.filter(({ path }) => path.startsWith(SOURCE) && isCode(path) && !isTest(path));
  const users = (writer: string) =>
    files.filter(({ path, text }) => !path.startsWith(`${SOURCE}store/`) && text.includes(`${writer}(`));
  for (const writer of WRITERS) {
    const paths = users(writer).map(({ path }) => path);
    expect(paths.length, writer).toBeGreaterThan(0);
    expect(
      paths.filter((path) => !path.startsWith(OUTCOME)),
      writer,
    ).toEqual([]);
  }
});
