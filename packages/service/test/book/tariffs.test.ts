import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTariffs } from '../../src/engine/book/look.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { setTariffs } from '../../src/engine/desk/book/set-tariff.ts';
import { expectBooksWhole } from '../evidence/books.ts';
import { MSISDN, openSecond, openSim, type Sim } from './world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(async () => {
  await expectBooksWhole(sim.world.db.pool);
  await sim.world.close();
});

const set = async (actor: string, ...brackets: string[]) => {
  const command = {
    operator: 'AIRTEL',
    service: 'transfer',
    brackets,
    actor,
    note: 'the tariff of May',
  } as const;
  return (await setTariffs(sim.world.services, [command]))[0]?.kind;
};
const announce = (amount_xaf: number, number = MSISDN) =>
  announceSweeps(sim.world.services, [{ number, amount_xaf, actor: 'Awa', note: 'to the wallet' }]);
/** A debit whose SMS says nothing of the fee. */
const hiding = (amount_xaf: number, fee_xaf: number, from = sim) => {
  from.balance_xaf -= fee_xaf;
  return from.debit(amount_xaf);
};

describe('A debit that staff have announced and whose SMS hides its fee', () => {
  it('is proven when the fee is the operator’s', async () => {
    expect([await set('Awa', '1-50000=1%'), await set('Brahim', '1-50000=1%')]).toEqual(['proposed', 'set']);
    await announce(20_000);
    const paid = await sim.session(1000);
    expect(await sim.take(hiding(20_000, 200), sim.credit(1000))).toEqual(['STEP', 'unique_in_time']);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
  });

  it('waits when it is another one, by a franc: who guesses the balance has one guess a message, and not 500', async () => {
    await set('Awa', '1-50000=100');
    await set('Brahim', '1-50000=100');
    await announce(20_000);
    const forged = Array.from({ length: 40 }, (_, n) => sim.words(1, 30_000 - 400 + 10 * n));
    const debits = forged.map(({ id }, n) => ({
      id: id.replace('MP', 'CO'),
      text: `Trans.ID : ${id.replace('MP', 'CO')}. Vous avez envoye 20000 FCFA au 66999999. Votre solde disponible est ${29_501 + 10 * n} FCFA.`,
    }));
    expect(new Set(await sim.take(...debits))).toEqual(new Set(['CLAIMED']));
    expect(await sim.book()).toMatchObject({ tip_xaf: 50_000 });
  });

  it('is proven once it is announced, where its SMS came first, and so is the payment behind it', async () => {
    await set('Awa', '1-50000=1%');
    await set('Brahim', '1-50000=1%');
    const paid = await sim.session(1000);
    expect(await sim.take(hiding(20_000, 200), sim.credit(1000))).toEqual(['CLAIMED', 'CLAIMED']);
    await announce(20_000);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
  });

  it('is proven once two people have said what the operator takes, and so is the payment behind it', async () => {
    await announce(20_000);
    const paid = await sim.session(1000);
    expect(await sim.take(hiding(20_000, 200), sim.credit(1000))).toEqual(['CLAIMED', 'CLAIMED']);
    expect([await set('Awa', '1-50000=1%'), await set('Brahim', '1-50000=1%')]).toEqual(['proposed', 'set']);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
  });

  it('keeps neither a tariff nor a sweep from being said, where what waits on its SIM can’t be decided, nor another SIM’s payment', async () => {
    await announce(20_000);
    const paid = await sim.session(1000);
    await sim.take(hiding(20_000, 200), sim.credit(1000));
    const second = await openSecond(sim);
    await announce(20_000, second.msisdn);
    expect(await second.take(hiding(20_000, 200, second))).toEqual(['CLAIMED']);
    await sim.world.rows(`create function broken() returns trigger language plpgsql as
      $$ begin if new.collection_number_id = '${second.number_id}' then raise exception 'broken'; end if; return new; end $$`);
    await sim.world.rows(
      'create trigger broken before insert on book_steps for each row execute function broken()',
    );
    expect([await set('Awa', '1-50000=1%'), await set('Brahim', '1-50000=1%')]).toEqual(['proposed', 'set']);
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    expect(await announce(500, second.msisdn)).toMatchObject([{ kind: 'announced' }]);
    await sim.world.rows('drop trigger broken on book_steps');
    await announce(400, second.msisdn);
    expect(await second.book()).toMatchObject({ tip_xaf: 29_800 });
  });

  it('waits for a reading where nobody has said what the operator takes; the reading proves and explains it', async () => {
    await announce(20_000);
    expect(await sim.take(hiding(20_000, 100))).toEqual(['CLAIMED']);
    expect(await sim.say()).toMatchObject({ kind: 'anchored', proven: 1, unexplained_xaf: 0 });
    const rows = await sim.world.rows<{ meaning: string }>('select meaning from book_explanations');
    expect(rows).toEqual([{ meaning: 'sweep' }]);
  });
});

describe('The tariff of an operator', () => {
  it('is set by two people who say the same, and replaces the one before', async () => {
    expect(await set('Awa', '1-5000=50')).toBe('proposed');
    expect(await set('Awa', '1-5000=50')).toBe('same_person');
    expect(await set('Brahim', '1-5000=60')).toBe('other_proposal');
    expect(await listTariffs(sim.world.services)).toEqual([]);
    expect(await set('Brahim', '1-5000=50')).toBe('set');
    for (const actor of ['Brahim', 'Awa']) await set(actor, '1-400=5', '401-9000=1%');
    const [tariff] = await listTariffs(sim.world.services);
    expect(tariff?.brackets.map(({ to_xaf }) => to_xaf)).toEqual([400, 9000]);
  });

  it('is refused with a sentence when it makes no sense', async () => {
    expect(await set('Awa', '1-5000')).toBe('unusable');
    expect(await set('Awa')).toBe('unusable');
  });
});
