import { countToBePaid, listIncidents } from '../src/engine/book/look.ts';
import { anchorNumbers as say } from '../src/engine/desk/book/anchor.ts';
import { confirmReviews, rejectReviews } from '../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../src/engine/desk/payments/refund-credit.ts';
import { listReviews, listSuspended } from '../src/engine/desk/waiting.ts';
import type { Services } from '../src/engine/services.ts';
import { waitingCreditsOf } from './judge.ts';
import { asking, closeOthers, explain, lookUpReviewed, type OperatorsList, SIGNED } from './lookups.ts';

/** A balance that somebody has read on a SIM. */
export type Read = { msisdn: string; balance_xaf: number };

/** A balance that is asked for: a message waits, a payment waits for it, or half the bound is settled; or what has left. */
export type Wanted = {
  msisdn: string;
  why: 'claim' | 'bound' | 'half' | 'outflow' | 'contested';
  since_ms: number;
  /** Somebody is asked to pay there. */
  is_waited_for: boolean;
};

/** Money that waits on a person's word. */
export type Waiting = { credit_id: string; operator_transaction_id: string | null; amount_xaf: number };

/** One open review with what might have paid it. */
export type Case = { session_id: string; amount_xaf: number; credits: Waiting[] };

/** Everything that a member of staff does with the service; what he knows and when he acts is `person.ts`. */
export type Desk = {
  /** The numbers whose balance the service asks for: why, and since when. */
  wantedAnchors: () => Promise<Wanted[]>;
  anchor: (reads: readonly Read[]) => Promise<void>;
  /**
   * Says what has left numbers, what never was, which messages are nobody's, and which payments of contested numbers came,
   * as the operator's own list of transactions shows it.
   */
  explain: (
    visited: readonly { msisdn: string; is_contested: boolean }[],
    list: OperatorsList,
  ) => Promise<void>;
  /** Closes every incident and alert that a word settles; how many incidents there were. */
  closeOthers: (list: OperatorsList) => Promise<number>;
  /** Says of payments that the book has, and that reviews without money wait for, whether they came. */
  lookUpReviewed: (list: OperatorsList) => Promise<void>;
  reviews: () => Promise<Case[]>;
  /** `refused`: what the service should have let them confirm, and didn't. */
  confirm: (
    pairs: readonly { session_id: string; credit_id: string }[],
  ) => Promise<{ confirmed: number; refused: string[] }>;
  reject: (session_ids: readonly string[]) => Promise<string[]>;
  suspense: () => Promise<(Waiting & { msisdn: string })[]>;
  /** @returns those that the service let them send back */
  sendBack: (credit_ids: readonly string[]) => Promise<string[]>;
};

const ROUND = 500;

/**
 * What a reading of the SIM casts doubt on waits until its incident has been worked off, where they explain it; and the
 * operator may have taken a payment back since they looked.
 */
const REFUSED_FOR_NOW: ReadonlySet<string> = new Set([
  'credit_doubted',
  'credit_not_vouched',
  'credit_reversed',
]);
const isConfirmed = ({ kind }: { kind: string }): boolean => kind === 'confirmed';

/**
 * @param msisdns the numbers by id
 * @param people what one looks at in a round is the same, however many work
 */
export function openDesk(services: Services, msisdns: ReadonlyMap<string, string>, people: number): Desk {
  const limit = ROUND * people;
  const numbersOf = (read: readonly string[]) =>
    new Map([...msisdns].filter(([, one]) => read.includes(one)));
  return {
    wantedAnchors: () => wantedAnchors(services, { limit, msisdns }),
    anchor: (reads) => anchorNumbers(services, reads),
    explain: (visited, list) =>
      explain(
        services,
        numbersOf(visited.map(({ msisdn }) => msisdn)),
        new Set(visited.flatMap(({ msisdn, is_contested }) => (is_contested ? msisdn : []))),
        list,
      ),
    closeOthers: (list) => closeOthers(services, { limit, msisdns, list }),
    lookUpReviewed: (list) => lookUpReviewed(services, { limit, msisdns, list }),
    async reviews() {
      const reviews = await listReviews(services, { environment: 'live', limit });
      const ids = reviews.map(({ session_id }) => session_id);
      const credits = Map.groupBy(await waitingCreditsOf(services.pool, ids), (row) => row.session_id);
      return reviews.map(({ session_id, amount_xaf }) => ({
        session_id,
        amount_xaf,
        credits: credits.get(session_id) ?? [],
      }));
    },
    confirm: (pairs) => confirm(services, pairs),
    reject: (ids) =>
      decideEach(
        ids,
        'rejected',
        (session_id) => ({ session_id, ...SIGNED }),
        (signed) => rejectReviews(services, signed),
      ),
    suspense: () => listSuspended(services, { environment: 'live', limit }),
    sendBack: (ids) =>
      decideEach(
        ids,
        'refunded',
        (credit_id) => ({ credit_id, ...SIGNED }),
        (signed) => asking((some) => refundCredits(services, some), signed),
      ),
  };
}

async function wantedAnchors(
  services: Services,
  { limit, msisdns }: { limit: number; msisdns: ReadonlyMap<string, string> },
): Promise<Wanted[]> {
  const open = await listIncidents(services, { open: true, limit });
  const unpaid = await countToBePaid(
    services,
    open.map((one) => one.collection_number_id),
  );
  return open.flatMap(({ kind, collection_number_id: id, opened_at, detail }): Wanted[] => {
    const asked = {
      msisdn: msisdns.get(id) ?? '',
      since_ms: opened_at.getTime(),
      is_waited_for: unpaid.has(id),
    };
    if (kind === 'claim' || kind === 'outflow' || kind === 'contested') return [{ ...asked, why: kind }];
    return kind === 'anchor_due' ? [{ ...asked, why: detail.bound_since === null ? 'half' : 'bound' }] : [];
  });
}

async function confirm(
  services: Services,
  pairs: Parameters<Desk['confirm']>[0],
): ReturnType<Desk['confirm']> {
  if (pairs.length === 0) return { confirmed: 0, refused: [] };
  const outcomes = await confirmReviews(
    services,
    pairs.map((one) => ({ ...one, ...SIGNED })),
  );
  const refused = outcomes.filter((one) => !isConfirmed(one) && !REFUSED_FOR_NOW.has(one.kind));
  return {
    confirmed: outcomes.filter(isConfirmed).length,
    refused: refused.map((one) => `staff could not confirm: ${JSON.stringify(one)}`),
  };
}

/** Decides each of them; those that came out so. */
async function decideEach<Command>(
  ids: readonly string[],
  kind: string,
  commandOf: (id: string) => Command,
  decide: (commands: Command[]) => Promise<{ kind: string }[]>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const outcomes = await decide(ids.map(commandOf));
  return ids.filter((_, place) => outcomes[place]?.kind === kind);
}

/** Says balances that were read on the SIMs, the first ones of a number too. */
export async function anchorNumbers(services: Services, reads: readonly Read[]): Promise<void> {
  if (reads.length === 0) return;
  await say(
    services,
    reads.map(({ msisdn, balance_xaf }) => ({ number: msisdn, balance_xaf, ...SIGNED })),
  );
}
