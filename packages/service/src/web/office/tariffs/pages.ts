import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { writeBracket } from '../../../domain/movement/tariff.ts';
import { isOperator, OPERATORS } from '../../../domain/operator.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { listTariffs } from '../../../engine/book/look.ts';
import { setTariffs } from '../../../engine/desk/book/set-tariff.ts';
import { operator } from '../../format.ts';
import { button, card, field, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { TARIFF_WORDS } from './words.ts';

const PATH = '/office/tariffs';

const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 45, label: { fr: 'Tarifs', ar: 'التعرفات', en: 'Tariffs' } },
  get: async (visit) => {
    const words = TARIFF_WORDS[visit.language];
    const { columns } = words;
    const rows = (await listTariffs(visit.services)).map((one) => [
      operator(visit.words, one.operator),
      html`<bdi dir="ltr"><code>${one.service}</code></bdi>`,
      html`<bdi dir="ltr"><code>${one.brackets.map(writeBracket).join(' ')}</code></bdi>`,
    ]);
    const heads = [columns.operator, columns.service, columns.brackets].map((label) => ({ label }));
    const form = may(visit, 'tariff.set') ? card(words.set, tariffForm(visit)) : NOTHING;
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, heads, rows, words.nothing)}${form}`,
    });
  },
});

function tariffForm(visit: StaffVisit): SafeHtml {
  const words = TARIFF_WORDS[visit.language];
  const { cases } = wordsOf(visit);
  const { query } = visit;
  const said = (name: string) => query.get(name) ?? '';
  const operators = OPERATORS.map((value) => ({
    value,
    label: visit.words.operators[value],
  }));
  return postForm(
    visit,
    visit.at(`${PATH}/set`),
    html`${select({ name: 'operator', label: words.columns.operator, value: said('operator') }, operators)}
${field({ name: 'service', label: words.service, hint: words.service_hint, value: said('service') || 'transfer', is_ltr: true, max_length: 40 })}
${field({ name: 'brackets', label: words.brackets, hint: words.brackets_hint, value: said('brackets'), is_ltr: true, max_length: 2000 })}
${field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 })}${button(words.set)}`,
  );
}

const set = staffPage(STAFF_VERBS['tariff.set'], {
  path: `${PATH}/set`,
  post: async (visit) => {
    const [name, service, brackets] = ['operator', 'service', 'brackets'].map((one) => visit.form.text(one));
    if (name === undefined || !isOperator(name) || service === undefined || brackets === undefined)
      return NOT_FOUND;
    // What was typed stays in the form when nothing was done with it.
    const back = `${PATH}?${new URLSearchParams({ operator: name, service, brackets }).toString()}`;
    const command = { operator: name, service, brackets: brackets.split(/\s+/).filter((one) => one !== '') };
    return decideWithNote(
      visit,
      visit.at(back),
      async (by) => {
        const [outcome] = await setTariffs(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(PATH) },
    );
  },
});

export const TARIFF_PAGES: readonly AnyPage[] = [list, set];
