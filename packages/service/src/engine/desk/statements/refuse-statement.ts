import type { Signature } from '../../../domain/review/second-person.ts';
import {
  findBrought,
  lockStatements,
  noteRefused,
  type StatementRecord,
} from '../../../store/statements/statements.ts';
import { answerUnagreed } from '../../alerts.ts';
import type { Services } from '../../services.ts';
import { type NotAgreed, signed } from '../signed.ts';

export type RefuseStatement = Signature & { statement_id: string };

export type RefuseStatementOutcome =
  | { kind: 'statement_refused'; statement: StatementRecord; before: boolean }
  | { kind: 'statement_not_found' }
  /** People have agreed to it: what it says is in the book, or a part of it. */
  | { kind: 'statement_counts'; msisdn: string }
  | NotAgreed;

const ACTION = 'statement.refuse';

type Known = { statements: Map<string, StatementRecord>; brought: ReadonlySet<string> };

/**
 * Says of statements that do not count that they never will, such as one that was brought for the wrong number. Its file may be
 * brought again, for whichever number; so one person is enough, and what somebody else has proposed about it falls. All that was
 * kept of it stays, with who refused it.
 * @returns an outcome per command, in order
 */
export function refuseStatements(
  services: Services,
  commands: readonly RefuseStatement[],
): Promise<RefuseStatementOutcome[]> {
  const ids = [...new Set(commands.map((one) => one.statement_id))];
  return signed<Known, RefuseStatementOutcome>(services, {
    lock: async (client) => {
      const rows = await lockStatements(client, ids);
      const brought = await findBrought(client, ids);
      return {
        statements: new Map(rows.map((row) => [row.id, row])),
        brought: new Set(brought.map(({ id }) => id)),
      };
    },
    subjects: ({ statements }) => [...statements.keys()],
    decide: ({ client, known: { statements: known, brought }, agree, record, now: refused_at }) => {
      const refused: RefuseStatement[] = [];
      const outcomes = commands.map((command): RefuseStatementOutcome => {
        const { statement_id: subject_id, actor: refused_by } = command;
        const statement = known.get(subject_id);
        if (statement === undefined) return { kind: 'statement_not_found' };
        const { state, msisdn, sha256, collection_number_id } = statement;
        if (state === 'REFUSED') return { kind: 'statement_refused', statement, before: true };
        if (state === 'AGREED' || state === 'SETTLED' || brought.has(subject_id))
          return { kind: 'statement_counts', msisdn };
        const consent = agree(command, { action: ACTION, subject_id, terms: { sha256 }, amount_xaf: 0 });
        if (consent.kind !== 'agreed') return consent;
        const after = { ...statement, state: 'REFUSED' as const, refused_at, refused_by };
        known.set(subject_id, after);
        refused.push(command);
        record(command, { action: ACTION, subject_id, detail: { sha256, collection_number_id } });
        return { kind: 'statement_refused', statement: after, before: false };
      });
      const write = async () => {
        const rows = refused.map(({ statement_id: id, actor }) => ({ id, refused_at, refused_by: actor }));
        await noteRefused(client, rows);
        await answerUnagreed(client, refused, refused_at);
      };
      return { outcomes, write };
    },
  });
}
