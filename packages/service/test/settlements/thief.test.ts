import { afterAll, beforeAll, expect, test } from 'vitest';
import { decidePayoutAccounts } from '../../src/engine/desk/settlements/decide-payout-account.ts';
import { accountsOf } from '../../src/engine/settlements/destination.ts';
import { askPayoutAccounts, withdrawPayoutAccounts } from '../../src/engine/settlements/payout-accounts.ts';
import { openWorld, type World } from '../collection/world.ts';
import { agree, brings, draft, shop } from './shop.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const HOUR = 3600;
const TYPED = { kind: 'number', operator: 'AIRTEL', msisdn: '66 65 43 21' };

/** Another account of the merchant's, which staff have confirmed; how long ago it was asked for says whether it is frozen. */
async function moves(merchant: string, msisdn: string, hours_ago: number): Promise<string> {
  const id = world.services.newId();
  await world.rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at,
      frozen_until, decided_by, decided_at)
    values ($1, $2, 'number', 'AIRTEL', $3, 'Awa Mahamat', 'CONFIRMED', 'owner@example.com', $4, $4::timestamptz + interval '72 hours',
      'Moussa', $4)`,
    [id, merchant, msisdn, new Date(world.now.getTime() - hours_ago * HOUR * 1000)],
  );
  return id;
}

const numberOf = async (merchant: string) => (await accountsOf(world.services, merchant)).in_force?.msisdn;

async function owner(merchant: string) {
  const id = world.services.newId();
  await world.rows(
    `insert into accounts (id, email, name, language, email_verified_at, created_at) values ($1, $2, 'An owner', 'fr', $3, $3)`,
    [id, `${id}@example.com`, world.now],
  );
  await world.rows(
    `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
    [world.services.newId(), id, merchant, world.now],
  );
  return { id, email: `${id}@example.com` };
}

test('taking back the account in force brings none of those before it back: they would be in force unfrozen', async () => {
  const merchant = await shop(world);
  await agree(world, merchant);
  const person = await owner(merchant);
  expect(await numberOf(merchant)).toBe('+23566123456');
  const moved = await moves(merchant, '+23566654321', 100);
  expect(await numberOf(merchant)).toBe('+23566654321');
  const [taken] = await withdrawPayoutAccounts(world.services, [
    { merchant_id: merchant, by: person, payout_account_id: moved },
  ]);
  expect(taken?.kind).toBe('withdrawn');
  expect(await numberOf(merchant)).toBeUndefined();
  await brings(world, merchant, [5000]);
  expect(await draft(world, merchant)).toMatchObject({ kind: 'no_draft', reason: 'no_payout_account' });
});

test('taking back one that is frozen leaves the account before it in force', async () => {
  const merchant = await shop(world);
  const person = await owner(merchant);
  const frozen = await moves(merchant, '+23566654321', 10);
  const [taken] = await withdrawPayoutAccounts(world.services, [
    { merchant_id: merchant, by: person, payout_account_id: frozen },
  ]);
  expect(taken?.kind).toBe('withdrawn');
  expect(await numberOf(merchant)).toBe('+23566123456');
});

test.each([
  ['another script', 'Аwа Маhаmаt', true],
  ['the order of its words', 'MAHAMAT, Awa', true],
  ['another person', 'Awa Mahamat Saleh', false],
  ['a word twice', 'Awa Awa Mahamat', false],
  ['a digit for a letter', 'Awa Mahama7', false],
  ['one word', 'AwaMahamat', false],
  ['letters that turn the line', 'Awa \u202eMahamat', true],
])(
  'a holder with %s is taken for the verified one only where what is read is the same',
  async (_, name, is_same) => {
    const merchant = await shop(world);
    const person = await owner(merchant);
    const [asked] = await askPayoutAccounts(world.services, [
      {
        merchant_id: merchant,
        by: person,
        typed: { ...TYPED, holder_name: name },
      },
    ]);
    expect(asked?.kind).toBe(is_same ? 'asked' : 'invalid');
  },
);

test('an owner who takes back an account while staff refuse it is told so, or that there is none any more, and nobody gets an error', async () => {
  const merchant = await shop(world);
  const person = await owner(merchant);
  const [one, other] = await world.processes(2);
  const said: string[] = [];
  for (let round = 0; round < 25; round += 1) {
    world.pass(25 * HOUR);
    const [asked] = await askPayoutAccounts(world.services, [
      { merchant_id: merchant, by: person, typed: { ...TYPED, holder_name: 'Awa Mahamat' } },
    ]);
    expect(asked?.kind).toBe('asked');
    const [row] = await world.rows<{ id: string }>(
      `select id from payout_accounts where merchant_id = $1 and state = 'WAITING'`,
      [merchant],
    );
    const payout_account_id = row?.id ?? '';
    const refusal = { payout_account_id, does: 'refuse', actor: 'Awa', note: 'another name' } as const;
    const [[taken], [refused]] = await Promise.all([
      withdrawPayoutAccounts(one ?? world.services, [
        { merchant_id: merchant, by: person, payout_account_id },
      ]),
      decidePayoutAccounts(other ?? world.services, [refusal]),
    ]);
    said.push(`${taken?.kind}, ${refused?.kind}`);
  }
  const told = new Set(said);
  expect([...told].filter((one) => one !== 'withdrawn, not_waiting' && one !== 'not_found, refused')).toEqual(
    [],
  );
});
