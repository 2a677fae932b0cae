import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { FEE_FLOWS } from '../../../domain/fee/terms.ts';
import { writeTerms } from '../../../domain/fee/words.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { dayBegins } from '../../../domain/time.ts';
import { setFees } from '../../../engine/desk/merchants/set-fees.ts';
import { listFees } from '../../../engine/fees/schedules.ts';
import { moment } from '../../format.ts';
import { button, card, field, postForm, select, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { FEE_WORDS } from './words.ts';

const PATH = '/office/fees';
const SHOWN = 200;
const EXAMPLE = '1.5%+50 min=100 max=5000 tax=18%';

const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 46, label: { fr: 'Frais', ar: 'الرسوم', en: 'Fees' } },
  get: async (visit) => {
    const words = FEE_WORDS[visit.language];
    const { columns } = words;
    const now = visit.services.now();
    const rows = (await listFees(visit.services, { merchant_id: null, limit: SHOWN })).map((row) => [
      row.merchant_name === null ? words.everybody : html`<bdi>${row.merchant_name}</bdi>`,
      words.flows[row.flow],
      html`<bdi dir="ltr"><code>${writeTerms(row)}</code></bdi>`,
      html`${moment(visit.words, row.valid_from)}${row.valid_from > now ? html` (${words.to_come})` : NOTHING}`,
      html`<bdi>${[row.proposed_by, row.set_by].filter((name) => name !== null).join(', ') || '–'}</bdi>`,
    ]);
    const { whose, flow, terms, from, by } = columns;
    const heads = [whose, flow, terms, from, by].map((label) => ({ label }));
    const form = may(visit, 'fees.set') ? card(words.set, feesForm(visit)) : NOTHING;
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${table(visit, heads, rows, words.nothing)}${form}`,
    });
  },
});

function feesForm(visit: StaffVisit): SafeHtml {
  const words = FEE_WORDS[visit.language];
  const { cases } = wordsOf(visit);
  const said = (name: string) => visit.query.get(name) ?? '';
  const flows = FEE_FLOWS.map((value) => ({ value, label: words.flows[value] }));
  return postForm(
    visit,
    visit.at(`${PATH}/set`),
    html`${field({ name: 'merchant', label: words.merchant, hint: words.merchant_hint, value: said('merchant'), is_ltr: true, max_length: 36 })}
${select({ name: 'flow', label: words.columns.flow, value: said('flow') }, flows)}
${field({ name: 'terms', label: words.columns.terms, hint: html`${words.terms_hint} <bdi dir="ltr">${EXAMPLE}</bdi>`, value: said('terms'), is_ltr: true, max_length: 100 })}
${field({ name: 'from', label: words.columns.from, hint: words.from_hint, value: said('from'), type: 'date', is_ltr: true })}
${field({ name: 'note', label: cases.note, hint: cases.note_hint, max_length: 2000 })}${button(words.set)}`,
  );
}

const set = staffPage(STAFF_VERBS['fees.set'], {
  path: `${PATH}/set`,
  post: async (visit) => {
    const [merchant = '', flow_name, terms = '', from = ''] = ['merchant', 'flow', 'terms', 'from'].map(
      (name) => visit.form.text(name),
    );
    const flow = FEE_FLOWS.find((one) => one === flow_name);
    if (flow === undefined) return NOT_FOUND;
    // What was typed stays in the form when nothing was done with it.
    const back = `${PATH}?${new URLSearchParams({ merchant, flow, terms, from }).toString()}`;
    const command = {
      merchant_id: merchant.trim() === '' ? null : merchant.trim(),
      flow,
      terms: terms.split(/\s+/).filter((one) => one !== ''),
      // A day that is none lies in the past, and is answered so.
      valid_from: dayBegins(from) ?? new Date(0),
    };
    return decideWithNote(
      visit,
      visit.at(back),
      async (by) => {
        const [outcome] = await setFees(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: visit.at(PATH) },
    );
  },
});

export const FEE_PAGES: readonly AnyPage[] = [list, set];
