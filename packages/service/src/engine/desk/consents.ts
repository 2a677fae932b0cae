import type { PoolClient } from 'pg';
import {
  type Asked,
  type OpenProposal,
  type SecondPerson,
  type Signature,
  secondPerson,
} from '../../domain/review/second-person.ts';
import {
  insertProposals,
  lockProposals,
  type NewProposal,
  type SettledProposal,
  settleProposals,
} from '../../store/staff.ts';
import type { Services } from '../services.ts';

/** What a person asks for, on exactly these terms. */
export type AskedOf = Omit<Asked, 'actor'> & {
  subject_id: string;
  /** What the audit trail keeps of a proposal beside its terms. */
  said?: Record<string, unknown>;
  /** A proposal that was made before is none any more; without it proposals stand until they are taken back. */
  stale_before?: Date;
};

/** Asks for the second person, subject by subject, and writes down at the end what came of it. */
export type Consents = {
  ask: (by: Signature, asked: AskedOf) => SecondPerson;
  /**
   * @returns what was proposed, for the audit trail
   * @throws when somebody else proposed about a subject at the same instant
   */
  write: () => Promise<
    (Signature & { action: string; subject_id: string; detail: Record<string, unknown> })[]
  >;
};

/**
 * Locks the open proposals about the subjects; every answer of `ask` counts from then on.
 * @param always two people are needed whatever the amount
 */
export async function seekConsents(
  services: Services,
  client: PoolClient,
  subject_ids: readonly string[],
  always: boolean,
): Promise<Consents> {
  const ids = [...new Set(subject_ids)];
  const rows = ids.length === 0 ? [] : await lockProposals(client, ids);
  const open = new Map<string, OpenProposal & { proposed_at: Date }>(
    rows.map((row) => [row.subject_id, row]),
  );
  const made: Made[] = [];
  const settled: SettledProposal[] = [];
  const now = services.now();
  const { second_person_xaf } = services.policy;
  // Where nobody asks for a second person at all, these don't either.
  const from_xaf = always && second_person_xaf !== null ? 0 : second_person_xaf;

  return {
    ask({ actor, note }, { subject_id, said = {}, stale_before, ...asked }) {
      const found = open.get(subject_id) ?? null;
      const is_stale = found !== null && stale_before !== undefined && found.proposed_at < stale_before;
      if (is_stale) {
        settled.push({ id: found.id, outcome: 'WITHDRAWN', settled_by: actor, settled_at: now });
        open.delete(subject_id);
      }
      const standing = is_stale ? null : found;
      const answer = secondPerson({ ...asked, actor }, standing, from_xaf);
      if (answer.kind === 'propose') {
        const proposal = {
          ...asked,
          said,
          id: services.newId(),
          subject_id,
          proposed_by: actor,
          note,
          proposed_at: now,
        };
        made.push(proposal);
        open.set(subject_id, proposal);
      }
      if (answer.kind === 'go' && standing !== null) {
        const outcome = answer.agreed === null ? 'WITHDRAWN' : 'AGREED';
        settled.push({ id: standing.id, outcome, settled_by: actor, settled_at: now });
        open.delete(subject_id);
      }
      return answer;
    },
    write: () => writeConsents(client, made, settled),
  };
}

type Made = NewProposal & { said: Record<string, unknown> };

async function writeConsents(
  client: PoolClient,
  made: readonly Made[],
  settled: readonly SettledProposal[],
): ReturnType<Consents['write']> {
  // Settled before made: whoever agrees to one and asks for the next does both in one batch.
  await settleProposals(client, settled);
  const written = await insertProposals(
    client,
    made.map(({ said: _said, ...proposal }) => proposal),
  );
  if (written.length !== made.length)
    throw new Error('another proposal about the same subject was made at this moment: try again');
  return made.map(({ proposed_by: actor, action, subject_id, note, terms, amount_xaf, said }) => ({
    actor,
    action: `${action}.proposed`,
    subject_id,
    note,
    detail: { ...terms, amount_xaf, ...said },
  }));
}
