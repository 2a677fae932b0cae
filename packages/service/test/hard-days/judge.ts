import type { Days, Payment } from '../honest-days/days.ts';
import { balances } from '../honest-days/judge.ts';

type Session = {
  id: string;
  status: string;
  customer_phone: string | null;
  on_sim: boolean;
  transaction: string | null;
  amount_xaf: number | null;
  balance_xaf: string | null;
};

/**
 * What may not be, whoever lies and whatever is lost: the book stands elsewhere than a SIM that was just read, a session is paid
 * by another's money, or one expires whose payment was told in time.
 */
export async function judgeHardDays(days: Days): Promise<string[]> {
  const rows = await sessionsOf(days);
  const found = new Map(rows.map((row) => [row.id, row]));
  const wrong = [...days.asked].flatMap(([name, { amount_xaf, expires_ms }]) => {
    const session = found.get(days.stage.sessions.get(name)?.id ?? '');
    const own = days.payments.filter((one) => one.session === name);
    if (session?.status === 'SUCCESS') return paidByAnother(days, name, session, own);
    const is_heard = own.some(
      (one) => one.heard_ms <= expires_ms && !isTakenBack(days, one) && isExact(days, one, amount_xaf),
    );
    return session?.status === 'EXPIRED' && session.on_sim && is_heard
      ? [`${name} has expired, though its message came in time`]
      : [];
  });
  return [...(await balances(days)), ...(await days.stage.world.ledgerProblems()), ...wrong];
}

const isExact = ({ sim }: Days, { place }: Payment, amount_xaf: number): boolean =>
  sim.movements[place]?.delta_xaf === amount_xaf;

const isTakenBack = ({ taken_back, stage }: Days, { message }: Payment): boolean =>
  [...taken_back.values()].includes(stage.messages.get(message)?.sms.id ?? '');

function paidByAnother(days: Days, name: string, session: Session, own: readonly Payment[]): string[] {
  const place = placeOf(days, session);
  // A forger takes no more than the bound, and so much is his who pays for himself on the other SIM.
  if (place === -1 || own.some((one) => one.place === place)) return [];
  const { session: other } = days.payments.find((one) => one.place === place) ?? {};
  const text = [...days.stage.messages.values()].find(({ sms }) => sms.place === place)?.sms.text ?? '';
  // Nothing tells somebody's money from that of whom a session declares by his whole phone, or by all that is seen of it.
  const phone = session.customer_phone?.slice(-8) ?? '';
  const is_declared =
    phone !== '' && (text.includes(phone) || text.includes(`${phone.slice(0, 2)} •• •• ${phone.slice(-2)}`));
  return is_declared ? [] : [`${name} is paid by what was paid for ${other}`];
}

/** The true movement that a session was paid by; -1 where it was none of this SIM. */
function placeOf({ sim: { movements } }: Days, { transaction, amount_xaf, balance_xaf }: Session): number {
  if (transaction !== null) return movements.findIndex(({ id }) => id === transaction);
  return movements.findIndex(
    (one) => one.delta_xaf === amount_xaf && String(one.balance_xaf) === balance_xaf,
  );
}

const sessionsOf = ({ stage, sim_id }: Days): Promise<Session[]> =>
  stage.world.service.rows<Session>(
    `select s.id, s.status, s.customer_phone, s.collection_number_id = $2 as on_sim,
      c.operator_transaction_id as transaction, c.amount_xaf, c.balance_xaf
    from payment_sessions s left join credits c on c.matched_session_id = s.id where s.id = any ($1::uuid[])`,
    [[...stage.sessions.values()].map(({ id }) => id), sim_id],
  );
