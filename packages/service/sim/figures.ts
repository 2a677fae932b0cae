import { FORGERS } from './adversaries/names.ts';
import { isHostile } from './blame.ts';
import { sum } from './counts.ts';
import type { SimulationResult } from './run.ts';
import type { Simulation } from './world.ts';

/** One line of the table by which the service is judged; `met` is null where there is no goal, or nothing to judge yet. */
export type Figure = { what: string; value: string; goal: string; met: boolean | null };

/** The default of CHARI_UNANCHORED_LIMIT_XAF. */
const UNANCHORED_LIMIT_XAF = 1_000_000;
const HARMED_BY_ALL = 1 / 10_000;
const WITHOUT_PERSON = 0.95;
const ANCHORS_A_DAY = 3;

export const number = (n: number): string => Math.round(n).toLocaleString('en-GB');
export const percent = (n: number, of: number): string =>
  of === 0 ? '-' : `${((100 * n) / of).toFixed(2)} %`;
const mostFirst = (kinds: Record<string, number>): [string, number][] =>
  Object.entries(kinds).toSorted(([, a], [, b]) => b - a);
const listed = (kinds: Record<string, number>): string =>
  mostFirst(kinds)
    .map(([kind, n]) => `${kind} ${number(n)}`)
    .join(', ');

/** Honest sessions that somebody hostile sent to review or expiry, by who touched their SIM last. */
export function harmedByHostile({ counts }: SimulationResult): Record<string, number> {
  return Object.fromEntries(Object.entries(counts.harmed).filter(([cause]) => isHostile(cause)));
}

/** The promises of a run. One that isn't met makes the command fail. */
export function figuresOf(simulation: Simulation, result: SimulationResult): Figure[] {
  return [...moneyFigures(simulation, result), ...harmFigures(simulation, result), ...costFigures(result)];
}

function moneyFigures({ profile }: Simulation, { counts, staff }: SimulationResult): Figure[] {
  const limit_xaf = profile.unanchored_limit_xaf ?? UNANCHORED_LIMIT_XAF;
  const wrong = sum(counts.wrong);
  const sent_back_xaf = staff.outsiders_xaf + staff.invented_xaf;
  const idle = idleOf(profile, counts);
  return [
    {
      what: 'wrong confirmations, outsiders',
      value: wrong === 0 ? '0' : `${number(wrong)} (${listed(counts.wrong)})`,
      goal: '0',
      met: wrong === 0,
    },
    {
      what: 'most that insiders took from a number between two anchors',
      value: `${number(counts.taken_most_xaf)} XAF (${number(counts.taken_xaf)} in all; they forged up to ${number(counts.tried_most_xaf)} for one)`,
      goal: limit_xaf === 0 ? 'no bound set' : `≤ ${number(limit_xaf)} XAF`,
      met: limit_xaf === 0 ? null : counts.taken_most_xaf <= limit_xaf,
    },
    {
      what: 'XAF that staff sent back for what an outsider forged',
      value: number(sent_back_xaf),
      goal: '0',
      met: sent_back_xaf === 0,
    },
    {
      what: 'adversaries who were out and of whom nothing was tried',
      value: idle.length === 0 ? '0' : `${number(idle.length)} (${idle.join(', ')})`,
      goal: '0',
      met: idle.length === 0,
    },
  ];
}

/** Whoever acted nowhere, or sent no forged message though that is his attack: of him the run says nothing. */
function idleOf({ adversaries }: Simulation['profile'], { acts, forged_by }: SimulationResult['counts']) {
  return adversaries.filter((name) => !((FORGERS.includes(name) ? forged_by : acts)[name] ?? 0));
}

function harmFigures({ profile }: Simulation, result: SimulationResult): Figure[] {
  const { counts } = result;
  const harmed = harmedByHostile(result);
  const is_single = profile.adversary_strikes === 1;
  const per_forged = counts.forged === 0 ? '-' : (counts.delayed / counts.forged).toFixed(3);
  return [
    {
      what: 'honest sessions that an adversary sent to review or expiry',
      value: `${number(sum(harmed))}${sum(harmed) === 0 ? '' : ` (${listed(harmed)})`} of ${number(counts.payments)}`,
      goal: is_single ? '0 by one strike' : '≤ 1 in 10,000',
      met: sum(harmed) <= (is_single ? 0 : counts.payments * HARMED_BY_ALL),
    },
    {
      what: 'honest sessions delayed beyond 2 min, per forged SMS',
      value: `${per_forged} (${number(counts.delayed)} by ${number(counts.forged)} SMS and ${number(counts.hostile_payments)} payments)`,
      goal: '≤ 1',
      met: counts.delayed <= counts.forged,
    },
  ];
}

function costFigures({ counts, anchors, float, broken }: SimulationResult): Figure[] {
  return [
    {
      what: 'confirmed without a person',
      value: percent(counts.automatic, counts.payments),
      goal: '≥ 95 %',
      met: counts.automatic >= counts.payments * WITHOUT_PERSON,
    },
    {
      what: 'of those, within 60 s of the payment',
      value: percent(counts.within_a_minute, counts.automatic),
      goal: '≥ 95 %',
      met: counts.within_a_minute >= counts.automatic * WITHOUT_PERSON,
    },
    {
      what: 'FLOAT = tip − opening',
      value:
        float === null
          ? 'there is no book to ask'
          : `${number(float.drifts)} differences in ${number(float.looks)} looks`,
      goal: 'always',
      met: float === null ? null : float.drifts === 0,
    },
    {
      what: 'balances that staff read, per number and day',
      value: `${anchors.mean_a_day.toFixed(2)} (most on one number in a day: ${anchors.most_a_day})`,
      goal: '≤ 3',
      met: anchors.mean_a_day <= ANCHORS_A_DAY,
    },
    {
      what: 'other broken promises',
      value: number(broken.length),
      goal: '0',
      met: broken.length === 0,
    },
  ];
}

function forgedCounts({ forged, forged_by, forged_booked }: SimulationResult['counts']) {
  return [
    { what: 'forged messages', n: forged, of: null },
    ...mostFirst(forged_by).map(([name, n]) => ({ what: `forged by the ${name}`, n, of: forged })),
    { what: 'forged messages that were booked as money', n: forged_booked, of: forged },
  ];
}

/** What has no goal and explains the rest. */
export function countsOf(result: SimulationResult): { what: string; n: number; of: number | null }[] {
  const { counts, staff, anchors, events, delivered } = result;
  return [
    { what: 'payments of honest customers', n: counts.payments, of: null },
    { what: 'confirmed without a person', n: counts.automatic, of: counts.payments },
    ...mostFirst(counts.by_person).map(([why, n]) => ({
      what: `needed a person: ${why}`,
      n,
      of: counts.payments,
    })),
    ...mostFirst(counts.late_by).map(([why, n]) => ({
      what: `waited more than 60 s: ${why}`,
      n,
      of: counts.automatic,
    })),
    ...mostFirst(anchors.by_why).map(([why, n]) => ({
      what: `balances read: ${why}`,
      n,
      of: anchors.in_all,
    })),
    ...Object.entries(counts.harmed).map(([why, n]) => ({
      what: `paid well, yet reviewed or expired, by ${why}`,
      n,
      of: counts.payments,
    })),
    {
      what: 'money in which nothing said whose it was, and that confirmed another session',
      n: counts.undecidable,
      of: null,
    },
    { what: 'honest sessions', n: counts.sessions, of: null },
    {
      what: 'honest sales refused, since no number was free',
      n: counts.refused,
      of: counts.sessions + counts.refused,
    },
    { what: 'sessions opened by adversaries', n: counts.hostile_sessions, of: null },
    {
      what: 'refused to adversaries',
      n: counts.hostile_refused,
      of: counts.hostile_sessions + counts.hostile_refused,
    },
    ...Object.entries(counts.acts).map(([name, n]) => ({ what: `what the ${name} did`, n, of: null })),
    ...forgedCounts(counts),
    { what: 'true payments by adversaries', n: counts.hostile_payments, of: null },
    { what: 'reviews confirmed by staff', n: staff.confirmed, of: null },
    { what: 'reviews rejected by staff', n: staff.rejected, of: null },
    { what: 'credits sent back by staff', n: staff.refunded, of: null },
    { what: 'XAF sent back by staff that the operator had taken back', n: staff.reversed_xaf, of: null },
    { what: 'XAF sent back by staff that an insider forged', n: staff.insiders_xaf, of: null },
    { what: 'incidents that staff looked at', n: staff.incidents, of: null },
    { what: 'messages brought by asking a phone for its inbox', n: staff.from_inbox, of: null },
    { what: 'events written', n: events, of: null },
    { what: 'events in the hands of merchants', n: delivered, of: events },
  ];
}
