import { isUuid } from '../../../domain/keys.ts';
import type { NoDraftReason } from '../../../domain/settlement/judge.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import type { MerchantFile } from '../../../engine/desk/merchants/merchant-file.ts';
import { draftForMerchants, setSettlementTerms } from '../../../engine/desk/settlements/rules.ts';
import { accountsOf } from '../../../engine/settlements/destination.ts';
import { knownTermsOf } from '../../../engine/settlements/schedule.ts';
import { SETTLEMENT_WORDS } from '../../dashboard/settlements/paper.ts';
import { amount, payoutAccount } from '../../format.ts';
import { button, card, facts, field, postForm } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { MERCHANT_SETTLEMENT_WORDS } from './words/settlements.ts';

/** When a merchant is settled in live, what is held back of it, where its money goes, and the forms for those who may. */
export async function settlementCard(visit: StaffVisit, { merchant }: MerchantFile): Promise<SafeHtml> {
  const words = MERCHANT_SETTLEMENT_WORDS[visit.language];
  const { schedule, account, now } = SETTLEMENT_WORDS[visit.language];
  const [terms, { in_force }] = await Promise.all([
    knownTermsOf(visit.services, { merchant_id: merchant.id, environment: 'live' }),
    accountsOf(visit.services, merchant.id),
  ]);
  const { cadence, weekday, minimum_xaf, hold_days, reserve_xaf, next_on, last_outcome } = terms;
  const day = cadence === 'weekly' ? `, ${schedule.weekdays[weekday - 1] ?? ''}` : '';
  const rows: (readonly [Part, Part])[] = [
    [
      account.title,
      in_force === null
        ? account.none
        : html`${payoutAccount(visit.words, in_force.destination)} <small><bdi>${in_force.holder_name}</bdi></small>`,
    ],
    [schedule.cadence, `${schedule.cadences[cadence]}${day}`],
    [words.minimum, amount(visit.words, minimum_xaf)],
    [schedule.hold, schedule.hold_days(hold_days)],
    [schedule.reserve, amount(visit.words, reserve_xaf)],
    ...(next_on === null ? [] : [[schedule.next, html`<bdi dir="ltr">${next_on}</bdi>`] as const]),
    ...(last_outcome === null
      ? []
      : [[schedule.last, now.refused[last_outcome as NoDraftReason] ?? schedule.drafted] as const]),
  ];
  const here = `/office/merchants/${merchant.id}`;
  const { cases } = wordsOf(visit);
  const noted = (form: string) =>
    field({ name: 'note', id: `note-${form}`, label: cases.note, hint: cases.note_hint, max_length: 2000 });
  const setForm = postForm(
    visit,
    visit.at(`${here}/settlement-terms`),
    html`<p>${words.set_text}</p>${field({ name: 'hold_days', label: words.hold_days, hint: words.hold_hint, value: String(hold_days), inputmode: 'numeric', is_ltr: true, max_length: 2 })}
${field({ name: 'reserve', label: words.reserve, value: String(reserve_xaf), inputmode: 'numeric', is_ltr: true, max_length: 20 })}
${noted('terms')}${button(words.set, { kind: 'two' })}`,
  );
  const draftForm = postForm(
    visit,
    visit.at(`${here}/settlement-draft`),
    html`<p>${words.draft_text}</p>${noted('draft')}${button(words.draft, { kind: 'two' })}`,
  );
  const fold = (label: string, form: SafeHtml) => html`<details><summary>${label}</summary>${form}</details>`;
  return card(
    words.title,
    html`${facts(rows)}${may(visit, 'settlement.terms') ? fold(words.set, setForm) : NOTHING}${
      may(visit, 'settlement.draft') ? fold(words.draft, draftForm) : NOTHING
    }`,
    { id: 'settlements' },
  );
}

const set = staffPage(STAFF_VERBS['settlement.terms'], {
  path: '/office/merchants/:id/settlement-terms',
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const here = visit.at(`/office/merchants/${id}`);
    const command = {
      merchant_id: id.toLowerCase(),
      environment: 'live',
      hold_days: visit.form.whole('hold_days', 2) ?? Number.NaN,
      reserve_xaf: visit.form.whole('reserve', 13) ?? Number.NaN,
    } as const;
    return decideWithNote(
      visit,
      here,
      async (by) => {
        const [outcome] = await setSettlementTerms(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'not_found' });
      },
      { to: here },
    );
  },
});

const draft = staffPage(STAFF_VERBS['settlement.draft'], {
  path: '/office/merchants/:id/settlement-draft',
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const words = SETTLEMENT_WORDS[visit.language].now;
    const here = visit.at(`/office/merchants/${id}`);
    return decideWithNote(
      visit,
      here,
      async (by) => {
        const command = { merchant_id: id.toLowerCase(), ...by };
        const [outcome] = await draftForMerchants(visit.services, [command]);
        if (outcome === undefined || outcome.kind === 'not_found')
          return toldOf(visit, { kind: 'not_found' });
        if (outcome.kind === 'drafted')
          return { kind: 'done', sentences: [words.done(`\u2066${outcome.reference}\u2069`)] };
        const why =
          outcome.kind === 'no_draft'
            ? MERCHANT_SETTLEMENT_WORDS[visit.language].refused[outcome.reason]
            : words.not_due;
        return { kind: 'refused', sentences: [why] };
      },
      { to: here },
    );
  },
});

export const SETTLEMENT_TERMS_PAGES: readonly AnyPage[] = [set, draft];
