import { createHash, randomBytes } from 'node:crypto';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { closeNextDay } from '../../src/engine/proof/close.ts';
import type { Site } from '../account/site.ts';
import { brings, draft, payOutTo, verify } from '../settlements/shop.ts';
import { csvOf, fileOf, type Listed, statementCells } from '../statements/portal.ts';

const HOUR_MS = 3_600_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const AWA = { actor: 'Awa', note: 'un exemple' };

/** Money of each kind for the pages to show: a settlement approved, one drafted, sums on hold, a statement, a closed day. */
export async function playMoney(
  { world, services }: Site,
  { merchant_id, msisdn }: { merchant_id: string; msisdn: string },
): Promise<void> {
  const hours = (count: number) => new Date(world.now.getTime() - count * HOUR_MS);
  await verify(world, merchant_id);
  await payOutTo(world, merchant_id);
  await brings(world, merchant_id, [1_240_000, 62_500], { at: hours(50) });
  const approved = await draft(world, merchant_id);
  if (approved.kind !== 'drafted') throw new Error(`not drafted: ${approved.kind}`);
  for (const actor of ['Awa', 'Brahim'])
    await decideSettlements(services, [
      { settlement_id: approved.settlement_id, does: 'approve', ...AWA, actor },
    ]);
  await brings(world, merchant_id, [48_000], { at: hours(49) });
  await draft(world, merchant_id);
  await brings(world, merchant_id, [7_500]);
  const rows = Array.from(
    { length: 3 },
    (_, place): Listed => ({
      id: `ZZ12CD34E${place}`,
      at: new Date(world.now.getTime() - (30 - place) * 60_000),
      delta_xaf: 60_000,
      balance_xaf: 100_000 + (place + 1) * 60_000,
    }),
  );
  const file = fileOf(csvOf(statementCells('MOOV', msisdn, rows)), 'releve-21-11.csv');
  const command = { file, number: msisdn, day: null, after_a_gap: false, ...AWA };
  const imported = await importStatement(services, command);
  if (imported.kind !== 'imported') throw new Error(`not imported: ${JSON.stringify(imported)}`);
  await closeNextDay({
    ...services,
    sha256,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  });
}
