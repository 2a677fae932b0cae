import { expect, test } from 'vitest';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { retrieveSessions } from '../../src/engine/sessions/retrieve.ts';
import { timeOutTransactions } from '../../src/engine/transactions/time-out.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import { readWhole } from '../payments/plan.ts';
import { payable, start } from './transactions.ts';
import { openWorld } from './world.ts';

/** What grows with each payment and is kept. */
const HISTORY = [
  ...[
    'payment_sessions',
    'transactions',
    'collection_holds',
    'notices',
    'notice_readings',
    'credits',
    'decisions',
  ],
  ...[
    'events',
    'book_steps',
    'book_claims',
    'transaction_identities',
    'ledger_transfers',
    'webhook_deliveries',
    'settlements',
    'refunds',
  ],
];
/** Claims that wait for a reading. */
const QUEUES = ['book_claims_pending', 'settlements_under_way', 'refunds_under_way'];
const LIVE = { environment: 'live' } as const;

/** A payment whose id its payer may have written, and that the operator takes back. */
async function payUnnamed(sim: Sim): Promise<void> {
  const { id } = sim.credit(1800);
  const solde = () => `Solde: ${sim.balance_xaf} FCFA.`;
  await sim.take({ id, text: `Vous avez recu 1800 FCFA du 66123450. ${solde()} Reference: x. Ref: ${id}.` });
  sim.balance_xaf -= 1800;
  await sim.take({ id: 'undone', text: `Le transfert ${id} a ete annule. ${solde()}` });
}

test.each([0, 600])(
  'No payment, and no reading of a SIM, reads all of a table that grows, by the plans of a database without statistics and with %i sessions',
  async (size) => {
    const [sim, young] = await Promise.all([openSim(), openWorld()]);
    const { world } = sim;
    try {
      const shop = await young.merchant();
      await young.create(
        Array.from({ length: size }, (_, n) => young.command(shop, { amount_xaf: 1000 + n })),
      );
      const merchant_id = await world.merchant({ fee_basis_points: 150 });
      await world.liveNumber('+23566003003');
      await sim.say();
      const found = await readWhole(young.db.pool, { tables: HISTORY, queues: QUEUES }, async () => {
        const [quoted, declared, unpaid] = await Promise.all(
          [null, '+23566123456', '+23566123457'].map((customer_phone, n) =>
            world.session(merchant_id, { ...LIVE, customer_phone, amount_xaf: 5000 + 1000 * n }),
          ),
        );
        if (!quoted || !declared || !unpaid) throw new Error('bug: three were made');
        // Of two numbers it may hold one for the sum: the second payer is a guest there.
        await world.session(merchant_id, { ...LIVE, customer_phone: '+23566123499', amount_xaf: 6000 });
        await retrieveSessions(world.services, [{ ...quoted, session_id: quoted.id }]);
        await world.pay(quoted, { motif: quoted.ticket });
        await world.pay(declared, { payer_phone: '66123456' });
        await world.pay(declared, { payer_phone: '66****56', amount: 7000 });
        const asked = await start(world, merchant_id, {
          ...LIVE,
          phone_number: '+23566123458',
          amount_xaf: 9000,
        });
        await start(world, merchant_id, { ...LIVE, phone_number: '+23566123459', amount_xaf: 9500 });
        await world.pay(payable(asked), { payer_phone: '66123458' });
        world.pass(3 * 3600);
        await expireSessions(world.services, { limit: 1000 });
        await timeOutTransactions(world.services, { limit: 1000 });
        await world.pay(unpaid, { payer_phone: '66123457' });
        // A sweep that was announced and isn't seen yet, while payments come.
        await announceSweeps(world.services, [
          { number: MSISDN, amount_xaf: 2000, actor: 'Awa', note: 'to the wallet' },
        ]);
        // A SIM of which a message is late, another in unknown words and a third lost, and whose balance somebody reads.
        const late = sim.credit(3000);
        await sim.take(sim.credit(4000), sim.debit(500));
        await sim.take({
          ...sim.credit(2500),
          text: `Operation faite: 2500 FCFA du 66123450. Solde: ${sim.balance_xaf} FCFA.`,
        });
        await sim.say();
        await payUnnamed(sim);
        await sim.take(late);
        sim.credit(700);
        await sim.say();
        await sim.wait(3600);
      });
      expect(found).toEqual([]);
    } finally {
      await Promise.all([world.close(), young.close()]);
    }
  },
);
