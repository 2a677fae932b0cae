import type { PoolClient } from 'pg';
import { lookedSince } from '../../domain/movement/clocks.ts';
import type { AloneSum } from '../../domain/review/alone.ts';
import { type SecondPerson, type Signature, signatureOf } from '../../domain/review/second-person.ts';
import type { StaffVerb } from '../../domain/staff/role.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { insertActions } from '../../store/staff/record.ts';
import type { Services } from '../services.ts';
import { requireAllowed } from './allowed.ts';
import { type Alone, lockAlone } from './alone.ts';
import { type AskedOf, type Consents, seekConsents } from './consents.ts';

/** Nothing is done: the first of two people has spoken, or this one can't be the second. */
export type NotAgreed = { kind: 'proposed' } | Exclude<SecondPerson, { kind: 'go' | 'propose' }>;

/** What was done, for the audit trail. */
export type Act = {
  action: StaffVerb | `${StaffVerb}.${'proposed' | 'withdrawn'}`;
  subject_id: string;
  detail?: Record<string, unknown>;
};

export type Agreed = {
  kind: 'agreed';
  proposed_by: string | null;
  asked_at: Date;
  /** How it was agreed on, for the audit trail: what one person decided alone is added up from there. */
  on_record: { proposed_by: string | null; alone_xaf?: number; merchant_id?: string | null };
};

/**
 * What is asked for; `alone`: live money, which adds up with what its person decides alone. Left out: it stands for itself.
 * `takes_two`: however little it is; only where the policy asks for no second person at all it needs none.
 */
type Deciding = Omit<AskedOf, 'weight_xaf'> & { alone?: AloneSum; takes_two?: boolean };

/** The locked subjects of a batch, and the two things that every decision about them does. */
export type Desk<Known> = {
  client: PoolClient;
  known: Known;
  now: Date;
  /**
   * Asks for the second person. `agreed`: it may be done now. `proposed_by` names the first of two, null where one is enough;
   * `asked_at` is when the first one asked, which is now where one is enough.
   */
  agree: (by: Signature, asked: Deciding) => Agreed | NotAgreed;
  /**
   * The same of what two people say has not left a SIM, as its last reading shows (`read_at`; null: nobody has read it). `unread_since`:
   * the second agrees to what a look at the SIM has shown since the first has spoken: until then somebody may have sent it, as the desk
   * asks for, and its message be late.
   */
  agreeOnReading: (
    by: Signature,
    asked: Deciding & { read_at: Date | null },
  ) => Agreed | NotAgreed | { kind: 'unread_since' };
  /** Writes down what was done, once all of the batch is. */
  record: (by: Signature, act: Act) => void;
};

/** How a batch is decided. */
export type Signed<Known, Outcome> = {
  /** Who signs, where what one person decides alone is added up. Left out: each decision stands for itself. */
  signers?: readonly Signature[];
  /** Locks and reads what the batch is about. */
  lock: (client: PoolClient, now: Date) => Promise<Known>;
  /** The subjects on which two people agree: what is proposed about them is locked after the rest. Left out: one is enough. */
  subjects?: (known: Known) => readonly string[];
  /** Each decision `takes_two`: what corrects the books, or says whose word counts. */
  always?: boolean;
  /** Amounts from here on need two people, null: none; left out: as the policy says of all that staff decide. */
  from_xaf?: number | null;
  /** Judges the commands, one after the other, so that each finds what those before it have changed. */
  decide: (desk: Desk<Known>) => Decided<Outcome> | Promise<Decided<Outcome>>;
};

/** An outcome per command, in order, and what makes them true. */
type Decided<Outcome> = { outcomes: Outcome[]; write?: () => Promise<unknown> };

/**
 * One batch of what people decide, in one transaction and always in this order: lock who decides, where that is added up; what
 * it is about; and what was proposed about it; decide in memory; ask whether those who sign may do this; write proposals, then what was
 * decided, then the audit trail.
 * @throws StaffRefusal when somebody may not, or has left the staff; nothing of the batch is done
 * @throws when somebody else proposed about a subject at the same instant; nothing of the batch is done
 */
export function signed<Known, Outcome>(
  services: Services,
  { signers = [], lock, subjects, always = false, from_xaf, decide }: Signed<Known, Outcome>,
): Promise<Outcome[]> {
  const now = services.now();
  const pair_from_xaf = from_xaf === undefined ? services.policy.second_person_xaf : from_xaf;
  return atomically(services.pool, async (client) => {
    const alone = await lockAlone(services, client, signers, now);
    const known = await lock(client, now);
    const consents = await seekConsents(services, client, subjects?.(known) ?? [], pair_from_xaf);
    const acts: (Signature & Act)[] = [];
    const { outcomes, write } = await decide({
      client,
      known,
      now,
      agree: (by, asked) => agreement(consents, alone, by, { takes_two: always, ...asked }),
      agreeOnReading: (by, { read_at, ...asked }) => {
        const deciding = { takes_two: always, ...asked };
        const first_spoke_at = consents.firstSpokeAt(by, weighed(alone, by, deciding));
        if (first_spoke_at !== null && !lookedSince(read_at, first_spoke_at)) return { kind: 'unread_since' };
        return agreement(consents, alone, by, deciding);
      },
      record: (by, act) => acts.push({ ...signatureOf(by), ...act }),
    });
    // The staff rows of those who sign stay locked: whoever is sent away at this moment has decided this before, or does not.
    await requireAllowed(client, [...consents.proposed(), ...acts], now);
    const proposed = await consents.write();
    await write?.();
    await insertActions(
      client,
      [...proposed, ...acts].map(({ account_id = null, ...act }) => ({
        detail: {},
        ...act,
        account_id,
        id: services.newId(),
        at: now,
      })),
    );
    return outcomes;
  });
}

function weighed(
  alone: Alone,
  by: Signature,
  { alone: sum, takes_two = false, ...asked }: Deciding,
): AskedOf {
  const weight_xaf = takes_two ? Number.POSITIVE_INFINITY : sum === undefined ? 0 : alone.weigh(by, sum);
  return { ...asked, weight_xaf };
}

function agreement(
  consents: Consents,
  alone: Alone,
  by: Signature,
  deciding: Deciding,
): ReturnType<Desk<unknown>['agree']> {
  const { alone: sum } = deciding;
  const answer = consents.ask(by, weighed(alone, by, deciding));
  if (answer.kind === 'propose') return { kind: 'proposed' };
  if (answer.kind !== 'go') return answer;
  const { asked_at, agreed } = answer;
  const proposed_by = agreed?.proposed_by ?? null;
  if (sum === undefined || agreed !== null)
    return { kind: 'agreed', proposed_by, asked_at, on_record: { proposed_by } };
  alone.add(by, sum);
  const { amount_xaf: alone_xaf, merchant_id } = sum;
  return { kind: 'agreed', proposed_by, asked_at, on_record: { proposed_by, alone_xaf, merchant_id } };
}
