import { afterEach, beforeEach, expect, test } from 'vitest';
import { showIncident } from '../../src/engine/book/look.ts';
import { closeIncidents } from '../../src/engine/desk/book/close.ts';
import { agreeTo, openProposals } from '../../src/engine/desk/proposal.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { clearSuspicion } from '../../src/store/book/books.ts';
import { MSISDN, type Sim } from '../book/world.ts';
import { hire } from '../office/people.ts';
import { openSimAndShop } from './desk.ts';
import { agree, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
beforeEach(async () => {
  ({ sim } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
});
afterEach(() => sim.world.close());

type Person = Awaited<ReturnType<typeof hire>>;

async function shortId(): Promise<string> {
  return (await sim.incidents()).find(({ kind }) => kind === 'short')?.id ?? '';
}

async function close(by: Person, seen_at?: Date | null): Promise<string | undefined> {
  sim.world.pass(60);
  const command = { incident_id: await shortId(), ...(seen_at && { seen_at }), ...by };
  return (await closeIncidents(sim.world.services, [command]))[0]?.kind;
}

async function readShort(): Promise<void> {
  sim.world.pass(600);
  const first = await sim.say(sim.balance_xaf, 'Fatime');
  const read = first?.kind === 'proposed' ? await sim.say(sim.balance_xaf, 'Brahim') : first;
  expect(read).toMatchObject({ kind: 'anchored', is_short: true });
}

/** Two shops are paid, and somebody takes a little off the SIM, whose message is lost. */
async function findShort(): Promise<void> {
  for (const amount_xaf of [60_000, 59_000]) {
    await sim.session(amount_xaf);
    expect(await sim.take(sim.credit(amount_xaf))).toEqual(['unique_in_time']);
    sim.world.pass(600);
  }
  sim.balance_xaf -= 30_000;
  await readShort();
}

/** Who reads the messages of the SIM forges payments for a shop of a friend, and a debit, so that they are booked. */
async function findForged(): Promise<void> {
  const held_xaf = sim.balance_xaf;
  for (const amount_xaf of [190_000, 189_000, 188_000, 187_000, 186_000]) {
    await sim.session(amount_xaf);
    await sim.take(sim.credit(amount_xaf));
    sim.world.pass(60);
  }
  await sim.take(sim.debit(300));
  sim.balance_xaf = held_xaf;
  await readShort();
}

test('One person alone lets no shop be paid out much that a reading has found forged, by closing that its SIM is short', async () => {
  const { services } = sim.world;
  services.policy = {
    ...services.policy,
    second_person_xaf: 100_000,
    settlement_second_person_xaf: 1_000_000,
  };
  const eve = await hire(services, 'Eve');
  // Who reads every message of the SIM forges five payments for a shop of a friend of hers.
  let balance_xaf = sim.balance_xaf;
  for (const amount_xaf of [60_000, 59_000, 58_000, 57_000, 56_000]) {
    const session = await sim.session(amount_xaf);
    balance_xaf += amount_xaf;
    await sim.take(sim.words(amount_xaf, balance_xaf));
    expect(await sim.statusOf(session)).toBe('SUCCESS');
    sim.world.pass(600);
  }
  // Others read the SIM, and find nothing of it there.
  for (const actor of ['Awa', 'Brahim']) await sim.say(sim.balance_xaf, actor);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft' });
  const short = (await sim.incidents()).find(({ kind }) => kind === 'short');
  await closeIncidents(services, [{ incident_id: short?.id ?? '', ...eve }]);
  const drafted = await draft(sim.world, sim.merchant);
  const settlement_id = drafted.kind === 'drafted' ? drafted.settlement_id : '';
  const from = { kind: 'number', name: MSISDN } as const;
  const [approved] = await decideSettlements(services, [{ settlement_id, does: 'approve', ...eve }]);
  const [sent] = await sendSettlements(services, [{ settlement_id, from, ...eve }]);
  expect([drafted.kind, approved?.kind, sent?.kind]).toEqual(['no_draft', 'not_found', 'not_found']);
});

test('What a reading has found forged, and lies in the cases of reviews, is freed by two people like what was paid', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  const [awa, eve] = [await hire(services, 'Awa'), await hire(services, 'Eve')];
  let balance_xaf = sim.balance_xaf;
  for (const amount_xaf of [60_000, 59_000]) {
    const session = await sim.session(amount_xaf, { customer_phone: '+23566000001' });
    balance_xaf += amount_xaf;
    await sim.take(sim.words(amount_xaf, balance_xaf));
    expect(await sim.statusOf(session)).toBe('UNDER_REVIEW');
    sim.world.pass(600);
  }
  await readShort();
  expect([await close(eve), await close(awa)]).toEqual(['proposed', 'closed']);
});

test('What a reading has found missing since the first of two would close that the SIM is short is agreed on by two who know of it', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  const [awa, eve] = [await hire(services, 'Awa'), await hire(services, 'Eve')];
  await findShort();
  expect(await close(awa)).toBe('proposed');
  await findForged();
  expect([await close(eve), await close(eve), await close(awa)]).toEqual([
    'proposed',
    'same_person',
    'closed',
  ]);
});

test('Whoever agrees to close that a SIM is short as another has proposed agrees to nothing that was found missing since then', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  const [awa, eve] = [await hire(services, 'Awa'), await hire(services, 'Eve')];
  const agreeToIt = async (by: Person) => {
    const [proposal] = await openProposals(services, [await shortId()]);
    if (proposal === undefined) throw new Error('nothing is proposed');
    return (await agreeTo(services, proposal, by)).kind;
  };
  await findShort();
  expect(await close(awa)).toBe('proposed');
  await findForged();
  expect(await agreeToIt(eve)).toBe('found_since');
  // Nobody has spoken since: both of them have to.
  expect(await close(awa)).toBe('proposed');
  expect(await agreeToIt(eve)).toBe('closed');
});

test('Whoever closes that a SIM is short by a page that was shown before more was found missing is told to look once more', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: null };
  const awa = await hire(services, 'Awa');
  await findShort();
  const shown = async () => (await showIncident(services, await shortId()))?.suspected_at;
  const seen_at = await shown();
  await findForged();
  expect(await close(awa, seen_at)).toBe('found_since');
  // What that page shows then is what was found last.
  const detail = (await showIncident(services, await shortId()))?.incident.detail;
  expect(detail?.tip_xaf).toBe(sim.balance_xaf + 940_000 - 300);
  // Nor does anybody know of what is still to come.
  expect(await close(awa, new Date('2099-01-01'))).toBe('unseen');
  expect(await close(awa, await shown())).toBe('closed');
});

test('That a SIM is short waits for nobody to close it once what was missing is explained', async () => {
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000 };
  for (const amount_xaf of [60_000, 59_000]) {
    await sim.session(amount_xaf);
    await sim.take(sim.credit(amount_xaf));
    sim.world.pass(600);
  }
  sim.balance_xaf -= 30_000;
  await sim.say();
  const short = (await sim.incidents()).find(({ kind }) => kind === 'short');
  const command = { incident_id: short?.id ?? '', actor: 'Awa', note: 'looked up' };
  expect(await closeIncidents(services, [command])).toMatchObject([{ kind: 'proposed' }]);
  // As where the operator's own list shows what left.
  await clearSuspicion(sim.world.db.pool, { collection_number_ids: [sim.number_id], now: services.now() });
  await sim.wait(600);
  expect((await sim.incidents()).find(({ kind }) => kind === 'short')?.closed_by).not.toBeNull();
  expect(await openProposals(services, [command.incident_id])).toEqual([]);
});

test('Nobody closes that a SIM is short who is in the team of any shop that was paid what is suspected there', async () => {
  const { services } = sim.world;
  const small = await sim.world.merchant();
  const eve = await hire(services, 'Eve');
  await sim.world.rows(
    `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
    [services.newId(), eve.account_id, small, services.now()],
  );
  let balance_xaf = sim.balance_xaf;
  for (const [merchant, amount_xaf] of [
    [sim.merchant, 30_000],
    [small, 2000],
  ] as const) {
    await sim.world.session(merchant, { environment: 'live', amount_xaf });
    balance_xaf += amount_xaf;
    await sim.take(sim.words(amount_xaf, balance_xaf));
    sim.world.pass(600);
  }
  for (const actor of ['Awa', 'Brahim']) await sim.say(sim.balance_xaf, actor);
  const short = (await sim.incidents()).find(({ kind }) => kind === 'short');
  const close = (by: typeof eve) => closeIncidents(services, [{ incident_id: short?.id ?? '', ...by }]);
  await expect(close(eve)).rejects.toThrow('is, or lately was, in the team of');
  expect(await close(await hire(services, 'Fatime'))).toMatchObject([{ kind: 'closed' }]);
});
