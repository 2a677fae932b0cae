import type { Transfer } from '../../domain/ledger/transfer.ts';
import { AMOUNT_XAF_MAX } from '../../domain/money.ts';
import type { Signature } from '../../domain/review/second-person.ts';
import { lockOwnAccounts, type OwnAccount, readOwnAccounts } from '../../store/ledger/own.ts';
import { bookTransfers } from '../outcome/transfers.ts';
import type { Services } from '../services.ts';
import { type Desk, type NotAgreed, signed } from './signed.ts';

export type MoveOwn = Signature & {
  /** SWEPT, WALLET_AIRTEL, WALLET_MOOV, or the name of a bank account of ours. */
  from: string;
  to: string;
  amount_xaf: number;
  moved_at: Date;
};

export type MoveOwnOutcome =
  | { kind: 'moved'; from_held_xaf: number; to_held_xaf: number }
  | { kind: 'account_not_found'; name: string }
  | { kind: 'amount_unusable' }
  | { kind: 'moved_at_unusable' }
  | { kind: 'not_covered'; held_xaf: number }
  | NotAgreed;

/**
 * Two people say that money was moved between our own wallets and bank accounts: what was taken off SIMs is brought to the
 * bank, from which merchants are paid. What isn't there is not moved.
 * @returns an outcome per command, in order
 */
export function moveOwn(services: Services, commands: readonly MoveOwn[]): Promise<MoveOwnOutcome[]> {
  return signed<Map<string, OwnAccount>, MoveOwnOutcome>(services, {
    lock: async (client) => {
      const names = [...new Set(commands.flatMap(({ from, to }) => [from, to]))];
      const locked = await lockOwnAccounts(
        client,
        names.map((name) => ({ name })),
      );
      return new Map((await readOwnAccounts(client, locked)).map((one) => [one.name, one]));
    },
    subjects: () => commands.map(subjectOf),
    always: true,
    decide: (desk) => {
      const transfers: Transfer[] = [];
      return {
        outcomes: commands.map((command) => moveOne(services, desk, command, transfers)),
        write: () => bookTransfers(desk.client, transfers, desk.now),
      };
    },
  });
}

const subjectOf = ({ from, to }: Pick<MoveOwn, 'from' | 'to'>): string => `own/${from}/${to}`;

function moveOne(
  services: Services,
  { known, agree, record, now }: Desk<Map<string, OwnAccount>>,
  command: MoveOwn,
  transfers: Transfer[],
): MoveOwnOutcome {
  const { amount_xaf, moved_at } = command;
  const [from, to] = [known.get(command.from), known.get(command.to)];
  if (from === undefined) return { kind: 'account_not_found', name: command.from };
  if (to === undefined || to === from) return { kind: 'account_not_found', name: command.to };
  if (!Number.isSafeInteger(amount_xaf) || amount_xaf < 1) return { kind: 'amount_unusable' };
  if (moved_at > now) return { kind: 'moved_at_unusable' };
  if (from.held_xaf < amount_xaf) return { kind: 'not_covered', held_xaf: from.held_xaf };
  const subject = { action: 'ledger.move', subject_id: subjectOf(command) } as const;
  const terms = { amount_xaf: String(amount_xaf), moved_at: moved_at.toISOString() };
  const consent = agree(command, { ...subject, terms, amount_xaf: Math.min(amount_xaf, AMOUNT_XAF_MAX) });
  if (consent.kind !== 'agreed') return consent;
  from.held_xaf -= amount_xaf;
  to.held_xaf += amount_xaf;
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
  return { kind: 'moved', from_held_xaf: from.held_xaf, to_held_xaf: to.held_xaf };
}
