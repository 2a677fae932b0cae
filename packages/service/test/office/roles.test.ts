import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '../../src/domain/account/person.ts';
import { STAFF_VERBS, type StaffVerb } from '../../src/domain/staff/role.ts';
import { StaffRefusal } from '../../src/engine/desk/allowed.ts';
import { signed } from '../../src/engine/desk/signed.ts';
import { changeStaff } from '../../src/engine/staff/people.ts';
import { openWorld, type World } from '../collection/world.ts';
import { hire, type Person } from './people.ts';

let world: World;
let people: Map<StaffRole, Person>;
beforeAll(async () => {
  world = await openWorld();
  const hired = await Promise.all(
    STAFF_ROLES.map(async (role) => [role, await hire(world.services, `the ${role}`, role)] as const),
  );
  people = new Map(hired);
});
afterAll(() => world.close());

/** Does a verb as somebody of a role, proposes it, or takes that back; says whether it was written. */
async function tries(role: StaffRole, verb: StaffVerb, ending: '' | '.proposed' | '.withdrawn') {
  const by = people.get(role) as Person;
  const subject_id = world.services.newId();
  await signed<null, null>(world.services, {
    lock: async () => null,
    subjects: () => [subject_id],
    decide: ({ agree, record }) => {
      if (ending === '.proposed') agree(by, { action: verb, subject_id, terms: {}, amount_xaf: 999_999_999 });
      else record(by, { action: `${verb}${ending as ''}`, subject_id });
      return { outcomes: [] };
    },
  }).catch((error: unknown) => {
    if (!(error instanceof StaffRefusal)) throw error;
    expect(error.message).toContain(`${role}, which may not do this`);
  });
  const rows = await world.rows('select from staff_actions where subject_id = $1', [subject_id]);
  const proposals = await world.rows('select from staff_proposals where subject_id = $1', [subject_id]);
  if (rows.length === 0) expect(proposals).toEqual([]);
  return rows.length === 1;
}

describe.each(Object.keys(STAFF_VERBS) as StaffVerb[])('%s', (verb) => {
  test.each(STAFF_ROLES)(
    'as %s: as the table says, also to propose it and to take that back',
    async (role) => {
      const may = (STAFF_VERBS[verb] as readonly StaffRole[]).includes(role);
      expect(await tries(role, verb, '')).toBe(may);
      expect(await tries(role, verb, '.proposed')).toBe(may);
      expect(await tries(role, verb, '.withdrawn')).toBe(may);
    },
  );
});

test('the table says: agents decide cases, supervisors rules too, administrators people too, auditors take files and nothing else', () => {
  const may = (role: StaffRole) =>
    Object.entries(STAFF_VERBS).flatMap(([verb, roles]) =>
      (roles as readonly StaffRole[]).includes(role) ? [verb] : [],
    );
  expect(may('auditor').filter((verb) => !verb.startsWith('staff.own_'))).toEqual(['file.take']);
  expect(may('agent')).not.toContain('numbers.senders');
  expect(may('agent')).toContain('review.confirm');
  expect(may('supervisor')).toEqual(expect.arrayContaining([...may('agent'), 'tariff.set', 'template.add']));
  expect(may('supervisor')).not.toContain('staff.role');
  expect(may('administrator')).toEqual(Object.keys(STAFF_VERBS));
});

test('a role holds from the moment it is changed', async () => {
  const agent = await hire(world.services, 'Awa');
  people.set('agent', agent);
  const change = (role: StaffRole) =>
    changeStaff(world.services, [{ ...(people.get('administrator') as Person), of: agent.account_id, role }]);
  expect(await tries('agent', 'alert.close', '')).toBe(true);
  expect(await change('supervisor')).toMatchObject([{ kind: 'changed', member: { role: 'supervisor' } }]);
  expect(await tries('agent', 'tariff.set', '')).toBe(true);
  await change('auditor');
  const by = { ...agent };
  await expect(
    signed(world.services, {
      lock: async () => null,
      decide: ({ record }) => {
        record(by, { action: 'alert.close', subject_id: 'x' });
        return { outcomes: [] };
      },
    }),
  ).rejects.toThrow('auditor');
});

test('nobody changes their own role, or sends themselves away', async () => {
  const administrator = people.get('administrator') as Person;
  const own = (role: StaffRole | null) =>
    changeStaff(world.services, [{ ...administrator, of: administrator.account_id, role }]);
  expect(await own('agent')).toEqual([{ kind: 'own_role' }]);
  expect(await own(null)).toEqual([{ kind: 'own_role' }]);
});
