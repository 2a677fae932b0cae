import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSettlementTerms } from '../../src/engine/desk/settlements/rules.ts';
import { addStaff } from '../../src/engine/staff/enrol.ts';
import { changeStaff } from '../../src/engine/staff/people.ts';
import { lockStaff } from '../../src/store/staff/accounts.ts';
import { lockProposals } from '../../src/store/staff/record.ts';
import { openSite, type Site } from '../account/site.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import type { World } from '../collection/world.ts';
import { hire, type Person } from '../office/people.ts';

let site: Site;
let world: World;
beforeAll(async () => {
  site = await openSite();
  world = site.world;
});
afterAll(() => site.close());

test('Of two administrators who send each other away at the same moment one is gone, and the other reads why, again and again', async () => {
  const { services } = world;
  for (let round = 1; round <= 10; round += 1) {
    const [one, other] = [
      await hire(services, `Omar ${round}`, 'administrator'),
      await hire(services, `Zara ${round}`, 'administrator'),
    ];
    const said = await Promise.allSettled([
      changeStaff(services, [{ ...one, of: other.account_id, role: null }]),
      changeStaff(services, [{ ...other, of: one.account_id, role: null }]),
    ]);
    const outcomes = said.map((end) =>
      end.status === 'fulfilled' ? end.value[0]?.kind : String(end.reason),
    );
    expect(outcomes.toSorted()).toEqual([
      expect.stringMatching(/is not on the staff any more: nothing was done/),
      'changed',
    ]);
  }
});

/** By `staff add`: their mail is known, so they have another role from then on. */
const makeAgent = async (by: Person, { actor: name, email }: Person) =>
  (await addStaff(site.services, { ...by, email, name, role: 'agent', language: 'fr' })).kind;
const sendAway = async (by: Person, { account_id: of }: Person) =>
  (await changeStaff(world.services, [{ ...by, of, role: null }]))[0]?.kind;

test.each([
  ['adds them as an agent', makeAgent],
  ['sends them away', sendAway],
])(
  'Who adds an administrator as an agent who %s at that moment is done first, and the other reads why',
  async (_does, answer) => {
    const [one, other] = [
      await hire(world.services, 'Omar', 'administrator'),
      await hire(world.services, 'Zara', 'administrator'),
    ];
    // The first has just given the other another role, and is about to sign the other out.
    const release = await hold(world.db.pool, 'lock table browser_sessions in share row exclusive mode');
    const added = makeAgent(one, other);
    await untilWaiting(world.db.pool, 1);
    const answered = answer(other, one);
    await untilWaiting(world.db.pool, 2);
    const ends = Promise.allSettled([added, answered]);
    await release();
    const said = await ends;
    expect(said.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual([
      'added',
      expect.stringMatching(/^StaffRefusal: Zara is on the staff as agent, which may not do this/),
    ]);
  },
);

test('Who sends somebody away waits for who agrees, at that moment, to what they have proposed, and neither fails', async () => {
  const { services } = world;
  const [awa, admin] = [
    await hire(services, 'Awa', 'supervisor'),
    await hire(services, 'Ali', 'administrator'),
  ];
  const merchant_id = await world.merchant();
  const terms = { merchant_id, environment: 'live', hold_days: 3, reserve_xaf: 0 } as const;
  expect(await setSettlementTerms(services, [{ ...terms, ...awa }])).toMatchObject([{ kind: 'proposed' }]);
  const [{ subject_id = '' } = {}] = await world.rows<{ subject_id: string }>(
    'select subject_id from staff_proposals where settled_at is null',
  );
  // Somebody agrees: what is proposed is locked first, and who signs afterwards.
  const client = await world.db.pool.connect();
  await client.query('begin');
  expect(await lockProposals(client, { ids: [subject_id] })).toMatchObject([{ subject_id }]);
  const sent_away = changeStaff(services, [{ ...admin, of: awa.account_id, role: null }]);
  await untilWaiting(world.db.pool, 1);
  expect(await lockStaff(client, [awa.account_id])).toMatchObject([{ account_id: awa.account_id }]);
  await client.query('commit');
  client.release();
  expect(await sent_away).toMatchObject([{ kind: 'changed' }]);
  expect(await world.rows('select from staff_proposals where settled_at is null')).toEqual([]);
});
