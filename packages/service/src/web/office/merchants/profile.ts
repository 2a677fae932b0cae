import type { KycDocument } from '../../../domain/kyc/document.ts';
import type { MerchantFile } from '../../../engine/desk/merchants/merchant-file.ts';
import {
  documentLabel,
  lines,
  PROFILE_WORDS,
  profileFacts,
  subjectName,
} from '../../dashboard/profile/parts.ts';
import { colon, moment } from '../../format.ts';
import { button, card, facts, linkButton, postForm, table } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { sayWho } from '../terms/say.ts';
import { MERCHANT_WORDS, noteField } from './forms.ts';

/** What a merchant handed in last, its documents with everybody who opened them, and what can be decided about it. */
export function profileCards(
  visit: StaffVisit,
  file: MerchantFile,
  decides: boolean,
  wrong: Record<string, string>,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const { kyc } = file;
  const [last, ...earlier] = kyc.submissions;
  if (last === undefined)
    return card(words.states[kyc.state], html`<p class="empty">${words.no_submission}</p>`);
  const waits = kyc.state === 'SUBMITTED';
  const heading = `${words.submission(String(last.version))}${colon(visit)}${last.verdict === null ? words.states.SUBMITTED : words.verdicts[last.verdict]}`;
  const head = facts([
    [words.handed_in_by, html`<bdi>${last.submitted_by}</bdi>`],
    [words.handed_in_at, moment(visit.words, last.submitted_at)],
    ...(kyc.approved_version === null
      ? []
      : [[words.stands_on, words.submission(String(kyc.approved_version))] as const]),
  ]);
  const said = html`${head}${profileFacts(PROFILE_WORDS[visit.language], last.fields)}${wordsOf(visit, last.words)}`;
  return html`${card(heading, said)}${card(words.documents, documentsTable(visit, file, last.documents, decides))}${
    waits && decides ? decision(visit, file, wrong) : NOTHING
  }${earlier.length === 0 ? NOTHING : card(words.decisions, history(visit, earlier))}`;
}

function wordsOf(visit: StaffVisit, said: Readonly<Record<string, string>> | null): Part {
  const rows = Object.entries(said ?? {}).map(([subject, text]): [string, Part] => [
    subjectName(PROFILE_WORDS[visit.language], subject),
    lines(text),
  ]);
  return rows.length === 0 ? null : facts(rows);
}

function documentsTable(
  visit: StaffVisit,
  { merchant, looks: looked }: MerchantFile,
  documents: readonly KycDocument[],
  opens: boolean,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const theirs = PROFILE_WORDS[visit.language];
  const { document, type, looks } = words.document_columns;
  const rows = documents.map((one): Part[] => {
    const seen = looked.filter(({ detail }) => detail.document_id === one.id);
    const to = visit.at(`/office/merchants/${merchant.id}/documents/${one.id}`);
    const who = seen.map((one) => {
      const failed = one.detail.is_unreadable === true ? html` (${words.did_not_open})` : NOTHING;
      return html`<div>${sayWho(one)}, ${moment(visit.words, one.at)}${failed}</div>`;
    });
    return [
      theirs.kinds[one.kind].label,
      documentLabel(theirs, one),
      seen.length === 0 ? words.never_opened : html`<div>${who}</div>`,
      ...(opens ? [postForm(visit, to, button(words.open, { kind: 'two' }))] : []),
    ];
  });
  const columns = [
    { label: document },
    { label: type },
    { label: looks },
    ...(opens ? [{ label: words.open }] : []),
  ];
  return html`<p>${words.open_first}</p>${table(visit, columns, rows)}`;
}

function decision(
  visit: StaffVisit,
  { merchant, kyc }: MerchantFile,
  wrong: Record<string, string>,
): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  const [last] = kyc.submissions;
  const here = `/office/merchants/${merchant.id}`;
  const form = postForm(
    visit,
    visit.at(`${here}/approve`),
    html`<p>${words.approve_text} <strong><bdi>${last?.fields.trade_name ?? ''}</bdi></strong></p>
<input type="hidden" name="version" value="${kyc.version}">${noteField(visit, 'approve', wrong)}${button(words.approve)}`,
  );
  const back = linkButton(words.send_back, visit.at(`${here}/send-back?version=${kyc.version}`));
  return html`${card(words.approve, form, { id: 'approve' })}<p>${back}</p>`;
}

function history(visit: StaffVisit, earlier: MerchantFile['kyc']['submissions']): SafeHtml {
  const words = MERCHANT_WORDS[visit.language];
  return html`<ul>${earlier.map(
    (one) =>
      html`<li>${words.submission(String(one.version))}, ${moment(visit.words, one.submitted_at)}: ${
        one.verdict === null ? null : words.verdicts[one.verdict]
      }${one.decided_by === null ? null : html` (<bdi>${one.decided_by}</bdi>)`}${wordsOf(visit, one.words)}</li>`,
  )}</ul>`;
}
