import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presentSettlement } from '../../src/domain/settlement/settlement.ts';
import { DAY_MS, localDay } from '../../src/domain/time.ts';
import { showBalances } from '../../src/engine/ledger/balances.ts';
import { draftDue } from '../../src/engine/settlements/rounds.ts';
import { listSettlementLines, retrieveSettlements } from '../../src/engine/settlements/show.ts';
import { openWorld, type World } from '../collection/world.ts';
import { agree, brings, draft, shop, standing } from './shop.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const daysAgo = (days: number): Date => new Date(world.now.getTime() - days * DAY_MS);

describe('A draft', () => {
  test('takes every transfer that is due into a frozen set, and sets its sum aside', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [5000, 2500], { at: daysAgo(1) });
    const drafted = await draft(world, merchant);
    expect(drafted).toMatchObject({ kind: 'drafted', amount_xaf: 7500, transfers: 2 });
    expect(await standing(world, merchant)).toEqual({ DRAFT: 7500, in_flight: 7500 });
    expect(await draft(world, merchant)).toEqual({ kind: 'no_draft', reason: 'nothing_due', due_xaf: 0 });
  });

  test('leaves what is still on hold for the next one, by days in N’Djamena', async () => {
    const merchant = await shop(world);
    await agree(world, merchant, { hold_days: 2 });
    await brings(world, merchant, [100], { at: daysAgo(2) });
    await brings(world, merchant, [30], { at: daysAgo(1) });
    await brings(world, merchant, [7]);
    expect(await draft(world, merchant)).toMatchObject({ amount_xaf: 100 });
    expect(await standing(world, merchant)).toEqual({
      payable: 37,
      unsettled: 37,
      DRAFT: 100,
      in_flight: 100,
    });
    const own = { merchant_id: merchant, environment: 'live' } as const;
    expect(await showBalances(world.services, [own])).toMatchObject([
      { payable_xaf: 37, on_hold_xaf: 37, in_flight_xaf: 100, settled_xaf: 0, reserve_xaf: 0 },
    ]);
  });

  test('keeps a reserve, and lets out of it what is more than agreed', async () => {
    const merchant = await shop(world);
    await agree(world, merchant, { reserve_xaf: 2000 });
    await brings(world, merchant, [5000], { at: daysAgo(1) });
    expect(await draft(world, merchant)).toMatchObject({ amount_xaf: 3000, transfers: 2 });
    await agree(world, merchant, { reserve_xaf: 500 });
    expect(await draft(world, merchant)).toMatchObject({ amount_xaf: 1500, transfers: 1 });
    expect(await standing(world, merchant)).toEqual({ reserve: 500, DRAFT: 4500, in_flight: 4500 });
  });

  test('is made of payments, fees and what else there is, itemised, with the merchant’s references', async () => {
    const merchant = await world.merchant({ fee_basis_points: 100 });
    const session = await world.session(merchant, { amount_xaf: 5000, reference: 'SACK-1' });
    await world.pay(session);
    const drafted = await draft(world, merchant, { environment: 'test' });
    if (drafted.kind !== 'drafted') throw new Error(JSON.stringify(drafted));
    const asked = {
      merchant_id: merchant,
      environment: 'test',
      settlement_id: drafted.settlement_id,
    } as const;
    const [found] = await retrieveSettlements(world.services, [asked]);
    if (!found) throw new Error('it is there');
    expect(presentSettlement(found)).toMatchObject({
      amount: 4950,
      status: 'DRAFT',
      is_test: true,
      totals: [
        { kind: 'payment', transfers: 1, amount: 5000 },
        { kind: 'fee', transfers: 1, amount: -50 },
      ],
    });
    const [page] = await listSettlementLines(world.services, [{ ...asked, after: 0, limit: 1 }]);
    const [rest] = await listSettlementLines(world.services, [
      { ...asked, after: page?.next ?? 0, limit: 1 },
    ]);
    const lines = [...(page?.rows ?? []), ...(rest?.rows ?? [])];
    expect(lines.map(({ amount_xaf }) => amount_xaf).toSorted()).toEqual([-50, 5000]);
    expect(lines.every(({ reference }) => reference === 'SACK-1')).toBe(true);
    expect(rest?.next).toBeNull();
    const others = await retrieveSettlements(world.services, [
      { ...asked, merchant_id: await world.merchant() },
      { ...asked, environment: 'live' },
    ]);
    expect(others).toEqual([null, null]);
  });
});

describe('Nothing is drafted', () => {
  test.each([
    [
      'while an account of the merchant is held',
      'held',
      `insert into held_accounts (account_id, reason, held_at)
      select id, 'day open', now() from ledger_accounts where owner_id = $1 and kind = 'PAYABLE' and environment = 'live'`,
    ],
    ['while the merchant is frozen', 'frozen', 'update merchants set frozen_live_at = now() where id = $1'],
    [
      'before the merchant is verified',
      'not_verified',
      `update merchants set kyc_status = 'PENDING' where id = $1`,
    ],
    [
      'without a payout account in force',
      'no_payout_account',
      `update payout_accounts set state = 'WITHDRAWN'
      where merchant_id = $1`,
    ],
  ])('%s', async (_when, reason, sql) => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [5000], { at: daysAgo(1) });
    await world.rows(sql, [merchant]);
    expect(await draft(world, merchant)).toEqual({ kind: 'no_draft', reason, due_xaf: 5000 });
    expect(await standing(world, merchant)).toEqual({ payable: 5000, unsettled: 5000 });
  });
});

describe('On its day', () => {
  test('a scheduled merchant is drafted once, whoever else looks, and the next day is noted', async () => {
    const today = localDay(world.now);
    const [daily, weekly, later] = await Promise.all([shop(world), shop(world), shop(world)]);
    // A Saturday.
    await agree(world, daily, { cadence: 'daily', next_on: today });
    await agree(world, weekly, { cadence: 'weekly', weekday: 6, next_on: today });
    await agree(world, later, { cadence: 'daily', next_on: localDay(daysAgo(-1)) });
    for (const merchant of [daily, weekly, later]) await brings(world, merchant, [5000], { at: daysAgo(1) });
    const processes = await world.processes(2);
    await Promise.all(processes.map((services) => draftDue(services, { limit: 10 })));
    expect(await draftDue(world.services, { limit: 10 })).toEqual({ drafted: 0, failed: [] });
    expect(await standing(world, daily)).toEqual({ DRAFT: 5000, in_flight: 5000 });
    expect(await standing(world, weekly)).toEqual({ DRAFT: 5000, in_flight: 5000 });
    expect(await standing(world, later)).toEqual({ payable: 5000, unsettled: 5000 });
    const noted = await world.rows(
      'select next_on::text, last_outcome from settlement_terms where merchant_id = any ($1) order by next_on',
      [[daily, weekly]],
    );
    expect(noted).toEqual([
      { next_on: '2026-11-22', last_outcome: 'drafted' },
      { next_on: '2026-11-28', last_outcome: 'drafted' },
    ]);
  });

  test.each([
    [
      'held',
      `insert into held_accounts (account_id, reason, held_at)
      select id, 'day open', now() from ledger_accounts where owner_id = $1 and kind = 'PAYABLE' and environment = 'live'`,
      'delete from held_accounts where account_id in (select id from ledger_accounts where owner_id = $1)',
    ],
    [
      'frozen',
      'update merchants set frozen_live_at = now() where id = $1',
      'update merchants set frozen_live_at = null where id = $1',
    ],
  ])(
    'a merchant who is %s loses no week: its draft is made within the hour in which that ends',
    async (reason, begins, ends) => {
      const merchant = await shop(world);
      await agree(world, merchant, { cadence: 'weekly', weekday: 6, next_on: localDay(world.now) });
      await brings(world, merchant, [5000], { at: daysAgo(1) });
      await world.rows(begins, [merchant]);
      const terms = () =>
        world.rows(
          'select next_on::text, last_outcome, failures from settlement_terms where merchant_id = $1',
          [merchant],
        );
      const stays = [{ next_on: '2026-11-21', last_outcome: reason, failures: 0 }];
      for (let hour = 0; hour < 2; hour += 1) {
        expect(await draftDue(world.services, { limit: 10 })).toMatchObject({ drafted: 1 });
        // It takes no place of a look meanwhile.
        expect(await draftDue(world.services, { limit: 10 })).toEqual({ drafted: 0, failed: [] });
        expect(await terms()).toEqual(stays);
        world.pass(3601);
      }
      await world.rows(ends, [merchant]);
      await draftDue(world.services, { limit: 10 });
      expect(await standing(world, merchant)).toEqual({ DRAFT: 5000, in_flight: 5000 });
      expect(await terms()).toEqual([{ next_on: '2026-11-28', last_outcome: 'drafted', failures: 0 }]);
    },
  );

  test('one whose draft fails keeps no other from theirs', async () => {
    const today = localDay(world.now);
    const [good, bad] = await Promise.all([shop(world), shop(world)]);
    for (const merchant of [good, bad]) {
      await agree(world, merchant, { cadence: 'daily', next_on: today });
      await brings(world, merchant, [5000], { at: daysAgo(1) });
    }
    await world.rows(`create function refuse_one() returns trigger language plpgsql as $$
      begin if new.merchant_id = '${bad}' then raise exception 'no'; end if; return new; end $$`);
    await world.rows(
      'create trigger refuse_one before insert on settlements for each row execute function refuse_one()',
    );
    const round = await draftDue(world.services, { limit: 10 });
    expect(round.failed.map(({ merchant_id }) => merchant_id)).toEqual([bad]);
    expect(await standing(world, good)).toEqual({ DRAFT: 5000, in_flight: 5000 });
    expect(await standing(world, bad)).toEqual({ payable: 5000, unsettled: 5000 });
    // Set aside for a minute, then for two: it takes no place of a look meanwhile.
    expect(await draftDue(world.services, { limit: 1 })).toEqual({ drafted: 0, failed: [] });
    world.pass(61);
    expect((await draftDue(world.services, { limit: 1 })).failed).toHaveLength(1);
    world.pass(61);
    expect(await draftDue(world.services, { limit: 1 })).toEqual({ drafted: 0, failed: [] });
    expect(
      await world.rows(`select kind, subject, times from staff_alerts where kind = 'settlement_stuck'`),
    ).toEqual([{ kind: 'settlement_stuck', subject: bad, times: 2 }]);
    await world.rows('drop trigger refuse_one on settlements');
    world.pass(60);
    expect(await draftDue(world.services, { limit: 1 })).toEqual({ drafted: 1, failed: [] });
    expect(await standing(world, bad)).toEqual({ DRAFT: 5000, in_flight: 5000 });
  });
});

describe('The database refuses', () => {
  const refused = async (sql: string, values: unknown[] = []): Promise<string> =>
    world.rows(sql, values).then(
      () => 'done',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );

  test('to change a frozen set, or a settlement that is not the sum of one', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [5000], { at: daysAgo(1) });
    const drafted = await draft(world, merchant);
    if (drafted.kind !== 'drafted') throw new Error(drafted.kind);
    const id = drafted.settlement_id;
    const added = `insert into settlement_transfers (settlement_id, line, account_id, cause_id, cause, amount_xaf, occurred_at)
      select settlement_id, 2, account_id, gen_random_uuid(), cause, 1, occurred_at from settlement_transfers where settlement_id = $1`;
    expect(await refused(added, [id])).toContain('frozen');
    expect(await refused('delete from settlement_transfers where settlement_id = $1', [id])).toContain(
      'append-only',
    );
    expect(await refused('update settlements set amount_xaf = 4999 where id = $1', [id])).toContain(
      'as it is',
    );
    expect(
      await refused(
        `insert into settlements (id, merchant_id, environment, reference, payout_account_id, amount_xaf, transfers, until,
          drafted_by, created_at)
        select gen_random_uuid(), merchant_id, environment, 'ST2611210000000000', payout_account_id, amount_xaf, transfers,
          until, drafted_by, created_at from settlements where id = $1`,
        [id],
      ),
    ).toBe('settlement_is_its_transfers');
  });

  test('a state that the table does not have, PAID without a proof, and an end whose money is still in flight', async () => {
    const merchant = await shop(world);
    await agree(world, merchant);
    await brings(world, merchant, [5000], { at: daysAgo(1) });
    const drafted = await draft(world, merchant);
    if (drafted.kind !== 'drafted') throw new Error(drafted.kind);
    const move = (state: string, more = '') =>
      refused(`update settlements set state = '${state}' ${more} where id = $1`, [drafted.settlement_id]);
    expect(await move('PAID', ', ended_at = now()')).toContain("can't go from DRAFT to PAID");
    expect(await move('CANCELLED', ', ended_at = now()')).toBe('settlement_in_flight');
    expect(await move('APPROVED')).toBe('done');
    const float = "(select id from ledger_accounts where kind = 'SWEPT' and environment = 'live')";
    expect(await move('SENDING', `, sent_at = now(), from_account_id = ${float}`)).toBe('done');
    expect(await move('PAID', ', ended_at = now()')).toContain('without a proof');
    expect(await move('UNKNOWN')).toBe('done');
    expect(await move('FAILED', ", ended_at = now(), failure = 'x'")).toContain('without a proof');
  });
});
