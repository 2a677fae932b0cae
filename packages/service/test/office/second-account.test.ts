import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmReviews, rejectReviews } from '../../src/engine/desk/payments/decide-review.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import type { Services } from '../../src/engine/services.ts';
import { changeStaff } from '../../src/engine/staff/people.ts';
import { prove } from '../collection/proof.ts';
import { openWorld, type World } from '../collection/world.ts';
import { hire, type Person, signWith, tokenOf } from './people.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 200 : 120;
const AT_ONCE = 40;

let world: World;
let merchant: string;
let processes: Services[];
let first: Person;
let second: Person;
let administrator: Person;
beforeAll(async () => {
  world = await openWorld();
  world.services.policy = { ...world.services.policy, second_person_xaf: 1000 };
  merchant = await world.merchant();
  processes = await world.processes(4);
  administrator = await hire(world.services, 'Chantal', 'administrator');
});
beforeEach(async () => {
  first = await hire(world.services, 'Awa');
  second = await hire(world.services, 'Brahim');
});
afterAll(async () => {
  await prove(world);
  await world.close();
});

/** Sessions under review, each with one credit that covers it. */
async function reviews(count: number): Promise<string[]> {
  const commands = Array.from({ length: count }, () =>
    world.command(merchant, { customer_phone: '+23566000001' }),
  );
  const made = (await world.create(commands)).flatMap((one) => (one.kind === 'created' ? [one.session] : []));
  await Promise.all(made.map((session) => world.pay(session, { payer_phone: '+23566000002' })));
  return made.map(({ id }) => id);
}

const confirm = async (
  session_id: string,
  by: { actor: string; account_id?: string; note: string },
  at = 0,
) => (await confirmReviews(processes[at % 4] as Services, [{ session_id, credit_id: null, ...by }]))[0]?.kind;

describe('The second person', () => {
  test('is another account, and the record names both by account and by name', async () => {
    const [session = ''] = await reviews(1);
    expect(await confirm(session, first)).toBe('proposed');
    expect(await confirm(session, first)).toBe('same_person');
    expect(await confirm(session, second)).toBe('confirmed');
    expect(
      await world.rows(
        `select actor, account_id, action from staff_actions where subject_id = $1 order by at, id`,
        [session],
      ),
    ).toEqual([
      { actor: 'Awa', account_id: first.account_id, action: 'review.confirm.proposed' },
      { actor: 'Brahim', account_id: second.account_id, action: 'review.confirm' },
    ]);
    expect(
      await world.rows(
        `select d.decision_case ->> 'account_id' as account_id from decisions d
        join credits c on c.id = d.credit_id where c.matched_session_id = $1 and d.actor = 'STAFF'`,
        [session],
      ),
    ).toEqual([{ account_id: second.account_id }]);
  });

  test('agrees to nothing that somebody proposed before his role ended or became another, also once he is back', async () => {
    const [ended = '', other = ''] = await reviews(2);
    const leaver = await hire(world.services, 'Djimet');
    const change = async (role: 'supervisor' | 'auditor' | null) =>
      (await changeStaff(world.services, [{ of: leaver.account_id, role, ...administrator }]))[0]?.kind;
    expect(await confirm(ended, leaver)).toBe('proposed');
    expect([await change(null), await change('supervisor')]).toEqual(['changed', 'changed']);
    expect(await confirm(ended, administrator)).toBe('proposed');
    expect(await confirm(other, leaver)).toBe('proposed');
    expect(await change('auditor')).toBe('changed');
    expect(await confirm(other, administrator)).toBe('proposed');
  });

  test('is not the first under a new name, nor with another token, nor a name that is typed', async () => {
    const [session = ''] = await reviews(1);
    const [one, other] = [await tokenOf(world.services, first), await tokenOf(world.services, first)];
    expect(await confirm(session, await signWith(world.services, one.secret))).toBe('proposed');
    expect(await confirm(session, await signWith(world.services, other.secret))).toBe('same_person');
    await world.rows('update accounts set name = $2 where id = $1', [first.account_id, 'Someone else']);
    expect(await confirm(session, await signWith(world.services, other.secret))).toBe('same_person');
    expect(await confirm(session, { actor: 'Brahim', note: 'typed' })).toBe('not_comparable');
    expect(await confirm(session, second)).toBe('confirmed');
  });

  test(`is never one person with two tokens and a browser, ${ROUNDS} times at once in four processes`, async () => {
    const tokens = [await tokenOf(world.services, first), await tokenOf(world.services, first)];
    const hands = [
      ...(await Promise.all(tokens.map(({ secret }) => signWith(world.services, secret)))),
      first,
    ];
    for (let round = 0; round < ROUNDS / AT_ONCE; round += 1) {
      const sessions = await reviews(AT_ONCE);
      await Promise.all(
        sessions.flatMap((session) =>
          hands.map((by, hand) => confirm(session, by, hand).catch(() => 'late')),
        ),
      );
      const rows = await world.rows<{ status: string }>(
        'select distinct status from payment_sessions where id = any ($1)',
        [sessions],
      );
      expect(rows).toEqual([{ status: 'UNDER_REVIEW' }]);
      await withdrawProposals(
        world.services,
        sessions.map((subject_id) => ({ subject_id, ...second })),
      );
    }
  });

  test('is nobody who has left, and who has left is not the first of two either', async () => {
    const [one = '', other = ''] = await reviews(2);
    const leave = (of: string) => changeStaff(world.services, [{ ...administrator, of, role: null }]);
    expect(await confirm(one, first)).toBe('proposed');
    await leave(second.account_id);
    await expect(confirm(one, second)).rejects.toThrow('not on the staff any more');
    await leave(first.account_id);
    // What the first proposed counts no more: the next one is the first of two again.
    const third = await hire(world.services, 'Denis');
    expect(await confirm(one, third)).toBe('proposed');
    // Nor does the database let them agree, whatever the program does.
    expect(await confirm(other, third)).toBe('proposed');
    await world.rows('update staff set deactivated_at = now() where account_id = $1', [third.account_id]);
    await expect(
      world.rows(
        `update staff_proposals set outcome = 'AGREED', settled_at = now(), settled_by = 'Chantal',
          settled_by_account = $2 where subject_id = $1 and settled_at is null`,
        [other, administrator.account_id],
      ),
    ).rejects.toThrow('two accounts that are on the staff');
  });

  test('sent away at the same moment, either has agreed before or agrees to nothing', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [session = ''] = await reviews(1);
      const leaving = await hire(world.services, 'Denis');
      await confirm(session, first);
      const [said] = await Promise.all([
        confirm(session, leaving).catch((error: Error) => error.message),
        changeStaff(world.services, [{ ...administrator, of: leaving.account_id, role: null }]),
      ]);
      const [row] = await world.rows<{ status: string }>(
        'select status from payment_sessions where id = $1',
        [session],
      );
      expect(row?.status).toBe(said === 'confirmed' ? 'SUCCESS' : 'UNDER_REVIEW');
    }
  });
});

describe('The database, whatever the program does', () => {
  const settle = (id: string, by: string | null, name = 'Brahim') =>
    world.rows(
      `update staff_proposals set outcome = 'AGREED', settled_at = now(), settled_by = $3, settled_by_account = $2
      where subject_id = $1 and settled_at is null`,
      [id, by, name],
    );

  test('refuses one account that agrees with itself, and an account beside a typed name', async () => {
    const [session = ''] = await reviews(1);
    await confirm(session, first);
    await expect(settle(session, first.account_id)).rejects.toThrow();
    await expect(settle(session, null)).rejects.toThrow('staff_proposals_second_person');
  });

  test('lets nobody edit a proposal, settle it twice or take a line out of the audit trail', async () => {
    const [session = ''] = await reviews(1);
    await confirm(session, first);
    await expect(
      world.rows('update staff_proposals set proposed_by_account = $2 where subject_id = $1', [
        session,
        second.account_id,
      ]),
    ).rejects.toThrow('settled once and never edited');
    await rejectReviews(world.services, [{ session_id: session, ...second }]);
    await expect(
      world.rows('delete from staff_proposals where subject_id = $1', [session]),
    ).rejects.toThrow();
    for (const change of ["update staff_actions set note = 'other'", 'delete from staff_actions'])
      await expect(world.rows(`${change} where subject_id = $1`, [session])).rejects.toThrow('append-only');
  });
});
