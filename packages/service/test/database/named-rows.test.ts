import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSim, type Sim } from '../book/world.ts';

const NOBODY_HAS = '01900000-0000-7000-8000-00000000dead';
const REFUSED = { code: '23503' };

/** What goes on from the book's tip, so that nothing but its message is wrong with a step. */
const NEXT_STEP =
  'ordinal = ordinal + 1, before_xaf = after_xaf, after_xaf = after_xaf + 1, id = gen_random_uuid()';

let sim: Sim;
beforeAll(async () => {
  sim = await openSim();
  await sim.say();
  await sim.session(1000);
  await sim.take(sim.credit(1000));
});
afterAll(() => sim.world.close());

/** Writes a copy of the latest row of a table, changed as `changes` says. */
const copy = (table: string, changes: string): Promise<unknown> =>
  sim.world.rows(
    `do $do$ begin
      create temporary table copied on commit drop as select * from ${table} order by id desc limit 1;
      update copied set ${changes};
      insert into ${table} overriding system value select * from copied;
    end $do$`,
  );

test.each([
  ['credits', 'id = gen_random_uuid(), matched_session_id', 'session'],
  ['decisions', `id = gen_random_uuid(), actor = 'STAFF', credit_id`, 'credit'],
  ['notice_readings', 'id = id + 1000, notice_id', 'message'],
  ['notice_readings', 'id = id + 1000, credit_id', 'credit'],
  ['book_steps', `${NEXT_STEP}, notice_id`, 'message'],
  [
    'book_steps',
    `id = gen_random_uuid(), kind = 'UNEXPLAINED', notice_id = null, ordinal = null, explains_id`,
    'step',
  ],
])('No row of %s (%s) names a %s that is not there', async (table, changes) => {
  await expect(copy(table, `${changes} = '${NOBODY_HAS}'`)).rejects.toMatchObject(REFUSED);
});

test('What names rows that are there may be written: a second decision and a second reading', async () => {
  await copy('decisions', `id = gen_random_uuid(), actor = 'STAFF'`);
  await copy('notice_readings', 'id = id + 1000');
});

test('No credit comes to name a session that is not there', async () => {
  const change = `update credits set matched_session_id = '${NOBODY_HAS}'`;
  await expect(sim.world.rows(change)).rejects.toMatchObject(REFUSED);
  expect(await sim.world.rows('select from credits where matched_session_id is not null')).toHaveLength(1);
});

test.each(['payment_sessions', 'credits', 'notices'])(
  'What is named in %s never gets another id, and never goes',
  async (table) => {
    for (const change of [`update ${table} set id = gen_random_uuid()`, `delete from ${table}`])
      await expect(sim.world.rows(change)).rejects.toMatchObject({ code: '23001' });
  },
);
