import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { correctTransfers } from '../../src/engine/desk/transfers/correct-transfer.ts';
import { openSim, type Sim } from '../book/world.ts';
import { hire } from './people.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

test('Who is in the team of a merchant that bears a loss is not the first of two who take it off, either', async () => {
  const { services } = sim.world;
  const [inside, one, other] = [
    await hire(services, 'Eve'),
    await hire(services, 'Fatime'),
    await hire(services, 'Hawa'),
  ];
  await sim.world.rows(
    `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
    [services.newId(), inside.account_id, sim.merchant, sim.world.now],
  );
  await sim.session(9000);
  await sim.take(sim.credit(9000));
  await sim.take(sim.debit(4000, '66999999'));
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
  const id = step?.id ?? '';
  for (const by of [one, other]) await explainSteps(services, [{ step_id: id, meaning: 'write_off', ...by }]);
  const to = { kind: 'merchant', merchant_id: sim.merchant } as const;
  for (const by of [one, other]) await correctTransfers(services, [{ what: 'step', id, to, ...by }]);
  const back = { what: 'step', id, to: { kind: 'write_off' } } as const;
  await expect(correctTransfers(services, [{ ...back, ...inside }])).rejects.toThrow('in the team of');
  expect(await correctTransfers(services, [{ ...back, ...one }])).toMatchObject([{ kind: 'proposed' }]);
  expect(await correctTransfers(services, [{ ...back, ...other }])).toMatchObject([{ kind: 'corrected' }]);
});
