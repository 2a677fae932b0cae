import {
  isWaitingKind,
  readPlace,
  type WaitingKind,
  type WaitingPlace,
  writePlace,
} from '../../../domain/desk/waiting.ts';
import type { Environment } from '../../../domain/operator.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { mayDo, type StaffVerb } from '../../../domain/staff/role.ts';
import { StaffRefusal } from '../../../engine/desk/allowed.ts';
import { ProposedAtOnce } from '../../../engine/desk/consents.ts';
import { listQueue } from '../../../engine/desk/queue.ts';
import type { Told } from '../../../engine/desk/told.ts';
import {
  type Answer,
  type Catalogue,
  goBack,
  goTo,
  type StaffVisit,
  show,
  type Visit,
} from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { OUTCOME_WORDS, toldOf } from '../outcomes/outcome.ts';
import { ar } from '../words/ar.ts';
import { en } from '../words/en.ts';
import { fr } from '../words/fr.ts';
import type { OfficeWords } from '../words/words.ts';

export const OFFICE_WORDS: Catalogue<OfficeWords> = { fr, ar, en };

export const wordsOf = ({ language }: Pick<Visit, 'language'>): OfficeWords => OFFICE_WORDS[language];

const NOTE_MAX = 2_000;

/** Who decides: the account that is signed in, and the note of the form. */
export function signatureByVisit({ person, form }: StaffVisit, note = form.text('note')): Signature {
  return { actor: person.account.name, account_id: person.account.id, note };
}

/** Whether a note can be kept. */
export const isNote = (note: string): boolean => note.length >= 1 && note.length <= NOTE_MAX;

/** Whether the person who visits may do a verb: what they may not is not offered either. */
export const may = ({ person }: StaffVisit, verb: StaffVerb): boolean => mayDo(person.staff_role, verb);

/** Where somebody stands who works through what waits: the environment, the kind, and the case that is open. */
export type Stand = { environment: Environment; kind: WaitingKind | null; place: WaitingPlace | null };

export function standOf({ query, form }: Pick<Visit, 'query' | 'form'>): Stand {
  const said = (name: string) => query.get(name) ?? form.text(name);
  const kind = said('queue');
  return {
    environment: said('environment') === 'test' ? 'test' : 'live',
    kind: isWaitingKind(kind) ? kind : null,
    place: readPlace(said('place')),
  };
}

/** The stand as the fields of a form. */
export function standFields({ environment, kind, place }: Stand): SafeHtml {
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  return html`${hidden('environment', environment)}${kind === null ? NOTHING : hidden('queue', kind)}${
    place === null ? NOTHING : hidden('place', writePlace(place))
  }`;
}

/** The address of the desk as somebody has it open. */
export function deskAddress(visit: Pick<Visit, 'at'>, { environment, kind, place }: Stand): string {
  const query = new URLSearchParams();
  if (environment !== 'live') query.set('environment', environment);
  if (kind !== null) query.set('queue', kind);
  if (place !== null) query.set('after', writePlace(place));
  const text = query.toString();
  return visit.at(text === '' ? '/office' : `/office?${text}`);
}

type Waits = { kind: WaitingKind; subject_id: string; id: string; since: Date };

/** The page of what waits. */
export function caseAddress(visit: Pick<Visit, 'at'>, row: Waits, stand: Stand): string {
  const query = new URLSearchParams({ place: writePlace(row) });
  if (stand.environment !== 'live') query.set('environment', stand.environment);
  if (stand.kind !== null) query.set('queue', stand.kind);
  const paths: Readonly<Record<WaitingKind, string>> = {
    review: `cases/review/${row.subject_id}`,
    suspense: `cases/suspense/${row.subject_id}`,
    late: `cases/transaction/${row.subject_id}`,
    refund: `cases/transaction/${row.subject_id}`,
    alert: `cases/alert/${row.subject_id}`,
    incident: `cases/incident/${row.subject_id}`,
    claims: `numbers/${row.subject_id}`,
    proposal: `cases/proposal/${row.id}`,
  };
  return visit.at(`/office/${paths[row.kind]}?${query.toString()}`);
}

/** The case behind the one that is open; at the end, the desk. */
async function nextAddress(visit: StaffVisit, stand: Stand): Promise<string> {
  if (stand.place === null) return deskAddress(visit, stand);
  const { rows } = await listQueue(visit.services, { ...stand, after: stand.place, limit: 1 });
  const [row] = rows;
  return row === undefined ? deskAddress(visit, { ...stand, place: null }) : caseAddress(visit, row, stand);
}

/**
 * Does what somebody has decided with a note, and goes on: to the next case when it holds or waits for a second person,
 * back to this one with the reason, and the note that was written, when nothing was done.
 * @param back the path of the page that the decision was made on
 * @param options `stays`: there is no next one, so the page is shown again; `to`: where it goes on instead
 */
export async function decideWithNote(
  visit: StaffVisit,
  back: string,
  verb: (by: Signature) => Promise<Told>,
  { stays = false, note = visit.form.text('note'), to }: { stays?: boolean; note?: string; to?: string } = {},
): Promise<Answer> {
  const stand = standOf(visit);
  const again = `${back}${back.includes('?') ? '&' : '?'}${standQuery(stand)}`;
  if (!isNote(note)) return goBack(again, wordsOf(visit).cases.note_missing, note);
  const told = await verb(signatureByVisit(visit, note)).catch(meant(visit));
  if (told === null) return decidedAtOnce(visit, again);
  const text = told.sentences.join(' ');
  if (told.kind !== 'done') return goBack(again, text, note);
  return goTo(to ?? (stays ? again : await nextAddress(visit, stand)), text);
}

function standQuery({ environment, kind, place }: Stand): string {
  return new URLSearchParams({
    ...(environment !== 'live' && { environment }),
    ...(kind !== null && { queue: kind }),
    ...(place !== null && { place: writePlace(place) }),
  }).toString();
}

/** Says what somebody may not do like any other refusal. Null: somebody else was at the same subject in that instant. */
const meant =
  (visit: StaffVisit) =>
  (error: unknown): Told | null => {
    if (error instanceof StaffRefusal) return toldOf(visit, { kind: error.kind });
    if (error instanceof ProposedAtOnce) return null;
    throw error;
  };

function decidedAtOnce(visit: StaffVisit, again: string): Answer {
  const words = OUTCOME_WORDS[visit.language];
  const content = html`<p>${words.at_once}</p><p><a class="btn" href="${again}">${words.look_again}</a></p>`;
  return show({ title: words.at_once_title, content, status: 409 });
}
