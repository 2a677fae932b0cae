import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { showAlertCase } from '../../src/engine/desk/case.ts';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { agreeTo, openProposals } from '../../src/engine/desk/proposal.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import type { Sim } from '../book/world.ts';
import { start } from '../collection/transactions.ts';
import { hire, type Person } from '../office/people.ts';
import { openSimAndShop } from './desk.ts';
import { agree, draft, payOutTo, verify } from './shop.ts';

let sim: Sim;
let other_shop: string;
beforeEach(async () => {
  ({ sim, merchant: other_shop } = await openSimAndShop());
  await verify(sim.world, sim.merchant);
  await payOutTo(sim.world, sim.merchant);
  await agree(sim.world, sim.merchant);
  const { services } = sim.world;
  services.policy = {
    ...services.policy,
    second_person_xaf: 100_000,
    alone_day_xaf: 1_000_000,
    settlement_second_person_xaf: 1_000_000,
  };
});
afterEach(() => sim.world.close());

const MANY = [180_000, 60_000, 50_000];

/** Payments that the operator takes back one after the other; `are_expected`: by sessions of the shop. */
async function undo(amounts_xaf: readonly number[], { are_expected = true } = {}): Promise<string[]> {
  const paid: { id: string; amount_xaf: number }[] = [];
  for (const amount_xaf of amounts_xaf) {
    const session = are_expected ? await sim.session(amount_xaf) : null;
    const credit = sim.credit(amount_xaf);
    await sim.take(credit);
    if (session !== null) expect(await sim.statusOf(session)).toBe('SUCCESS');
    paid.push({ id: credit.id, amount_xaf });
    sim.world.pass(600);
  }
  if (!are_expected) await give();
  return takeBack(paid);
}

/** Staff have given the shop what was paid to nobody; the last of it was another shop's, and is this one's by a correction. */
async function give(): Promise<void> {
  for (const actor of ['Awa', 'Brahim']) await sim.say(sim.balance_xaf, actor);
  const credits = await sim.world.rows<{ id: string }>(
    `select id from credits where state = 'SUSPENSE' order by created_at, id`,
  );
  for (const [at, { id: credit_id }] of credits.entries()) {
    const is_last = at === credits.length - 1;
    const to = { kind: 'merchant', merchant_id: is_last ? other_shop : sim.merchant } as const;
    const people = ['Moussa', 'Chantal'].map((actor) => ({ actor, note: 'looked' }));
    for (const by of people) await assignCredits(sim.world.services, [{ credit_id, to, ...by }]);
    if (!is_last) continue;
    const right = { kind: 'merchant', merchant_id: sim.merchant } as const;
    for (const by of people)
      await correctTransfers(sim.world.services, [{ what: 'credit', id: credit_id, to: right, ...by }]);
  }
}

async function takeBack(paid: readonly { id: string; amount_xaf: number }[]): Promise<string[]> {
  for (const { id, amount_xaf } of paid) {
    sim.balance_xaf -= amount_xaf;
    const text = `Le transfert ${id} de ${amount_xaf} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
    await sim.take({ id, text });
    sim.world.pass(60);
  }
  const alerts = await sim.world.rows<{ id: string }>(
    `select a.id from staff_alerts a join credits c on c.id = a.credit_id where a.kind = 'reversal' order by c.created_at, c.id`,
  );
  return alerts.map(({ id }) => id);
}

test('One person alone lets no shop be paid out much that the operator has taken back, at once or in parts', async () => {
  const { services } = sim.world;
  const [eve, other] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
  const alerts = await undo(MANY);
  const close = async (by: Person) =>
    (
      await closeAlerts(
        services,
        alerts.map((alert_id) => ({ alert_id, ...by })),
      )
    ).map(({ kind }) => kind);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft' });
  expect(await close(eve)).toEqual(['proposed', 'closed', 'proposed']);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 60_000 });
  expect(await close(eve)).toEqual(['same_person', 'closed_before', 'same_person']);
  expect(await close(other)).toEqual(['closed', 'closed_before', 'closed']);
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 230_000 });
});

test('What was said of a payment that was taken back counts no more once more of it was: it is paid out when two know that', async () => {
  const { services } = sim.world;
  const [eve, other] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
  const session = await sim.session(180_000);
  const credit = sim.credit(180_000);
  await sim.take(credit);
  expect(await sim.statusOf(session)).toBe('SUCCESS');
  sim.world.pass(600);
  const [alert_id = ''] = await takeBack([{ id: credit.id, amount_xaf: 1000 }]);
  const close = async (by: Person) => (await closeAlerts(services, [{ alert_id, ...by }]))[0]?.kind;
  expect(await close(eve)).toBe('proposed');
  sim.world.pass(60);
  expect(await takeBack([{ id: credit.id, amount_xaf: 179_000 }])).toEqual([alert_id]);
  expect(await close(other)).toBe('proposed');
  expect(await draft(sim.world, sim.merchant)).toMatchObject({ kind: 'no_draft' });
  expect(await close(eve)).toBe('closed');
});

test('Whoever closes that alert by a page that was shown before more was taken back is told to look once more', async () => {
  const eve = await hire(sim.world.services, 'Eve');
  await sim.session(60_000);
  const credit = sim.credit(60_000);
  await sim.take(credit);
  sim.world.pass(600);
  const [alert_id = ''] = await takeBack([{ id: credit.id, amount_xaf: 1000 }]);
  const shown = async () => (await showAlertCase(sim.world.services, alert_id))?.alert.last_at;
  const seen_at = await shown();
  await takeBack([{ id: credit.id, amount_xaf: 59_000 }]);
  const close = async (at?: Date) =>
    (await closeAlerts(sim.world.services, [{ alert_id, ...(at && { seen_at: at }), ...eve }]))[0]?.kind;
  expect(await close(seen_at)).toBe('taken_back_since');
  expect(await close(await shown())).toBe('closed');
});

test('Whoever agrees to close that alert as another has proposed agrees to nothing that was taken back since then', async () => {
  const { services } = sim.world;
  const [eve, other] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
  await sim.session(180_000);
  const credit = sim.credit(180_000);
  await sim.take(credit);
  sim.world.pass(600);
  const [alert_id = ''] = await takeBack([{ id: credit.id, amount_xaf: 1000 }]);
  const close = async (by: Person) => (await closeAlerts(services, [{ alert_id, ...by }]))[0]?.kind;
  const agreeToIt = async (by: Person) => {
    const [proposal] = await openProposals(services, [alert_id]);
    if (proposal === undefined) throw new Error('nothing is proposed');
    return (await agreeTo(services, proposal, by)).kind;
  };
  expect(await close(eve)).toBe('proposed');
  sim.world.pass(60);
  await takeBack([{ id: credit.id, amount_xaf: 179_000 }]);
  expect(await agreeToIt(other)).toBe('taken_back_since');
  // Nobody has spoken since: both of them have to.
  expect(await close(eve)).toBe('proposed');
  expect(await agreeToIt(other)).toBe('closed');
});

test('What was taken back since the first of two has spoken is known to both, also where the clock of the process that tells of it is behind', async () => {
  const { services } = sim.world;
  const [eve, other] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
  await sim.session(180_000);
  const credit = sim.credit(180_000);
  await sim.take(credit);
  sim.world.pass(600);
  const [alert_id = ''] = await takeBack([{ id: credit.id, amount_xaf: 1000 }]);
  const close = async (by: Person) => (await closeAlerts(services, [{ alert_id, ...by }]))[0]?.kind;
  const agreeToIt = async (by: Person) => {
    const [proposal] = await openProposals(services, [alert_id]);
    return proposal === undefined ? 'nothing is proposed' : (await agreeTo(services, proposal, by)).kind;
  };
  expect(await close(eve)).toBe('proposed');
  sim.balance_xaf -= 179_000;
  const text = `Le transfert ${credit.id} de 179000 FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
  const behind = { ...services, now: () => new Date(sim.world.now.getTime() - 30_000) };
  await settleNotices(behind, await sim.keep([{ id: credit.id, text }]));
  expect(await agreeToIt(other)).toBe('taken_back_since');
  expect([await close(other), await close(eve)]).toEqual(['proposed', 'closed']);
});

test('Whoever has decided as much as one person may in a day closes all the same what frees no money', async () => {
  const { services } = sim.world;
  const eve = await hire(services, 'Eve');
  const [alert_id = ''] = await undo([49_999]);
  services.policy = { ...services.policy, alone_day_xaf: 50_000 };
  expect((await closeAlerts(services, [{ alert_id, ...eve }]))[0]?.kind).toBe('closed');
  services.policy = { ...services.policy, alone_day_xaf: 49_999 };
  await sim.take({ ...sim.words(50_000, sim.balance_xaf + 50_000), sender: 'AirteIMoney' });
  const [other] = await sim.world.rows<{ id: string }>(
    `select id from staff_alerts where kind = 'unlisted_sender'`,
  );
  expect((await closeAlerts(services, [{ alert_id: other?.id ?? '', ...eve }]))[0]?.kind).toBe('closed');
});

test('One person alone lets no shop be paid out much that staff have given it, at once or by a correction, and the operator has taken back', async () => {
  const eve = await hire(sim.world.services, 'Eve');
  const alerts = await undo([70_000, 60_000, 50_000], { are_expected: false });
  const closed = await closeAlerts(
    sim.world.services,
    alerts.map((alert_id) => ({ alert_id, ...eve })),
  );
  expect(closed.map(({ kind }) => kind)).toEqual(['closed', 'proposed', 'proposed']);
});

describe('Who is in the team of a shop', () => {
  const join = (by: Person) =>
    sim.world.rows(
      `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
      [sim.world.services.newId(), by.account_id, sim.merchant, sim.world.now],
    );

  test('has no part in closing the alert of a transaction that was paid to it', async () => {
    const { services } = sim.world;
    const [inside, outside] = [await hire(services, 'Eve'), await hire(services, 'Fatime')];
    await join(inside);
    await letGatewaysSend(sim.world.db.pool);
    const fields = { environment: 'live', amount_xaf: 180_000, phone_number: '+23566123456' } as const;
    await start(sim.world, sim.merchant, fields);
    const credit = sim.credit(180_000);
    await sim.take(credit);
    sim.world.pass(600);
    const [alert_id = ''] = await takeBack([{ id: credit.id, amount_xaf: 180_000 }]);
    expect((await closeAlerts(services, [{ alert_id, ...outside }]))[0]?.kind).toBe('proposed');
    await expect(closeAlerts(services, [{ alert_id, ...inside }])).rejects.toThrow('in the team of');
  });

  test('has no part in closing the alert of what staff have given to it', async () => {
    const inside = await hire(sim.world.services, 'Eve');
    await join(inside);
    const [alert_id = '', , corrected = ''] = await undo([70_000, 60_000, 50_000], { are_expected: false });
    for (const id of [alert_id, corrected])
      await expect(closeAlerts(sim.world.services, [{ alert_id: id, ...inside }])).rejects.toThrow(
        'in the team of',
      );
  });

  test.each([
    ['just its sum', 5000, ''],
    // It is in no settlement's way then, but nobody may give the payment back.
    ['its sum and a fee', 5050, ' Frais: 50 FCFA.'],
  ])(
    'has no part in saying what left by words that nobody knows, where they name a payment to it, %s',
    async (_what, left_xaf, fee) => {
      const { services } = sim.world;
      const [inside, ...others] = [
        await hire(services, 'Eve'),
        await hire(services, 'Fatime'),
        await hire(services, 'Ali'),
      ];
      await join(inside);
      const explain = async (by: Person) => {
        const steps = await sim.world.rows<{ id: string }>(
          `select id from book_steps where kind = 'UNREAD' order by ordinal desc limit 1`,
        );
        const said = steps.map(({ id: step_id }) => ({ step_id, meaning: 'fee' as const, ...by }));
        return (await explainSteps(services, said)).map(({ kind }) => kind);
      };
      const leaves = async (id: string) => {
        sim.balance_xaf -= left_xaf;
        const text = `Transaction ${id} annulee. Montant: 5000 FCFA.${fee} Solde: ${sim.balance_xaf} FCFA.`;
        expect(await sim.take({ id: `without ${id}`, text })).toEqual(['UNREAD']);
      };
      const credit = sim.credit(5000);
      await sim.session(5000);
      expect(await sim.take(credit)).toEqual(['unique_in_time']);
      sim.world.pass(600);
      await leaves(credit.id);
      await expect(explain(inside)).rejects.toThrow('in the team of');
      expect(await explain(others[0] as Person)).toEqual(['proposed']);
      await expect(explain(inside)).rejects.toThrow('in the team of');
      expect(await explain(others[1] as Person)).toEqual(['explained']);
      // A payment of nobody's shop, and one who may speak of it.
      const strange = sim.credit(5000);
      await sim.take(strange);
      sim.world.pass(600);
      await leaves(strange.id);
      expect(await explain(inside)).toEqual(['proposed']);
    },
  );
});
