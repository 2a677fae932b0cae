import { STAFF_ROLES } from '../../../domain/account/person.ts';
import type { Operator } from '../../../domain/operator.ts';
import { showDeskDay } from '../../../engine/desk/queue.ts';
import { checkLedger } from '../../../engine/ledger/check.ts';
import { amount, moment, operator } from '../../format.ts';
import { card, facts, linkButton, note, table } from '../../frame/parts.ts';
import { type AnyPage, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, type Part } from '../../html.ts';
import { wordsOf } from '../decision/decision.ts';
import { say, termsOf } from '../terms/say.ts';

const day = staffPage(STAFF_ROLES, {
  path: '/office/day',
  link: { place: 30, label: { fr: 'La journée', ar: 'اليوم', en: 'The day' } },
  get: async (visit) => {
    const words = wordsOf(visit);
    const { day: said } = words;
    const found = await showDeskDay(visit.services);
    const collected = found.collected.map((one): Part[] => [
      one.day,
      operator(visit.words, one.operator as Operator),
      one.payments,
      amount(visit.words, one.amount_xaf),
    ]);
    const figures: [Part, Part][] = [
      [said.in_review, html`<bdi>${found.waiting.review}</bdi>`],
      [said.suspense, html`<bdi>${found.waiting.suspense}</bdi>`],
      [said.incidents, html`<bdi>${found.waiting.incident}</bdi>`],
    ];
    const columns = [
      { label: said.day },
      { label: said.operator },
      { label: said.payments, is_number: true },
      { label: said.collected, is_number: true },
    ];
    const is_checking = visit.query.has('check');
    const books = is_checking
      ? await drawBooks(visit)
      : linkButton(said.check, visit.at('/office/day?check'));
    const content = html`${card(said.collected, table(visit, columns, collected))}${card(words.desk.waiting, facts(figures))}${card(said.books, books)}`;
    return show({ title: said.title, content });
  },
});

/** The proof of the books as it stands at this moment; asked for by one press, since it reads all of them. */
async function drawBooks(visit: StaffVisit) {
  const { day: said } = wordsOf(visit);
  const check = await checkLedger(visit.services);
  const rows = check.balances
    .filter(({ environment }) => environment === 'live')
    .map((one): Part[] => [say(termsOf(visit).accounts, one.kind), amount(visit.words, one.balance_xaf)]);
  return html`<p>${moment(visit.words, visit.now)}, <bdi>${check.checked}</bdi> ${said.checked}</p>${
    check.ok
      ? note(said.books_ok)
      : note(
          html`${said.books_bad}<ul>${check.problems.map((one) => html`<li dir="ltr"><code class="code">${one}</code></li>`)}</ul>`,
          'bad',
        )
  }${table(visit, [{ label: said.account }, { label: said.balances, is_number: true }], rows)}`;
}

export const DAY_PAGES: readonly AnyPage[] = [day];
