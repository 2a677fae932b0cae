import { createRefundsForMerchants } from '../../src/engine/desk/refunds/create-refund.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { by, servicesOf } from '../evidence/desk.ts';
import type { Days } from './days.ts';
import { LEFT_OUT, moves, type Play, sentTo } from './movements.ts';

/**
 * `give r any 3 late`: a merchant's payment goes back, and a person sends it; the message of that comes late. `unsent`: he says that
 * he sends it, and forgets it.
 */
export const give: Play = async (days, [, name = '', of = '', ...how]) => {
  const refund_id = await asked(days, of);
  if (refund_id === undefined) return LEFT_OUT;
  const says = { refund_id, does: 'send' as const, ...by('Awa') };
  const [shown] = await sendRefunds(servicesOf(days.stage), [says]);
  // Where no message named the payer people have asked him.
  const [said] =
    shown?.kind === 'payer_unknown'
      ? await sendRefunds(servicesOf(days.stage), [{ ...says, to: '66123456' }])
      : [shown];
  // Who is told that it may have gone looks, and finds the debit of somebody else.
  if (said?.kind !== 'sending' && said?.kind !== 'perhaps_sent') return said?.kind ?? '';
  days.returns.set(name, { refund_id, place: null });
  if (how.includes('unsent')) return 'unsent';
  const { amount_xaf, to_phone } = said;
  const phone = to_phone.slice(-8);
  const verb = how.includes('late') ? 'late' : 'sms';
  const moved = await moves(days, [verb, name, 'moved', `-${amount_xaf}`, sentTo(phone, amount_xaf)]);
  if (moved !== LEFT_OUT) days.returns.set(name, { refund_id, place: days.sim.movements.length - 1 });
  return moved;
};

async function asked({ stage }: Days, of: string): Promise<string | undefined> {
  const { id, merchant } = stage.sessions.get(of) ?? {};
  if (id === undefined || merchant === undefined) return undefined;
  const payment = { kind: 'session', id } as const;
  const command = {
    merchant_id: merchant.id,
    environment: 'live',
    payment,
    amount_xaf: null,
    ...by('Awa'),
  } as const;
  const [said] = await createRefundsForMerchants(servicesOf(stage), [command]);
  return said?.kind === 'created' ? said.refund.id : undefined;
}

/** `fail r`: a person says that what he was to send back has certainly not gone. */
export const fail: Play = async (days, [, name = '']) => {
  const { refund_id } = days.returns.get(name) ?? {};
  if (refund_id === undefined) return LEFT_OUT;
  const [said] = await sendRefunds(servicesOf(days.stage), [{ refund_id, does: 'fail', ...by('Awa') }]);
  return said?.kind ?? '';
};
