import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { approveTokens, revokeTokens } from '../../src/engine/staff/tokens.ts';
import { chari, chariJson } from '../cli/run.ts';
import { openWorld, type World } from '../collection/world.ts';
import { hire, type Person, tokenOf } from './people.ts';

let world: World;
let merchant: string;
let folder: string;
let person: Person;
beforeAll(async () => {
  world = await openWorld();
  // The command line has the machine's own clock.
  world.pass((Date.now() - world.now.getTime()) / 1000);
  merchant = await world.merchant();
  folder = await mkdtemp(join(tmpdir(), 'chari-office-'));
  person = await hire(world.services, 'Awa', 'supervisor');
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;
const optionsOf = (env: Env) => ({
  env: { DATABASE_URL: world.db.url, CHARI_DATA_DIR: folder, HOME: folder, ...env },
});
const PRODUCTION = { NODE_ENV: 'production' };
const words = (...more: string[]) => [
  ...['merchants', 'allowance', merchant, '--operator', 'MOOV', '--sessions', '7', '--note', 'a fair'],
  ...more,
];
const decide = (env: Env, ...more: string[]) => chari(words(...more), optionsOf(env));
const written = async () =>
  (await world.rows<{ count: number }>('select count(*)::int as count from staff_actions'))[0]?.count;

describe('A terminal in production', () => {
  test('takes no name that is typed, and says what to do instead', async () => {
    const before = await written();
    const refused = await decide(PRODUCTION, '--as', 'Awa');
    expect(refused.exit_code).toBe(2);
    expect(refused.stderr).toContain(
      "--as Awa is a name that anybody can type, and in production names don't count",
    );
    expect(refused.stderr).toContain('npx chari staff token YOUR-MAIL');
    expect((await decide(PRODUCTION)).stderr).toContain('Sign with your own staff token');
    expect(await written()).toBe(before);
  });

  test('is one wherever the database serves in production, whatever the environment of the terminal says', async () => {
    await world.rows('insert into production_since (since) values (now())');
    const refused = await decide({}, '--as', 'Awa');
    expect([refused.exit_code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('in production names don'),
    ]);
    const made = await chari(['staff', 'token', person.email, '--name', 'other'], optionsOf({}));
    expect(made.stdout).toContain('It signs nothing yet');
    const approve = await chari(['merchants', 'approve-kyc', merchant], optionsOf({}));
    expect(approve.stderr).toContain('In production a merchant is approved by what it handed in');
    const served = await chari(['serve'], optionsOf({ PORT: '0' }));
    expect([served.exit_code, served.stderr]).toEqual([
      1,
      expect.stringContaining('set NODE_ENV=production'),
    ]);
    await world.rows('delete from production_since');
  });

  test('asks for a second person by the bounds of what serves there, whatever its own environment says', async () => {
    const session = await world.session(merchant, { amount_xaf: 150_000, customer_phone: '+23566000001' });
    await world.pay(session, { payer_phone: '+23566000002' });
    const { secret } = await tokenOf(world.services, person);
    await world.rows('insert into production_since (since) values (now())');
    await world.rows('insert into policy_in_use (policy, since) values ($1, now())', [DEFAULT_POLICY]);
    const bare = { CHARI_SECOND_PERSON_XAF: '0', CHARI_ALONE_DAY_XAF: '0' };
    const options = optionsOf({ ...bare, CHARI_STAFF_TOKEN: secret });
    const confirmed = await chari(['review', 'confirm', session.id, '--note', 'seen'], options);
    expect([confirmed.stderr, confirmed.stdout]).toEqual(['', expect.stringMatching(/^Proposed\. /)]);
    const { stdout } = await chari(['doctor', '--json'], options);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; sentence: string }[] };
    const figures = findings.filter(({ check }) => check === 'figures').map(({ sentence }) => sentence);
    expect(figures).toEqual([
      expect.stringContaining('CHARI_SECOND_PERSON_XAF is 100000 where it is served and 0 here'),
      expect.stringContaining('CHARI_ALONE_DAY_XAF is 1000000 where it is served and 0 here'),
    ]);
    // What somebody started with looser bounds for a moment loosens no terminal but his own.
    const loose = { ...DEFAULT_POLICY, second_person_xaf: null, alone_day_xaf: null };
    await world.rows('update policy_in_use set policy = $1', [loose]);
    const other = await world.session(merchant, { amount_xaf: 150_000, customer_phone: '+23566000003' });
    await world.pay(other, { payer_phone: '+23566000004' });
    const honest = optionsOf({ CHARI_STAFF_TOKEN: secret });
    const again = await chari(['review', 'confirm', other.id, '--note', 'seen'], honest);
    expect([again.stderr, again.stdout]).toEqual(['', expect.stringMatching(/^Proposed\. /)]);
    const doctor = await chari(['doctor', '--json'], honest);
    expect(doctor.stdout).toContain('CHARI_SECOND_PERSON_XAF is 0 where it is served and 100000 here');
    await world.rows('delete from policy_in_use');
    await world.rows('delete from production_since');
  });

  test('takes a token from the environment, and writes the account beside the name', async () => {
    const { secret } = await tokenOf(world.services, person);
    const { exit_code, stderr } = await decide({ ...PRODUCTION, CHARI_STAFF_TOKEN: secret });
    expect({ exit_code, stderr }).toEqual({ exit_code: 0, stderr: '' });
    expect(
      await world.rows(`select actor, account_id from staff_actions where action = 'merchant.allowance'`),
    ).toEqual([{ actor: 'Awa', account_id: person.account_id }]);
    expect((await decide({ CHARI_STAFF_TOKEN: secret }, '--as', 'Brahim')).stderr).toContain(
      'Your staff token says who you are: leave --as out.',
    );
  });

  test('takes a token from a file that only its owner may read', async () => {
    const { secret } = await tokenOf(world.services, person);
    const file = join(folder, 'token');
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
    const env = { ...PRODUCTION, CHARI_STAFF_TOKEN_FILE: file };
    expect((await decide(env)).exit_code).toBe(0);
    await chmod(file, 0o640);
    expect((await decide(env)).stderr).toContain(`can be read by others: chmod 600 ${file}`);
    const missing = { ...PRODUCTION, CHARI_STAFF_TOKEN_FILE: join(folder, 'nothing') };
    expect((await decide(missing)).stderr).toContain("can't be read");
  });

  test('makes a token that signs nothing until its owner, signed in, says that it is theirs', async () => {
    const made = await chariJson<{ id: string; token: string; is_approved: boolean }>(
      ['staff', 'token', person.email, '--name', 'server'],
      optionsOf(PRODUCTION),
    );
    expect(made).toMatchObject({
      token: expect.stringMatching(/^chari_staff_[0-9A-Za-z]{43}$/),
      is_approved: false,
    });
    const env = { ...PRODUCTION, CHARI_STAFF_TOKEN: made.token };
    expect((await decide(env)).stderr).toContain('waits for its owner');
    const other = await hire(world.services, 'Brahim', 'administrator');
    expect(await approveTokens(world.services, [{ ...other, token_id: made.id }])).toEqual([
      { kind: 'not_found' },
    ]);
    await approveTokens(world.services, [{ ...person, token_id: made.id }]);
    expect((await decide(env)).exit_code).toBe(0);
    const kept = await world.rows<{ text: string }>('select t::text as text from staff_tokens t');
    expect(JSON.stringify(kept)).not.toContain(made.token);
  });

  test('takes no token that was revoked, has ended, is of somebody who left, or is none of ours', async () => {
    const of = async (days?: number) => tokenOf(world.services, person, days);
    const [revoked, ended, unknown] = [await of(), await of(1), `chari_staff_${'0'.repeat(43)}`];
    await revokeTokens(world.services, [{ ...person, token_id: revoked.id }]);
    await world.rows(
      `update staff_tokens set created_at = created_at - interval '3 days', expires_at = now() - interval '1 second'
      where id = $1`,
      [ended.id],
    );
    const leaving = await hire(world.services, 'Denis', 'supervisor');
    const left = await tokenOf(world.services, leaving);
    await world.rows('update staff set deactivated_at = now() where account_id = $1', [leaving.account_id]);
    const before = await written();
    const said = async (token: string) => {
      const ran = await decide({ ...PRODUCTION, CHARI_STAFF_TOKEN: token });
      expect(ran.exit_code).toBe(1);
      return ran.stderr;
    };
    expect(await said(revoked.secret)).toContain('was revoked on');
    expect(await said(ended.secret)).toContain('ended on');
    expect(await said(left.secret)).toContain('Denis is not on the staff any more');
    expect(await said(unknown)).toContain('none of ours');
    expect(await said('nonsense')).toContain('none of ours');
    expect(await written()).toBe(before);
  });

  test('holds a token to the role of its account', async () => {
    const agent = await hire(world.services, 'Moussa', 'agent');
    const { secret } = await tokenOf(world.services, agent);
    const ran = await decide({ ...PRODUCTION, CHARI_STAFF_TOKEN: secret });
    expect(ran).toMatchObject({ exit_code: 1, stdout: '' });
    expect(ran.stderr).toBe(
      'Moussa is on the staff as agent, which may not do this (merchant.allowance). Ask one who may: npx chari staff roles.\n',
    );
  });
});

describe('A terminal in development', () => {
  test('still takes a name, and asks for one where there is no token', async () => {
    expect((await decide({}, '--as', 'Awa')).exit_code).toBe(0);
    expect((await decide({})).stderr).toContain('Say who decides: --as NAME');
  });
});

test('An administrator changes roles and sends people away by the command line, and the list says so', async () => {
  const administrator = await hire(world.services, 'Chantal', 'administrator');
  const { secret } = await tokenOf(world.services, administrator);
  const member = await hire(world.services, 'Fatime');
  const theirs = await tokenOf(world.services, member);
  const options = optionsOf({ ...PRODUCTION, CHARI_STAFF_TOKEN: secret });
  const run = (...args: string[]) => chari(['staff', ...args, '--note', 'agreed'], options);
  expect((await run('role', member.email, 'auditor')).stdout).toContain('is auditor from now on');
  expect(await world.rows('select kind, email from account_mails order by kind')).toEqual([
    { kind: 'staff_role_given', email: member.email },
    { kind: 'staff_role_signed', email: administrator.email },
  ]);
  expect((await run('role', member.email, 'king')).stderr).toContain('is none of agent, supervisor');
  expect((await run('role', administrator.email, 'agent')).stderr).toContain('ask another administrator');
  expect((await run('role', 'nobody@example.com', 'agent')).stderr).toContain('nobody of the staff');
  expect((await run('deactivate', member.email)).exit_code).toBe(0);
  const { stdout } = await chari(['staff', 'tokens'], options);
  expect(stdout).toMatch(new RegExp(`${member.email} +Fatime +left `));
  expect(stdout).toMatch(new RegExp(`laptop +[a-z]+ +${theirs.id}`));
  expect(stdout).not.toContain(theirs.secret);
});
