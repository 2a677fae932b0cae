import { MEMBER_ROLES } from '../../../domain/account/person.ts';
import { totalOf } from '../../../domain/payment/summary.ts';
import { type Balance, showBalances } from '../../../engine/ledger/balances.ts';
import {
  type Home,
  lookAtHome,
  STANDING_COUNTED_MAX,
  TAKEN_BACK_SHOWN,
} from '../../../engine/payments/home.ts';
import { amount } from '../../format.ts';
import { card, facts, linkButton, note } from '../../frame/parts.ts';
import { type AnyPage, goTo, type MemberVisit, memberPage, NOT_FOUND, show } from '../../frame/table.ts';
import { html, NOTHING, type Part, type SafeHtml } from '../../html.ts';
import { collectedChart } from './chart.ts';
import { HOME_WORDS } from './words.ts';

/** Where a member begins: a cashier at the counter, everybody else with the numbers. */
const door = memberPage(MEMBER_ROLES, {
  path: '/dashboard',
  get: ({ person, at }) =>
    goTo(at(`/dashboard/:environment/${person.membership.role === 'cashier' ? 'new' : 'home'}`)),
});

const home = memberPage(['owner', 'developer', 'accountant'], {
  path: '/dashboard/:environment/home',
  link: { place: 0, label: { fr: 'Accueil', ar: 'البداية', en: 'Home' } },
  get: async (visit) => {
    const seen = await lookAtHome(visit.services, visit);
    if (seen === null) return NOT_FOUND;
    const [balance] = mayReadBalance(visit) ? await showBalances(visit.services, [visit]) : [];
    const words = HOME_WORDS[visit.language];
    return show({
      title: words.title,
      content: html`${attention(visit, seen)}${balance === undefined ? NOTHING : owed(visit, balance)}<div class="cards">${figures(visit, seen)}</div>
<div class="wide">${collectedChart(visit, seen.chart)}</div>`,
    });
  },
});

/** Sums that are owed are the business of whoever keeps the books. */
const mayReadBalance = ({ person }: MemberVisit): boolean => person.membership.role !== 'developer';

/** Where the merchant's money is: what is owed, the part that can't be paid out yet, and what is on its way. */
function owed(visit: MemberVisit, balance: Balance): SafeHtml {
  const { owed: words } = HOME_WORDS[visit.language];
  const sum = (amount_xaf: number) => amount(visit.words, amount_xaf);
  const parts = [
    [words.on_hold, balance.on_hold_xaf],
    [words.in_flight, balance.in_flight_xaf],
    [words.reserve, balance.reserve_xaf],
  ] as const;
  const link = html`<p><a href="${visit.at('/dashboard/:environment/settlements')}">${words.settlements}</a></p>`;
  return card(
    words.title,
    html`${figure(sum(balance.payable_xaf))}${facts(
      parts.filter(([, amount_xaf]) => amount_xaf !== 0).map(([term, amount_xaf]) => [term, sum(amount_xaf)]),
    )}${link}`,
  );
}

function figures(visit: MemberVisit, seen: Home): SafeHtml[] {
  const words = HOME_WORDS[visit.language];
  const { today, yesterday, success, median_ms } = seen;
  const percent =
    success === null
      ? words.none_yet
      : html`<bdi dir="ltr">${Math.round((100 * success.paid) / success.ended)} %</bdi>`;
  return [
    card(
      words.collected,
      html`${figure(amount(visit.words, today.amount_xaf))}<p>${words.payments(today.count)}</p>
<p class="soft">${words.yesterday({ amount: amount(visit.words, yesterday.amount_xaf) })}<br>${words.gross}</p>`,
    ),
    card(
      words.waiting,
      html`${figure(listed(visit, seen.waiting, 'waiting'))}
<p>${words.in_review({ count: listed(visit, seen.in_review, 'in_review') })}</p>`,
    ),
    card(
      words.success,
      html`${figure(percent)}${success === null ? NOTHING : html`<p class="soft">${words.success_of(success.paid, success.ended)}</p>`}`,
    ),
    card(
      words.median,
      html`${figure(median_ms === null ? words.none_yet : lasting(visit, median_ms))}${
        median_ms === null ? NOTHING : html`<p class="soft">${words.median_of}</p>`
      }`,
    ),
  ];
}

const figure = (what: Part): SafeHtml => html`<p class="figure">${what}</p>`;

/** A number that leads to what it counts. */
function listed(visit: MemberVisit, number: number, standing: string): SafeHtml {
  const shown =
    number < STANDING_COUNTED_MAX
      ? html`${number}`
      : HOME_WORDS[visit.language].at_least({ count: html`${STANDING_COUNTED_MAX}` });
  return html`<a href="${visit.at(`/dashboard/:environment/payments?standing=${standing}`)}">${shown}</a>`;
}

function lasting({ language }: MemberVisit, ms: number): string {
  const words = HOME_WORDS[language];
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return words.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return words.minutes(minutes, seconds % 60);
  return words.hours(Math.floor(minutes / 60), minutes % 60);
}

/** What asks to be looked at, most pressing first; nothing where nothing does. */
function attention(
  visit: MemberVisit,
  { attention: all, taken_back, in_review, chart, waiting }: Home,
): SafeHtml {
  const words = HOME_WORDS[visit.language];
  const { kyc_status, is_frozen, failing_endpoints, disabled_endpoints } = all;
  const is_new = waiting + in_review === 0 && chart.every((day) => totalOf(day).count === 0);
  const reviews = visit.at('/dashboard/:environment/payments?standing=in_review');
  const notes: SafeHtml[] = [
    is_frozen && html`<p>${words.frozen}</p>`,
    taken_back.length > 0 && html`<p>${words.reversed({ payments: named(visit, taken_back) })}</p>`,
    in_review > 0 &&
      html`<p>${words.reviews({ count: html`${in_review}` })} <a href="${reviews}">${words.see_reviews}</a></p>`,
    disabled_endpoints > 0 && html`<p>${words.disabled({ count: html`${disabled_endpoints}` })}</p>`,
    failing_endpoints > 0 && html`<p>${words.failing({ count: html`${failing_endpoints}` })}</p>`,
    kyc_status !== 'APPROVED' && html`<p>${words.kyc}</p>`,
  ].filter((one) => one !== false);
  const first = is_new
    ? note(
        html`<p>${words.first}</p><p>${
          visit.person.membership.role === 'accountant'
            ? NOTHING
            : linkButton(words.first_action, visit.at('/dashboard/:environment/new'), 'main')
        }</p>`,
      )
    : NOTHING;
  const shown =
    notes.length === 0
      ? NOTHING
      : html`<section aria-label="${words.attention}">${notes.map((one) => note(one, 'warn'))}</section>`;
  return html`${shown}${first}`;
}

/** Payments by their references, each a link; an ellipsis stands for more than `TAKEN_BACK_SHOWN`. */
function named({ at }: MemberVisit, payments: Home['taken_back']): SafeHtml {
  const links = payments.slice(0, TAKEN_BACK_SHOWN).map(({ id, reference }, nth) => {
    const path = at(`/dashboard/:environment/payments/${id}`);
    return html`${nth > 0 ? ', ' : ''}<a href="${path}"><bdi>${reference}</bdi></a>`;
  });
  return html`${links}${payments.length > TAKEN_BACK_SHOWN ? ', …' : ''}`;
}

export const HOME_PAGES: readonly AnyPage[] = [door, home];
