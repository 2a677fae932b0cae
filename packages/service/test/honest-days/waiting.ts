import type { Days } from './days.ts';

/**
 * Puts names into a line: `any 3` stands for one of whatever waits for people by then, money or, where it says who, somebody; `its`
 * for whom that money was paid. Null where nothing waits.
 */
export async function named(days: Days, words: readonly string[]): Promise<string[] | null> {
  const said: string[] = [];
  for (const at of words.keys()) {
    if (words[at - 1] === 'any') continue;
    const name = await nameOf(days, said, words, at);
    if (name === undefined) return null;
    said.push(name);
  }
  return said;
}

async function nameOf(days: Days, said: readonly string[], words: readonly string[], at: number) {
  const [word = '', count] = words.slice(at);
  if (word === 'its') return days.payments.find(({ message }) => message === said[1])?.session;
  if (word !== 'any') return word;
  if (said[0] === 'give') {
    const paid = await whoHasPaid(days);
    return paid[Number(count) % paid.length];
  }
  const is_who = ['confirm', 'reject'].includes(said[0] ?? '') || said.at(-1) === 'to';
  const waiting = await (is_who ? whoWaits(days) : moneyThatWaits(days));
  const paid = days.payments.map(({ message }) => message);
  const choice = words.includes('its') ? waiting.filter((name) => paid.includes(name)) : waiting;
  return choice[Number(count) % choice.length];
}

/** Sessions under review, and transactions beside which a payment is. */
async function whoWaits({ stage }: Days): Promise<string[]> {
  const rows = await stage.world.service.rows<{ id: string }>(
    `select id from payment_sessions where status = 'UNDER_REVIEW' and id = any ($1::uuid[])
    union all select transaction_id from transaction_reviews where state = 'OPEN' and transaction_id = any ($2::uuid[])`,
    [idsOf(stage.sessions), idsOf(stage.transactions)],
  );
  const waiting = new Set(rows.map(({ id }) => id));
  return [...stage.sessions, ...stage.transactions].flatMap(([name, { id }]) =>
    waiting.has(id) ? [name] : [],
  );
}

/** Sessions of this SIM that are paid. */
async function whoHasPaid({ stage, sim_id }: Days): Promise<string[]> {
  const rows = await stage.world.service.rows<{ id: string }>(
    `select id from payment_sessions where status = 'SUCCESS' and collection_number_id = $1 and id = any ($2::uuid[])`,
    [sim_id, idsOf(stage.sessions)],
  );
  const paid = new Set(rows.map(({ id }) => id));
  return [...stage.sessions].flatMap(([name, { id }]) => (paid.has(id) ? [name] : []));
}

const idsOf = (named: ReadonlyMap<string, { id: string }>): string[] =>
  [...named.values()].map(({ id }) => id);

/** Messages of money that nobody has been given yet. */
async function moneyThatWaits({ stage, sim_id }: Days): Promise<string[]> {
  const rows = await stage.world.service.rows<{ body: string }>(
    `select n.body from credits c join notice_readings r on r.credit_id = c.id join notices n on n.id = r.notice_id
    where c.collection_number_id = $1 and c.state in ('REVIEW', 'SUSPENSE')`,
    [sim_id],
  );
  const waiting = new Set(rows.map(({ body }) => body));
  return [...stage.messages].flatMap(([name, { sms }]) => (waiting.has(sms.text) ? [name] : []));
}
