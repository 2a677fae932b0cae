import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideKyc } from '../../src/engine/desk/merchants/decide-kyc.ts';
import { saveProfiles, submitProfiles, withdrawSubmissions } from '../../src/engine/kyc/profiles.ts';
import { COMPLETE, type KycWorld, OWNER, openKycWorld, STAFF } from './world.ts';

let kyc: KycWorld;
beforeAll(async () => {
  kyc = await openKycWorld();
});
afterAll(() => kyc.world.close());

/** Each is a day of a merchant and its staff. */
const ROUNDS = process.env.CHARI_SOAK === '1' ? 200 : 80;

test('whoever races to change what is being approved, what is approved is what was seen', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  const [merchant, staff] = await kyc.world.processes(2);
  if (merchant === undefined || staff === undefined) throw new Error('no processes');
  const by = { merchant_id, by: OWNER };
  let approvals = 0;
  let changes = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    kyc.world.pass(86_401);
    const name = `Chez Alpha ${'x'.repeat(1 + (round % 40))}`;
    await saveProfiles(merchant, [{ ...by, typed: { ...COMPLETE, trade_name: name } }]);
    const version = await kyc.submit(merchant_id);
    await kyc.look(merchant_id);
    const swap = async () => {
      await withdrawSubmissions(merchant, [by]);
      await saveProfiles(merchant, [{ ...by, typed: { ...COMPLETE, trade_name: 'Banque Centrale' } }]);
      await submitProfiles(merchant, [by]);
    };
    const approve = async () => {
      // Every third round the look and the click lie a moment apart.
      if (round % 3 === 0) await kyc.world.rows('select pg_sleep(0.004)');
      return (await decideKyc(staff, [{ merchant_id, version, verdict: 'approve', ...STAFF }]))[0]?.kind;
    };
    const [, kind] = await Promise.all([swap(), approve()]);
    const shown = await kyc.show(merchant_id);
    if (kind === 'approved') {
      approvals += 1;
      expect(shown).toMatchObject({ name, approved_version: version });
    } else {
      changes += 1;
      expect(shown.name).not.toBe('Banque Centrale');
      expect(shown.approved_version).not.toBe(version);
    }
    if (shown.state === 'SUBMITTED') await withdrawSubmissions(merchant, [by]);
  }
  expect(approvals + changes).toBe(ROUNDS);
  const rows = await kyc.world.rows<{ n: number }>(
    `select count(*)::int as n from staff_actions where action = 'kyc.approve' and subject_id = $1`,
    [merchant_id],
  );
  expect(rows[0]?.n).toBe(approvals);
});

test('of two who decide at once one does, and the other is told', async () => {
  const [one, two] = await kyc.world.processes(2);
  if (one === undefined || two === undefined) throw new Error('no processes');
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  for (let round = 1; round <= 30; round += 1) {
    kyc.world.pass(86_401);
    await saveProfiles(kyc.services, [
      { merchant_id, by: OWNER, typed: { ...COMPLETE, activity: `Vente de tissus ${round}` } },
    ]);
    const version = await kyc.submit(merchant_id);
    await kyc.look(merchant_id);
    const command = { merchant_id, version, ...STAFF };
    const outcomes = await Promise.all([
      decideKyc(one, [{ ...command, verdict: 'approve' }]),
      decideKyc(two, [
        round % 2 === 0
          ? { ...command, verdict: 'approve' }
          : { ...command, verdict: 'send_back', words: { general: 'non' } },
      ]),
    ]);
    const kinds = outcomes.map(([outcome]) => outcome?.kind);
    expect(kinds.filter((kind) => kind === 'not_waiting')).toHaveLength(1);
  }
});
