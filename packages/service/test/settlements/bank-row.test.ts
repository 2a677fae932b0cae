import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endSubject } from '../../src/domain/review/subjects.ts';
import { localDay } from '../../src/domain/time.ts';
import { addBankAccounts } from '../../src/engine/desk/settlements/rules.ts';
import type { SettlementSource } from '../../src/engine/desk/settlements/send.ts';
import type { Sim } from '../book/world.ts';
import { expectToldAsItIs } from '../evidence/told.ts';
import { deskIn, openSimAndShop, type Said, sent } from './desk.ts';
import { payOutToBank } from './shop.ts';

const IBAN = 'TD8960002000010271091600153';
const BANK: SettlementSource = { kind: 'bank', name: 'main' };

let sim: Sim;
let id: string;
beforeEach(async () => {
  let merchant: string;
  ({ sim, merchant } = await openSimAndShop());
  const account = { name: 'main', bank_name: 'Banque', iban: IBAN, holder_name: 'Banque' };
  await addBankAccounts(sim.world.services, [{ ...account, actor: 'Awa', note: 'ours' }]);
  await payOutToBank(sim.world, merchant, IBAN);
  id = await sent(sim.world, merchant, 900_000, BANK);
});
afterEach(async () => {
  await expectToldAsItIs(sim.world.db.pool);
  await sim.world.close();
});

const { end } = deskIn(() => sim.world);
/** What the bank's row of this sum names. */
const names = (to?: string): Said => ({
  ...{ does: 'prove', source: 'bank_row', source_id: 'R-1', amount_xaf: 900_000 },
  ...{ happened_at: sim.world.now, ...(to !== undefined && { to }) },
});

describe('A settlement that a bank sends', () => {
  test('is PAID by no row that names another account, or none: whoever took the order could have had his own paid', async () => {
    for (const unread of [undefined, '', 'MAHAMAT ALI', '153'])
      expect([unread, await end(id, names(unread))]).toEqual([unread, 'recipient_unreadable']);
    expect(await end(id, names('TD8960001000010271091600145'))).toBe('other_recipient');
    expect(await end(id, names('****0145'))).toBe('other_recipient');
    // Each types what his own list shows of it.
    expect(await end(id, names('60002 00001 02710916001'))).toBe('proposed');
    // The page on which the second types it shows what was proposed, and not the account that it should be.
    const proposed = await sim.world.rows<{ terms: string }>('select terms::text from staff_proposals');
    expect(proposed).toEqual([{ terms: expect.not.stringContaining('60002') }]);
    expect(await end(id, names('****0153'), 'Brahim')).toBe('ended');
  });

  test('that one person has proposed to call paid, before anybody was asked for the account, is said anew', async () => {
    const terms = { says: 'PAID', source: 'bank_row', source_id: 'R1', day: localDay(sim.world.now) };
    await sim.world.rows(
      `insert into staff_proposals (id, action, subject_id, terms, amount_xaf, proposed_by, note, proposed_at)
      select $1, 'settlement.prove', $2, $3::jsonb || jsonb_build_object('reference', reference), 0, 'Awa', 'before', $4
      from settlements where id = $5`,
      [sim.world.services.newId(), endSubject.of(id), terms, sim.world.now, id],
    );
    expect(await end(id, names(IBAN), 'Brahim')).toBe('proposed');
    expect(await end(id, names(IBAN))).toBe('ended');
  });
});
