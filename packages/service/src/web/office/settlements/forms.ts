import { listBooks } from '../../../engine/book/look.ts';
import { banksOf } from '../../../engine/settlements/destination.ts';
import type { SettlementDetail } from '../../../engine/settlements/show.ts';
import { localDigits } from '../../format.ts';
import { button, card, field, type Option, postForm, select } from '../../frame/parts.ts';
import type { StaffVisit } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, wordsOf } from '../decision/decision.ts';
import { termsOf } from '../terms/say.ts';
import { OFFICE_SETTLEMENT_WORDS } from './words.ts';

const PATH = '/office/settlements';

/**
 * What may be said of a settlement in its state, by whoever may say so: the forms of its page.
 * @param handed_at of one that was taken back: when a file was taken on which it stands
 */
export async function saidOf(
  visit: StaffVisit,
  settlement: SettlementDetail,
  { handed_at }: { handed_at: Date | null },
): Promise<SafeHtml> {
  if (!may(visit, 'settlement.approve')) return NOTHING;
  const { id, state, destination, returned_at } = settlement;
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const form = (does: Does, content: SafeHtml = NOTHING, kind: Kind = 'main') =>
    signedForm(visit, { id, does, label: words[does], kind }, content);
  const cancel = () => form('cancel', NOTHING, 'danger');
  const ends = witnessesOf(settlement);
  const named = (label: string, text: string, by: string, fields: SafeHtml) =>
    signedForm(
      visit,
      { id, does: 'prove', label, kind: 'two' },
      html`<p>${text}</p><input type="hidden" name="by" value="${by}">${fields}`,
    );
  const prove = () => {
    const options = ends.all.map((value) => ({ value, label: words.witnesses[value] }));
    const witness = select({ name: 'by', label: words.witness }, options);
    return form(
      'prove',
      html`${witness}${rowFields(visit, { is_optional: true, names: destination?.kind })}`,
    );
  };
  switch (state) {
    case 'DRAFT':
      return html`${form('approve')}${cancel()}`;
    case 'APPROVED': {
      const from = select({ name: 'from', label: words.from }, await sourcesOf(visit, destination));
      return html`${form('send', from)}${cancel()}`;
    }
    case 'SENDING':
      return html`${prove()}${form('doubt', NOTHING, 'two')}${form('fail', NOTHING, 'danger')}`;
    case 'UNKNOWN':
      return prove();
    case 'PAID':
      return ends.returned === null || returned_at !== null
        ? NOTHING
        : named(words.came_back, words.came_back_text, ends.returned, rowFields(visit, {}));
    case 'CANCELLED':
    case 'FAILED': {
      if (state === 'CANCELLED' && handed_at === null) return NOTHING;
      const fields = rowFields(visit, { names: destination?.kind });
      return ends.row === null ? NOTHING : named(words.paid_late, words.paid_late_text, ends.row, fields);
    }
    default:
      return NOTHING;
  }
}

/** What can tell of it, by where it goes and was sent from; what a SIM has sent all the same is told by its book. */
function witnessesOf({ destination, from_kind }: SettlementDetail) {
  if (destination?.kind === 'bank')
    return { all: ['bank_row', 'bank'], row: 'bank_row', returned: 'bank_return' } as const;
  const all = ['book', 'statement_row', 'statement'] as const;
  return from_kind === 'FLOAT'
    ? { all, row: null, returned: null }
    : ({ all, row: 'statement_row', returned: 'statement_return' } as const);
}

type Does = 'approve' | 'cancel' | 'send' | 'doubt' | 'fail' | 'prove';
type Kind = 'main' | 'two' | 'danger';

/** A card with one form, signed by a note. */
function signedForm(
  visit: StaffVisit,
  { id, does, label, kind }: { id: string; does: Does; label: string; kind: Kind },
  content: SafeHtml,
): SafeHtml {
  const { cases } = wordsOf(visit);
  // What is written of one that has not gone is what its merchant reads.
  const { merchant_reads } = OFFICE_SETTLEMENT_WORDS[visit.language];
  const hint = does === 'fail' || does === 'prove' ? merchant_reads : cases.note_hint;
  const why = field({ name: 'note', label: cases.note, hint, max_length: 2000 });
  const form = html`${content}${why}${button(label, { kind })}`;
  return card(label, postForm(visit, visit.at(`${PATH}/${id}/${does}`), form));
}

/** What a row, or a list without it, is known by. */
function rowFields(
  visit: StaffVisit,
  { is_optional = false, names }: { is_optional?: boolean; names?: 'number' | 'bank' | undefined },
): SafeHtml {
  const words = OFFICE_SETTLEMENT_WORDS[visit.language];
  const ltr = { is_optional, is_ltr: true };
  const whose = { label: words.row_to, hint: words.row_to_hint, is_optional: true };
  const number = { ...whose, inputmode: 'tel', max_length: 20 } as const;
  const account = { label: words.row_account, hint: words.row_account_hint, is_optional, max_length: 40 };
  const to = field({ name: 'to', is_ltr: true, ...(names === 'bank' ? account : number) });
  return html`${field({ name: 'record', label: words.record_id, max_length: 200, ...ltr })}
${field({ name: 'amount', label: words.row_amount, inputmode: 'numeric', max_length: 15, ...ltr })}
${names === undefined ? NOTHING : to}${field({ name: 'day', label: words.day, type: 'date', ...ltr })}`;
}

/** What of ours reaches the account: to a number its operator's SIMs and wallet, to a bank our bank accounts. */
async function sourcesOf(visit: StaffVisit, destination: SettlementDetail['destination']): Promise<Option[]> {
  if (destination?.kind !== 'number')
    return (await banksOf(visit.services)).map(({ name }) => ({ value: `bank:${name}`, label: name }));
  const name = visit.words.operators[destination.operator];
  const sims = (await listBooks(visit.services)).filter((one) => one.operator === destination.operator);
  return [
    ...sims.map(({ msisdn }) => ({
      value: `number:${msisdn}`,
      label: `\u2066${localDigits(msisdn)}\u2069 ${name}`,
    })),
    {
      value: `wallet:${destination.operator}`,
      label: termsOf(visit).accounts[`WALLET_${destination.operator}`],
    },
  ];
}
