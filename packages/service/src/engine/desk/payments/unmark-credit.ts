import { unmarkTransfer } from '../../../domain/ledger/staff.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { deleteUnmet } from '../../../store/book/announced.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { loadMarks } from '../../../store/desk/waiting.ts';
import { findLiveNumbersOf, type WaitingCredit } from '../../../store/suspense/credits.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';
import { type Bench, lockBench } from './bench.ts';

/** `note`: how it is known that it has not left; kept. */
export type UnmarkCredit = Signature & { credit_id: string };

export type UnmarkOutcome =
  | { kind: 'unmarked'; amount_xaf: number }
  | { kind: 'not_found' }
  /** Nothing of it is marked, or it is money of a sandbox, where a mark is the end. */
  | { kind: 'nothing_marked'; state: WaitingCredit['state'] }
  /** A SIM has told of it, or people have said which debit it was. */
  | { kind: 'has_left' }
  /** Nobody has read its SIM since, or something that nobody has explained may be it. */
  | { kind: 'may_have_gone' }
  | NotAgreed;

/**
 * Takes back that money is sent back to its payer: it certainly has not left, and waits in suspense again. Two people say so, whatever
 * the sum, since what has left all the same would be paid twice; and nobody can, before its SIM was read again and all that may be it is
 * explained. The second one agrees to what a reading has shown since the first has spoken: until then somebody may have sent it, as the
 * desk asks for, and its message be late.
 * @returns an outcome per command, in order
 */
export function unmarkCredits(
  services: Services,
  commands: readonly UnmarkCredit[],
): Promise<UnmarkOutcome[]> {
  const credit_ids = commands.map(({ credit_id }) => credit_id);
  return signed<Known, UnmarkOutcome>(services, {
    lock: async (client) => {
      // Books come first in every order of locks, and no SIM tells of a mark from here on.
      const numbers = (await findLiveNumbersOf(client, credit_ids)).map((row) => row.collection_number_id);
      await lockBooks(client, numbers);
      const bench = await lockBench(services, client, { credit_ids });
      const marks = await loadMarks(client, credit_ids);
      return { bench, marks: new Map(marks.map((mark) => [mark.credit_id, mark])) };
    },
    subjects: () => credit_ids,
    always: true,
    decide: (desk) => {
      const unmarked: string[] = [];
      return {
        outcomes: commands.map((command) => unmarkOne(services, desk, command, unmarked)),
        write: async () => {
          await deleteUnmet(desk.client, unmarked);
          await desk.known.bench.write();
        },
      };
    },
  });
}

type Mark = Awaited<ReturnType<typeof loadMarks>>[number];
type Known = { bench: Bench; marks: Map<string, Mark> };

function unmarkOne(
  services: Services,
  { known: { bench, marks }, agreeOnReading, record }: Desk<Known>,
  command: UnmarkCredit,
  unmarked: string[],
): UnmarkOutcome {
  const { credit_id } = command;
  const credit = bench.credits.get(credit_id);
  if (credit === undefined) return { kind: 'not_found' };
  const mark = marks.get(credit_id);
  if (mark === undefined) return { kind: 'nothing_marked', state: credit.state };
  if (mark.has_left) return { kind: 'has_left' };
  if (mark.may_have_left) return { kind: 'may_have_gone' };
  const { amount_xaf, read_at } = mark;
  const surplus = credit.state === 'MATCHED';
  const subject = { action: 'suspense.unmark', subject_id: credit_id } as const;
  const asked = { ...subject, terms: { surplus: String(surplus) }, amount_xaf, read_at };
  const consent = agreeOnReading(command, asked);
  if (consent.kind === 'unread_since') return { kind: 'may_have_gone' };
  if (consent.kind !== 'agreed') return consent;
  // A credit that is named twice in a batch is unmarked once: the second command doesn't find the mark.
  marks.delete(credit_id);
  unmarked.push(credit_id);
  bench.outcome.transfers.push(unmarkTransfer(credit, { amount_xaf, surplus }, services.newId()));
  if (surplus) bench.returnSurplus(command, credit, 'surplus_unmarked');
  else
    bench.dispose(command, {
      credit_id,
      state: 'SUSPENSE',
      reason: 'unmarked',
      matched_session_id: null,
      surplus_xaf: 0,
    });
  record(command, { ...subject, detail: { amount_xaf, surplus, proposed_by: consent.proposed_by } });
  return { kind: 'unmarked', amount_xaf };
}
