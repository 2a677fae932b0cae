import type { Pool } from 'pg';
import { foldDaysOfLedger } from '../../src/engine/ledger/balances.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import { holdUnproven } from '../../src/engine/proof/hold.ts';
import { draftDue } from '../../src/engine/settlements/rounds.ts';
import { correct, decide, explain, readSims } from './desk.ts';
import { type Days, judgeDay, judgeEnd, judgeLedger, noDays } from './judge.ts';
import { payOut, readOwn, sendBack } from './payouts.ts';
import { openPortal } from './portal.ts';
import type { YearPlan } from './profile.ts';
import { playInTest } from './sandbox.ts';
import { agreeOnFees, FIRST_FEES, LATER_FEES } from './shops.ts';
import { advance, giveBack, trade } from './street.ts';
import { count, dayStarts, openYear, send, type Year } from './world.ts';

export type YearResult = { days: Days; counts: Record<string, number>; broken: string[] };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const OPENS_MS = 8 * HOUR_MS;
const EVENING_MS = 20.5 * HOUR_MS;
const LIMIT = 500;
const BROKEN_MAX = 50;

/** Lives through a year of the books on a migrated, empty database; judged after every day by what only operators know. */
export async function liveYear(
  pool: Pool,
  plan: YearPlan,
  say: (day: number, year: Year, days: Days) => void,
): Promise<YearResult> {
  const year = await openYear(pool, plan);
  const { services, shops, operators } = year;
  const merchants = shops.map(({ merchant_id }) => merchant_id);
  const changes_ms = dayStarts(plan.fees_change_on) + 12 * HOUR_MS;
  await agreeOnFees(services, merchants, FIRST_FEES, new Date(year.clock.now_ms + 5 * MINUTE_MS));
  for (const { msisdn } of operators.sims) operators.deposit(msisdn, plan.capital_xaf, year.clock.now_ms);
  await advance(year, year.clock.now_ms + HOUR_MS);
  await readSims(year, 0);
  await explain(year);
  const days = noDays();
  const portal = openPortal(year);
  for (let day = 0; day < plan.days && year.broken.length < BROKEN_MAX; day += 1) {
    await liveDay(year, day);
    if (day === plan.fees_change_on - 3)
      await agreeOnFees(services, merchants, LATER_FEES, new Date(changes_ms));
    await closeDay(year, day, days);
    if (day % 7 === 6) await judgeLedger(year, `day ${day}`);
    await advance(year, dayStarts(day + 1) + 7 * HOUR_MS);
    await portal(day + 1);
    say(day, year, days);
  }
  await advance(year, dayStarts(plan.days) + 7.5 * HOUR_MS);
  await portal(plan.days, true);
  await readSims(year, 0);
  await explain(year);
  await decide(year);
  await advance(year, year.clock.now_ms + MINUTE_MS);
  await judgeLedger(year, 'at the end');
  await judgeEnd(year, (created_ms) => (created_ms >= changes_ms ? LATER_FEES : FIRST_FEES));
  return { days, counts: year.counts, broken: year.broken };
}

async function liveDay(year: Year, day: number): Promise<void> {
  const { plan, operators, chance } = year;
  const between_ms = (EVENING_MS - OPENS_MS - HOUR_MS) / plan.rounds;
  for (let round = 0; round < plan.rounds; round += 1)
    await trade(year, dayStarts(day) + OPENS_MS + round * between_ms);
  if (day % 7 === 3) await playInTest(year);
  await giveBack(year);
  await advance(year, dayStarts(day) + EVENING_MS);
  for (const { msisdn } of operators.sims)
    if (chance.happens(plan.airtime_share)) {
      const bought = { why: 'airtime', cause_id: null, amount_xaf: 500, at_ms: year.clock.now_ms } as const;
      send(year, operators.send(msisdn, bought)?.messages ?? []);
    }
  await readSims(year, 0);
  count(year, 'holds let go', await holdUnproven(year.services));
  await sendBack(year);
  await payOut(year);
  await decide(year);
  await advance(year, year.clock.now_ms + 10 * MINUTE_MS);
  await readSims(year, plan.unread_share);
  await advance(year, year.clock.now_ms + MINUTE_MS);
  await explain(year);
  await correct(year);
  await readOwn(year);
}

/** At four in the morning the day before is closed, and what is due is drafted. */
async function closeDay(year: Year, day: number, days: Days): Promise<void> {
  const { services } = year;
  year.clock.now_ms = dayStarts(day + 1) + 4 * HOUR_MS;
  await foldDaysOfLedger(services, { limit: 100_000 });
  for (let closed = await closeNextDay(services); closed !== null; closed = await closeNextDay(services))
    await judgeDay(year, days, closed, day);
  count(year, 'holds let go', await holdUnproven(services));
  const { drafted, failed } = await draftDue(services, { limit: LIMIT });
  count(year, 'settlements drafted on their day', drafted);
  for (const { error } of failed) year.broken.push(`day ${day}: a draft failed: ${String(error)}`);
}
