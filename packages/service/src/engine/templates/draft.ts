import { hasBalances, movesOf } from '../../domain/movement/move.ts';
import type { Operator } from '../../domain/operator.ts';
import { type ProposedWording, proposeWording } from '../../sms/propose.ts';
import { readSms, takes } from '../../sms/read.ts';
import type { Reading } from '../../sms/reading.ts';
import { USUAL_SENDERS } from '../../sms/senders.ts';
import {
  defineTemplate,
  type Template,
  type TemplateKind,
  templateKey,
} from '../../sms/templates/template.ts';
import type { WordingProblem } from '../../sms/wording/problem.ts';
import { WordingError } from '../../sms/wording/problem.ts';
import type { Database } from '../../store/statement.ts';
import {
  type KeptText,
  listProvenTexts,
  listReadTexts,
  listUnreadTexts,
  loadTexts,
  type ProvenText,
} from '../../store/templates.ts';
import type { Services } from '../services.ts';
import { readTemplates } from './read.ts';

export type WordingDraft = {
  template_id: string;
  operator: Operator;
  kind: TemplateKind;
  wording: string;
  /** A text that it must read, beside those that are kept. */
  text?: string;
};

export type DraftReading = { notice_id: string | null; body: string; reading: Reading };

/** A text that another template takes. */
export type TakenText = { template: string; body: string };

export type DraftTest =
  | { kind: 'refused'; problem: WordingProblem; sentence: string }
  | {
      kind: 'tested';
      /** What it would read among the texts that no template takes. */
      would_read: DraftReading[];
      /** What it would take from other templates: their samples, and real texts. It may take nothing. */
      also_takes: TakenText[];
      /** Those of the texts of which the book has proven another movement than it reads. There may be none. */
      contradicts: string[];
      /** The latest texts that the version before has read, and it doesn't: from its confirmation on they are in words that nobody knows. */
      loses: string[];
    };

/** What these drafts would read, and what of other templates they would take too; nothing is stored. */
export async function testDrafts(services: Services, drafts: readonly WordingDraft[]): Promise<DraftTest[]> {
  return judgeDrafts(await loadBench(services.pool), drafts);
}

/** Pure, given the bench. */
export function judgeDrafts(bench: WordingBench, drafts: readonly WordingDraft[]): DraftTest[] {
  return drafts.map((draft) => judge(bench, draft));
}

function judge({ templates, unread, read, proven }: WordingBench, draft: WordingDraft): DraftTest {
  let template: Template;
  try {
    template = defineTemplate({ ...draft, id: draft.template_id, wordings: [draft.wording] });
  } catch (error) {
    if (error instanceof WordingError) {
      return { kind: 'refused', problem: error.problem, sentence: error.message };
    }
    throw error;
  }
  const given =
    draft.text === undefined ? [] : [{ notice_id: null, operator: draft.operator, body: draft.text }];
  const would_read = [...given, ...unread].flatMap(({ notice_id, operator, body }) => {
    const reading = operator === draft.operator ? readAlone(template, body) : undefined;
    return reading === undefined ? [] : [{ notice_id, body, reading }];
  });
  const also_takes = takenFrom(template, { templates, read });
  const loses = read.flatMap(({ operator, body, template_id }) =>
    operator === draft.operator && template_id === draft.template_id && !takes(template, body) ? [body] : [],
  );
  return { kind: 'tested', would_read, also_takes, contradicts: contradictedBy(template, proven), loses };
}

/** What a template would take from others: their samples, and the real texts that they have read. */
export function takenFrom(
  template: Template,
  { templates, read }: Pick<WordingBench, 'templates' | 'read'>,
): TakenText[] {
  const samples = templates.flatMap((other) =>
    other.id !== template.id && (other.operator === template.operator || other.operator === 'ANY')
      ? other.samples.map(({ text }) => ({ template: templateKey(other), body: text }))
      : [],
  );
  const real = read.flatMap(({ operator, body, template_id }) =>
    operator === template.operator && template_id !== template.id
      ? [{ template: template_id ?? '', body }]
      : [],
  );
  const taken = [...samples, ...real].filter(({ body }) => takes(template, body));
  return taken.filter((one) => !isGivenUp(templates, one));
}

/** Whether no version of the template that had read a text takes it any more: then nobody is kept from teaching its words. */
function isGivenUp(
  templates: readonly Template[],
  { template, body }: { template: string; body: string },
): boolean {
  const own = templates.filter(({ id }) => id === template);
  return own.length > 0 && !own.some((one) => takes(one, body));
}

/**
 * The texts of which the book has proven another movement than the template reads. Their figures went on from the balance before
 * them, so the template is wrong; in use it would take such texts out of the book, which then stops.
 */
export function contradictedBy(template: Template, proven: readonly ProvenText[]): string[] {
  return proven.flatMap(({ operator, body, before_xaf, after_xaf }) => {
    if (template.operator !== 'ANY' && template.operator !== operator) return [];
    const reading = readAlone(template, body);
    const all = reading === undefined ? [] : movesOf([reading], null);
    // A reversal that prints no sum says nothing against the book, which knows what it undoes.
    const moves = all.filter(({ amount_xaf }) => amount_xaf > 0);
    // Where it is taught as no movement, its figures go on making one.
    const tells = moves.some(
      (move) =>
        hasBalances(move) &&
        move.after_xaf === after_xaf &&
        before_xaf >= move.before_xaf &&
        before_xaf <= move.before_xaf + move.hidden_fee_max_xaf,
    );
    return moves.length === 0 || tells ? [] : [body];
  });
}

function readAlone(template: Template, text: string): Reading | undefined {
  const operator = template.operator === 'ANY' ? 'AIRTEL' : template.operator;
  const sender = USUAL_SENDERS[operator][0] ?? '';
  return readSms({ operator, sender, text, templates: [template] }).readings[0];
}

export type Proposal = ProposedWording & { notice_id: string; operator: Operator; body: string };

/** A first draft of a wording for the text of each notice, in order; null for a notice that is not kept. */
export async function proposeTemplates(
  services: Services,
  notice_ids: readonly string[],
): Promise<(Proposal | null)[]> {
  const texts = await loadTexts(services.pool, [...new Set(notice_ids)]);
  return notice_ids.map((notice_id) => {
    const text = texts.find((one) => one.notice_id === notice_id);
    return text === undefined ? null : { ...text, ...proposeWording(text.body) };
  });
}

/** The latest unread texts, and the latest readings, that a draft is tried on. */
export const UNREAD_MAX = 1_000;
export const READ_MAX = 5_000;

export type WordingBench = {
  templates: Template[];
  unread: KeptText[];
  read: KeptText[];
  proven: ProvenText[];
};

/** Everything that a draft is judged by. */
export async function loadBench(database: Database): Promise<WordingBench> {
  const templates = await readTemplates(database);
  const unread = await listUnreadTexts(database, { limit: UNREAD_MAX });
  const read = await listReadTexts(database, { limit: READ_MAX });
  const proven = await listProvenTexts(database, { limit: READ_MAX });
  return { templates, unread, read, proven };
}
