import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOwnTokens, listStaff } from '../../src/engine/staff/people.ts';
import { openWorld, type World } from '../collection/world.ts';
import { hire, tokenOf } from '../office/people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test.each([
  ['revoked', `now() + interval '9 days'`, 'now()'],
  ['expired', `'2000-01-02'`, 'null'],
])(
  'A token that signs is listed, however many that are %s were made behind it',
  async (_, until, revoked) => {
    const person = await hire(world.services, 'Awa');
    const { id } = await tokenOf(world.services, person);
    await world.rows(
      `insert into staff_tokens (id, account_id, name, token_hash, last4, created_at, expires_at, approved_at, revoked_at)
     select ('ffffffff-ffff-7000-8000-' || substr(md5($1 || n), 1, 12))::uuid, $1::uuid, 'x', sha256(($1 || n)::bytea),
       'abcd', '2000-01-01', ${until}, '2000-01-01', ${revoked} from generate_series(1, 1001) n`,
      [person.account_id],
    );
    const own = await listOwnTokens(world.services, person.account_id);
    const everybody = (await listStaff(world.services)).flatMap(({ tokens }) => tokens);
    expect([own, everybody].map((tokens) => tokens.some((one) => one.id === id))).toEqual([true, true]);
  },
);
