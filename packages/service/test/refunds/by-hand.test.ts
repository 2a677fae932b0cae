import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from '../../src/engine/ledger/check.ts';
import { concludeRefunds } from '../../src/engine/refunds/conclude.ts';
import { openWorld, type World } from '../collection/world.ts';
import { asked, made } from './world.ts';

let world: World;
let merchant: string;
beforeAll(async () => {
  world = await openWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

async function refund(options: { reason?: string } = {}): Promise<string> {
  const session = await world.session(merchant, { amount_xaf: 5000 });
  await world.pay(session);
  return (await made(world.services, asked(session, 2000, options))).id;
}

async function ended(options: { reason?: string } = {}): Promise<string> {
  const id = await refund(options);
  world.pass(3);
  await concludeRefunds(world.services, { limit: 100 });
  return id;
}

const set = (id: string, to: string) => world.rows(`update refunds set ${to} where id = $1`, [id]);

describe('The state of a refund and its money', () => {
  it.each([
    ['SUCCEEDED', `state = 'SUCCEEDED', ended_at = now()`],
    ['FAILED', `state = 'FAILED', failure = 'x', ended_at = now()`],
  ])('go together: nobody calls it %s by hand while its sum is in flight', async (_, to) => {
    const id = await refund();
    await expect(set(id, to)).rejects.toMatchObject({ code: '23514', constraint: 'refund_in_flight' });
  });

  it('go together: what has left its account is not called failed by hand, which would take it from its merchant', async () => {
    const id = await refund();
    // As where an operator's API has sent it, and its word has not ended it yet.
    await set(id, `state = 'SENDING', sent_at = now()`);
    await world.rows(
      `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id, created_at, occurred_at)
      select 'test', a.id, s.debit_account_id, 2000, 'REFUND_PAID', r.id, now(), now()
      from refunds r join ledger_accounts a on a.owner_id = r.id
      join ledger_transfers s on s.cause = 'SESSION_SUCCESS' and s.cause_id = r.payment_session_id where r.id = $1`,
      [id],
    );
    await expect(set(id, `state = 'FAILED', failure = 'x', ended_at = now()`)).rejects.toMatchObject({
      code: '23514',
      constraint: 'refund_returned',
    });
    await set(id, `state = 'UNKNOWN'`);
    expect(await foundAfter(id, [`select 'nothing'`])).toEqual([]);
    await world.rows(
      `with told as (insert into events (id, merchant_id, environment, type, object_id, sequence, body, created_at)
        select gen_random_uuid(), merchant_id, environment, 'refund.succeeded', id, 1, '{}', now() from refunds where id = $1)
      update refunds set state = 'SUCCEEDED', ended_at = now() where id = $1`,
      [id],
    );
  });

  it('go together: what is counted as given back of a payment is not set by hand', async () => {
    await refund();
    await expect(world.rows('update refunded_payments set refunded_xaf = 0')).rejects.toMatchObject({
      code: '23001',
    });
  });
});

/** What the proof finds of a refund after a change that no trigger has seen; the change is taken back. */
async function foundAfter(id: string, changes: readonly string[]): Promise<string[]> {
  const client = await world.db.pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    for (const change of changes)
      expect((await client.query(change.replaceAll('$1', `'${id}'`))).rowCount, change).toBeGreaterThan(0);
    const found = await findProblems(client);
    return found.map(({ problem }) => problem).toSorted();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('The proof of the books finds', () => {
  const COUNTED = 'a payment of which another sum is counted as given back than its refunds are';
  const FLIGHT = 'a refund with another sum in flight than its state asks for';
  const EVENTS = 'a refund with another number of events than it asks for';
  const GONE = 'a refund that has gone, and that neither a SIM nor an operator has sent';

  it('a refund that is called gone, and was sent by nobody', async () => {
    const change = `update refunds set state = 'SUCCEEDED', ended_at = now() where id = $1`;
    expect(await foundAfter(await refund(), [change])).toEqual([FLIGHT, EVENTS, GONE].toSorted());
  });

  it('a refund that is called failed, and is not its merchant’s again', async () => {
    const change = `update refunds set state = 'FAILED', failure = 'x', ended_at = now() where id = $1`;
    const found = await foundAfter(await refund(), [change]);
    expect(found).toEqual(
      [FLIGHT, EVENTS, COUNTED, 'a refund that failed, and is not its merchant’s again'].toSorted(),
    );
  });

  it('a refund of which the entry is lost that says that it has gone, or has come back', async () => {
    const gone = await foundAfter(await ended(), [
      `delete from ledger_transfers where cause = 'REFUND_PAID' and cause_id = $1`,
    ]);
    expect(gone).toContain(GONE);
    const back = await foundAfter(await ended({ reason: 'sandbox:failed' }), [
      `delete from ledger_transfers where cause = 'REFUND_RETURNED' and cause_id = $1`,
    ]);
    expect(back).toContain('a refund that failed, and is not its merchant’s again');
  });

  it('a payment that could be given back twice', async () => {
    const change = `update refunded_payments set refunded_xaf = 0
      where payment_id = (select payment_id from refunds where id = $1)`;
    expect(await foundAfter(await ended(), [change])).toEqual([COUNTED]);
  });

  it('a refund whose merchant was told nothing', async () => {
    expect(await foundAfter(await ended(), ['delete from events where object_id = $1'])).toEqual([EVENTS]);
  });
});
