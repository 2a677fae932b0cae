import type { Signature } from '../../../domain/review/second-person.ts';
import { readingSubject } from '../../../domain/review/subjects.ts';
import { dayBegins, localDay } from '../../../domain/time.ts';
import { findReadable, insertReading } from '../../../store/proof/show.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** `account`: WALLET_AIRTEL, WALLET_MOOV, SWEPT or the id of a bank account. `note`: where it was read. */
export type ReadAccount = Signature & { account: string; day: string; balance_xaf: number };

export type ReadAccountOutcome =
  | { kind: 'read'; name: string }
  | { kind: 'account_not_found' }
  | { kind: 'day_unusable' }
  | { kind: 'balance_unusable' }
  | NotAgreed;

type Known = Map<string, { account_id: number; name: string }>;

/**
 * Two people say what an operator or a bank shows for an account at the end of a day: the daily proof takes it for their
 * word. Numbers are read on their SIMs instead.
 * @returns an outcome per command, in order
 */
export function readAccounts(
  services: Services,
  commands: readonly ReadAccount[],
): Promise<ReadAccountOutcome[]> {
  return signed<Known, ReadAccountOutcome>(services, {
    lock: async (client) => {
      const names = [...new Set(commands.map(({ account }) => account))];
      const found = await Promise.all(names.map((name) => findReadable(client, { name })));
      return new Map(names.flatMap((name, at) => found[at]?.map((row) => [name, row] as const) ?? []));
    },
    subjects: (known) => commands.map((one) => subjectOf(known, one)),
    always: true,
    decide: (desk) => {
      const agreed: { command: ReadAccount; account_id: number }[] = [];
      return {
        outcomes: commands.map((command) => readOne(desk, command, agreed)),
        write: () =>
          Promise.all(
            agreed.map(({ command: { day, balance_xaf, actor, note }, account_id }) =>
              insertReading(desk.client, {
                id: services.newId(),
                account_id,
                day,
                balance_xaf,
                actor,
                note,
                now: desk.now,
              }),
            ),
          ),
      };
    },
  });
}

/** The subject of a reading, as whoever takes its proposal back names the account and the day; none where there is no such account. */
export async function readingSubjects(
  { pool }: Pick<Services, 'pool'>,
  { account, day }: { account: string; day: string },
): Promise<string[]> {
  return (await findReadable(pool, { name: account })).map(({ name }) =>
    readingSubject.of({ account: name, day }),
  );
}

const subjectOf = (known: Known, { account, day }: ReadAccount): string =>
  readingSubject.of({ account: known.get(account)?.name ?? account, day });

function readOne(
  { known, agree, record, now }: Desk<Known>,
  command: ReadAccount,
  agreed: { command: ReadAccount; account_id: number }[],
): ReadAccountOutcome {
  const { account, day, balance_xaf } = command;
  const found = known.get(account);
  if (found === undefined) return { kind: 'account_not_found' };
  if (dayBegins(day) === null || day > localDay(now)) return { kind: 'day_unusable' };
  if (!Number.isSafeInteger(balance_xaf) || balance_xaf < 0) return { kind: 'balance_unusable' };
  const subject = { action: 'account.read', subject_id: subjectOf(known, command) } as const;
  const terms = { balance_xaf: String(balance_xaf) };
  const consent = agree(command, { ...subject, terms, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  agreed.push({ command, account_id: found.account_id });
  record(command, { ...subject, detail: { ...terms, proposed_by: consent.proposed_by } });
  return { kind: 'read', name: found.name };
}
