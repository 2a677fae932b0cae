import { Buffer } from 'node:buffer';
import { STAFF_VERBS } from '../../../domain/staff/role.ts';
import { localDay } from '../../../domain/time.ts';
import { StaffRefusal } from '../../../engine/desk/allowed.ts';
import { takeBankOrder } from '../../../engine/desk/settlements/take-file.ts';
import { banksOf } from '../../../engine/settlements/destination.ts';
import { listOnLists, listOnOrders } from '../../../engine/settlements/orders.ts';
import { UnfitOrder } from '../../../files/pain001/unfit.ts';
import { countText, moment } from '../../format.ts';
import { button, card, note, postForm, select } from '../../frame/parts.ts';
import { goTo, type StaffVisit, staffPage } from '../../frame/table.ts';
import { html, NOTHING, type SafeHtml } from '../../html.ts';
import { may, signatureByVisit } from '../decision/decision.ts';
import { toldOf } from '../outcomes/outcome.ts';
import { ORDER_WORDS } from './order-words.ts';
import { SETTLEMENT_TOLD } from './told.ts';
import { sayUnfit } from './unfit.ts';
import { OFFICE_SETTLEMENT_WORDS } from './words.ts';

const PATH = '/office/settlements';
const ORDER_PATH = `${PATH}/order.xml`;

/** The form of the next order, with what it leaves off: its answer is a file, which can say nothing besides. */
export async function orderForm(visit: StaffVisit): Promise<SafeHtml> {
  if (!may(visit, 'settlement.order')) return NOTHING;
  const [banks, on_orders, on_lists] = await Promise.all([
    banksOf(visit.services),
    listOnOrders(visit.services),
    listOnLists(visit.services),
  ]);
  if (banks.length === 0) return NOTHING;
  const words = ORDER_WORDS[visit.language];
  const { bank: label } = OFFICE_SETTLEMENT_WORDS[visit.language];
  const options = banks.map(({ name }) => ({ value: name, label: name }));
  const codes = on_orders.map(
    ({ id, reference }) => html`<a href="${visit.at(`${PATH}/${id}`)}"><code>${reference}</code></a> `,
  );
  const left_off = html`<p>${words.on_order} (${countText(codes.length)}): ${codes}</p><p>${words.on_order_text}</p>`;
  const lines = on_lists.map(({ reference, taken_by, taken_at }) => {
    const at = moment(visit.words, taken_at);
    return html`<li><code>${reference}</code> <bdi>${taken_by}</bdi>, ${at}</li>`;
  });
  const listed = html`<p>${words.on_list} (${countText(lines.length)}):</p><ul>${lines}</ul><p>${words.on_list_text}</p>`;
  const form = html`${select({ name: 'bank', label }, options)}${button(words.order, { kind: 'two' })}`;
  return card(
    words.order,
    html`<p>${words.order_text}</p>${codes.length === 0 ? NOTHING : note(left_off, 'warn')}${lines.length === 0 ? NOTHING : note(listed, 'warn')}${postForm(visit, visit.at(ORDER_PATH), form)}`,
    { id: 'order' },
  );
}

/**
 * Gives the order, by POST alone and to those who send settlements: what is on it is on no other one, so a link that somebody
 * follows, or whoever only reads, would keep it from every bank.
 */
export const order = staffPage(STAFF_VERBS['settlement.order'], {
  path: ORDER_PATH,
  post: async (visit) => {
    const words = ORDER_WORDS[visit.language];
    const refuse = (sentence: string) => goTo(visit.at(PATH), sentence, 'warn');
    const name = `pain001-${localDay(visit.now)}.xml`;
    try {
      const bank = visit.form.text('bank');
      const outcome = await takeBankOrder(visit.services, {
        ...signatureByVisit(visit, name),
        bank,
        file: name,
      });
      if (outcome.kind === 'ordered_before') return refuse(words.ordered_before);
      if (outcome.kind !== 'order') {
        const { source_not_found } = SETTLEMENT_TOLD[visit.language];
        return refuse(outcome.kind === 'bank_not_found' ? source_not_found : words.nothing_to_order);
      }
      return { kind: 'file', name, type: 'application/xml', body: Buffer.from(outcome.xml) };
    } catch (error) {
      if (error instanceof StaffRefusal)
        return refuse(toldOf(visit, { kind: error.kind }).sentences.join(' '));
      if (error instanceof UnfitOrder) return refuse(sayUnfit(visit.language, error));
      throw error;
    }
  },
});
