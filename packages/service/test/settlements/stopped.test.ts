import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freezeMerchants } from '../../src/engine/desk/merchants/stop-merchants.ts';
import { sendingList } from '../../src/engine/settlements/files.ts';
import type { Sim } from '../book/world.ts';
import { deskOf, drafted, openSimAndShop } from './desk.ts';
import { brings, draft, standing } from './shop.ts';

let sim: Sim;
let merchant: string;
beforeEach(async () => {
  ({ sim, merchant } = await openSimAndShop());
});
afterEach(() => sim.world.close());

/** Two people, who say the same. */
const freeze = async (freezes: boolean) => {
  const said = { merchant_id: merchant, environment: 'live', freezes, note: 'stolen cards' } as const;
  await freezeMerchants(sim.world.services, [{ ...said, actor: 'Awa' }]);
  await freezeMerchants(sim.world.services, [{ ...said, actor: 'Brahim' }]);
};
const hold = () =>
  sim.world.rows(
    `insert into held_accounts (account_id, reason, held_at)
    select id, 'the 20th is not proven', now() from ledger_accounts where owner_id = $1 and kind = 'PAYABLE'`,
    [merchant],
  );
const listed = async () => (await sendingList(sim.world.services)).map(({ id }) => id);

describe('A settlement that is drafted already', () => {
  test('is neither approved nor sent nor on the sending list while its merchant is frozen', async () => {
    const [one, other] = [
      await drafted(sim.world, merchant, 5_000),
      await drafted(sim.world, merchant, 6_000),
    ];
    const desk = deskOf(sim.world);
    expect(await desk.decide(one, 'approve')).toBe('approved');
    expect(await listed()).toEqual([one]);
    await freeze(true);
    expect([await desk.decide(other, 'approve'), await desk.send(one), await listed()]).toEqual([
      'stopped',
      'stopped',
      [],
    ]);
    await freeze(false);
    expect([await desk.decide(other, 'approve'), await desk.send(one), await listed()]).toEqual([
      'approved',
      'sending',
      [other],
    ]);
  });

  test('is neither approved nor sent while its merchant is no longer verified', async () => {
    const [one, other] = [
      await drafted(sim.world, merchant, 5_000),
      await drafted(sim.world, merchant, 6_000),
    ];
    const desk = deskOf(sim.world);
    await desk.decide(one, 'approve');
    await sim.world.rows(`update merchants set kyc_status = 'PENDING' where id = $1`, [merchant]);
    expect([await desk.decide(other, 'approve'), await desk.send(one), await listed()]).toEqual([
      'stopped',
      'stopped',
      [],
    ]);
    expect(await desk.takeBack(one)).toBe('cancelled');
  });

  test('is neither approved nor sent while a day of its merchant is not proven', async () => {
    const [one, other] = [
      await drafted(sim.world, merchant, 5_000),
      await drafted(sim.world, merchant, 6_000),
    ];
    const desk = deskOf(sim.world);
    await desk.decide(one, 'approve');
    await hold();
    expect([await desk.decide(other, 'approve'), await desk.send(one), await listed()]).toEqual([
      'held',
      'held',
      [],
    ]);
  });

  test('is on no sending list once an owner has taken its payout account back', async () => {
    const id = await drafted(sim.world, merchant, 5_000);
    await deskOf(sim.world).decide(id, 'approve');
    await sim.world.rows(`update payout_accounts set state = 'WITHDRAWN' where merchant_id = $1`, [merchant]);
    expect(await listed()).toEqual([]);
  });
});

describe('Two people approve', () => {
  test('as before what comes next on the same day, where two have approved the large one', async () => {
    const [large, small] = [
      await drafted(sim.world, merchant, 1_200_000),
      await drafted(sim.world, merchant, 900_000),
    ];
    const desk = deskOf(sim.world);
    expect([await desk.decide(large, 'approve'), await desk.decide(large, 'approve', 'Brahim')]).toEqual([
      'proposed',
      'approved',
    ]);
    expect(await desk.decide(small, 'approve')).toBe('approved');
  });

  test('parts that together are a large sum, however many they are', async () => {
    await brings(sim.world, merchant, [400_000, 400_000, 400_000]);
    const policy = { ...sim.world.services.policy, transfer_max_xaf: { AIRTEL: 500_000, MOOV: null } };
    const services = { ...sim.world.services, policy };
    const ids: string[] = [];
    for (let part = 0; part < 3; part += 1) {
      const one = await draft(sim.world, merchant, { services });
      if (one.kind === 'drafted') ids.push(one.settlement_id);
    }
    const desk = deskOf(sim.world);
    const [first = '', second = '', third = ''] = ids;
    expect([await desk.decide(first, 'approve'), await desk.decide(second, 'approve')]).toEqual([
      'approved',
      'approved',
    ]);
    expect([await desk.decide(third, 'approve'), await desk.decide(third, 'approve')]).toEqual([
      'proposed',
      'same_person',
    ]);
    expect(await desk.decide(third, 'approve', 'Brahim')).toBe('approved');
    expect(await standing(sim.world, merchant)).toMatchObject({ APPROVED: 1_200_000 });
  });
});
