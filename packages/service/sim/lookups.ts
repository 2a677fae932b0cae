import { NEW_SENDER, SENDERS } from '../bench/load/texts.ts';
import type { Meaning } from '../src/domain/ledger/step.ts';
import { isCredit } from '../src/domain/movement/move.ts';
import { listAlerts } from '../src/engine/alerts.ts';
import { listIncidents, showBooks } from '../src/engine/book/look.ts';
import { type ReplayedNotices, replayNotices } from '../src/engine/book/settle-waiting.ts';
import { closeAlerts, closeIncidents } from '../src/engine/desk/book/close.ts';
import { disownMessages } from '../src/engine/desk/book/disown.ts';
import { explainSteps } from '../src/engine/desk/book/explain.ts';
import { trustSenders } from '../src/engine/desk/book/trust-senders.ts';
import { listReviews } from '../src/engine/desk/waiting.ts';
import type { Services } from '../src/engine/services.ts';
import { loadTexts } from '../src/store/templates.ts';
import type { Network } from './network.ts';

/** What staff look up with the operator. */
export type OperatorsList = Pick<Network, 'tookOut' | 'cameIn'>;

export const SIGNED = { actor: 'Simulated staff', note: 'Looked up on the SIM.' };

/** Disowns what was never sent, and says what has left, what never was, and which payments of contested numbers came. */
export async function explain(
  services: Services,
  numbers: ReadonlyMap<string, string>,
  contested: ReadonlySet<string>,
  { tookOut, cameIn }: OperatorsList,
): Promise<void> {
  const ids = [...numbers.keys()];
  const { contesting } = await showBooks(services, ids);
  const invented = contesting.filter(({ collection_number_id: id, moves, body }) => {
    const isListed = (before_xaf: number, after_xaf: number) =>
      after_xaf < before_xaf || cameIn(numbers.get(id) ?? '', before_xaf, after_xaf, body);
    return !moves.some(
      ({ before_xaf, after_xaf }) =>
        before_xaf !== null && after_xaf !== null && isListed(before_xaf, after_xaf),
    );
  });
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
  const forged = await neverCame(services, unexplained, numbers, { cameIn });
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

type Unexplained = Awaited<ReturnType<typeof showBooks>>['unexplained'][number];

/** The credits among these steps that the operator's list does not have under an id that their texts print. */
async function neverCame(
  { pool }: Services,
  steps: readonly Unexplained[],
  msisdns: ReadonlyMap<string, string>,
  { cameIn }: Pick<OperatorsList, 'cameIn'>,
): Promise<Unexplained[]> {
  const credits = steps.filter(isCredit);
  const texts = await loadTexts(
    pool,
    credits.flatMap(({ notice_id }) => notice_id ?? []),
  );
  const bodies = new Map(texts.map(({ notice_id, body }) => [notice_id, body]));
  return credits.filter(({ collection_number_id: id, notice_id, before_xaf, after_xaf }) => {
    const text = notice_id === null ? null : (bodies.get(notice_id) ?? null);
    return !cameIn(msisdns.get(id) ?? '', before_xaf, after_xaf, text);
  });
}

/** Says of each credit among these steps whether it came. */
async function sayWhichCame(
  services: Services,
  steps: readonly Unexplained[],
  msisdns: ReadonlyMap<string, string>,
  list: OperatorsList,
): Promise<void> {
  const forged = await neverCame(services, steps, msisdns, list);
  const came = steps.filter((one) => isCredit(one) && !forged.includes(one));
  await explainSteps(services, [...signed(forged, 'write_off'), ...signed(came, 'credit')]);
}

/** Says of payments that the book has, and that reviews without money wait for, whether they came. */
export async function lookUpReviewed(
  services: Services,
  { limit, msisdns, list }: { limit: number; msisdns: ReadonlyMap<string, string>; list: OperatorsList },
): Promise<void> {
  const reviews = await listReviews(services, { environment: 'live', limit });
  const lacking = Map.groupBy(
    reviews.filter(({ waiting_credits }) => waiting_credits === 0),
    ({ msisdn }) => msisdn,
  );
  const ids = [...msisdns].flatMap(([id, msisdn]) => (lacking.has(msisdn) ? id : []));
  if (ids.length === 0) return;
  const { unexplained } = await showBooks(services, ids);
  const meant = unexplained.filter(({ collection_number_id: id, before_xaf, after_xaf }) =>
    lacking.get(msisdns.get(id) ?? '')?.some(({ amount_xaf }) => amount_xaf === after_xaf - before_xaf),
  );
  await sayWhichCame(services, meant, msisdns, list);
}

function partition<One>(all: readonly One[], isOf: (one: One) => boolean): [One[], One[]] {
  const { of = [], other = [] } = Object.groupBy(all, (one) => (isOf(one) ? 'of' : 'other'));
  return [of, other];
}

export async function closeOthers(
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
  // As the handbook says: each payment that waits for a reading is looked up before a short one is closed. Of what came they say so only where
  // a review waits for it (`lookUpReviewed`): the next reading confirms it without people.
  const short = others.flatMap(({ kind, collection_number_id: id }) => (kind === 'short' ? [id] : []));
  if (short.length > 0) {
    const { unexplained } = await showBooks(services, short);
    await explainSteps(services, signed(await neverCame(services, unexplained, msisdns, list), 'write_off'));
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

/** Whose phone it is where nothing shows who paid. */
const ASKED_PHONE = '66000000';

/**
 * Sends money back, one way or another. Where nothing shows whose phone paid, staff ask for it and say it: what was
 * refused for want of it is asked for once more.
 * @returns an outcome per command, in order
 */
export async function asking<Command extends object, Outcome extends { kind: string }>(
  sendBack: (commands: (Command & { to?: string })[]) => Promise<Outcome[]>,
  commands: readonly Command[],
): Promise<Outcome[]> {
  const said = await sendBack([...commands]);
  const unknown = commands.flatMap((command, n) =>
    said[n]?.kind === 'payer_unknown' ? [{ n, command: { ...command, to: ASKED_PHONE } }] : [],
  );
  if (unknown.length === 0) return said;
  const asked = await sendBack(unknown.map(({ command }) => command));
  const again = new Map(unknown.map(({ n }, place) => [n, asked[place]]));
  return said.map((one, n) => again.get(n) ?? one);
}
