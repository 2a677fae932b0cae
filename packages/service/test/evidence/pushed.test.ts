import { expect, test } from 'vitest';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { createTransactions } from '../../src/engine/transactions/create.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { servicesOf } from './desk.ts';
import { merchantOf, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** A shop asks this phone for money by push: the operator's own prompt. */
async function push(stage: Stage, amount_xaf: number, phone: string): Promise<string> {
  const services = servicesOf(stage);
  const live_rails = { AIRTEL: 'airtel-open-api', MOOV: 'manual-sms' } as const;
  const { id: merchant_id } = await merchantOf(stage, 'other shop');
  const asked = {
    merchant_id,
    environment: 'live',
    reference: 'PUSH',
    amount_xaf,
    operator: 'AIRTEL',
  } as const;
  const [made] = await createTransactions({ ...services, policy: { ...services.policy, live_rails } }, [
    { ...asked, phone_number: `+235${phone}` as never, description: null, idempotency: null },
  ]);
  if (made?.kind !== 'created') throw new Error(`not created: ${JSON.stringify(made)}`);
  expect(made.transaction.assigned_collection_number).toBeNull();
  return made.transaction.id;
}

async function statusOf({ world }: Stage, id: string): Promise<[string | undefined, number]> {
  const [row] = await world.service.rows<{ status: string }>(
    'select status from transactions where id = $1',
    [id],
  );
  const reviews = await world.service.rows('select 1 from transaction_reviews where transaction_id = $1', [
    id,
  ]);
  return [row?.status, reviews.length];
}

test('Who is asked by push and sends the money by hand, to the number that he paid last time, pays no stranger there', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000');
    const id = await push(stage, 5000, '66777001');
    await perform(
      stage,
      `sms m credit 5000 from 66777001
      a -> UNDER_REVIEW ambiguous`,
    );
    expect(await statusOf(stage, id)).toEqual(['PENDING', 0]);
    // He confirms the prompt as well, once its time is over: that is money of its own, and is booked.
    await stage.world.pass(3600);
    await timeOutTransactions(servicesOf(stage), { limit: 10 });
    const said = { transaction_id: id, kind: 'success', at: servicesOf(stage).now() } as const;
    const proof = { source: 'rail', detail: { rail: 'airtel-open-api' } } as const;
    await concludeTransactions(servicesOf(stage), [{ ...said, proof } as never]);
    expect(await statusOf(stage, id)).toEqual(['TIMEOUT', 1]);
  }));

test('Where nobody asks for it there, his money is in suspense, and names whom he was asked by', () =>
  scene(async (stage) => {
    await perform(stage, 'session b 9000');
    const id = await push(stage, 5000, '66777002');
    await perform(stage, 'sms m credit 5000 from 66777002');
    const [credit] = await stage.world.service.rows<{ state: string; reason: string; named: string[] }>(
      `select c.state, c.reason, d.transaction_ids as named from credits c join decisions d on d.credit_id = c.id
      order by c.id desc limit 1`,
    );
    expect(credit).toEqual({ state: 'SUSPENSE', reason: 'payer_of_another_number', named: [id] });
    expect(await statusOf(stage, id)).toEqual(['PENDING', 0]);
  }));

test('Who is asked by push for quite another sum, or was before, makes nobody wait', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000');
    await push(stage, 7300, '66777003');
    await perform(stage, 'sms m credit 5000 from 66777003\na -> SUCCESS');
  }));
