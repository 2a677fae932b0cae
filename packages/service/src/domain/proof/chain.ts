import type { Line, ProofState } from './account.ts';

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Handed in: the domain has no machine. */
export type Sha256 = (text: string) => string;

export const FIRST_PREVIOUS = '0'.repeat(64);

/** What a merchant had on a day. */
export type MerchantDay = {
  merchant_id: string;
  opening_xaf: number;
  paid_xaf: number;
  fees_xaf: number;
  tax_xaf: number;
  refunds_xaf: number;
  settlements_xaf: number;
  other_xaf: number;
  closing_xaf: number;
  /** 32 hexadecimal digits of chance. */
  nonce: string;
};

/** The words of a merchant's day that are hashed: a line each, in this order, ended by a line break. */
export function leafText(day: string, one: MerchantDay): string {
  return [
    'chari-proof-merchant-1',
    day,
    one.merchant_id,
    one.opening_xaf,
    one.paid_xaf,
    one.fees_xaf,
    one.tax_xaf,
    one.refunds_xaf,
    one.settlements_xaf,
    one.other_xaf,
    one.closing_xaf,
    one.nonce,
    '',
  ].join('\n');
}

/** A leaf and a node never have the same hash: each begins with its own word. */
const node = (sha256: Sha256, left: string, right: string): string => sha256(`node\n${left}\n${right}\n`);
export const leafHash = (sha256: Sha256, text: string): string => sha256(`leaf\n${text}`);

/**
 * The root of a tree over hashes, and for each the neighbours' hashes on its way to the root, `L…` or `R…` by the side
 * on which the neighbour stands. Where a row has an odd number the last goes up alone.
 */
export function tree(sha256: Sha256, leaves: readonly string[]): { root: string; paths: string[][] } {
  const paths: string[][] = leaves.map(() => []);
  let row = leaves.map((hash, at) => ({ hash, members: [at] }));
  while (row.length > 1) {
    const above: typeof row = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at], row[at + 1]];
      if (left === undefined) continue;
      if (right === undefined) {
        above.push(left);
        continue;
      }
      for (const member of left.members) paths[member]?.push(`R${right.hash}`);
      for (const member of right.members) paths[member]?.push(`L${left.hash}`);
      above.push({
        hash: node(sha256, left.hash, right.hash),
        members: [...left.members, ...right.members],
      });
    }
    row = above;
  }
  return { root: row[0]?.hash ?? sha256('nobody\n'), paths };
}

/** Where a leaf leads by its path: the root, when both are true. */
export function climb(sha256: Sha256, leaf_hash: string, path: readonly string[]): string {
  return path.reduce((hash, step) => {
    const other = step.slice(1);
    return step.startsWith('L') ? node(sha256, other, hash) : node(sha256, hash, other);
  }, leaf_hash);
}

type HashedAccount = {
  name: string;
  opening_xaf: number;
  in_xaf: number;
  out_xaf: number;
  closing_xaf: number;
  said_xaf: number | null;
  said_by: string | null;
  ledger_xaf: number;
  closing_ordinal: number | null;
  state: ProofState;
  reason: string;
  lines: readonly Line[];
};

/** What the accounts of a day are sealed with: null on days from before it was told apart. */
export type SealedBeside = { swept_unread_xaf: number | null };

/**
 * One hash of all accounts with their open lines, in the order of their names, and of what was taken off SIMs and read
 * nowhere. Whoever checks a day from outside takes it as it is, so it may seal more from one day to the next.
 */
export function accountsHash(
  sha256: Sha256,
  accounts: readonly HashedAccount[],
  { swept_unread_xaf }: SealedBeside,
): string {
  const texts = byName(accounts).map((one) => {
    const read = [one.said_by ?? '-', one.closing_ordinal ?? '-', one.reason];
    const lines = one.lines.map((line) => `${lineText(line)} ${line.owner}`);
    return [`${accountText(one)} ${read.join(' ')}`, ...lines].join('\n');
  });
  return sha256(`chari-proof-accounts-2\nswept_unread ${swept_unread_xaf ?? '-'}\n${texts.join('\n')}\n`);
}

/** The same of days that were closed before all of it was sealed. */
function firstAccountsHash(sha256: Sha256, accounts: readonly HashedAccount[]): string {
  const texts = byName(accounts).map((one) => [accountText(one), ...one.lines.map(lineText)].join('\n'));
  return sha256(`chari-proof-accounts-1\n${texts.join('\n')}\n`);
}

/** Whether these accounts were sealed by this hash, in the way of now or in the first. */
export function areSealed(
  sha256: Sha256,
  accounts: readonly HashedAccount[],
  { accounts_hash, ...beside }: SealedBeside & { accounts_hash: string },
): boolean {
  return [accountsHash(sha256, accounts, beside), firstAccountsHash(sha256, accounts)].includes(
    accounts_hash,
  );
}

const byName = (accounts: readonly HashedAccount[]) =>
  accounts.toSorted((a, b) => (a.name < b.name ? -1 : 1));

function accountText(one: HashedAccount): string {
  const { opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf, ledger_xaf } = one;
  const sums = [opening_xaf, in_xaf, out_xaf, closing_xaf, said_xaf ?? '-', ledger_xaf];
  return `${one.name} ${sums.join(' ')} ${one.state}`;
}

const lineText = ({ kind, subject, amount_xaf, since }: Line): string =>
  ` ${kind} ${subject} ${amount_xaf} ${since.toISOString()}`;

/** The hash of a day: of everything in it, and of the day before. */
export function dayHash(
  sha256: Sha256,
  one: {
    day: string;
    previous_hash: string;
    accounts_hash: string;
    merchants_root: string;
    held_xaf: number;
    owed_xaf: number;
    state: ProofState;
  },
): string {
  return sha256(
    [
      'chari-proof-day-1',
      one.day,
      one.previous_hash,
      one.accounts_hash,
      one.merchants_root,
      one.held_xaf,
      one.owed_xaf,
      one.state,
      '',
    ].join('\n'),
  );
}
