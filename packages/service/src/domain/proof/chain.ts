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
export const leaf = (sha256: Sha256, text: string): string => sha256(`leaf\n${text}`);

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
  ledger_xaf: number;
  state: ProofState;
  lines: readonly Line[];
};

/** One hash of all accounts with their open lines, in the order of their names. */
export function accountsHash(sha256: Sha256, accounts: readonly HashedAccount[]): string {
  const texts = accounts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((one) => {
      const sums = [
        one.opening_xaf,
        one.in_xaf,
        one.out_xaf,
        one.closing_xaf,
        one.said_xaf ?? '-',
        one.ledger_xaf,
      ];
      const lines = one.lines.map(
        ({ kind, subject, amount_xaf, since }) => ` ${kind} ${subject} ${amount_xaf} ${since.toISOString()}`,
      );
      return [`${one.name} ${sums.join(' ')} ${one.state}`, ...lines].join('\n');
    });
  return sha256(`chari-proof-accounts-1\n${texts.join('\n')}\n`);
}

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
