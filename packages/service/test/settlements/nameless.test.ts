import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { proveMet } from '../../src/engine/settlements/rounds.ts';
import { MSISDN, type Sim } from '../book/world.ts';
import { csvOf, fileOf, statementCells } from '../statements/portal.ts';
import { deskOf, drafted, openSimAndShop } from './desk.ts';
import { agree, verify } from './shop.ts';

let sim: Sim;
let ids: string[];
beforeEach(async () => {
  const opened = await openSimAndShop();
  sim = opened.sim;
  const other = await sim.world.merchant();
  await verify(sim.world, other);
  await agree(sim.world, other);
  await sim.world.rows(
    `insert into payout_accounts (id, merchant_id, kind, operator, msisdn, holder_name, state, asked_by, asked_at, frozen_until,
      decided_by, decided_at)
    values ($1, $2, 'number', 'AIRTEL', '+23566777777', 'Awa Mahamat', 'CONFIRMED', 'owner@example.com',
      $3::timestamptz - interval '30 days', $3::timestamptz - interval '27 days', 'Moussa', $3)`,
    [sim.world.services.newId(), other, sim.world.now],
  );
  ids = [await drafted(sim.world, opened.merchant, 20_000), await drafted(sim.world, other, 20_000)];
  for (const id of ids) await deskOf(sim.world).decide(id, 'approve');
  sim.world.pass(60);
});
afterEach(() => sim.world.close());

const states = async () => {
  await proveMet(sim.world.services, { limit: 10 });
  const rows = await sim.world.rows<{ state: string }>('select state from settlements order by id');
  return rows.map(({ state }) => state);
};
const send = () => {
  const from = { kind: 'number', name: MSISDN } as const;
  const signed = { actor: 'Awa', note: 'sent' };
  return sendSettlements(
    sim.world.services,
    ids.map((settlement_id) => ({ settlement_id, from, ...signed })),
  );
};
async function explained(cause_id: string | null = null): Promise<(string | undefined)[]> {
  const [step] = await sim.world.rows<{ id: string }>(
    'select id from book_steps order by ordinal desc limit 1',
  );
  const say = async (actor: string) => {
    const said = { step_id: step?.id ?? '', meaning: 'settlement', cause_id, actor, note: 'seen' } as const;
    return (await explainSteps(sim.world.services, [said]))[0]?.kind;
  };
  return [await say('Awa'), await say('Brahim')];
}

/** The operator's own list of so many debits of the SIM, whose messages were lost: each with the phone that it prints, if any. */
async function listed(...parties: string[]): Promise<void> {
  const { services } = sim.world;
  sim.world.pass(120);
  const rows = parties.map((party) => {
    const { id } = sim.withdrawal(20_000);
    return { id, at: sim.world.now, delta_xaf: -20_000, balance_xaf: sim.balance_xaf, party };
  });
  const by = (actor: string) => ({ actor, note: 'from the portal' });
  const people = [by('Awa'), by('Brahim')];
  for (const one of people) await confirmProfiles(services, [{ profile: 'airtel-portal@1', ...one }]);
  const file = fileOf(csvOf(statementCells('AIRTEL', MSISDN.slice(4), rows)));
  const said = { file, number: MSISDN, day: null, after_a_gap: true, ...by('Awa') };
  const imported = await importStatement(services, said);
  if (imported.kind !== 'imported') throw new Error(imported.kind);
  const settled = [];
  for (const one of people)
    settled.push(...(await settleStatements(services, [{ statement_id: imported.statement.id, ...one }])));
  expect(settled.map(({ kind }) => kind)).toContain('settled');
}

describe('Of two settlements of one sum to two phones, and one debit that names nobody,', () => {
  test('neither is PAID where it comes before both are said to be sent', async () => {
    await sim.take(sim.withdrawal(20_000));
    await send();
    expect(await states()).toEqual(['SENDING', 'SENDING']);
  });

  test('nor the one that is said to be sent, while the other is approved', async () => {
    await sim.take(sim.withdrawal(20_000));
    expect(await deskOf(sim.world).send(ids[0] ?? '')).toBe('perhaps_sent');
    expect(await states()).toEqual(['SENDING', 'APPROVED']);
  });

  test('nor is it a sweep that somebody announces then', async () => {
    await sim.take(sim.withdrawal(20_000));
    const sweep = { number: MSISDN, amount_xaf: 20_000, actor: 'Awa', note: 'to the wallet' };
    expect(await announceSweeps(sim.world.services, [sweep])).toMatchObject([{ kind: 'announced' }]);
    expect(await sim.world.rows('select from book_explanations')).toEqual([]);
  });

  test('the one is PAID that two people name, whichever was announced first', async () => {
    await send();
    await sim.take(sim.withdrawal(20_000));
    expect(await states()).toEqual(['SENDING', 'SENDING']);
    expect(await explained()).toEqual(['several_due', 'several_due']);
    expect(await explained(ids[1])).toEqual(['proposed', 'explained']);
    expect(await states()).toEqual(['SENDING', 'PAID']);
  });

  test('as before the debit that names a phone makes that one PAID', async () => {
    await sim.take(sim.debit(20_000, '66777777'));
    await send();
    expect(await states()).toEqual(['SENDING', 'PAID']);
  });

  test('neither is PAID by the row of the list that names nobody either, and people say whose it was', async () => {
    await send();
    await listed('');
    expect(await states()).toEqual(['SENDING', 'SENDING']);
    expect(await explained()).toEqual(['several_due', 'several_due']);
    expect(await explained(ids[1])).toEqual(['proposed', 'explained']);
    expect(await states()).toEqual(['SENDING', 'PAID']);
  });

  test('nor is that row the sweep which one person had announced before either was sent', async () => {
    const sweep = { number: MSISDN, amount_xaf: 20_000, actor: 'Awa', note: 'to the wallet' };
    await announceSweeps(sim.world.services, [sweep]);
    await deskOf(sim.world).send(ids[0] ?? '');
    await listed('');
    expect(await sim.world.rows('select from announced_debits where step_id is not null')).toEqual([]);
    expect(await states()).toEqual(['SENDING', 'APPROVED']);
  });

  test('and another row behind it that names the one phone, the one is PAID by that, and the other by what is left', async () => {
    await send();
    await listed('', '66123456');
    expect(await states()).toEqual(['PAID', 'PAID']);
  });

  test('two people who say what it was mean the same one: it is not the other that is due by the second word', async () => {
    const say = async (actor: string, cause_id: string | null = null) => {
      const step_id = debit?.id ?? '';
      const said = { step_id, meaning: 'settlement', cause_id, actor, note: 'seen' } as const;
      return (await explainSteps(sim.world.services, [said]))[0]?.kind;
    };
    // It was sent, and nobody had said so.
    await sim.take(sim.withdrawal(20_000));
    const [debit] = await sim.world.rows<{ id: string }>(
      'select id from book_steps order by ordinal desc limit 1',
    );
    expect(await deskOf(sim.world).send(ids[0] ?? '')).toBe('perhaps_sent');
    expect(await say('Awa')).toBe('proposed');
    // It is sent once more all the same, and the other one is due now.
    await sim.take(sim.debit(20_000, '66123456'));
    expect(await states()).toEqual(['PAID', 'APPROVED']);
    sim.world.pass(60);
    expect(await deskOf(sim.world).send(ids[1] ?? '')).toBe('perhaps_sent');
    expect([await say('Brahim'), await say('Brahim', ids[0])]).toEqual([
      'other_proposal',
      'no_settlement_is_due',
    ]);
    expect(await states()).toEqual(['PAID', 'SENDING']);
  });
});

test('Two people call two debits of one sum sweeps, of which as many are announced, whichever they name first', async () => {
  const { services } = sim.world;
  await sim.take(sim.withdrawal(15_000));
  await sim.take(sim.withdrawal(15_000));
  sim.world.pass(3600);
  const sweep = { number: MSISDN, amount_xaf: 15_000, actor: 'Awa', note: 'to the wallet' };
  for (let one = 0; one < 2; one += 1) {
    expect(await announceSweeps(services, [sweep])).toMatchObject([{ kind: 'announced' }]);
    sim.world.pass(60);
  }
  const debits = await sim.world.rows<{ id: string }>(
    'select id from book_steps order by ordinal desc limit 2',
  );
  const say = async (actor: string) =>
    (
      await explainSteps(
        services,
        debits.map(({ id: step_id }) => ({ step_id, meaning: 'sweep', actor, note: 'seen' }) as const),
      )
    ).map(({ kind }) => kind);
  expect(await say('Awa')).toEqual(['proposed', 'proposed']);
  expect(await say('Brahim')).toEqual(['explained', 'explained']);
});

test('Two people who call what has left a sweep mean one that was announced: not what somebody announced since the first spoke', async () => {
  const { services } = sim.world;
  await sim.take(sim.withdrawal(15_000));
  const [debit] = await sim.world.rows<{ id: string }>(
    'select id from book_steps order by ordinal desc limit 1',
  );
  const say = async (actor: string) => {
    const said = { step_id: debit?.id ?? '', meaning: 'sweep', actor, note: 'seen' } as const;
    return (await explainSteps(services, [said]))[0]?.kind;
  };
  sim.world.pass(3600);
  expect(await say('Awa')).toBe('proposed');
  const sweep = { number: MSISDN, amount_xaf: 15_000, actor: 'Awa', note: 'to the wallet' };
  expect(await announceSweeps(services, [sweep])).toMatchObject([{ kind: 'announced' }]);
  expect(await say('Brahim')).toBe('other_proposal');
  await sim.take(sim.withdrawal(15_000));
  expect(await say('Brahim')).toBe('explained');
});
