import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { isUuid } from '../../../domain/keys.ts';
import { templateSubject } from '../../../domain/review/subjects.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { confirmTemplates, versionKeyOf } from '../../../engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../../engine/desk/templates/teach-template.ts';
import { done, refused } from '../../../engine/desk/told.ts';
import { listNotices } from '../../../engine/notices.ts';
import { listTemplates, type TemplateListing } from '../../../engine/templates/read.ts';
import { needsConfirmation, templateKey } from '../../../sms/templates/template.ts';
import { colon, moment, operator, phone } from '../../format.ts';
import { badge, button, card, field, note, postForm, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { code, say, sayProblem, termsOf } from '../terms/say.ts';
import { AGAIN_PAGES, drawAgain } from './again.ts';
import { drawDraft, wordingDraftOf } from './draft.ts';

const UNREAD_SHOWN = 50;

const wordings = staffPage(STAFF_ROLES, {
  path: '/office/wordings',
  link: { place: 20, label: { fr: 'Textes', ar: 'الصيغ', en: 'Wordings' } },
  get: async (visit) => {
    const words = wordsOf(visit);
    const { wordings: said } = words;
    const [unread, templates] = await Promise.all([
      listNotices(visit.services, { unparsed: true, environment: 'live', limit: UNREAD_SHOWN }),
      listTemplates(visit.services),
    ]);
    const texts = unread.map(
      (one) =>
        html`${note(html`<bdi>${one.body}</bdi>`)}<p>${moment(visit.words, one.received_at)} <bdi>${one.sender ?? '–'}</bdi> ${phone(one.msisdn)} <a data-row href="${visit.at(`/office/wordings/new?notice=${one.id}`)}">${said.teach}</a></p>`,
    );
    const columns = [
      { label: said.name },
      { label: said.kind },
      { label: words.cases.operator },
      { label: words.cases.status },
    ];
    const rows = templates.map((one): Part[] => [
      code(versionKeyOf(one)),
      say(termsOf(visit).kinds, one.kind),
      one.operator === 'ANY' ? termsOf(visit).any_operator : operator(visit.words, one.operator),
      statusOf(visit, one),
    ]);
    const content = html`${card(said.unread, html`${texts.length === 0 ? said.nothing_unread : texts}${drawAgain(visit)}`)}${card(said.known, table(visit, columns, rows))}${keysHelp(words)}`;
    return show({ title: said.title, content, script: KEYS_SCRIPT });
  },
  post: async (visit) => {
    const { wordings: said } = wordsOf(visit);
    const draft = wordingDraftOf(visit.form);
    if (draft === null) return NOT_FOUND;
    const query = new URLSearchParams({
      ...{ name: draft.template_id, operator: draft.operator, kind: draft.kind, wording: draft.wording },
      notice: visit.form.text('notice'),
    });
    return decideWithNote(
      visit,
      visit.at(`/office/wordings/new?${query.toString()}`),
      async (by) => {
        const [outcome] = await addTemplates(visit.services, [{ ...draft, ...by }]);
        return outcome?.kind === 'added'
          ? done(
              `${templateKey({ id: outcome.template.template_id, version: outcome.template.version })}${colon(visit)}${said.saved}`,
            )
          : refused(outcome === undefined ? '' : sayProblem(visit, outcome.problem));
      },
      { to: visit.at('/office/wordings') },
    );
  },
});

/** Whether it counts, and who is asked; of one that people had taught and that can't be used any more, why. */
function statusOf(visit: StaffVisit, one: TemplateListing): Part {
  const { wordings: said } = wordsOf(visit);
  if (one.problem !== null)
    return html`${badge(said.unusable, 'bad')} ${note(sayProblem(visit, one.problem), 'warn')}`;
  if (one.confirmed_at !== null) return badge(said.confirmed, 'good');
  const mayConfirm =
    needsConfirmation({ kind: one.kind, is_taught: !one.shipped }) && may(visit, 'template.confirm');
  return html`${badge(said.unconfirmed, 'wait')} ${mayConfirm ? confirmForm(visit, versionKeyOf(one)) : NOTHING}`;
}

function confirmForm(visit: StaffVisit, key: string) {
  const { wordings: said, cases } = wordsOf(visit);
  const why = field({ name: 'note', id: `note-${key}`, label: cases.note, max_length: 2000 });
  return html`<details><summary>${said.confirm}</summary>${postForm(visit, visit.at('/office/wordings/confirm'), html`<input type="hidden" name="template" value="${key}">${why}${button(said.confirm, { kind: 'two' })}`)}</details>`;
}

const draft = staffPage(STAFF_ROLES, {
  path: '/office/wordings/new',
  get: async (visit) => {
    const notice = visit.query.get('notice') ?? '';
    if (notice !== '' && !isUuid(notice)) return NOT_FOUND;
    const content = await drawDraft(visit, notice);
    return content === null
      ? NOT_FOUND
      : show({ title: wordsOf(visit).wordings.teach, content, script: KEYS_SCRIPT });
  },
});

const confirm = staffPage(STAFF_VERBS['template.confirm'], {
  path: '/office/wordings/confirm',
  post: async (visit) => {
    const template = templateSubject.read(visit.form.text('template'));
    if (template === null) return NOT_FOUND;
    const to = visit.at('/office/wordings');
    return decideWithNote(
      visit,
      to,
      async (by) => {
        const [outcome] = await confirmTemplates(visit.services, [{ ...template, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'template_not_found' });
      },
      { to },
    );
  },
});

export const WORDING_PAGES: readonly AnyPage[] = [wordings, draft, confirm, ...AGAIN_PAGES];
