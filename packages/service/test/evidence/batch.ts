import { settleNotices } from '../../src/engine/book/settle.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import type { Stage } from './play.ts';

/** What a phone got so long ago. */
type Told = { sim: string; body: string; ago_ms: number };

/** Brings what phones got, and settles all at once. */
export async function settleAtOnce(stage: Stage, told: readonly Told[]): Promise<void> {
  await settleNotices(stage.world.service.first.services, await kept(stage, told));
}

/** Brings what phones got, and settles each by itself, all at the same moment. */
export async function settleSideBySide(stage: Stage, told: readonly Told[]): Promise<void> {
  const ids = await kept(stage, told);
  await Promise.all(ids.map((id) => settleNotices(stage.world.service.first.services, [id])));
}

async function kept({ world }: Stage, told: readonly Told[]): Promise<string[]> {
  const { services } = world.service.first;
  const from = {
    environment: 'live',
    merchant_id: null,
    operator: 'AIRTEL',
    source: 'GATEWAY_SMS',
    sender: 'AirtelMoney',
  } as const;
  const received = await receiveNotices(
    services,
    told.map(({ sim, body, ago_ms }) => ({
      ...from,
      body,
      collection_number: world.sims.get(sim)?.sim.number ?? '',
      received_at: new Date(world.now.getTime() - ago_ms),
    })),
  );
  return received.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : []));
}

/** Brings one message that is kept back so often, to these SIMs and so long after each phone got it, and settles all at once. */
export function inOneBatch(
  stage: Stage,
  message: string,
  ways: readonly { sim: string; ago_ms: number }[],
): Promise<void> {
  const body = stage.messages.get(message)?.sms.text ?? '';
  return settleAtOnce(
    stage,
    ways.map((way) => ({ ...way, body })),
  );
}

/** The texts that the phone of `one` brings after a silence, settled as one set. */
export function inOneSet(stage: Stage, bodies: readonly string[]): Promise<void> {
  return settleAtOnce(
    stage,
    bodies.map((body) => ({ sim: 'one', body, ago_ms: 0 })),
  );
}
