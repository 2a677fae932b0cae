import { OPERATORS } from '../../../domain/operator.ts';
import {
  type DraftTest,
  proposeTemplates,
  testDrafts,
  type WordingDraft,
} from '../../../engine/templates/draft.ts';
import { TEMPLATE_KINDS } from '../../../sms/templates/template.ts';
import type { Form } from '../../frame/form.ts';
import {
  button,
  card,
  facts,
  field,
  note,
  postForm,
  problem,
  select,
  table,
  textArea,
} from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { onwards } from '../cases/form.ts';
import { readFacts } from '../cases/parts.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { keysHelp } from '../decision/keys.ts';
import { code, sayFields, sayProblem, termsOf } from '../terms/say.ts';

const SHOWN = 20;

/** The draft that a form or an address holds; null where its operator or kind is none. */
export function wordingDraftOf(said: Pick<Form, 'text'>): WordingDraft | null {
  const operator = OPERATORS.find((one) => one === said.text('operator'));
  const kind = TEMPLATE_KINDS.find((one) => one === said.text('kind'));
  if (operator === undefined || kind === undefined) return null;
  const wording = said.text('wording').replaceAll(/\s+/g, ' ');
  return { template_id: said.text('name'), operator, kind, wording };
}

/** The unread text, its draft to be corrected, and what the draft would do; null when there is no such text. */
export async function drawDraft(visit: StaffVisit, notice_id: string): Promise<SafeHtml | null> {
  const { services, query } = visit;
  const [proposal = null] = notice_id === '' ? [] : await proposeTemplates(services, [notice_id]);
  if (notice_id !== '' && proposal === null) return null;
  const corrected = wordingDraftOf({ text: (name) => (query.get(name) ?? '').trim() });
  const shown: WordingDraft = corrected ?? {
    template_id: '',
    operator: proposal?.operator ?? 'AIRTEL',
    kind: proposal?.kind ?? 'CREDIT',
    wording: proposal?.wording ?? '',
  };
  const tested = shown.wording === '' ? null : ((await testDrafts(services, [shown]))[0] ?? null);
  const words = wordsOf(visit);
  const { wordings: said } = words;
  const text = proposal === null ? NOTHING : card(words.cases.text, note(html`<bdi>${proposal.body}</bdi>`));
  const slots =
    proposal === null || corrected !== null
      ? NOTHING
      : card(
          said.slots,
          table(
            visit,
            [{ label: said.slot }, { label: said.holds }],
            proposal.slots.map((one) => [code(`{${one.slot}}`), html`<bdi>${one.printed}</bdi>`]),
          ),
        );
  const wrong =
    proposal?.problem != null && corrected === null
      ? note(html`${said.problem} ${sayProblem(visit, proposal.problem)}`, 'warn')
      : NOTHING;
  const may_save = may(visit, 'template.add') && tested?.kind === 'tested';
  return html`${text}${slots}${wrong}${card(
    said.wording,
    html`<form method="get" action="${visit.at('/office/wordings/new')}">${fields(visit, shown, notice_id)}${button(said.test, { kind: may_save ? 'two' : 'main' })}</form>`,
  )}${tested === null ? NOTHING : drawTest(visit, tested)}${may_save ? save(visit, shown, notice_id) : NOTHING}${onwards(visit)}${keysHelp(words)}`;
}

function fields(visit: StaffVisit, draft: WordingDraft, notice_id: string): SafeHtml {
  const { wordings: said, cases } = wordsOf(visit);
  const kinds = TEMPLATE_KINDS.map((value) => ({ value, label: termsOf(visit).kinds[value] }));
  return html`<input type="hidden" name="notice" value="${notice_id}">${field({
    name: 'name',
    label: said.name,
    hint: said.name_hint,
    value: draft.template_id,
    is_ltr: true,
    max_length: 40,
  })}${select(
    { name: 'operator', label: cases.operator, value: draft.operator },
    OPERATORS.map((value) => ({ value, label: visit.words.operators[value] })),
  )}${select({ name: 'kind', label: said.kind, value: draft.kind }, kinds)}${textArea({
    name: 'wording',
    label: said.wording,
    hint: said.wording_hint,
    value: draft.wording,
    is_ltr: true,
    max_length: 2000,
  })}`;
}

function drawTest(visit: StaffVisit, tested: DraftTest): SafeHtml {
  const { wordings: said } = wordsOf(visit);
  if (tested.kind === 'refused') return problem({ '': sayProblem(visit, tested.problem) });
  const { would_read, also_takes, contradicts, loses } = tested;
  const texts = would_read
    .slice(0, SHOWN)
    .map(
      ({ body, reading }) =>
        html`${note(html`<bdi>${body}</bdi>`)}${facts([...sayFields(visit, { kind: reading.kind }), ...readFacts(visit, reading)])}`,
    );
  const others = also_takes
    .slice(0, SHOWN)
    .map(({ template, body }) => note(html`${code(template)} <bdi>${body}</bdi>`, 'bad'));
  const wrong = contradicts.slice(0, SHOWN).map((body) => note(html`<bdi>${body}</bdi>`, 'bad'));
  const lost = loses.slice(0, SHOWN).map((body) => note(html`<bdi>${body}</bdi>`, 'bad'));
  return html`${others.length === 0 ? NOTHING : card(said.also_takes, others)}${
    wrong.length === 0 ? NOTHING : card(said.contradicts, wrong)
  }${lost.length === 0 ? NOTHING : card(html`${said.loses} <bdi>× ${loses.length}</bdi>`, lost)}${card(
    html`${said.would_read} <bdi>× ${would_read.length}</bdi>`,
    texts.length === 0 ? html`<p>${said.would_read_none}</p>` : html`${texts}`,
  )}`;
}

/** What was tried is what is saved: its fields travel unseen, beside the note. */
function save(visit: StaffVisit, draft: WordingDraft, notice_id: string): SafeHtml {
  const { wordings: said, cases } = wordsOf(visit);
  const kept = {
    name: draft.template_id,
    operator: draft.operator,
    kind: draft.kind,
    wording: draft.wording,
  };
  const hidden = Object.entries({ ...kept, notice: notice_id }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const why = html`<div class="field"><label for="note">${cases.note}</label><input id="note" name="note" required maxlength="2000"></div>`;
  return card(
    said.save,
    postForm(visit, visit.at('/office/wordings'), html`${hidden}${why}${button(said.save)}`),
  );
}
