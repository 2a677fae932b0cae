import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import type { Stage } from './play.ts';

/** Brings one message that is kept back so often, to these SIMs and so long after each phone got it, and settles all at once. */
export async function inOneBatch(
  { world, messages }: Stage,
  message: string,
  ways: readonly { sim: string; ago_ms: number }[],
): Promise<void> {
  const { services } = world.service.first;
  const told = {
    environment: 'live',
    merchant_id: null,
    operator: 'AIRTEL',
    source: 'GATEWAY_SMS',
    sender: 'AirtelMoney',
    body: messages.get(message)?.sms.text ?? '',
  } as const;
  const kept = await receiveNotices(
    services,
    ways.map(({ sim, ago_ms }) => ({
      ...told,
      collection_number: world.sims.get(sim)?.sim.number ?? '',
      received_at: new Date(world.now.getTime() - ago_ms),
    })),
  );
  await settleNotices(
    services,
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
}
