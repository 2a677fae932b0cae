import { NEW_SENDER, SENDERS } from '../bench/load/texts.ts';
import type { Meaning } from '../src/domain/ledger/step.ts';
import { isCredit } from '../src/domain/movement/move.ts';
import { listAlerts } from '../src/engine/alerts.ts';
import { countWaiting, listIncidents, showBooks } from '../src/engine/book/look.ts';
import { type ReplayedNotices, replayNotices } from '../src/engine/book/settle-waiting.ts';
import { anchorNumbers as say } from '../src/engine/desk/book/anchor.ts';
import { closeAlerts, closeIncidents } from '../src/engine/desk/book/close.ts';
import { disownMessages } from '../src/engine/desk/book/disown.ts';
import { explainSteps } from '../src/engine/desk/book/explain.ts';
import { trustSenders } from '../src/engine/desk/book/trust-senders.ts';
import { confirmReviews, rejectReviews } from '../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../src/engine/desk/payments/refund-credit.ts';
import { listReviews, listSuspended } from '../src/engine/desk/waiting.ts';
import type { Services } from '../src/engine/services.ts';
import { waitingCreditsOf } from './judge.ts';
import type { Network } from './network.ts';

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

/** What staff look up with the operator. */
type OperatorsList = Pick<Network, 'tookOut' | 'cameIn'>;

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
export const SIGNED = { actor: 'Simulated staff', note: 'Looked up on the SIM.' };

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
    async wantedAnchors() {
      const open = await listIncidents(services, { open: true, limit });
      const unpaid = await countWaiting(
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
        return kind === 'anchor_due'
          ? [{ ...asked, why: detail.bound_since === null ? 'half' : 'bound' }]
          : [];
      });
    },
    anchor: (reads) => anchorNumbers(services, reads),
    explain: (visited, list) =>
      explain(
        services,
        numbersOf(visited.map(({ msisdn }) => msisdn)),
        new Set(visited.flatMap(({ msisdn, is_contested }) => (is_contested ? msisdn : []))),
        list,
      ),
    closeOthers: (list) => closeOthers(services, { limit, msisdns, list }),
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
        (signed) => refundCredits(services, signed),
      ),
  };
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

async function explain(
  services: Services,
  numbers: ReadonlyMap<string, string>,
  contested: ReadonlySet<string>,
  { tookOut, cameIn }: OperatorsList,
): Promise<void> {
  const isListed = (msisdn: string, before_xaf: number, after_xaf: number) =>
    after_xaf < before_xaf || cameIn(msisdn, before_xaf, after_xaf);
  const ids = [...numbers.keys()];
  const { contesting } = await showBooks(services, ids);
  const invented = contesting.filter(
    ({ collection_number_id: id, moves }) =>
      !moves.some(
        ({ before_xaf, after_xaf }) =>
          before_xaf !== null && after_xaf !== null && isListed(numbers.get(id) ?? '', before_xaf, after_xaf),
      ),
  );
  await disownMessages(
    services,
    invented.map(({ notice_id }) => ({ notice_id, ...SIGNED })),
  );
  const { unexplained } = await showBooks(services, ids);
  const [left, missing] = partition(
    unexplained.filter(({ before_xaf, after_xaf }) => after_xaf < before_xaf),
    ({ collection_number_id: id, before_xaf, after_xaf }) =>
      tookOut(numbers.get(id) ?? '', before_xaf - after_xaf),
  );
  const forged = neverCame(unexplained, numbers, { cameIn });
  const came = unexplained.filter((one) => isCredit(one) && !forged.includes(one));
  // What waits for a reading and isn't contested waits for that: a word would only send it to review.
  const paid = came.filter(({ collection_number_id: id }) => contested.has(numbers.get(id) ?? ''));
  // What is missing for a step that was forged, or a debit that only a forged message told of.
  const never = signed(missing, 'write_off');
  const said = await explainSteps(services, [
    // First: what is missing may be these.
    ...signed(forged, 'write_off'),
    ...signed(left, 'sweep'),
    ...signed(paid, 'credit'),
    ...never,
  ]);
  const asked = said.flatMap((one) => (one.kind === 'payments_first' ? one.step_ids : []));
  if (asked.length === 0) return;
  // The forged ones are said: these came.
  const rest = [...new Set(asked)].map((id) => ({ id }));
  await explainSteps(services, [...signed(rest, 'credit'), ...never]);
}

const signed = (steps: readonly { id: string }[], meaning: Meaning) =>
  steps.map(({ id: step_id }) => ({ step_id, meaning, ...SIGNED }));

/** The credits among these steps that the operator's list does not have. */
function neverCame<
  Step extends Parameters<typeof isCredit>[0] & {
    collection_number_id: string;
    before_xaf: number;
    after_xaf: number;
  },
>(
  steps: readonly Step[],
  msisdns: ReadonlyMap<string, string>,
  { cameIn }: Pick<OperatorsList, 'cameIn'>,
): Step[] {
  return steps.filter(
    (one) =>
      isCredit(one) && !cameIn(msisdns.get(one.collection_number_id) ?? '', one.before_xaf, one.after_xaf),
  );
}

function partition<One>(all: readonly One[], isOf: (one: One) => boolean): [One[], One[]] {
  const { of = [], other = [] } = Object.groupBy(all, (one) => (isOf(one) ? 'of' : 'other'));
  return [of, other];
}

async function closeOthers(
  services: Services,
  { limit, msisdns, list }: { limit: number; msisdns: ReadonlyMap<string, string>; list: OperatorsList },
): Promise<number> {
  const open = await listIncidents(services, { open: true, limit });
  const alerts = await listAlerts(services, { environment: 'live', open: true, limit });
  const told = alerts.filter(({ kind }) => kind === 'unlisted_sender');
  await trust(
    services,
    told.flatMap(({ msisdn }) => msisdn ?? []),
    limit,
  );
  await closeAlerts(
    services,
    told.map(({ id }) => ({ alert_id: id, ...SIGNED })),
  );
  const others = open.filter(({ kind }) => kind === 'short' || kind === 'two_steps_one_id');
  // As the handbook says: each payment since the last reading is looked up before a short one is closed.
  const short = others.flatMap(({ kind, collection_number_id: id }) => (kind === 'short' ? [id] : []));
  if (short.length > 0) {
    const { unexplained } = await showBooks(services, short);
    const forged = neverCame(unexplained, msisdns, list);
    await explainSteps(services, signed(forged, 'write_off'));
  }
  await closeIncidents(
    services,
    others.map(({ id }) => ({ incident_id: id, ...SIGNED })),
  );
  return others.length;
}

/** Lists the operator's new name beside the old one, and has read again what came under it. */
async function trust(services: Services, numbers: readonly string[], limit: number): Promise<void> {
  if (numbers.length === 0) return;
  const senders = [SENDERS.AIRTEL, NEW_SENDER];
  await trustSenders(
    services,
    [...new Set(numbers)].map((number) => ({ number, senders, ...SIGNED })),
  );
  // Page after page on purpose, as the command does.
  for (let after: number | null = 0; after !== null; ) {
    const { last, failed }: ReplayedNotices = await replayNotices(services, { after, limit });
    if (failed.length > 0) throw new Error(`replay failed: ${JSON.stringify(failed[0])}`);
    after = last;
  }
}
