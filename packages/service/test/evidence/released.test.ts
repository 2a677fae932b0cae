import { expect, test } from 'vitest';
import { perform, type Stage, scene } from './play.ts';

const A_PAYMENT_IN_DOUBT = `
  session big 250000 ttl 5
  session small 5000
  paid big
  paid small
  sms f forged 7 off -255000
  anchor`;

async function pending({ world }: Stage): Promise<string> {
  const rows = await world.service.rows<{ id: string }>(
    `select s.id from book_claims c join book_steps s on s.notice_id = c.notice_id where c.state = 'PENDING'`,
  );
  return rows[0]?.id ?? '';
}

/** Two people say that a step was paid, and one says it once more. */
async function release({ world }: Stage, step_id: string): Promise<(string | undefined)[]> {
  const said: (string | undefined)[] = [];
  for (const who of ['Awa', 'Brahim', 'Brahim']) said.push(await world.explain(step_id, 'credit', who));
  return said;
}

const RELEASED = ['proposed', 'explained', 'explained_before'];

/** What stands on an account of live, above zero where it is owed. */
async function standing({ world }: Stage, kind: 'SUSPENSE' | 'UNEXPLAINED'): Promise<number> {
  const [row] = await world.service.rows<{ stands_xaf: string }>(
    `select coalesce(sum(case when t.credit_account_id = a.id then t.amount_xaf else -t.amount_xaf end), 0) as stands_xaf
    from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
    where a.environment = 'live' and a.kind = $1`,
    [kind],
  );
  return Number(row?.stands_xaf);
}

test('A true payment that one message contests is given to its session by people', () =>
  scene(async (stage) => {
    await perform(stage, A_PAYMENT_IN_DOUBT);
    expect(await release(stage, await pending(stage))).toEqual(RELEASED);
    expect([await standing(stage, 'SUSPENSE'), await standing(stage, 'UNEXPLAINED')]).toEqual([250_000, 0]);
    await perform(
      stage,
      `big -> UNDER_REVIEW unproven
       confirm big -> proposed
       confirm big as Brahim -> confirmed
       big -> SUCCESS
       float -> 255000`,
    );
    expect(await standing(stage, 'SUSPENSE')).toBe(0);
  }));

test('A true payment that one message contests pays its session a day later, when that is under review, and comes in no second time', () =>
  scene(async (stage) => {
    await perform(stage, `${A_PAYMENT_IN_DOUBT}\nwait 25h\nbig -> UNDER_REVIEW unproven`);
    expect(await release(stage, await pending(stage))).toEqual(RELEASED);
    await perform(stage, "deliver big's\nfloat -> 255000");
    expect(await standing(stage, 'SUSPENSE')).toBe(250_000);
    await perform(
      stage,
      `confirm big -> proposed
       confirm big as Brahim -> confirmed
       big -> SUCCESS
       float -> 255000`,
    );
  }));

test('A true payment that one message contests is sent back when its session is over', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `${A_PAYMENT_IN_DOUBT}\nwait 25h\nreject big -> proposed\nreject big as Brahim -> rejected\nbig -> EXPIRED`,
    );
    expect(await release(stage, await pending(stage))).toEqual(RELEASED);
    await perform(stage, "refund big's as Awa -> refused\nrefund big's as Brahim -> refunded");
    expect(await standing(stage, 'SUSPENSE')).toBe(0);
  }));

test('A true payment that nobody contests waits for the SIM to be read, and is released where a reading left it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 400000
       anchor
       wait 1min
       session big 250000
       session small 5000
       paid big
       paid small
       sms out debit 300000`,
    );
    const step_id = await pending(stage);
    expect(await stage.world.explain(step_id, 'credit', 'Awa')).toBe('waits_for_a_reading');
    await perform(stage, 'wait 1min\nanchor\nbig -> AWAITING_PAYMENT');
    expect(await release(stage, step_id)).toEqual(RELEASED);
    await perform(stage, 'big -> UNDER_REVIEW unproven\nfloat -> 355000');
  }));
