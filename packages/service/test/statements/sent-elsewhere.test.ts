import { describe, expect, test } from 'vitest';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { bringListed, by, closeAll, type Listing, servicesOf, sessionOf } from '../evidence/desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from '../evidence/play.ts';
import { again, asked, desk, made } from '../refunds/world.ts';
import { confirmPortals } from './play.ts';

const scene = stagesOfFile();
const PAYER = '66000003';
const withdrawn = (sum_xaf: number) => `"Retrait de ${sum_xaf} FCFA effectue. Ref: ID. Solde: BALANCE FCFA."`;

/** A payment whose refund staff say that they send, and what its SIM tells of that. */
async function refunded(stage: Stage, left: string, name = 'a', sum_xaf = 5000): Promise<string> {
  await confirmPortals(stage);
  await perform(stage, `session ${name} ${sum_xaf} payer ${PAYER}\npaid ${name} from ${PAYER}\nwait 2min`);
  const services = servicesOf(stage);
  const { id } = sessionOf(stage, name);
  const [session] = await stage.world.service.rows<{ merchant_id: string }>(
    'select merchant_id from payment_sessions where id = $1',
    [id],
  );
  const paid = { id, merchant_id: session?.merchant_id ?? '', environment: 'live' as const };
  const one = await made(services, asked(paid));
  const world = { services } as Parameters<typeof desk>[0];
  expect(await desk(world, 'send', one)).toBe('sending');
  await perform(stage, `wait 1min\n${left} moved -${sum_xaf} ${withdrawn(sum_xaf)}\nwait 5min\nanchor`);
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

test.each([
  ['an hour', 'wait 30min'],
  ['minutes', 'wait 1min'],
])(
  'Two refunds within %s that one list shows to have gone to another phone are told each, and one stays open when the other is closed',
  (_how, between) =>
    scene(async (stage) => {
      const first_cause = await refunded(stage, 'late m', 'a');
      await perform(stage, between);
      const causes = [first_cause, await refunded(stage, 'late n', 'b', 7000)];
      await bringListed(stage, to('66999999'));
      await perform(stage, 'incidents -> misdirected misdirected');
      const open = () =>
        stage.world.service.rows<{ id: string; cause_id: string }>(
          `select id, detail ->> 'cause_id' as cause_id from feed_incidents where kind = 'misdirected' and closed_at is null
        and collection_number_id = $1`,
          [firstSim(stage)],
        );
      const [first] = await open();
      await closeIncidents(servicesOf(stage), [{ incident_id: first?.id ?? '', ...by('Awa') }]);
      const left = await open();
      expect([first?.cause_id, ...left.map(({ cause_id }) => cause_id)].toSorted()).toEqual(
        causes.toSorted(),
      );
    }),
);
