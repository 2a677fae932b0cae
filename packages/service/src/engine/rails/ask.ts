import type { RailAnswer } from '../../domain/rail/answer.ts';
import type { RailOrder, SmsSender } from '../../domain/rail/order.ts';
import type { Rails } from '../../rails/rail.ts';
import type { Services } from '../services.ts';
import type { PlannedWork } from './claim.ts';

/** Claimed work that is about to be asked, with the phone to ask by where the rail needs one. */
export type AskableWork = PlannedWork & { sender: SmsSender | null };

/** Work with what its rail answered; null when nobody was asked. */
export type AnsweredWork = PlannedWork & { answer: RailAnswer | null };

/** Puts one question to its rail. It never rejects: a rail that throws has told us nothing. */
export async function askRail(
  services: Pick<Services, 'now' | 'policy'>,
  rails: Rails,
  planned: AskableWork,
  onBug: (error: unknown) => void,
): Promise<AnsweredWork> {
  const { work, plan } = planned;
  if (plan !== 'initiate' && plan !== 'enquire' && plan !== 'refund') return { ...planned, answer: null };
  const rail = rails[work.rail];
  if (rail === undefined) {
    const detail = `the rail ${work.rail} is not configured`;
    return { ...planned, answer: { kind: 'unknown', detail, sent: false, fault: false } };
  }
  try {
    return { ...planned, answer: await rail[plan](orderOf(services, planned)) };
  } catch (error) {
    onBug(error);
    return { ...planned, answer: { kind: 'unknown', detail: 'a fault of ours', sent: true, fault: false } };
  }
}

function orderOf(
  { now, policy }: Pick<Services, 'now' | 'policy'>,
  { work, sender }: AskableWork,
): RailOrder {
  return {
    ...work,
    sender,
    begun_at: work.begun_at ?? now(),
    gives_up_at: new Date(work.expires_at.getTime() + policy.grace_seconds * 1_000),
  };
}
