import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideKyc } from '../../src/engine/desk/merchants/decide-kyc.ts';
import { addDocuments } from '../../src/engine/kyc/documents.ts';
import { saveProfiles, submitProfiles, withdrawSubmissions } from '../../src/engine/kyc/profiles.ts';
import { removeOwnDocuments } from '../../src/engine/kyc/remove-documents.ts';
import { showKyc } from '../../src/engine/kyc/show.ts';
import { pdf } from './files.ts';
import { COMPLETE, FILES, type KycWorld, OWNER, openKycWorld, STAFF } from './world.ts';

let kyc: KycWorld;
beforeAll(async () => {
  kyc = await openKycWorld();
});
afterAll(() => kyc.world.close());

const save = async (merchant_id: string, typed: Record<string, string>) =>
  (await saveProfiles(kyc.services, [{ merchant_id, by: OWNER, typed }]))[0];
const kindOf = (outcomes: { kind: string }[]) => outcomes[0]?.kind;

test('a merchant writes, hands in, is sent back with words, hands in again and is approved under its trade name', async () => {
  const merchant_id = await kyc.merchant('Nom provisoire');
  expect(await kyc.show(merchant_id)).toMatchObject({
    state: 'DRAFT',
    version: 0,
    kyc_status: 'PENDING',
    documents: [],
  });
  expect(await submitProfiles(kyc.services, [{ merchant_id, by: OWNER }])).toMatchObject([
    { kind: 'incomplete', documents: ['registration', 'identity', 'tax'] },
  ]);
  await kyc.complete(merchant_id);
  const first = await kyc.submit(merchant_id);
  expect(await kyc.sendBack(merchant_id, first)).toBe('sent_back');
  const back = await kyc.show(merchant_id);
  expect(back).toMatchObject({ state: 'SENT_BACK', kyc_status: 'PENDING', name: 'Nom provisoire' });
  expect(back.submissions[0]).toMatchObject({
    verdict: 'SENT_BACK',
    words: { nif: 'Le numéro est illisible.' },
  });

  expect(await save(merchant_id, { ...COMPLETE, nif: '600099999' })).toEqual({ kind: 'saved' });
  const second = await kyc.submit(merchant_id);
  expect(await kyc.approve(merchant_id, first)).toBe('another_version');
  expect(await kyc.approve(merchant_id, second)).toBe('not_looked_at');
  await kyc.look(merchant_id);
  expect(await kyc.approve(merchant_id, second)).toBe('approved');
  expect(await kyc.approve(merchant_id, second)).toBe('not_waiting');
  expect(await kyc.show(merchant_id)).toMatchObject({
    state: 'APPROVED',
    kyc_status: 'APPROVED',
    approved_version: 2,
    name: 'Chez Alpha',
  });
});

test('what is handed in can be changed by nobody until it is decided or taken back', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  await kyc.submit(merchant_id);
  const { documents } = await kyc.show(merchant_id);
  const document_id = documents[0]?.id ?? '';
  const add = { merchant_id, by: OWNER, kind: 'tax', name: 'x.pdf', bytes: pdf(' ') } as const;
  expect(await save(merchant_id, { ...COMPLETE, nif: '600099999' })).toEqual({ kind: 'locked' });
  expect(kindOf(await addDocuments(kyc.services, [add]))).toBe('locked');
  expect(kindOf(await removeOwnDocuments(kyc.services, [{ merchant_id, by: OWNER, document_id }]))).toBe(
    'locked',
  );
  const attempts = [
    `update kyc_profiles set fields = '{"nif":"1"}' where merchant_id = $1`,
    `update kyc_profiles set state = 'APPROVED' where merchant_id = $1`,
    `update kyc_profiles set state = 'DRAFT' where merchant_id = $1`,
    `update kyc_profiles set version = 9 where merchant_id = $1`,
    `delete from kyc_profiles where merchant_id = $1`,
    `update kyc_submissions set fields = '{}' where merchant_id = $1`,
    `delete from kyc_submission_documents where merchant_id = $1`,
    `update kyc_documents set removed_at = now() where merchant_id = $1`,
    `update kyc_documents set name = 'x' where merchant_id = $1`,
    `delete from kyc_documents where merchant_id = $1`,
  ];
  for (const sql of attempts)
    await expect(kyc.world.rows(sql, [merchant_id]), sql).rejects.toMatchObject({ code: '23001' });
  expect(kindOf(await withdrawSubmissions(kyc.services, [{ merchant_id, by: OWNER }]))).toBe('withdrawn');
  expect(await save(merchant_id, { ...COMPLETE, nif: '600099999' })).toEqual({ kind: 'saved' });
  await expect(
    kyc.world.rows(`update kyc_profiles set state = 'APPROVED' where merchant_id = $1`, [merchant_id]),
  ).rejects.toMatchObject({ code: '23001' });
});

test('a change after an approval begins anew, and the approval stands until the next one', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  await kyc.submit(merchant_id);
  await kyc.look(merchant_id);
  await kyc.approve(merchant_id, 1);
  expect(await save(merchant_id, COMPLETE)).toEqual({ kind: 'saved' });
  expect((await kyc.show(merchant_id)).state).toBe('APPROVED');
  await save(merchant_id, { ...COMPLETE, trade_name: 'Banque Centrale' });
  expect(await kyc.show(merchant_id)).toMatchObject({
    state: 'DRAFT',
    kyc_status: 'APPROVED',
    name: 'Chez Alpha',
  });
  await kyc.submit(merchant_id);
  await kyc.sendBack(merchant_id, 2);
  expect(await kyc.show(merchant_id)).toMatchObject({
    state: 'SENT_BACK',
    kyc_status: 'APPROVED',
    name: 'Chez Alpha',
    approved_version: 1,
  });
});

describe('documents', () => {
  test('that were never handed in go when they are removed; the others stay with their submission', async () => {
    const merchant_id = await kyc.merchant();
    await kyc.complete(merchant_id);
    const add = { merchant_id, by: OWNER, kind: 'tax', name: 'page 2.pdf', bytes: pdf('  ') } as const;
    const [added] = await addDocuments(kyc.services, [add]);
    const document_id = added?.kind === 'added' ? added.document.id : '';
    await removeOwnDocuments(kyc.services, [{ merchant_id, by: OWNER, document_id }]);
    expect(await kyc.world.rows('select 1 from kyc_documents where id = $1', [document_id])).toEqual([]);
    await kyc.submit(merchant_id);
    await kyc.sendBack(merchant_id, 1);
    const { documents } = await kyc.show(merchant_id);
    const kept = documents[0]?.id ?? '';
    await removeOwnDocuments(kyc.services, [{ merchant_id, by: OWNER, document_id: kept }]);
    const after = await kyc.show(merchant_id);
    expect(after.documents.map(({ id }) => id)).not.toContain(kept);
    expect(after.submissions[0]?.documents.map(({ id }) => id)).toContain(kept);
  });

  test('are three of a kind at most, the same file counts once, and another merchant’s can’t be touched', async () => {
    const [merchant_id, other] = [await kyc.merchant(), await kyc.merchant()];
    const add = (bytes: Buffer) =>
      addDocuments(kyc.services, [{ merchant_id, by: OWNER, kind: 'tax', name: 'x', bytes }]);
    expect(kindOf(await add(pdf()))).toBe('added');
    expect(kindOf(await add(pdf()))).toBe('added');
    expect(kindOf(await add(pdf(' ')))).toBe('added');
    expect(kindOf(await add(pdf('  ')))).toBe('added');
    expect(kindOf(await add(pdf('   ')))).toBe('too_many');
    const { documents } = await kyc.show(merchant_id);
    expect(documents.length).toBe(3);
    const stolen = { merchant_id: other, by: OWNER, document_id: documents[0]?.id ?? '' };
    expect(kindOf(await removeOwnDocuments(kyc.services, [stolen]))).toBe('not_found');
  });
});

test('nobody decides about what they handed in, in capitals neither, and nobody that there isn’t', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  await kyc.submit(merchant_id);
  const own = { actor: OWNER.email.toUpperCase(), note: 'it is fine' };
  await kyc.look(merchant_id, own);
  expect(await decideKyc(kyc.services, [{ merchant_id, version: 1, verdict: 'approve', ...own }])).toEqual([
    { kind: 'own_submission' },
  ]);
  const nobody = '0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f';
  expect(
    await decideKyc(kyc.services, [{ merchant_id: nobody, version: 1, verdict: 'approve', ...STAFF }]),
  ).toEqual([{ kind: 'not_found' }]);
  expect(await save(nobody, COMPLETE)).toEqual({ kind: 'not_found' });
  expect(await showKyc(kyc.services, [nobody, 'x', merchant_id])).toMatchObject([
    null,
    null,
    { state: 'SUBMITTED' },
  ]);
});

test('ten submissions a day are read by people, the eleventh waits', async () => {
  const merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  for (let n = 1; n <= 10; n += 1) {
    expect(await kyc.submit(merchant_id)).toBe(n);
    await withdrawSubmissions(kyc.services, [{ merchant_id, by: OWNER }]);
  }
  const again = () => submitProfiles(kyc.services, [{ merchant_id, by: OWNER }]);
  expect(await again()).toEqual([{ kind: 'too_often' }]);
  kyc.world.pass(86_401);
  expect(await again()).toEqual([{ kind: 'submitted', version: 11 }]);
  expect(Object.keys(FILES)).toHaveLength(3);
});
