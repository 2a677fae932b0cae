import type { MobileOperator } from '../../domain/msisdn/prefixes.ts';
import { type ProposedWording, proposeWording } from '../../sms/propose.ts';
import { loadTexts } from '../../store/templates/readings.ts';
import type { Services } from '../services.ts';

export type Proposal = ProposedWording & { notice_id: string; operator: MobileOperator; body: string };

/** A first draft of a wording for the text of each notice, in order; null for a notice that is not kept. */
export async function proposeTemplates(
  services: Services,
  notice_ids: readonly string[],
): Promise<(Proposal | null)[]> {
  const texts = await loadTexts(services.pool, [...new Set(notice_ids)]);
  return notice_ids.map((notice_id) => {
    const text = texts.find((one) => one.notice_id === notice_id);
    return text === undefined ? null : { ...text, ...proposeWording(text.body) };
  });
}
