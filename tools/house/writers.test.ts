import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isCode, isTest, readTree } from './tree.ts';

// What must never be forgotten is written in one place, whoever asks for it.

const SOURCE = 'packages/service/src/';
const files = readTree(fileURLToPath(new URL('../..', import.meta.url))).filter(
  ({ path }) => path.startsWith(SOURCE) && isCode(path) && !isTest(path),
);

/** Who calls a statement of the store, by path. */
function usersOf(writer: string): string[] {
  return files
    .filter(({ path, text }) => !path.startsWith(`${SOURCE}store/`) && text.includes(`${writer}(`))
    .map(({ path }) => path.slice(SOURCE.length));
}

it.for([
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
])('only engine/outcome moves sessions, transactions and credits, and books what follows: %s', (writer) => {
  const users = usersOf(writer);
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((path) => !path.startsWith('engine/outcome/'))).toEqual([]);
});

it('only the wrapper of the desk writes who did what, and who agreed', () => {
  expect(usersOf('insertActions')).toEqual(['engine/desk/signed.ts']);
  for (const writer of ['lockProposals', 'insertProposals', 'settleProposals'])
    expect(usersOf(writer), writer).toEqual(['engine/desk/consents.ts']);
  expect(usersOf('seekConsents')).toEqual(['engine/desk/consents.ts', 'engine/desk/signed.ts']);
});
