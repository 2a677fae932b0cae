import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAtDocument, openMerchantFile } from '../../src/engine/desk/merchants/merchant-file.ts';
import { freezeMerchants, revokeMerchantKeys } from '../../src/engine/desk/merchants/stop-merchants.ts';
import { createAuthenticator } from '../../src/engine/keys/authenticate.ts';
import { createKeys } from '../../src/engine/keys/keys.ts';
import { type AddDocumentOutcome, addDocuments } from '../../src/engine/kyc/documents.ts';
import { saveProfiles } from '../../src/engine/kyc/profiles.ts';
import { listOfficeMerchants } from '../../src/engine/merchants.ts';
import { listActions } from '../../src/store/staff/record.ts';
import { COMPLETE, FILES, type KycWorld, OWNER, openKycWorld, STAFF } from './world.ts';

let kyc: KycWorld;
beforeAll(async () => {
  kyc = await openKycWorld();
});
afterAll(() => kyc.world.close());

async function keyOf(merchant_id: string, environment: 'test' | 'live') {
  const random_bytes = kyc.services.randomBytes(32);
  const [made] = await createKeys(kyc.services, [{ merchant_id, environment, scopes: null, random_bytes }]);
  if (made?.kind !== 'created') throw new Error('no key');
  return made;
}
const freeze = async (merchant_id: string, environment: 'test' | 'live', freezes: boolean) =>
  (await freezeMerchants(kyc.services, [{ merchant_id, environment, freezes, ...STAFF }]))[0]?.kind;

test('a frozen merchant makes no live session, what is open is paid, and both are on record', async () => {
  const { world } = kyc;
  await world.liveNumber('+23566001001');
  const merchant_id = await world.merchant();
  const open = await world.session(merchant_id, { environment: 'live' });
  expect(await freeze(merchant_id, 'live', true)).toBe('frozen');
  expect(await freeze(merchant_id, 'live', true)).toBe('as_before');
  world.pass(2);
  const [refused] = await world.create([
    world.command(merchant_id, { environment: 'live', amount_xaf: 7001 }),
  ]);
  expect(refused).toMatchObject({
    kind: 'rail_not_ready',
    failed_checks: [{ name: 'merchant_not_frozen', ready: false }, { name: 'webhook_endpoint' }],
  });
  expect((await world.create([world.command(merchant_id)]))[0]?.kind).not.toBe('rail_not_ready');
  await world.pay(open, { operator_transaction_id: 'PP261121.1206.A00001' });
  expect((await world.again(open)).status).toBe('SUCCESS');
  expect(await freeze(merchant_id, 'live', false)).toBe('unfrozen');
  world.pass(2);
  expect(
    (await world.create([world.command(merchant_id, { environment: 'live', amount_xaf: 7001 })]))[0]?.kind,
  ).toBe('created');
  const actions = await listActions(world.db.pool, { subject_id: merchant_id, limit: 10 });
  expect(actions.map(({ action, detail }) => [action, detail.environment])).toEqual([
    ['merchant.freeze', 'live'],
    ['merchant.unfreeze', 'live'],
  ]);
});

test('a freeze of one environment is seen by its keys within a second, and by the others never', async () => {
  const merchant_id = await kyc.merchant();
  const [live, inTest] = [await keyOf(merchant_id, 'live'), await keyOf(merchant_id, 'test')];
  const ask = (key: string) => createAuthenticator(kyc.services, () => 0)(key);
  await freeze(merchant_id, 'live', true);
  expect(await ask(live.key)).toMatchObject({ is_frozen: true });
  expect(await ask(inTest.key)).toMatchObject({ is_frozen: false });
  await freeze(merchant_id, 'test', true);
  await freeze(merchant_id, 'live', false);
  expect(await ask(live.key)).toMatchObject({ is_frozen: false });
  expect(await ask(inTest.key)).toMatchObject({ is_frozen: true });
  expect(await freeze('0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f', 'live', true)).toBe('not_found');
});

test('staff revoke a key of the merchant whose page they are on, once, on record', async () => {
  const [merchant_id, other] = [await kyc.merchant(), await kyc.merchant()];
  const { api_key, key } = await keyOf(merchant_id, 'live');
  const revoke = async (of: string, key_id = api_key.id) =>
    (await revokeMerchantKeys(kyc.services, [{ merchant_id: of, key_id, ...STAFF }]))[0]?.kind;
  expect(await revoke(other)).toBe('not_found');
  expect(await revoke(merchant_id, 'x')).toBe('not_found');
  expect(await revoke(merchant_id)).toBe('revoked');
  expect(await revoke(merchant_id)).toBe('was_revoked');
  expect(await createAuthenticator(kyc.services, () => 0)(key)).toBeNull();
  const [action] = await listActions(kyc.world.db.pool, { subject_id: merchant_id, limit: 10 });
  expect(action).toMatchObject({ action: 'merchant.revoke_key', detail: { last4: api_key.last4 } });
});

test('a document that does not open is seen by nobody, so nobody approves by it, and the look stands on record', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  const version = await kyc.submit(merchant_id);
  const { submissions } = await kyc.show(merchant_id);
  const documents = submissions[0]?.documents ?? [];
  const other_key = { ...kyc.services, secret_key: Buffer.alloc(32, 8) };
  for (const { id: document_id } of documents)
    expect(await lookAtDocument(other_key, { merchant_id, document_id, ...STAFF })).toMatchObject({
      kind: 'unreadable',
    });
  expect(await kyc.approve(merchant_id, version)).toBe('not_looked_at');
  const file = await openMerchantFile(kyc.services, merchant_id);
  expect(file?.looks.map(({ detail }) => [detail.document_id, detail.is_unreadable])).toEqual(
    documents.map(({ id }) => [id, true]).toReversed(),
  );
  await kyc.look(merchant_id);
  expect(await kyc.approve(merchant_id, version)).toBe('approved');
});

test('a document that does not open is taken in anew where its owner uploads the same file again', async () => {
  const merchant_id = await kyc.merchant();
  const other_key = { ...kyc.services, secret_key: Buffer.alloc(32, 8) };
  const upload = (services = kyc.services) =>
    addDocuments(
      services,
      (['registration', 'identity', 'tax'] as const).map((kind) => ({
        ...{ merchant_id, by: OWNER, kind, name: `${kind}.bin`, bytes: FILES[kind] },
      })),
    );
  const idsOf = (added: AddDocumentOutcome[]) =>
    added.map((one) => (one.kind === 'added' ? one.document.id : one.kind));
  await saveProfiles(kyc.services, [{ merchant_id, by: OWNER, typed: COMPLETE }]);
  const lost = idsOf(await upload(other_key));
  await kyc.sendBack(merchant_id, await kyc.submit(merchant_id));
  const anew = idsOf(await upload());
  expect(anew.filter((id) => lost.includes(id))).toEqual([]);
  expect(idsOf(await upload())).toEqual(anew);
  const version = await kyc.submit(merchant_id);
  const { submissions } = await kyc.show(merchant_id);
  expect(submissions[0]?.documents.map(({ id }) => id).toSorted()).toEqual(anew.toSorted());
  await kyc.look(merchant_id);
  expect(await kyc.approve(merchant_id, version)).toBe('approved');
});

test('the list begins with whoever waits longest, and pages go through all merchants once', async () => {
  const [first, second] = [await kyc.merchant('First'), await kyc.merchant('Second')];
  for (const merchant_id of [second, first]) {
    kyc.world.pass(60);
    await kyc.complete(merchant_id);
    await kyc.submit(merchant_id);
  }
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listOfficeMerchants>> = await listOfficeMerchants(kyc.services, {
      before,
      limit: 2,
    });
    if (before === null) expect(page.waiting.map(({ id }) => id)).toEqual([second, first]);
    seen.push(...page.merchants.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  const all = await kyc.world.rows<{ id: string }>('select id from merchants order by id desc');
  expect(seen).toEqual(all.map(({ id }) => id));
});
