import type { Meaning } from '../../src/domain/ledger/step.ts';
import { listIncidents, showBooks } from '../../src/engine/book/look.ts';
import { closeAlerts, closeIncidents } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { listReviews, listSuspended } from '../../src/engine/desk/waiting.ts';
import { waitingCreditsOf } from '../judge.ts';
import { asking } from '../lookups.ts';
import type { Movement, OperatorsSim } from './operators.ts';
import { SEND_FEE_XAF } from './operators.ts';
import { readBalances, sendFrom } from './payouts.ts';
import { listen } from './street.ts';
import { ONE, two } from './two.ts';
import { count, type Mistake, rowsOf, send, type Year } from './world.ts';

const LIMIT = 500;
const DAY_MS = 86_400_000;
/** So long staff leave what a reading found to the operator's statement, which tells it without anybody's word. */
const PATIENCE_MS = 10 * DAY_MS;

/** Phones send what they kept, where the service asked; then the balances are read. */
export async function readSims(year: Year, unread_share: number): Promise<void> {
  const { office, operators, phones, chance, clock } = year;
  for (const msisdn of await office.askedInboxes()) send(year, phones.askInbox(msisdn, clock.now_ms - 1));
  await listen(year, clock.now_ms);
  await readBalances(
    year,
    operators.sims.filter(() => !chance.happens(unread_share)),
  );
}

/** The movements that lead from one balance to another, by the operator's list. */
function between(sim: OperatorsSim, before_xaf: number, after_xaf: number): Movement[] {
  const end = sim.movements.findLastIndex(({ balance_xaf }) => balance_xaf === after_xaf);
  for (let from = end; from >= 0; from -= 1) {
    const one = sim.movements[from];
    if (one && one.balance_xaf - one.delta_xaf === before_xaf) return sim.movements.slice(from, end + 1);
  }
  return [];
}

const MEANINGS: Readonly<Record<Movement['why'], Meaning>> = {
  payment: 'credit',
  capital: 'capital',
  refund: 'refund',
  send_back: 'refund',
  settlement: 'settlement',
  sweep: 'sweep',
  airtime: 'airtime',
  reversal: 'write_off',
};

/** Two people say what steps were that no message and no statement has explained. */
export async function explain(year: Year): Promise<void> {
  const { services, operators, clock, chance, plan } = year;
  const sims = new Map(operators.sims.map((sim) => [sim.collection_number_id, sim]));
  const { unexplained } = await showBooks(services, [...sims.keys()]);
  count(year, 'steps and days unexplained', unexplained.length);
  const said = unexplained.flatMap((step) => {
    const sim = sims.get(step.collection_number_id);
    const [movement, ...more] = sim ? between(sim, step.before_xaf, step.after_xaf) : [];
    const is_gap = step.kind === 'UNEXPLAINED';
    const is_old = clock.now_ms - step.occurred_at.getTime() > PATIENCE_MS;
    if (movement === undefined) {
      if (is_old) count(year, 'steps and days that the operator does not list');
      return [];
    }
    if (more.length > 0 || (is_gap && movement.why !== 'capital' && !is_old && !chance.happens(0.1)))
      return [];
    const is_mistaken = movement.why === 'sweep' && chance.happens(plan.mistaken_share);
    return [{ step_id: step.id, meaning: is_mistaken ? ('fee' as const) : MEANINGS[movement.why], movement }];
  });
  // What the operator took back of a credit that nobody was given is voided, not written off.
  const waiting = new Map(
    (await listSuspended(services, { environment: 'live', limit: LIMIT })).map((one) => [
      one.operator_transaction_id,
      one,
    ]),
  );
  const voided = said.flatMap((one) => {
    const credit = one.movement.why === 'reversal' ? waiting.get(one.movement.cause_id) : undefined;
    return credit === undefined ? [] : [{ ...one, credit_id: credit.credit_id }];
  });
  for (const { kind } of await two(
    (commands) => voidCredits(services, commands),
    voided.map(({ credit_id }) => ({ credit_id })),
  ))
    count(year, `credit that the operator took back: ${kind}`);
  const others = said.filter((one) => !voided.some(({ step_id }) => step_id === one.step_id));
  const outcomes = await two(
    (commands) => explainSteps(services, commands),
    others.map(({ step_id, meaning }) => ({ step_id, meaning })),
  );
  for (const [n, { meaning, movement }] of others.entries())
    count(year, `said of a ${movement.why} to be ${meaning}: ${outcomes[n]?.kind}`);
  for (const [n, { step_id, meaning, movement }] of others.entries()) {
    if (outcomes[n]?.kind !== 'explained') continue;
    if (movement.why === 'sweep' && meaning === 'fee')
      regret(year, { what: 'step', id: step_id, to: { kind: 'sweep' }, amount_xaf: movement.amount_xaf });
    if (movement.why === 'reversal') await chargeBack(year, step_id, movement);
  }
}

/** They find out days later. */
function regret({ truth, clock, chance }: Year, mistake: Omit<Mistake, 'found_ms'>): void {
  truth.mistakes.push({ ...mistake, found_ms: clock.now_ms + chance.between(1, 4) * DAY_MS });
}

/** What the operator took back of a merchant's payment the merchant bears, who was given it. */
async function chargeBack(year: Year, step_id: string, { cause_id, amount_xaf }: Movement): Promise<void> {
  const [owner] = await rowsOf<{ merchant_id: string }>(
    year,
    `select case c.state when 'MATCHED' then s.merchant_id else a.owner_id end as merchant_id
    from credits c left join payment_sessions s on s.id = c.matched_session_id
    left join ledger_transfers t on t.cause_id = c.id and t.cause = 'CREDIT_ASSIGNED'
    left join ledger_accounts a on a.id = t.credit_account_id
    where c.operator_transaction_id = $1 and c.environment = 'live' and c.state in ('MATCHED', 'ASSIGNED')`,
    [cause_id],
  );
  if (owner === undefined) return count(year, 'payments taken back that nobody was given');
  regret(year, { what: 'step', id: step_id, to: { kind: 'merchant', ...owner }, amount_xaf });
}

/** Two people put right what was said wrongly, by transfers that name it, as soon as the merchant has the money. */
export async function correct(year: Year): Promise<void> {
  const { truth, clock, services } = year;
  const due = truth.mistakes.filter(({ found_ms }) => found_ms <= clock.now_ms);
  const outcomes = await two(
    (commands) => correctTransfers(services, commands),
    due.map(({ what, id, to }) => ({ what, id, to })),
  );
  for (const [n, mistake] of due.entries()) {
    const { what, id, to, amount_xaf } = mistake;
    count(year, `corrected (${what} to ${to.kind}): ${outcomes[n]?.kind}`);
    if (outcomes[n]?.kind !== 'corrected') continue;
    truth.mistakes.splice(truth.mistakes.indexOf(mistake), 1);
    if (to.kind !== 'merchant') continue;
    const { merchant_id } = to;
    const given = truth.assigned.get(id);
    if (given !== undefined) truth.assigned.set(id, { ...given, merchant_id });
    else truth.charged_back.set(merchant_id, (truth.charged_back.get(merchant_id) ?? 0) + amount_xaf);
  }
}

/** What waits at the desk: reviews, money that is nobody's, incidents and alerts. */
export async function decide(year: Year): Promise<void> {
  const { services } = year;
  const reviews = await listReviews(services, { environment: 'live', limit: LIMIT });
  const ids = reviews.map(({ session_id }) => session_id);
  const credits = Map.groupBy(await waitingCreditsOf(services.pool, ids), (row) => row.session_id);
  const pairs = reviews.flatMap(({ session_id }) => {
    const own = credits.get(session_id)?.find((credit) => isFor(year, session_id, credit));
    return own === undefined ? [] : [{ session_id, credit_id: own.credit_id }];
  });
  for (const { kind } of await two((commands) => confirmReviews(services, commands), pairs))
    count(year, `review confirmed: ${kind}`);
  const paid = new Set(pairs.map(({ session_id }) => session_id));
  const unpaid = ids.filter((id) => !paid.has(id) && !isStillOut(year, id));
  for (const { kind } of await two(
    (commands) => rejectReviews(services, commands),
    unpaid.map((session_id) => ({ session_id })),
  ))
    count(year, `review rejected: ${kind}`);
  await placeCredits(year);
  await closeOthers(year);
}

const isFor = (
  { truth }: Year,
  session_id: string,
  credit: { operator_transaction_id: string | null; amount_xaf: number },
) => {
  const sale = truth.paid.get(credit.operator_transaction_id ?? '')?.sale;
  return sale?.session_id === session_id && credit.amount_xaf >= (sale?.amount_xaf ?? 0);
};

/** Money of it has come by the operator's list, and the service has not seen it yet: staff wait for the statement. */
const isStillOut = ({ truth }: Year, session_id: string): boolean =>
  [...truth.paid.values()].some(({ sale, is_reversed }) => sale?.session_id === session_id && !is_reversed);

async function placeCredits(year: Year): Promise<void> {
  const { services, truth, chance, plan, operators, shops } = year;
  const waiting = await listSuspended(services, { environment: 'live', limit: LIMIT });
  const give: { credit_id: string; merchant_id: string; right: string }[] = [];
  const left = new Map(operators.sims.map((sim) => [sim.msisdn, sim.balance_xaf]));
  const back: { credit_id: string; msisdn: string; amount_xaf: number }[] = [];
  for (const {
    credit_id,
    operator_transaction_id: id,
    amount_xaf,
    waiting_xaf,
    state,
    msisdn,
    is_reversed,
  } of waiting) {
    const sim = operators.simOf(msisdn);
    const known =
      truth.paid.get(id ?? '') ??
      [...truth.paid.values()].find((one) => one.msisdn === msisdn && one.movement.amount_xaf === amount_xaf);
    if (is_reversed || known?.is_reversed) continue;
    const right = known?.sale?.merchant_id ?? null;
    if (state === 'SUSPENSE' && right !== null && chance.happens(0.6)) {
      const is_mistaken = chance.happens(plan.mistaken_share);
      const wrong = shops.find((one) => one.merchant_id !== right)?.merchant_id ?? right;
      give.push({ credit_id, merchant_id: is_mistaken ? wrong : right, right });
    } else if ((left.get(msisdn) ?? 0) >= waiting_xaf + SEND_FEE_XAF) {
      left.set(msisdn, (left.get(msisdn) ?? 0) - waiting_xaf - SEND_FEE_XAF);
      back.push({ credit_id, msisdn: sim.msisdn, amount_xaf: waiting_xaf });
    }
  }
  const given = await two(
    (commands) => assignCredits(services, commands),
    give.map(({ credit_id, merchant_id }) => ({ credit_id, to: { kind: 'merchant' as const, merchant_id } })),
  );
  const sums = new Map(waiting.map((one) => [one.credit_id, one.amount_xaf]));
  for (const [n, { credit_id, merchant_id, right }] of give.entries()) {
    count(year, `credit given to ${merchant_id === right ? 'its' : 'the wrong'} merchant: ${given[n]?.kind}`);
    if (given[n]?.kind !== 'assigned') continue;
    const amount_xaf = sums.get(credit_id) ?? 0;
    if (merchant_id !== right)
      regret(year, {
        what: 'credit',
        id: credit_id,
        to: { kind: 'merchant', merchant_id: right },
        amount_xaf,
      });
    truth.assigned.set(credit_id, { merchant_id, right, amount_xaf });
  }
  const sent = await two(
    (commands) => asking((some) => refundCredits(services, some), commands),
    back.map(({ credit_id, amount_xaf }) => ({ credit_id, amount_xaf })),
  );
  for (const [n, { credit_id, msisdn, amount_xaf }] of back.entries()) {
    count(year, `credit sent back: ${sent[n]?.kind}`);
    if (sent[n]?.kind === 'refunded')
      await sendFrom(year, operators.simOf(msisdn), 'send_back', credit_id, amount_xaf);
  }
}

/** Incidents whose reason is gone, and alerts that somebody has looked at. */
async function closeOthers(year: Year): Promise<void> {
  const { services } = year;
  const incidents = await listIncidents(services, { open: true, limit: LIMIT });
  const done = incidents.filter(({ kind }) =>
    ['short', 'two_steps_one_id', 'without_row', 'statement_differs'].includes(kind),
  );
  for (const { kind } of done) count(year, `incident: ${kind}`);
  await two(
    (commands) => closeIncidents(services, commands),
    done.map(({ id: incident_id }) => ({ incident_id })),
  );
  const alerts = await rowsOf<{ id: string; kind: string }>(
    year,
    `select id, kind from staff_alerts where closed_at is null and kind <> 'reversal' order by id limit 500`,
  );
  await closeAlerts(
    services,
    alerts.map(({ id: alert_id }) => ({ alert_id, ...ONE })),
  );
}
