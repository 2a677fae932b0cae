import type { PoolClient } from 'pg';
import {
  type Asked,
  type OpenProposal,
  type SecondPerson,
  secondPerson,
} from '../../domain/review/second-person.ts';
import {
  insertProposals,
  lockProposals,
  type NewProposal,
  type SettledProposal,
  settleProposals,
} from '../../store/staff/proposals.ts';
import type { Services } from '../services.ts';
import { recordActions } from './record.ts';

/** Asks for the second person, subject by subject, and writes down at the end what came of it. */
export type Consents = {
  ask: (asked: Asked & { subject_id: string; note: string }) => SecondPerson;
  /** @throws when somebody else proposed about a subject at the same instant; nothing of the batch is done. */
  write: () => Promise<void>;
};

/** Locks the open proposals about the subjects; every answer of `ask` counts from then on. */
export async function seekConsents(
  services: Services,
  client: PoolClient,
  subject_ids: readonly string[],
  /** Two people are needed whatever the amount: what corrects the books, or says whose word counts. */
  { always }: { always: boolean } = { always: false },
): Promise<Consents> {
  const rows = await lockProposals(client, [...new Set(subject_ids)]);
  const open = new Map<string, OpenProposal>(rows.map((row) => [row.subject_id, row]));
  const made: NewProposal[] = [];
  const settled: SettledProposal[] = [];
  const now = services.now();

  return {
    ask(asked) {
      const standing = open.get(asked.subject_id) ?? null;
      const { second_person_xaf } = services.policy;
      // Where nobody asks for a second person at all, these don't either.
      const from_xaf = always && second_person_xaf !== null ? 0 : second_person_xaf;
      const answer = secondPerson(asked, standing, from_xaf);
      if (answer.kind === 'propose') {
        const { action, subject_id, terms, amount_xaf, actor: proposed_by, note } = asked;
        const proposal = {
          id: services.newId(),
          action,
          subject_id,
          terms,
          amount_xaf,
          proposed_by,
          note,
          proposed_at: now,
        };
        made.push(proposal);
        open.set(subject_id, proposal);
      }
      if (answer.kind === 'go' && standing !== null) {
        const outcome = answer.agreed === null ? 'WITHDRAWN' : 'AGREED';
        settled.push({ id: standing.id, outcome, settled_by: asked.actor, settled_at: now });
        open.delete(asked.subject_id);
      }
      return answer;
    },
    write: () => writeProposals(services, client, settled, made),
  };
}

/** Settled before made: whoever agrees to one and asks for the next does both in one batch. */
async function writeProposals(
  services: Services,
  client: PoolClient,
  settled: readonly SettledProposal[],
  made: readonly NewProposal[],
): Promise<void> {
  await settleProposals(client, settled);
  const written = await insertProposals(client, made);
  if (written.length !== made.length)
    throw new Error('another proposal about the same subject was made at this moment: try again');
  await recordActions(
    services,
    client,
    made.map(({ proposed_by: actor, action, subject_id, note, terms, amount_xaf }) => ({
      actor,
      action: `${action}.proposed`,
      subject_id,
      note,
      detail: { ...terms, amount_xaf },
    })),
  );
}
