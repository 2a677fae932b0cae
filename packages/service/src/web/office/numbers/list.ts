import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { countToBePaid, listBooks } from '../../../engine/book/look.ts';
import { listFeeds } from '../../../engine/feeds.ts';
import { amount, moment, operator, phone } from '../../format.ts';
import { badge, table } from '../../frame/parts.ts';
import { type AnyPage, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type Part } from '../../html.ts';
import { wordsOf } from '../decision/decision.ts';
import { KEYS_SCRIPT, keysHelp } from '../decision/keys.ts';
import { termsOf } from '../terms/say.ts';

const numbers = staffPage(STAFF_ROLES, {
  path: '/office/numbers',
  link: { place: 10, label: { fr: 'Numéros', ar: 'الأرقام', en: 'Numbers' } },
  get: async (visit) => {
    const words = wordsOf(visit);
    const { numbers: said } = words;
    const [books, feeds] = await Promise.all([listBooks(visit.services), listFeeds(visit.services)]);
    const unpaid = await countToBePaid(
      visit.services,
      books.map((one) => one.collection_number_id),
    );
    const heard = new Map(feeds.map((one) => [one.collection_number_id, one]));
    const columns = [
      { label: said.number },
      { label: said.tip, is_number: true },
      { label: said.read_at },
      { label: said.waiting, is_number: true },
      { label: said.unpaid, is_number: true },
      { label: said.unexplained, is_number: true },
      { label: said.heard },
      { label: said.incidents },
    ];
    const rows = books.map((book): Part[] => {
      const feed = heard.get(book.collection_number_id);
      return [
        html`<a data-row href="${visit.at(`/office/numbers/${book.collection_number_id}`)}">${phone(book.msisdn)}</a> ${operator(visit.words, book.operator)}${
          book.status === 'PAUSED' ? html` ${badge(said.paused, 'off')}` : NOTHING
        }`,
        book.tip_xaf === null ? '–' : amount(visit.words, book.tip_xaf),
        book.anchored_at === null ? said.never : moment(visit.words, book.anchored_at),
        book.claims + book.pending,
        unpaid.get(book.collection_number_id) ?? 0,
        book.unexplained === 0 ? '–' : amount(visit.words, book.unexplained_xaf),
        feed?.heard_at == null ? said.no_gateway : moment(visit.words, feed.heard_at),
        book.open_kinds.map((kind) => html`${badge(termsOf(visit).incidents[kind].name, 'bad')} `),
      ];
    });
    const content = html`${table(visit, columns, rows, said.none)}${keysHelp(words)}`;
    return show({ title: said.title, content, script: KEYS_SCRIPT });
  },
});

export const NUMBER_LIST_PAGES: readonly AnyPage[] = [numbers];
