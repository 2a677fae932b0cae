import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import { moneyOf } from '../../../domain/review/alone.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { closeAlertRows, type LockedAlert, lockAlerts } from '../../../store/alerts.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { clearSuspicion, loadSuspectedPayments, loadWaitingSuspected } from '../../../store/book/books.ts';
import {
  closeOpenIncidents,
  type IncidentRow,
  loadIncidents,
  lockNumbers,
  refreshFeedStatus,
} from '../../../store/feeds/incidents.ts';
import type { StaffAlertRow } from '../../../store/rows.generated.ts';
import { settleBelieved } from '../../book/settle.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

/** `seen_at`: up to when this person knows what was found false on its number; null: they haven't said; left out: as it is now. */
export type CloseIncident = Signature & { incident_id: string; seen_at?: Date | null };
export type CloseOutcome =
  | { kind: 'closed'; incident: IncidentRow }
  | { kind: 'incident_not_found' }
  | { kind: 'closed_before'; incident: IncidentRow }
  /** More has been found false on that number since this person read of it. */
  | { kind: 'found_since' }
  /** Something has, then, and this person hasn't said that they know of it; `is_ahead`: they name a moment that is still to come. */
  | { kind: 'unseen'; seen_at: Date; is_ahead: boolean }
  | NotAgreed;

/**
 * Staff close incidents. Closing `short` says that the number's chain is believed again, what is suspected of it is paid out to its
 * merchants, or may be confirmed in its review, and what waits there may be settled by the next reading: so from the configured amount on another person says the same.
 * Both know of all that was found: who has spoken before a reading, a statement or people found more false there counts no more. What is still wrong opens again at the next look. An outcome per command, in order.
 */
export async function closeIncidents(
  services: Services,
  commands: readonly CloseIncident[],
): Promise<CloseOutcome[]> {
  const ids = commands.map((one) => one.incident_id);
  let events = 0;
  const outcomes = await signed<Known, CloseOutcome>(services, {
    signers: commands,
    lock: async (client) => {
      const found = await loadIncidents(client, ids);
      const numbers = [...new Set(found.map((row) => row.collection_number_id))];
      const books = await lockBooks(client, numbers);
      await lockNumbers(client, numbers);
      // As they stand now that nobody else closes them.
      const rows = new Map((await loadIncidents(client, ids)).map((row) => [row.id, row]));
      const suspected = await loadSuspectedPayments(client, numbers);
      const waiting = await loadWaitingSuspected(client, numbers);
      const suspected_at = new Map(books.map((book) => [book.collection_number_id, book.suspected_at]));
      return { numbers, rows, suspected, suspected_at, waiting };
    },
    subjects: ({ rows }) => [...rows.keys()],
    decide: (desk) => {
      const closing: ClosingIncident[] = [];
      return {
        outcomes: commands.map((command) => closeIncident(desk, command, closing)),
        write: async () => {
          events = await closeAll(services, desk, closing);
        },
      };
    },
  });
  if (events > 0) services.onEvents();
  return outcomes;
}

/**
 * Why a person who says that they know of all up to a moment doesn't know of what last was at another; null
 * where they do. Who names one that is still to come would close whatever is found until then; another process's
 * clock may be ahead of ours, so what there is may be of such a moment.
 */
function unseen(
  seen_at: Date | null,
  last_at: Date,
  now: Date,
): { kind: 'since' } | { kind: 'unseen'; seen_at: Date; is_ahead: boolean } | null {
  if (seen_at !== null && seen_at < last_at) return { kind: 'since' };
  const is_ahead = seen_at !== null && seen_at > last_at && seen_at > now;
  return seen_at === null || is_ahead ? { kind: 'unseen', seen_at: last_at, is_ahead } : null;
}

/** What frees no money is closed by anybody, however much they have decided alone that day. */
const freedBy = (of: Parameters<typeof moneyOf>[0], sum_xaf: number): ReturnType<typeof moneyOf> =>
  sum_xaf === 0 ? { amount_xaf: 0 } : moneyOf(of, sum_xaf);

type Known = {
  numbers: string[];
  rows: Map<string, IncidentRow>;
  /** What is suspected of numbers that are short, by whom it was paid to. */
  suspected: { collection_number_id: string; merchant_id: string; suspected_xaf: number }[];
  /** When something was last found false there; null where nothing is suspected. */
  suspected_at: ReadonlyMap<string, Date | null>;
  /** What waits there for a reading and may be what is missing, and what is suspected and lies in the cases of reviews. */
  waiting: { collection_number_id: string; waiting_xaf: number }[];
};
type ClosingIncident = { command: CloseIncident; row: IncidentRow };

function closeIncident(
  { known: { rows, suspected, suspected_at, waiting }, now, agree, record }: Desk<Known>,
  command: CloseIncident,
  closing: ClosingIncident[],
): CloseOutcome {
  const incident = rows.get(command.incident_id);
  if (incident === undefined) return { kind: 'incident_not_found' };
  if (incident.closed_at !== null) return { kind: 'closed_before', incident };
  if (closing.some(({ row }) => row.id === incident.id)) return { kind: 'closed', incident };
  const { id: subject_id, kind, collection_number_id } = incident;
  const found_at = kind === 'short' ? (suspected_at.get(collection_number_id) ?? null) : null;
  const { seen_at = found_at } = command;
  const missed = found_at === null ? null : unseen(seen_at, found_at, now);
  if (missed !== null) return missed.kind === 'since' ? { kind: 'found_since' } : missed;
  const isFreed = (one: { collection_number_id: string }) =>
    kind === 'short' && one.collection_number_id === collection_number_id;
  const freed = suspected.filter(isFreed);
  const waiting_xaf = waiting.find(isFreed)?.waiting_xaf ?? 0;
  const sum_xaf = freed.reduce((all_xaf, { suspected_xaf }) => all_xaf + suspected_xaf, waiting_xaf);
  // All of it counts with what this person decides of the merchant who gets most: it can't be closed for a part of it.
  const most =
    freed.toSorted((one, other) => other.suspected_xaf - one.suspected_xaf)[0]?.merchant_id ?? null;
  const subject = { action: 'feed.close', subject_id } as const;
  // Whoever is of the team of one of these decides nothing about it.
  const merchant_ids = freed.map(({ merchant_id }) => merchant_id);
  const said = { kind, collection_number_id, ...(most !== null && { merchant_id: most, merchant_ids }) };
  const money = freedBy({ environment: 'live', merchant_id: most }, Math.min(sum_xaf, AMOUNT_XAF_MAX));
  const terms = { found_at: found_at?.toISOString() ?? null };
  const consent = agree(command, { ...subject, terms, knows: 'found_at', said, ...money });
  if (consent.kind !== 'agreed') return consent;
  closing.push({ command, row: incident });
  record(command, { ...subject, detail: { ...said, ...consent.on_record } });
  return { kind: 'closed', incident };
}

/**
 * A number whose incident `short` is closed is believed again, so messages that begin at its tip go on.
 * @returns how many events that wrote
 */
async function closeAll(
  services: Services,
  { client, known: { numbers }, now: closed_at }: Desk<Known>,
  open: readonly ClosingIncident[],
): Promise<number> {
  await closeOpenIncidents(
    client,
    open.map(({ command: { actor: closed_by, note }, row: { collection_number_id, kind, about } }) => ({
      collection_number_id,
      kind,
      about,
      closed_at,
      closed_by,
      note,
    })),
  );
  const believed = open.filter(({ row }) => row.kind === 'short').map(({ row }) => row.collection_number_id);
  await clearSuspicion(client, { collection_number_ids: believed, now: closed_at });
  const events = await settleBelieved(services, client, believed, closed_at);
  await refreshFeedStatus(client, numbers);
  return events;
}

/** `seen_at`: when the alert had last been raised as this person read it; null: they haven't said; left out: as it is now. */
export type CloseAlert = Signature & { alert_id: string; seen_at?: Date | null };
export type CloseAlertOutcome =
  | { kind: 'closed'; alert: StaffAlertRow }
  | { kind: 'alert_not_found' }
  | { kind: 'closed_before'; alert: StaffAlertRow }
  /** More of that payment has been taken back since this person read of it. */
  | { kind: 'taken_back_since' }
  /** Something of it last was then, and this person hasn't said that they know of it; `is_ahead`: they name a moment to come. */
  | { kind: 'unseen'; seen_at: Date; is_ahead: boolean }
  | NotAgreed;

type Alerts = Map<string, LockedAlert>;

/**
 * Staff close alerts. A credit that another SIM called undone may be confirmed or assigned again from then on, and what was paid is paid
 * out to its merchant: so from the configured amount on another person says the same, as of each decision about money. Both know of all
 * that was taken back of it: what was said or read before more of it was counts no more.
 * @returns an outcome per command, in order; of one alert named twice the first closes it
 */
export function closeAlerts(
  services: Services,
  commands: readonly CloseAlert[],
): Promise<CloseAlertOutcome[]> {
  const ids = [...new Set(commands.map((one) => one.alert_id))];
  return signed<Alerts, CloseAlertOutcome>(services, {
    signers: commands,
    lock: async (client) => new Map((await lockAlerts(client, ids)).map((row) => [row.id, row])),
    subjects: (alerts) => [...alerts.keys()],
    decide: (desk) => {
      const closing: Closing[] = [];
      const outcomes = commands.map((command) => closeAlert(desk, command, closing));
      return { outcomes, write: () => closeAlertRows(desk.client, closing) };
    },
  });
}

type Closing = Parameters<typeof closeAlertRows>[1][number];

function closeAlert(
  { known: alerts, now: closed_at, agree, record }: Desk<Alerts>,
  command: CloseAlert,
  closing: Closing[],
): CloseAlertOutcome {
  const { alert_id: id, actor: closed_by, note } = command;
  const alert = alerts.get(id);
  if (alert === undefined) return { kind: 'alert_not_found' };
  if (alert.closed_at !== null) return { kind: 'closed_before', alert };
  const { kind, subject, credit_xaf, last_at } = alert;
  const is_reversal = kind === 'reversal';
  const { seen_at = last_at } = command;
  const missed = is_reversal ? unseen(seen_at, last_at, closed_at) : null;
  if (missed !== null) return missed.kind === 'since' ? { kind: 'taken_back_since' } : missed;
  const told = { action: 'alert.close', subject_id: id } as const;
  // Money that came back to a SIM of ours is nobody's payment, and what else is closed moves none.
  const money = freedBy(alert, is_reversal ? (credit_xaf ?? 0) : 0);
  // Only money that left raises one again, each of its movements once: nobody can keep two people from agreeing.
  const terms = is_reversal ? { last_at: last_at.toISOString() } : {};
  const consent = agree(command, { ...told, terms, knows: 'last_at', said: { kind, subject }, ...money });
  if (consent.kind !== 'agreed') return consent;
  const closed = { ...alert, closed_at, closed_by, note };
  alerts.set(id, closed);
  closing.push({ id, closed_at, closed_by, note });
  record(command, { ...told, detail: { kind, subject, ...consent.on_record } });
  return { kind: 'closed', alert: closed };
}
