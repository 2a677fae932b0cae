import { localDay } from '../../src/domain/time.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { type EndSettlement, endSettlements } from '../../src/engine/desk/settlements/end.ts';
import { readAccounts } from '../../src/engine/desk/settlements/read-account.ts';
import { draftForMerchants } from '../../src/engine/desk/settlements/rules.ts';
import { sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { moveOwn } from '../../src/engine/desk/transfers/move-own.ts';
import { asking } from '../lookups.ts';
import type { OperatorsSim, Purpose } from './operators.ts';
import { SEND_FEE_XAF } from './operators.ts';
import { BANK, IBAN } from './shops.ts';
import { listen } from './street.ts';
import { ONE, two } from './two.ts';
import { count, rowsOf, send, type Year } from './world.ts';

const SWEEP_ABOVE_XAF = 900_000;
const LEFT_XAF = 400_000;
/** Who is told that it may have gone looks, and finds what somebody else was sent. */
const SENT_BY_HAND: ReadonlySet<string> = new Set(['sending', 'perhaps_sent']);

/** Money leaves a SIM by a person's hand, who then reads there what is left: what else is missing was read before. */
export async function sendFrom(
  year: Year,
  sim: OperatorsSim,
  why: Purpose,
  cause_id: string,
  amount_xaf: number,
): Promise<boolean> {
  const { operators, clock, plan, chance } = year;
  // They send it to the phone that they are shown.
  const [said] = await rowsOf<{ to_phone: string | null }>(
    year,
    `select to_phone from announced_debits where cause_id::text = $1 order by announced_at desc limit 1`,
    [cause_id],
  );
  const to = said?.to_phone == null ? {} : { to: said.to_phone };
  const sent = operators.send(sim.msisdn, { why, cause_id, amount_xaf, at_ms: clock.now_ms, ...to });
  if (sent === null) return false;
  send(year, sent.messages);
  await listen(year, clock.now_ms + MINUTE_MS);
  if (!chance.happens(plan.unread_share)) await readBalances(year, [sim]);
  return true;
}

const MINUTE_MS = 60_000;

/** Two people read what SIMs say that they hold. */
export async function readBalances(year: Year, sims: readonly OperatorsSim[]): Promise<void> {
  const outcomes = await two(
    (commands) => anchorNumbers(year.services, commands),
    sims.map(({ msisdn: number, balance_xaf }) => ({ number, balance_xaf })),
  );
  for (const { kind } of outcomes) if (kind !== 'anchored') count(year, `balance not taken: ${kind}`);
  for (const { msisdn } of sims) year.truth.read_ms.set(msisdn, year.clock.now_ms);
  count(year, 'balances read', sims.length);
}

const covers = (sim: OperatorsSim, amount_xaf: number): boolean =>
  sim.balance_xaf >= amount_xaf + SEND_FEE_XAF;

type OpenRefund = { id: string; state: string; amount_xaf: number; msisdn: string; sent_at: Date | null };

/** Staff send what merchants give back, and say of what they never sent that it has failed. */
export async function sendBack(year: Year): Promise<void> {
  const { services, operators, truth, chance, plan } = year;
  const open = await rowsOf<OpenRefund>(
    year,
    `select r.id, r.state, r.amount_xaf, r.sent_at, n.msisdn from refunds r
    join payment_sessions p on p.id = r.payment_session_id
    join collection_numbers n on n.id = coalesce(r.collection_number_id, p.collection_number_id)
    where r.environment = 'live' and r.state in ('PENDING', 'UNKNOWN') order by r.created_at, r.id`,
  );
  const left = new Map(operators.sims.map((sim) => [sim.msisdn, sim.balance_xaf]));
  const due = open.filter(({ state, msisdn, amount_xaf }) => {
    const has_xaf = left.get(msisdn) ?? 0;
    if (state !== 'PENDING' || has_xaf < amount_xaf + SEND_FEE_XAF) return false;
    left.set(msisdn, has_xaf - amount_xaf - SEND_FEE_XAF);
    return true;
  });
  const sent = await two(
    (commands) => asking((some) => sendRefunds(services, some), commands),
    due.map(({ id: refund_id }) => ({ refund_id, does: 'send' as const })),
  );
  const undone: string[] = [];
  for (const [n, { id, msisdn, amount_xaf }] of due.entries()) {
    const said = sent[n]?.kind ?? '';
    if (!SENT_BY_HAND.has(said)) {
      count(year, `refund not sent: ${said}`);
      if (said === 'payment_reversed' || said === 'payment_doubted') undone.push(id);
    } else if (chance.happens(plan.not_sent_share)) truth.not_sent.add(id);
    else if (!(await sendFrom(year, operators.simOf(msisdn), 'refund', id, amount_xaf)))
      truth.not_sent.add(id);
  }
  const doubtful = open.filter(({ state }) => state === 'UNKNOWN').map(({ id }) => id);
  count(year, 'days on which a refund was UNKNOWN', doubtful.length);
  // Now and then somebody says of one that has gone that it has not: the books must know better.
  const failing = [
    ...undone,
    ...doubtful.filter((id) => truth.not_sent.has(id) || chance.happens(plan.mistaken_share)),
  ];
  const failed = await two(
    (commands) => sendRefunds(services, commands),
    failing.map((refund_id) => ({ refund_id, does: 'fail' as const })),
  );
  for (const [n, id] of failing.entries()) {
    const said = failed[n]?.kind ?? '';
    count(year, `refund called failed: ${said}`);
    if (said === 'failed' && doubtful.includes(id) && !truth.not_sent.has(id))
      year.broken.push(`refund ${id} was sent, and the books let it be called FAILED`);
  }
}

type OpenSettlement = {
  id: string;
  merchant_id: string;
  state: string;
  amount_xaf: number;
  from_kind: string | null;
};

/** Staff approve what was drafted, send it, and tell what became of what is not heard of. */
export async function payOut(year: Year): Promise<void> {
  const { services, shops, chance, operators } = year;
  const asking = shops.filter(({ cadence }) => cadence === 'on_demand' && chance.happens(0.2));
  for (const { kind } of await draftForMerchants(
    services,
    asking.map(({ merchant_id }) => ({ merchant_id, ...ONE })),
  ))
    count(year, `settlement asked for: ${kind}`);
  const open = await rowsOf<OpenSettlement>(
    year,
    `select s.id, s.merchant_id, s.state, s.amount_xaf, a.kind as from_kind from settlements s
    left join ledger_accounts a on a.id = s.from_account_id
    where s.environment = 'live' and s.state in ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN') order by s.created_at, s.id`,
  );
  count(
    year,
    'days on which a settlement was UNKNOWN',
    open.filter(({ state }) => state === 'UNKNOWN').length,
  );
  const drafts = open.filter(({ state }) => state === 'DRAFT');
  await two(
    (commands) => decideSettlements(services, commands),
    drafts.map(({ id: settlement_id }) => ({ settlement_id, does: 'approve' as const })),
  );
  await fundBank(year);
  for (const one of open.filter(({ state }) => state === 'DRAFT' || state === 'APPROVED'))
    await sendOne(year, one);
  for (const one of open.filter(({ state }) => state === 'SENDING' || state === 'UNKNOWN'))
    await endOne(year, one);
  for (const sim of operators.sims) await sweep(year, sim);
}

/** One after the other: what a SIM still has is known only then. */
async function sendOne(year: Year, { id, merchant_id, amount_xaf }: OpenSettlement): Promise<void> {
  const { services, shops, operators, truth, chance, plan } = year;
  const shop = shops.find((one) => one.merchant_id === merchant_id);
  if (shop === undefined) return;
  const sim = operators.sims
    .filter(({ operator }) => operator === shop.to)
    .sort((a, b) => b.balance_xaf - a.balance_xaf)[0];
  const is_covered = shop.to === 'bank' ? truth.bank_xaf >= amount_xaf : sim && covers(sim, amount_xaf);
  if (!is_covered) return count(year, 'settlements that waited for money where they are sent from');
  const from =
    shop.to === 'bank'
      ? ({ kind: 'bank', name: BANK } as const)
      : ({ kind: 'number', name: sim?.msisdn ?? '' } as const);
  const [outcome] = await sendSettlements(services, [{ settlement_id: id, from, ...ONE }]);
  if (outcome === undefined || !SENT_BY_HAND.has(outcome.kind))
    return count(year, `settlement not sent: ${outcome?.kind}`);
  if (chance.happens(plan.not_sent_share)) truth.not_sent.add(id);
  else if (shop.to === 'bank') truth.bank_xaf -= amount_xaf;
  else if (sim) await sendFrom(year, sim, 'settlement', id, amount_xaf);
}

type Said =
  | { does: 'fail' }
  | {
      does: 'prove';
      source: 'bank_row' | 'bank';
      source_id: string;
      /** Of a row: the account that it names. */
      to?: string;
      amount_xaf: number | null;
      happened_at: Date;
    };

async function endOne(year: Year, { id, state, amount_xaf, from_kind }: OpenSettlement): Promise<void> {
  const { services, truth, chance, plan, clock } = year;
  const was_sent = !truth.not_sent.has(id);
  const happened_at = new Date(clock.now_ms);
  const end = (says: Said) =>
    two(
      (commands) => endSettlements(services, commands as EndSettlement[]),
      [{ settlement_id: id, ...says }],
    ).then(([outcome]) => outcome);
  if (from_kind === 'BANK') {
    // Now and then nobody looks at the bank's list for days.
    if (chance.happens(0.3)) return;
    const outcome = was_sent
      ? await end({
          ...{ does: 'prove', source: 'bank_row', source_id: `R-${id}`, amount_xaf, happened_at },
          to: IBAN.slice(-4),
        })
      : state === 'SENDING'
        ? await end({ does: 'fail' })
        : await end({ does: 'prove', source: 'bank', source_id: `S-${id}`, amount_xaf: null, happened_at });
    return count(year, `settlement by the bank: ${outcome?.kind}`);
  }
  if (state !== 'UNKNOWN' || (was_sent && !chance.happens(plan.mistaken_share))) return;
  const [outcome] = await endSettlements(services, [
    { settlement_id: id, does: 'prove', source: 'book', ...ONE },
  ]);
  count(year, `settlement called failed: ${outcome?.kind}`);
  if (outcome?.kind === 'ended' && outcome.state === 'FAILED' && was_sent)
    year.broken.push(`settlement ${id} was sent, and the books let it be called FAILED`);
}

/** What a SIM has too much of goes to our own wallet, announced. */
async function sweep(year: Year, sim: OperatorsSim): Promise<void> {
  const { services, truth } = year;
  if (sim.balance_xaf < SWEEP_ABOVE_XAF) return;
  const amount_xaf = sim.balance_xaf - LEFT_XAF - SEND_FEE_XAF;
  const [said] = await two(
    (commands) => announceSweeps(services, commands),
    [{ number: sim.msisdn, amount_xaf }],
  );
  if (said?.kind !== 'announced') count(year, `sweep not announced: ${said?.kind}`);
  if (!(await sendFrom(year, sim, 'sweep', '', amount_xaf))) return;
  truth.wallet_xaf += amount_xaf;
  count(year, 'sweeps');
}

const BANK_BELOW_XAF = 2_000_000;

/** Two people bring to the bank what was taken off SIMs. */
async function fundBank({ services, truth, clock, ...year }: Year): Promise<void> {
  const [swept] = await rowsOf<{ held_xaf: number }>(
    { services },
    `select -account_balance(id) as held_xaf from ledger_accounts where kind = 'SWEPT' and environment = 'live'`,
  );
  const amount_xaf = Number(swept?.held_xaf ?? 0);
  if (truth.bank_xaf >= BANK_BELOW_XAF || amount_xaf < 1) return;
  const moved_at = new Date(clock.now_ms);
  const [said] = await two(
    (commands) => moveOwn(services, commands),
    [{ from: 'SWEPT', to: BANK, amount_xaf, moved_at }],
  );
  count(year, `brought to the bank: ${said?.kind}`);
  if (said?.kind !== 'moved') return;
  truth.wallet_xaf -= amount_xaf;
  truth.bank_xaf += amount_xaf;
}

/** Two people say what our own wallet and the bank show in the evening. */
export async function readOwn(year: Year): Promise<void> {
  const { services, truth, clock } = year;
  const [bank] = await rowsOf<{ id: string }>(year, 'select id from bank_accounts where name = $1', [BANK]);
  const day = localDay(new Date(clock.now_ms));
  const outcomes = await two(
    (commands) => readAccounts(services, commands),
    [
      { account: 'SWEPT', day, balance_xaf: truth.wallet_xaf },
      { account: bank?.id ?? '', day, balance_xaf: truth.bank_xaf },
    ],
  );
  for (const { kind } of outcomes) if (kind !== 'read') count(year, `own account not read: ${kind}`);
}
