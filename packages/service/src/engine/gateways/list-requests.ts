import { type KeptMessage, listAnswers, listMessages, listUnrouted } from '../../store/gateways/notes.ts';
import type { GatewayServices } from './services.ts';

export type GatewayRequests = {
  messages: KeptMessage[];
  /** What each day's requests were answered, refusals included. */
  answers: Awaited<ReturnType<typeof listAnswers>>;
};

/** The newest messages and how requests were answered. `unrouted`: only what waits for a SIM or a reader. */
export async function listRequests(
  services: Pick<GatewayServices, 'pool'>,
  query: { gateway_id: string | null; unrouted: boolean; limit: number },
): Promise<GatewayRequests> {
  const list = query.unrouted ? listUnrouted : listMessages;
  const [messages, answers] = await Promise.all([
    list(services.pool, query.gateway_id, query.limit),
    listAnswers(services.pool, query.gateway_id, query.limit),
  ]);
  return { messages, answers };
}
