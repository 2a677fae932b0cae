import { formatXaf } from '../../../domain/money.ts';
import type { NoDraftReason } from '../../../domain/settlement/judge.ts';
import { CADENCES } from '../../../domain/settlement/terms.ts';
import { draftForMember, knownTermsOf, setSchedules } from '../../../engine/settlements/schedule.ts';
import { amount } from '../../format.ts';
import { button, card, facts, field, postForm, select } from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { SETTLEMENT_WORDS } from './paper.ts';
import type { SettlementWords } from './words/words.ts';

const PATH = '/dashboard/:environment/settlements';
/** Who may say when money moves. */
const KEEPING = ['owner', 'accountant'] as const;

/** When the merchant is settled, with the forms for those who may change it. */
export async function scheduleCards(visit: MemberVisit): Promise<SafeHtml> {
  const words = SETTLEMENT_WORDS[visit.language];
  const { merchant_id, environment } = visit;
  const terms = await knownTermsOf(visit.services, { merchant_id, environment });
  const { schedule, now } = words;
  const rows: [Part, Part][] = [
    [schedule.hold, schedule.hold_days(terms.hold_days)],
    [schedule.reserve, amount(visit.words, terms.reserve_xaf)],
    ...(terms.next_on === null
      ? []
      : [[schedule.next, html`<bdi dir="ltr">${terms.next_on}</bdi>`] as [Part, Part]]),
    ...(terms.last_outcome === null
      ? []
      : [[schedule.last, outcomeOf(words, terms.last_outcome)] as [Part, Part]]),
  ];
  const may = KEEPING.some((role) => role === visit.person.membership.role);
  const cadences = CADENCES.map((value) => ({ value, label: schedule.cadences[value] }));
  const days = schedule.weekdays.map((label, at) => ({ value: String(at + 1), label }));
  const form = postForm(
    visit,
    visit.at(`${PATH}/schedule`),
    html`${select({ name: 'cadence', label: schedule.cadence, value: terms.cadence }, cadences)}
${select({ name: 'weekday', label: schedule.weekday, value: String(terms.weekday) }, days)}
${field({ name: 'minimum', label: schedule.minimum, hint: schedule.minimum_hint, value: String(terms.minimum_xaf), inputmode: 'numeric', is_ltr: true, max_length: 15 })}
${button(schedule.button)}`,
  );
  const ask = postForm(visit, visit.at(`${PATH}/now`), button(now.button, { kind: 'two' }));
  return html`${card(schedule.title, html`${facts(rows)}${may ? form : NOTHING}`)}
${may ? card(now.title, html`<p>${now.text}</p>${ask}`) : NOTHING}`;
}

function outcomeOf({ schedule, now }: SettlementWords, outcome: string): string {
  return now.refused[outcome as NoDraftReason] ?? schedule.drafted;
}

const schedule = memberPage(KEEPING, {
  path: `${PATH}/schedule`,
  post: async (visit) => {
    const words = SETTLEMENT_WORDS[visit.language].schedule;
    const { merchant_id, environment, form } = visit;
    const [outcome] = await setSchedules(visit.services, [
      {
        merchant_id,
        environment,
        by: visit.person.account,
        cadence: form.text('cadence'),
        weekday: form.whole('weekday', 1) ?? Number.NaN,
        minimum_xaf: form.whole('minimum', 13) ?? Number.NaN,
      },
    ]);
    const is_set = outcome?.kind === 'set';
    return goTo(visit.at(PATH), is_set ? words.done : words.wrong, is_set ? 'done' : 'warn');
  },
});

const now = memberPage(KEEPING, {
  path: `${PATH}/now`,
  post: async (visit) => {
    const words = SETTLEMENT_WORDS[visit.language].now;
    const { merchant_id, environment } = visit;
    const outcome = await draftForMember(visit.services, { merchant_id, environment }, visit.person.account);
    if (outcome.kind === 'drafted')
      return goTo(
        visit.at(`${PATH}/${outcome.settlement_id}`),
        outcome.rest_xaf === 0
          ? words.done(outcome.reference)
          : words.rest(outcome.reference, formatXaf(outcome.rest_xaf)),
      );
    if (outcome.kind === 'too_often') return goTo(visit.at(PATH), words.too_often, 'warn');
    const why = outcome.kind === 'no_draft' ? words.refused[outcome.reason] : words.not_due;
    return goTo(visit.at(PATH), why, 'warn');
  },
});

export const SCHEDULE_PAGES: readonly AnyPage[] = [schedule, now];
