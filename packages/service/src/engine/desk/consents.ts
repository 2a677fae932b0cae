import type { PoolClient } from 'pg';
import {
  type Agreeing,
  type Asked,
  knewOther,
  type OpenProposal,
  type SecondPerson,
  type Signature,
  secondPerson,
  settledBy,
} from '../../domain/review/second-person.ts';
import type { StaffVerb } from '../../domain/staff/role.ts';
import {
  insertProposals,
  lockProposals,
  type NewProposal,
  type SettledProposal,
  settleProposals,
} from '../../store/staff/record.ts';
import type { Services } from '../services.ts';

/** Somebody else has proposed about a subject at the same instant. Nothing was done; looking again shows what. */
export class ProposedAtOnce extends Error {
  constructor() {
    super('another proposal about the same subject was made at this moment: try again');
    this.name = 'ProposedAtOnce';
  }
}

/** What somebody has read and agrees to is open no more. Nothing was done: alone they have asked for nothing. */
export class NothingProposed extends Error {
  constructor() {
    super('what was to be agreed to is not proposed any more');
    this.name = 'NothingProposed';
  }
}

/** What a person asks for, on exactly these terms. */
export type AskedOf = Omit<Asked, 'actor' | 'account_id' | 'action'> & {
  action: StaffVerb;
  subject_id: string;
  /** What the audit trail keeps of a proposal beside its terms. */
  said?: Record<string, unknown>;
  /** What is held against the amount from which on two people are needed, where that is more than this amount by itself. */
  weight_xaf?: number;
  /** A proposal that is older counts no more. Left out: proposals stand until they are taken back. */
  stale_before?: Date;
  /**
   * The term that says what who asks for it knows of, such as when something was last found. What another has
   * proposed who knew of something else counts no more. By when they spoke nobody could tell that: clocks differ,
   * and one is read before a lock is waited for.
   */
  knows?: string;
  /** Whether a proposal of the same action on such terms counts no more: it was asked for less, or said otherwise. */
  is_outdated?: (terms: Asked['terms']) => boolean;
  /** The subject may be decided about again: what one person may do alone leaves standing what another has proposed. */
  leaves_proposal?: boolean;
};

/** Asks for the second person, subject by subject, and writes down at the end what came of it. */
export type Consents = {
  /**
   * `asked_at`: when the first of the two has spoken, or now.
   * @throws NothingProposed
   */
  ask: (by: Agreeing, asked: AskedOf) => SecondPerson & { asked_at: Date };
  /** When the first of two has spoken, where this person would be the second; else null. */
  firstSpokeAt: (by: Signature, asked: AskedOf) => Date | null;
  /** Who has proposed what in this batch. */
  proposed: () => (Signature & { action: StaffVerb; subject_id: string; detail: Record<string, unknown> })[];
  /**
   * @returns what was proposed, for the audit trail
   * @throws ProposedAtOnce
   */
  write: () => Promise<
    (Signature & { action: `${StaffVerb}.proposed`; subject_id: string; detail: Record<string, unknown> })[]
  >;
};

/**
 * Locks the open proposals about the subjects. Each `ask` finds what those before it in the batch have proposed and agreed on.
 * @param from_xaf amounts from here on need two people; 0: every amount, null: none
 */
export async function seekConsents(
  services: Services,
  client: PoolClient,
  subject_ids: readonly string[],
  from_xaf: number | null,
): Promise<Consents> {
  const ids = [...new Set(subject_ids)];
  const rows = ids.length === 0 ? [] : await lockProposals(client, { ids });
  const open = new Map<string, StandingProposal>(rows.map((row) => [row.subject_id, row]));
  const made: Made[] = [];
  const settled: SettledProposal[] = [];
  const now = services.now();

  const answerTo = (by: Signature, asked: AskedOf) =>
    answered(open.get(asked.subject_id) ?? null, by, asked, from_xaf);

  return {
    firstSpokeAt(by, asked) {
      const { answer, standing } = answerTo(by, asked);
      return answer.kind === 'go' && answer.agreed !== null && standing !== null
        ? standing.proposed_at
        : null;
    },
    ask(by, asked) {
      const { subject_id, leaves_proposal = false } = asked;
      const settlement = settledBy(by, now);
      if (by.agrees_to !== undefined && open.get(subject_id)?.id !== by.agrees_to)
        throw new NothingProposed();
      const { answer, standing, stale } = answerTo(by, asked);
      if (stale !== null) {
        settled.push({ id: stale.id, outcome: 'WITHDRAWN', ...settlement });
        open.delete(subject_id);
      }
      if (answer.kind === 'propose') {
        const proposal = proposalOf(by, asked, { id: services.newId(), proposed_at: now });
        made.push(proposal);
        open.set(subject_id, { ...proposal, is_orphan: false });
      }
      const is_left = leaves_proposal && answer.kind === 'go' && answer.agreed === null;
      if (answer.kind === 'go' && standing !== null && !is_left) {
        const outcome = answer.agreed === null ? 'WITHDRAWN' : 'AGREED';
        settled.push({ id: standing.id, outcome, ...settlement });
        open.delete(subject_id);
      }
      const is_agreed = answer.kind === 'go' && answer.agreed !== null;
      return { ...answer, asked_at: is_agreed ? (standing?.proposed_at ?? now) : now };
    },
    proposed: () => made.map(signedProposal),
    write: () => writeConsents(client, made, settled),
  };
}

type StandingProposal = OpenProposal & { proposed_at: Date; is_orphan: boolean };

/** What comes of it where this was proposed, if anything; `stale`: that counts no more. */
function answered(found: StandingProposal | null, by: Signature, asked: AskedOf, from_xaf: number | null) {
  const { action, terms, weight_xaf = 0, stale_before, knows, is_outdated } = asked;
  const is_old =
    found !== null &&
    ((stale_before !== undefined && found.proposed_at < stale_before) ||
      (knows !== undefined && knewOther(found, asked, knows)) ||
      (found.action === action && is_outdated?.(found.terms) === true));
  // Who has left the staff agrees to nothing any more.
  const stale = found !== null && (is_old || found.is_orphan) ? found : null;
  const standing = stale === null ? found : null;
  const amount_xaf = Math.max(asked.amount_xaf, weight_xaf);
  const { actor, account_id = null } = by;
  const answer = secondPerson({ action, terms, amount_xaf, actor, account_id }, standing, from_xaf);
  return { answer, standing, stale };
}

function proposalOf(
  { actor: proposed_by, account_id, note }: Signature,
  { action, subject_id, terms, amount_xaf, said = {} }: AskedOf,
  at: { id: string; proposed_at: Date },
): Made {
  const by = { proposed_by, proposed_by_account: account_id ?? null, note };
  return { ...at, ...by, action, subject_id, terms, amount_xaf, said };
}

/** Who proposes what: by this it is judged whether they may, and this stays on record. */
function signedProposal({
  proposed_by: actor,
  proposed_by_account,
  note,
  action,
  subject_id,
  terms,
  amount_xaf,
  said,
}: Made) {
  return {
    actor,
    note,
    action,
    subject_id,
    detail: { ...terms, amount_xaf, ...said },
    ...(proposed_by_account !== null && { account_id: proposed_by_account }),
  };
}

type Made = NewProposal & { action: StaffVerb; said: Record<string, unknown> };

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
  if (written.length !== made.length) throw new ProposedAtOnce();
  return made
    .map(signedProposal)
    .map((proposal) => ({ ...proposal, action: `${proposal.action}.proposed` as const }));
}
