import type { Transfer } from '../../../domain/ledger/transfer.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { ownSubject } from '../../../domain/review/subjects.ts';
import {
  findOwnMoves,
  lockOwnAccounts,
  type OwnAccount,
  type OwnMove,
  readOurs,
  readOwnAccounts,
} from '../../../store/ledger/own.ts';
import { postTransfers } from '../../outcome/post-transfers.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type MoveOwn = Signature & {
  /** SWEPT, WALLET_AIRTEL, WALLET_MOOV, CAPITAL, or the name of a bank account of ours. */
  from: string;
  to: string;
  amount_xaf: number;
  moved_at: Date;
};

/** An account and what stands on it now: what is held there, and of CAPITAL what we have put in. */
type OwnBalance = { name: string; stands_xaf: number };
const standing = ({ name, kind, held_xaf }: OwnAccount): OwnBalance => ({
  name,
  stands_xaf: kind === 'CAPITAL' ? 0 - held_xaf : held_xaf,
});

export type MoveOwnOutcome =
  | { kind: 'moved'; from: OwnBalance; to: OwnBalance }
  | { kind: 'account_not_found'; name: string }
  | { kind: 'amount_unusable' }
  | { kind: 'moved_at_unusable' }
  /** The same sum went the same way at the same time: whoever says it again has not seen the answer. */
  | { kind: 'moved_before' }
  | { kind: 'not_covered'; held_xaf: number }
  /** What is taken out must be ours: no franc that is owed to others, or that nobody can find. */
  | { kind: 'not_ours'; ours_xaf: number }
  | NotAgreed;

/**
 * Two people say that money was moved between our own wallets and bank accounts: what was taken off SIMs is brought to the
 * bank, from which merchants are paid. What isn't there is not moved. From CAPITAL comes money of ours, put in to cover a
 * loss or as what an account began with; back to it goes no more than what is ours.
 * @returns an outcome per command, in order
 */
export function moveOwn(services: Services, commands: readonly MoveOwn[]): Promise<MoveOwnOutcome[]> {
  return signed<Known, MoveOwnOutcome>(services, {
    lock: async (client) => {
      const names = [...new Set(commands.flatMap(({ from, to }) => [from, to]))];
      const locked = await lockOwnAccounts(
        client,
        names.map((name) => ({ name })),
      );
      const [accounts, [ours]] = [await readOwnAccounts(client, locked), await readOurs(client)];
      const moves = await findOwnMoves(client, commands.map(moveOf));
      const { earned_xaf, above_owed_xaf } = ours ?? { earned_xaf: 0, above_owed_xaf: 0 };
      return {
        accounts: new Map(accounts.map((one) => [one.name, one])),
        moves: new Set(moves.map(nameOf)),
        ours_xaf: Math.max(0, Math.min(earned_xaf, above_owed_xaf)),
      };
    },
    subjects: () => commands.map(ownSubject.of),
    always: true,
    decide: (desk) => {
      const transfers: Transfer[] = [];
      return {
        outcomes: commands.map((command) => moveOne(services, desk, command, transfers)),
        write: () => postTransfers(desk.client, transfers, desk.now),
      };
    },
  });
}

type Known = { accounts: Map<string, OwnAccount>; moves: Set<string>; ours_xaf: number };

const moveOf = (command: MoveOwn): OwnMove => ({
  subject_id: ownSubject.of(command),
  amount_xaf: String(command.amount_xaf),
  moved_at: command.moved_at.toISOString(),
});
const nameOf = ({ subject_id, amount_xaf, moved_at }: OwnMove): string =>
  `${subject_id} ${amount_xaf} ${moved_at}`;

function moveOne(
  services: Services,
  { known, agree, record, now }: Desk<Known>,
  command: MoveOwn,
  transfers: Transfer[],
): MoveOwnOutcome {
  const { amount_xaf, moved_at } = command;
  const [from, to] = [known.accounts.get(command.from), known.accounts.get(command.to)];
  if (from === undefined) return { kind: 'account_not_found', name: command.from };
  if (to === undefined || to === from) return { kind: 'account_not_found', name: command.to };
  if (!Number.isSafeInteger(amount_xaf) || amount_xaf < 1) return { kind: 'amount_unusable' };
  if (moved_at > now) return { kind: 'moved_at_unusable' };
  const { subject_id, ...terms } = moveOf(command);
  const name = nameOf({ subject_id, ...terms });
  if (known.moves.has(name)) return { kind: 'moved_before' };
  if (from.kind !== 'CAPITAL' && from.held_xaf < amount_xaf)
    return { kind: 'not_covered', held_xaf: from.held_xaf };
  if (to.kind === 'CAPITAL' && known.ours_xaf < amount_xaf)
    return { kind: 'not_ours', ours_xaf: known.ours_xaf };
  const subject = { action: 'ledger.move', subject_id } as const;
  const consent = agree(command, { ...subject, terms, amount_xaf: Math.min(amount_xaf, AMOUNT_XAF_MAX) });
  if (consent.kind !== 'agreed') return consent;
  known.moves.add(name);
  from.held_xaf -= amount_xaf;
  to.held_xaf += amount_xaf;
  known.ours_xaf += from.kind === 'CAPITAL' ? amount_xaf : to.kind === 'CAPITAL' ? -amount_xaf : 0;
  transfers.push({
    environment: 'live',
    debit: to,
    credit: from,
    amount_xaf,
    cause: 'OWN_MOVED',
    cause_id: services.newId(),
    occurred_at: moved_at,
  });
  record(command, { ...subject, detail: { ...terms, proposed_by: consent.proposed_by } });
  return { kind: 'moved', from: standing(from), to: standing(to) };
}
