import { STAFF_ROLES } from '../../../domain/account/person.ts';
import { readPlace, writePlace } from '../../../domain/desk/waiting.ts';
import { isUuid, shortId } from '../../../domain/keys.ts';
import { HIDDEN_DIGIT, printOf, showsPhone } from '../../../domain/msisdn.ts';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { localDay } from '../../../domain/time.ts';
import {
  type SendRefund,
  type SendRefundOutcome,
  sendRefunds,
} from '../../../engine/desk/refunds/send-refund.ts';
import { takeRefundList } from '../../../engine/desk/refunds/take-list.ts';
import type { Told } from '../../../engine/desk/told.ts';
import { listRefundsUnderWay } from '../../../engine/refunds/under-way.ts';
import { amount, colon, moment, phone } from '../../format.ts';
import { paperFile } from '../../frame/file.ts';
import { badge, button, field, pager, postForm, table } from '../../frame/parts.ts';
import { type AnyPage, NOT_FOUND, type StaffVisit, show, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { decideWithNote, may, signatureByVisit, wordsOf } from '../decision/decision.ts';
import { unlessRefused } from '../decision/taken.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { refundsToSend } from './paper.ts';
import { OFFICE_REFUND_WORDS } from './words.ts';

const PATH = '/office/refunds';
const SHOWN = 100;

const list = staffPage(STAFF_ROLES, {
  path: PATH,
  link: { place: 25, label: { fr: 'Remboursements', ar: 'الاستردادات', en: 'Refunds' } },
  get: async (visit) => {
    const words = OFFICE_REFUND_WORDS[visit.language];
    const { columns } = words;
    const after = readPlace(visit.query.get('after') ?? '');
    const { rows: open, next } = await listRefundsUnderWay(visit.services, { limit: SHOWN, after });
    const rows = open.map((one) => [
      html`<code>${shortId(one.id)}</code> <small>${words.since} ${moment(visit.words, one.sent_at ?? one.created_at)}</small>`,
      html`<bdi>${one.merchant_name}</bdi> <small><bdi dir="ltr">${one.reference}</bdi></small>`,
      one.to_phone_now === null ? words.unknown_payer : html`<bdi dir="ltr">${one.to_phone_now}</bdi>`,
      amount(visit.words, one.amount_xaf),
      html`${badge(words.states[one.state as keyof typeof words.states], one.state === 'UNKNOWN' ? 'bad' : 'wait')}
${one.is_payer_unread ? html`<strong>${words.told.payer_unread}</strong>` : NOTHING}
${one.may_have_left ? html`<strong>${words.may_have_left}</strong>` : NOTHING}
${one.proposed_by === null ? NOTHING : html`<small>${words.proposed_by} ${one.proposed_by}</small>`}`,
      one.via === 'rail' ? words.by_operator : forms(visit, one),
    ]);
    const heads = [
      columns.refund,
      columns.merchant,
      columns.to,
      columns.amount,
      columns.state,
      columns.decide,
    ];
    return show({
      title: words.title,
      content: html`<p>${words.intro}</p>${
        open.some(({ state, via }) => state === 'PENDING' && via !== 'rail')
          ? html`<div class="actions">${postForm(visit, visit.at(`${PATH}/sending.pdf`), button(words.list_paper, { kind: 'two' }))}</div>`
          : NOTHING
      }${table(
        visit,
        heads.map((label) => ({ label, is_number: label === columns.amount })),
        rows,
        words.nothing,
      )}${pager(visit, {
        newer: after === null ? null : visit.at(PATH),
        older: next === null ? null : visit.at(`${PATH}?after=${writePlace(next)}`),
      })}`,
    });
  },
});

/** By POST alone, since it stands on record with what is on it: a link that somebody follows takes no list in their name. */
const paper = staffPage(STAFF_ROLES, {
  path: `${PATH}/sending.pdf`,
  post: async (visit) => {
    const name = `refunds-${localDay(visit.now)}`;
    const file = `${name}.pdf`;
    const take = takeRefundList(visit.services, { ...signatureByVisit(visit, file), file });
    const listed = await unlessRefused(take);
    return listed === null ? NOT_FOUND : paperFile(name, () => refundsToSend(visit, listed));
  },
});

type Row = Awaited<ReturnType<typeof listRefundsUnderWay>>['rows'][number];

/** What may be said of one: that it is sent, while it waits; that it has not gone. */
function forms(visit: StaffVisit, { id, state, msisdn, to_phone_now }: Row): SafeHtml {
  const words = OFFICE_REFUND_WORDS[visit.language];
  if (!may(visit, 'refund.send')) return msisdn === null ? NOTHING : phone(msisdn);
  const { cases } = wordsOf(visit);
  const noted = (does: SendRefund['does']) =>
    field({
      name: 'note',
      id: `note-${does}-${id}`,
      label: cases.note,
      hint: does === 'fail' ? words.fail_hint : cases.note_hint,
      max_length: 2000,
    });
  const printed = printOf(to_phone_now);
  const is_named = printed !== null && showsPhone(printed);
  const to = field({
    ...{ name: 'to', id: `to-${id}`, label: words.to, hint: words.to_hint, is_optional: is_named },
    ...{ type: 'tel', max_length: 20 },
  });
  const from = { name: 'number', label: words.number, hint: words.number_hint, value: msisdn ?? '' };
  const is_whole = is_named && !printed.includes(HIDDEN_DIGIT);
  const send = html`${field({ ...from, type: 'tel', max_length: 20 })}${is_whole ? NOTHING : to}`;
  const form = (does: SendRefund['does'], label: string, content: SafeHtml) =>
    postForm(
      visit,
      visit.at(`${PATH}/${id}/${does}`),
      html`${content}${noted(does)}${button(label, { kind: does === 'fail' ? 'two' : 'main' })}`,
    );
  return html`<details><summary>${words.columns.decide}</summary>${
    state === 'PENDING' ? form('send', words.send, send) : NOTHING
  }${form('fail', words.fail, NOTHING)}</details>`;
}

const verb = (does: SendRefund['does']) =>
  staffPage(STAFF_VERBS[`refund.${does}`], {
    path: `${PATH}/:id/${does}`,
    post: async (visit) => {
      const { id = '' } = visit.params;
      if (!isUuid(id)) return NOT_FOUND;
      const number = visit.form.text('number');
      const to = visit.form.text('to').slice(0, 20);
      const command = { refund_id: id.toLowerCase(), does, to, ...(number !== '' && { number }) };
      return decideWithNote(
        visit,
        visit.at(PATH),
        async (by) => {
          const [outcome] = await sendRefunds(visit.services, [{ ...command, ...by }]);
          return told(visit, outcome ?? { kind: 'not_found' }, does);
        },
        { to: visit.at(PATH) },
      );
    },
  });

const DONE: ReadonlySet<string> = new Set(['sending', 'left_already', 'perhaps_sent', 'failed']);

function told(visit: StaffVisit, outcome: SendRefundOutcome, does: SendRefund['does']): Told {
  const { kind, sentences } = decidedTold(visit, outcome, does);
  const list = 'on_list' in outcome ? outcome.on_list : undefined;
  if (list === undefined) return { kind, sentences };
  const { on_list } = OFFICE_REFUND_WORDS[visit.language];
  return { kind, sentences: [...sentences, `${on_list}${colon(visit)}${list.taken_by.join(', ')}.`] };
}

function decidedTold(visit: StaffVisit, outcome: SendRefundOutcome, does: SendRefund['does']): Told {
  switch (outcome.kind) {
    case 'proposed':
    case 'same_person':
    case 'not_comparable':
    case 'other_proposal':
      return toldOf(visit, outcome, does === 'send');
    default: {
      const has_left = outcome.kind === 'sending' && outcome.left_before_xaf !== undefined;
      const sentence = OFFICE_REFUND_WORDS[visit.language].told[has_left ? 'left_before' : outcome.kind];
      return { kind: DONE.has(outcome.kind) ? 'done' : 'refused', sentences: [sentence] };
    }
  }
}

export const OFFICE_REFUND_PAGES: readonly AnyPage[] = [list, paper, verb('send'), verb('fail')];
