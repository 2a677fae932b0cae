import { isUuid } from '../../../domain/keys.ts';
import { STEP_MEANINGS } from '../../../domain/ledger/step.ts';
import { asTyped, parseAmount, SUM_XAF_MAX } from '../../../domain/money.ts';
import { READING_MS } from '../../../domain/movement/clocks.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { HOUR_MS, later } from '../../../domain/time.ts';
import { listBooks } from '../../../engine/book/look.ts';
import { settleApart } from '../../../engine/book/settle-waiting.ts';
import { requireMay } from '../../../engine/desk/allowed.ts';
import { anchorNumbers } from '../../../engine/desk/book/anchor.ts';
import { announceSweeps } from '../../../engine/desk/book/announce-sweep.ts';
import { askInboxesByHand } from '../../../engine/desk/book/ask-inbox.ts';
import { disownMessages } from '../../../engine/desk/book/disown.ts';
import { explainSteps } from '../../../engine/desk/book/explain.ts';
import { trustSenders } from '../../../engine/desk/book/trust-senders.ts';
import { useNumbers } from '../../../engine/desk/book/use-number.ts';
import { done } from '../../../engine/desk/told.ts';
import { showNumber } from '../../../engine/numbers.ts';
import { settlementIds } from '../../../engine/settlements/show.ts';
import { amount, phone, time } from '../../format.ts';
import { button, card, facts, postForm } from '../../frame/parts.ts';
import {
  type AnyPage,
  goBack,
  goTo,
  NOT_FOUND,
  type StaffVisit,
  show,
  staffPage,
} from '../../frame/table.ts';
import { html } from '../../html.ts';
import { onwards } from '../cases/form.ts';
import { decideWithNote, standFields, standOf, wordsOf } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';

const SETTLED_AT_ONCE = 500;

const pathOf = (visit: StaffVisit, id: string) => visit.at(`/office/numbers/${id}`);

/** Whole francs as people type them, or as a SIM prints them: `14.508,00`; null for anything else, also for cents. */
function wholeXaf(text: string): number | null {
  const read = parseAmount(asTyped(text), SUM_XAF_MAX);
  return read?.exact === true ? read.amount_xaf : null;
}

const anchor = staffPage(STAFF_VERBS['feed.anchor'], {
  path: '/office/numbers/:id/anchor',
  get: async (visit) => {
    const { id = '' } = visit.params;
    const found = isUuid(id) ? await showNumber(visit.services, id) : null;
    if (found === null) return NOT_FOUND;
    const words = wordsOf(visit);
    const balance_xaf = wholeXaf(visit.query.get('balance_xaf') ?? '');
    if (balance_xaf === null) return goTo(pathOf(visit, id), words.numbers.balance_wrong, 'warn');
    const book = (await listBooks(visit.services)).find((one) => one.collection_number_id === id);
    const tip_xaf = book?.tip_xaf ?? null;
    const content = card(
      phone(found.number.msisdn),
      html`${facts([
        [words.numbers.balance, html`<b>${amount(visit.words, balance_xaf)}</b>`],
        [words.numbers.looked_at, time(visit.words, visit.now)],
        [words.numbers.book_says, tip_xaf === null ? '–' : amount(visit.words, tip_xaf)],
        [words.numbers.difference, tip_xaf === null ? '–' : amount(visit.words, balance_xaf - tip_xaf)],
      ])}<p class="hint">${words.numbers.difference_note}</p>${postForm(
        visit,
        visit.at(`/office/numbers/${id}/anchor`),
        html`${standFields(standOf(visit))}<input type="hidden" name="balance_xaf" value="${balance_xaf}"><input type="hidden" name="looked_at" value="${visit.now.getTime()}">${button(words.numbers.says)}`,
      )}${onwards(visit)}`,
    );
    return show({ title: words.numbers.check, content });
  },
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const words = wordsOf(visit);
    const balance_xaf = wholeXaf(visit.form.text('balance_xaf'));
    if (balance_xaf === null) return goTo(pathOf(visit, id), words.numbers.balance_wrong, 'warn');
    const looked_ms = Number(visit.form.text('looked_at'));
    const age_ms = visit.now.getTime() - looked_ms;
    // The reading is dated by now, and whoever asks what it shows takes the look for no older than that.
    if (!(age_ms >= 0 && age_ms <= READING_MS))
      return goTo(pathOf(visit, id), words.numbers.look_again, 'warn');
    const command = { number: id, balance_xaf };
    const note = `${words.numbers.read_note}, ${new Date(looked_ms).toISOString()}`;
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        const [outcome] = await anchorNumbers(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'number_not_found' });
      },
      { stays: standOf(visit).place === null, note },
    );
  },
});

const sweep = staffPage(STAFF_VERBS['feed.sweep'], {
  path: '/office/numbers/:id/sweep',
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const once = visit.form.text('once');
    const command = {
      number: id,
      amount_xaf: wholeXaf(visit.form.text('amount_xaf')) ?? 0,
      // Two taps on a slow line are one sweep.
      ...(isUuid(once) && { once }),
    };
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        const [outcome] = await announceSweeps(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'number_not_found' });
      },
      { stays: true },
    );
  },
});

const explain = staffPage(STAFF_VERBS['book.explain'], {
  path: '/office/numbers/:id/explain',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const step_id = visit.form.text('step');
    const meaning = STEP_MEANINGS.find((one) => one === visit.form.text('meaning'));
    if (!isUuid(id) || !isUuid(step_id) || meaning === undefined) return NOT_FOUND;
    const named = visit.form.text('for');
    const [cause_id = null] = named === '' ? [] : await settlementIds(visit.services, [named]);
    if (named !== '' && cause_id === null)
      return goBack(pathOf(visit, id), wordsOf(visit).numbers.cause_wrong, visit.form.text('note'));
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        const [outcome] = await explainSteps(visit.services, [{ step_id, meaning, cause_id, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'step_not_found' });
      },
      { stays: true },
    );
  },
});

const disown = staffPage(STAFF_VERBS['book.disown'], {
  path: '/office/numbers/:id/disown',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const messages = [...new Set(visit.form.all('message'))];
    if (!isUuid(id) || !messages.every(isUuid)) return NOT_FOUND;
    if (messages.length === 0) return goTo(pathOf(visit, id), wordsOf(visit).numbers.none_ticked, 'warn');
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        const outcomes = await disownMessages(
          visit.services,
          messages.map((notice_id) => ({ notice_id, ...by })),
        );
        // What could not be done is what a person has to know.
        const [first = { kind: 'message_not_found' as const }] = outcomes;
        const refused = outcomes.find(({ kind }) => kind !== 'disowned' && kind !== 'proposed');
        return toldOf(visit, refused ?? first);
      },
      { stays: true },
    );
  },
});

const inbox = staffPage(STAFF_VERBS['gateway.inbox'], {
  path: '/office/numbers/:id/inbox',
  post: async (visit) => {
    const { id = '' } = visit.params;
    const hours = visit.form.whole('hours', 3) ?? Number.NaN;
    if (!isUuid(id)) return NOT_FOUND;
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        if (!(hours >= 1 && hours <= 720)) return toldOf(visit, { kind: 'hours_unusable' });
        await requireMay(visit.services, by, 'gateway.inbox');
        const since = later(visit.now, -hours * HOUR_MS);
        const [outcome] = await askInboxesByHand(visit.services, [{ number: id, since, ...by }]);
        if (outcome?.kind !== 'asked') return toldOf(visit, { kind: 'number_not_found' });
        await settleApart(visit.services, outcome.notice_ids.slice(0, SETTLED_AT_ONCE));
        return done(`${wordsOf(visit).numbers.inbox_done} ${outcome.notice_ids.length}`);
      },
      { stays: true },
    );
  },
});

const senders = staffPage(STAFF_VERBS['numbers.senders'], {
  path: '/office/numbers/:id/senders',
  post: async (visit) => {
    const { id = '' } = visit.params;
    if (!isUuid(id)) return NOT_FOUND;
    const names = visit.form
      .text('senders')
      .split(',')
      .map((name) => name.trim());
    const command = { number: id, senders: names.filter((name) => name !== '') };
    return decideWithNote(
      visit,
      pathOf(visit, id),
      async (by) => {
        const [outcome] = await trustSenders(visit.services, [{ ...command, ...by }]);
        return toldOf(visit, outcome ?? { kind: 'number_not_found' });
      },
      { stays: true },
    );
  },
});

const use = (what: 'pause' | 'resume') =>
  staffPage(STAFF_VERBS[`numbers.${what}`], {
    path: `/office/numbers/:id/${what}`,
    post: async (visit) => {
      const { id = '' } = visit.params;
      if (!isUuid(id)) return NOT_FOUND;
      return decideWithNote(
        visit,
        pathOf(visit, id),
        async (by) => {
          const [outcome] = await useNumbers(visit.services, [{ number_id: id, what, ...by }]);
          return toldOf(visit, outcome ?? { kind: 'number_not_found' });
        },
        { stays: true },
      );
    },
  });

export const NUMBER_WORK_PAGES: readonly AnyPage[] = [
  anchor,
  sweep,
  explain,
  disown,
  inbox,
  senders,
  use('pause'),
  use('resume'),
];
