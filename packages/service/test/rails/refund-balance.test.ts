import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { showTransactionCase } from '../../src/engine/desk/case.ts';
import { type AskRefund, decideRefunds } from '../../src/engine/desk/payments/refund-transaction.ts';
import { listQueue } from '../../src/engine/desk/queue.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { checkLedger } from '../../src/engine/ledger/check.ts';
import { surveyRails } from '../../src/engine/rails/breakers.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { manualSmsRail } from '../../src/rails/manual-sms.ts';
import { letGatewaysSend } from '../book/gateway.ts';
import { addSim, openSecond, type Sim, type Sms } from '../book/world.ts';
import { told } from '../refunds/world.ts';
import { agree, draft, payOutTo, standing, verify } from '../settlements/shop.ts';
import { type Airtel, openAirtel, openRailWorld, type RailWorld } from './world.ts';

let world: RailWorld;
let airtel: Airtel;
let merchant: string;
let first: string;
let second: string;
beforeEach(async () => {
  world = await openRailWorld();
  airtel = await openAirtel();
  merchant = await world.merchant();
  await verify(world, merchant);
  await payOutTo(world, merchant);
  await agree(world, merchant);
  [first, second] = [await paid(), await paid()];
});
afterEach(async () => {
  expect(await checkLedger(world.services)).toMatchObject({ ok: true });
  expect(world.failures).toEqual([]);
  await airtel.close();
  await world.close();
});

const work = () => world.work([airtel.rail]);

/** A transaction of 5,000 that the operator says was paid. */
async function paid(): Promise<string> {
  const [made] = await world.transactions(merchant, 1, { environment: 'live', operator: 'AIRTEL' });
  await work();
  world.pass(180);
  await work();
  const id = made?.id ?? '';
  expect(await world.statusOf({ id })).toBe('SUCCESS');
  return id;
}

const by = { actor: 'Awa', note: 'wrong goods' };
const ask = async (transaction_id: string, how: AskRefund['by'] = 'rail', actor = by.actor) =>
  (await decideRefunds(world.services, [{ transaction_id, by: how, ...by, actor }]))[0]?.kind;

/** What the merchant's server asks for. */
const giveBack = async (id: string, amount_xaf: number | null = null) => {
  const payment = { kind: 'transaction', id } as const;
  const of = { merchant_id: merchant, environment: 'live', reason: null, asked_by: 'a test' } as const;
  const [outcome] = await createRefunds(world.services, [{ ...of, payment, amount_xaf, idempotency: null }]);
  return told(outcome);
};

async function drafted(): Promise<string> {
  const outcome = await draft(world, merchant);
  if (outcome.kind !== 'drafted') throw new Error(JSON.stringify(outcome));
  return outcome.settlement_id;
}
const decide = async (settlement_id: string, does: 'approve' | 'cancel') =>
  (await decideSettlements(world.services, [{ settlement_id, does, ...by }]))[0]?.kind;
const approve = (id: string) => decide(id, 'approve');
const cancel = (id: string) => decide(id, 'cancel');

/** The operator is asked to send it back, and its answer is lost. */
async function askUnheard(id: string): Promise<void> {
  airtel.simulator.faults.refund_lost = 1;
  expect(await ask(id)).toBe('asked');
  await work();
  airtel.simulator.faults.refund_lost = 0;
}

describe('A transaction that staff have asked the operator to send back', () => {
  it('is paid out to nobody while nobody knows whether it has gone, and pays for no other refund', async () => {
    await askUnheard(first);
    expect(await draft(world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 5000 });
    expect(await giveBack(second)).toBe('balance_short 0');
    expect(await ask(first, 'done')).toBe('confirmed');
    expect((await standing(world, merchant)).payable).toBeUndefined();
  });

  it('keeps a settlement back that was drafted with it, until it has certainly not gone', async () => {
    const id = await drafted();
    await paid();
    await askUnheard(first);
    expect(await approve(id)).toBe('payment_reversed');
    expect(await ask(first, 'refused')).toBe('refused');
    expect(await approve(id)).toBe('approved');
  });

  it('is not sent where its merchant has been paid out: nothing pays for it', async () => {
    const id = await drafted();
    await paid();
    expect([await ask(first), await ask(second)]).toEqual(['asked', 'balance_short']);
    await work();
    expect(await ask(second)).toBe('balance_short');
    await cancel(id);
    expect(await ask(second)).toBe('asked');
  });

  it('and that was sent by hand keeps back what was drafted with it, as long as its merchant owes it', async () => {
    const id = await drafted();
    expect(await ask(first, 'done')).toBe('confirmed');
    expect(await approve(id)).toBe('owes');
    expect(await cancel(id)).toBe('cancelled');
    expect(await draft(world, merchant)).toMatchObject({ kind: 'drafted', amount_xaf: 5000 });
  });
});

const PAGE = { environment: 'live', after: null, limit: 10 } as const;
const shown = async (id: string) => (await showTransactionCase(world.services, id))?.against;

describe('A transaction of a SIM that staff say goes back, which they send by hand', () => {
  const askedBySim = async () => {
    const live_rails = { AIRTEL: 'manual-sms', MOOV: 'manual-sms' } as const;
    world.services.policy = { ...world.services.policy, live_rails };
    const sim = await addSim(world, '+23566001001');
    await letGatewaysSend(world.db.pool);
    await sim.say();
    const [made] = await world.transactions(merchant, 1, { environment: 'live', operator: 'AIRTEL' });
    const id = made?.id ?? '';
    await sim.take(sim.credit(5000));
    expect(await world.statusOf({ id })).toBe('SUCCESS');
    expect(await ask(id)).toBe('asked');
    await world.work([manualSmsRail(async () => ({ kind: 'accepted', already: false }))]);
    return { sim, id };
  };
  const read = (sim: Sim) => {
    world.pass(300);
    return sim.say();
  };
  /** Two people say that it has not gone, each once its SIM was read; the answers to both. */
  const staysByTwo = async (sim: Sim, id: string) => {
    await read(sim);
    const first = await ask(id, 'refused');
    await read(sim);
    return [first, await ask(id, 'refused', 'Brahim')];
  };
  const STAYS = ['proposed', 'refused'];
  const MAY_HAVE_GONE = ['may_have_gone', 'may_have_gone'];

  it('is given back by nobody else until they say that it has gone, or that it has not', async () => {
    const { sim, id } = await askedBySim();
    expect(await giveBack(id)).toBe('returned_by_us');
    expect(await staysByTwo(sim, id)).toEqual(STAYS);
    expect(await giveBack(id, 2000)).toBe('PENDING 2000');
  });

  it('is REFUNDED once they say so, by the debit that left since', async () => {
    const { sim, id } = await askedBySim();
    await sim.take(sim.debit(5000));
    world.pass(900);
    expect(await giveBack(id)).toBe('returned_by_us');
    expect(await ask(id, 'done')).toBe('confirmed');
    expect(await world.statusOf({ id })).toBe('REFUNDED');
    const left = await world.rows(`select 1 from book_steps s where s.kind = 'DEBIT'
      and not exists (select from book_explanations e where e.step_id = s.id)`);
    expect(left).toEqual([]);
  });

  it('is not said to stay while as much has left its SIM to its payer', async () => {
    const { sim, id } = await askedBySim();
    await sim.take(sim.debit(5000));
    world.pass(900);
    expect(await staysByTwo(sim, id)).toEqual(MAY_HAVE_GONE);
    expect(await giveBack(id)).toBe('returned_by_us');
    expect(await ask(id, 'done')).toBe('confirmed');
  });

  it('is said to stay by nobody before its SIM was read since it was asked for, nor by the second of two since the first has spoken', async () => {
    const { sim, id } = await askedBySim();
    expect(await ask(id, 'refused')).toBe('may_have_gone');
    await read(sim);
    expect(await ask(id, 'refused')).toBe('proposed');
    expect(await ask(id, 'refused', 'Brahim')).toBe('may_have_gone');
    await read(sim);
    expect(await ask(id, 'refused', 'Brahim')).toBe('refused');
  });

  const unread = ({ text, ...sms }: Sms): Sms => ({
    ...sms,
    text: text.replace('Vous avez envoye', 'Operation faite:'),
  });
  it.each<[string, (sim: Sim, second: Sim) => unknown]>([
    ['its SIM has sent as much to nobody that is named', (sim) => sim.take(sim.withdrawal(5000))],
    ['a reading finds as much gone', (sim) => void sim.debit(5000)],
    [
      'a payment whose message is lost hides it from a reading',
      (sim) => void [sim.debit(5000), sim.credit(7000)],
    ],
    ['its fee is told within its sum', (sim) => sim.take(sim.debit(5100))],
    ['words that nobody knows name its payer', (sim) => sim.take(unread(sim.debit(5000)))],
    [
      'its message waits behind a lost one',
      (sim) => {
        sim.credit(100);
        return sim.take(sim.debit(5000));
      },
    ],
    ['another SIM has sent it', (_, second) => second.take(second.debit(5000))],
    [
      'another SIM has sent as much to nobody that is named',
      (_, second) => second.take(second.withdrawal(5000)),
    ],
    [
      'a message on another SIM that waits tells of it',
      (_, second) => {
        second.credit(100);
        return second.take(second.debit(5000));
      },
    ],
  ])('is not said to stay while %s', async (_, leaves) => {
    const { sim, id } = await askedBySim();
    const second = await openSecond(sim);
    world.pass(60);
    await leaves(sim, second);
    expect(await staysByTwo(sim, id)).toEqual(MAY_HAVE_GONE);
  });

  it('is said to stay though as much has left to another phone, or another sum to its payer', async () => {
    const { sim, id } = await askedBySim();
    await sim.take(sim.debit(5000, '66777777'), sim.debit(4000));
    world.pass(900);
    expect(await staysByTwo(sim, id)).toEqual(STAYS);
  });

  it('is said to stay once two people have said what left', async () => {
    const { sim, id } = await askedBySim();
    await sim.take(sim.debit(5000));
    expect(await staysByTwo(sim, id)).toEqual(MAY_HAVE_GONE);
    const [left] = await world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    const said = { step_id: left?.id ?? '', meaning: 'sweep', note: 'looked' } as const;
    for (const actor of ['Awa', 'Brahim']) await explainSteps(world.services, [{ ...said, actor }]);
    expect(await staysByTwo(sim, id)).toEqual(STAYS);
  });

  describe('and that the operator has taken back meanwhile', () => {
    const takenBack = async () => {
      const { sim, id } = await askedBySim();
      const reason = async () =>
        (await listQueue(world.services, { ...PAGE, kind: 'refund' })).rows.map((row) => row.reason);
      expect([await reason(), await shown(id)]).toEqual([['UNKNOWN'], null]);
      const [paid] = await world.rows<{ id: string }>(
        'select operator_transaction_id as id from credits where matched_transaction_id = $1',
        [id],
      );
      sim.balance_xaf -= 5000;
      const text = `Le transfert ${paid?.id} de 5000 FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
      await sim.take({ id: paid?.id ?? '', text });
      return { sim, id, reason };
    };

    it('is listed with that, so that nobody sends it a second time', async () => {
      const { sim, id, reason } = await takenBack();
      expect([await reason(), await shown(id)]).toEqual([['taken_back'], 'taken_back']);
      const { refunds } = await surveyRails(world.services, {});
      expect(refunds).toMatchObject([{ transaction_id: id, state: 'UNKNOWN', against: 'taken_back' }]);
      expect(await staysByTwo(sim, id)).toEqual(STAYS);
    });

    it('is told of to whoever says that it has gone as well', async () => {
      const { id } = await takenBack();
      const [outcome] = await decideRefunds(world.services, [{ transaction_id: id, by: 'done', ...by }]);
      expect(outcome).toEqual({ kind: 'confirmed', taken_back: true });
    });
  });
});
