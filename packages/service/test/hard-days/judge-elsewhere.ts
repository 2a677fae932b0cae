import type { Days, Payment } from '../honest-days/days.ts';
import type { Asked } from './paid.ts';

/**
 * Who was asked on the other SIM. Nobody pays there but who does as he was told; and nobody ends unpaid, who `mayNotEnd`, beside money
 * that people hold and that he has paid to this SIM, exactly, proven in time and by the phone that was declared for him, or with his ticket.
 */
export async function judgeElsewhere(
  days: Days,
  asked: readonly Asked[],
  mayNotEnd: (one: Asked) => boolean,
): Promise<string[]> {
  const elsewhere = asked.filter(({ name, on_sim }) => !on_sim && !days.decided.has(name));
  const proven = await heldMoney(days);
  return elsewhere.flatMap((one) => {
    const { name, status, transaction } = one;
    if (status === 'SUCCESS' && transaction !== days.stage.messages.get(`${name}'s`)?.sms.id)
      return [`${name} is paid by ${transaction} on the other SIM`];
    return mayNotEnd(one) && days.payments.some((payment) => isHis(days, one, payment, proven))
      ? [`${name} has expired beside what was paid for it on another number`]
      : [];
  });
}

/** When the money was proven that people hold, by the text that told of it. Words that nobody knows name no payer. */
async function heldMoney({ stage, sim_id }: Days): Promise<Map<string, number>> {
  const rows = await stage.world.service.rows<{ body: string; created_at: Date }>(
    `select n.body, c.created_at from credits c join notice_readings r on r.credit_id = c.id join notices n on n.id = r.notice_id
    where c.collection_number_id = $1 and c.state in ('REVIEW', 'SUSPENSE') and c.kind <> 'UNREAD'`,
    [sim_id],
  );
  return new Map(rows.map(({ body, created_at }) => [body, created_at.getTime()]));
}

function isHis(
  { asked, sim, stage }: Days,
  { name, customer_phone }: Asked,
  { session, message, place, paid_ms }: Payment,
  proven: ReadonlyMap<string, number>,
): boolean {
  const { amount_xaf, expires_ms } = asked.get(name) ?? { amount_xaf: 0, expires_ms: 0 };
  const text = stage.messages.get(message)?.sms.text ?? '';
  const names = [customer_phone?.slice(-8), stage.sessions.get(name)?.ticket];
  return (
    session === name &&
    Math.max(paid_ms, proven.get(text) ?? Number.POSITIVE_INFINITY) <= expires_ms &&
    sim.movements[place]?.delta_xaf === amount_xaf &&
    names.some((word) => word !== undefined && text.includes(word))
  );
}
