import { describe, expect, test } from 'vitest';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { bringListed, closeAll, type Listing, servicesOf, sessionOf } from '../evidence/desk.ts';
import { perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { again, asked, desk, made } from '../refunds/world.ts';
import { confirmPortals } from './play.ts';

const scene = stagesOfFile();
const PAYER = '66000003';
const WITHDRAWN = '"Retrait de 5000 FCFA effectue. Ref: ID. Solde: BALANCE FCFA."';

/** A payment whose refund staff say that they send, and what its SIM tells of that. */
async function refunded(stage: Stage, left: string): Promise<string> {
  await confirmPortals(stage);
  await perform(stage, `session a 5000 payer ${PAYER}\npaid a from ${PAYER}\nwait 2min`);
  const services = servicesOf(stage);
  const { id } = sessionOf(stage, 'a');
  const [session] = await stage.world.service.rows<{ merchant_id: string }>(
    'select merchant_id from payment_sessions where id = $1',
    [id],
  );
  const paid = { id, merchant_id: session?.merchant_id ?? '', environment: 'live' as const };
  const one = await made(services, asked(paid));
  const world = { services } as Parameters<typeof desk>[0];
  expect(await desk(world, 'send', one)).toBe('sending');
  await perform(stage, `wait 1min\n${left} moved -5000 ${WITHDRAWN}\nwait 5min\nanchor`);
  await concludeRefunds(services, { limit: 10 });
  expect((await again(services, one)).state).toBe('SUCCEEDED');
  return one.id;
}

const to =
  (party: string): Listing =>
  (moved) =>
    moved.map((row) => (row.delta_xaf < 0 ? { ...row, party } : row));

describe.each([
  ['that a reading found gone, and no message told of', 'late m'],
  ['whose message names nobody', 'sms m'],
])('The sum of a refund %s', (_how, left) => {
  test('opens `misdirected` where the operator’s list names another phone, once', () =>
    scene(async (stage) => {
      const cause_id = await refunded(stage, left);
      await bringListed(stage, to('66999999'));
      await perform(stage, 'incidents -> misdirected');
      const [incident] = await stage.world.service.rows<{ detail: Record<string, unknown> }>(
        `select detail from feed_incidents where kind = 'misdirected' order by id desc limit 1`,
      );
      expect(incident?.detail).toMatchObject({ cause_id, went_to: '66999999', announced_to: PAYER });
      await closeAll(stage);
      await perform(stage, 'sms n credit 100\nwait 1min');
      await bringListed(stage, to('66999999'));
      await perform(stage, 'incidents -> none');
    }));

  test.each([
    ['its payer', PAYER],
    ['a number whose visible digits are his', '66****03'],
    ['nobody', ''],
  ])('opens nothing where the list names %s', (_whom, party) =>
    scene(async (stage) => {
      await refunded(stage, left);
      await bringListed(stage, to(party));
      await perform(stage, 'incidents -> none');
    }),
  );
});
