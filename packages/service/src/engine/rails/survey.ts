import { CLOSED } from '../../domain/rail/breaker.ts';
import type { RailName } from '../../domain/transaction/transaction.ts';
import type { RailReadiness, Rails } from '../../rails/rail.ts';
import { countSendingGateways, type RailSurvey, surveyRailWork } from '../../store/rails/breakers.ts';
import { listOpenRefunds } from '../../store/rails/refunds.ts';
import type { RailRefundRow } from '../../store/rows.generated.ts';
import type { Services } from '../services.ts';
import { breakersOf } from './breakers.ts';

const REFUNDS_SHOWN = 100;

export type RailState = RailReadiness & {
  rail: RailName;
  breaker: 'closed' | 'open' | 'half_open';
  /** Faults in a row while closed. */
  failures: number;
  until: Date | null;
  work: Omit<RailSurvey, 'rail'>[];
};

/** What staff look at: each rail of this process, what it still has to do, and refunds that are not settled. */
export async function surveyRails(
  services: Services,
  rails: Rails,
): Promise<{ rails: RailState[]; refunds: RailRefundRow[] }> {
  const names = Object.keys(rails) as RailName[];
  const [breakers, work, refunds, ready] = await Promise.all([
    breakersOf(services),
    surveyRailWork(services.pool),
    listOpenRefunds(services.pool, REFUNDS_SHOWN),
    Promise.all(names.map((name) => (name === 'manual-sms' ? sending(services) : rails[name]?.readiness()))),
  ]);
  const states = names.map((rail, i): RailState => {
    const { state: breaker, failures, until } = breakers.get(rail) ?? CLOSED;
    const waiting = work.filter((row) => row.rail === rail);
    return {
      rail,
      ...(ready[i] ?? { ready: false, reason: 'It is not configured.' }),
      breaker,
      failures,
      until,
      work: waiting.map(({ step, waiting, oldest_due_at }) => ({ step, waiting, oldest_due_at })),
    };
  });
  return { rails: states, refunds };
}

/** What the rail itself can't know: the phones are in the database. */
async function sending({ pool }: Services): Promise<RailReadiness> {
  const [row] = await countSendingGateways(pool);
  const count = row?.count ?? 0;
  if (count > 0) return { ready: true, reason: `SMS gateways that can send: ${count}.` };
  return { ready: false, reason: 'No active SMS gateway can send: payers are not told what to pay.' };
}
