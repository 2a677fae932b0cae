import { Buffer } from 'node:buffer';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepSteps } from '../../src/cli/serve/steps.ts';
import { lookAtDocument } from '../../src/engine/desk/merchants/merchant-file.ts';
import { addDocuments } from '../../src/engine/kyc/documents.ts';
import { withdrawSubmissions } from '../../src/engine/kyc/profiles.ts';
import { removeOwnDocuments } from '../../src/engine/kyc/remove-documents.ts';
import { listActions } from '../../src/store/staff/record.ts';
import { jpeg } from './files.ts';
import { FILES, type KycWorld, OWNER, openKycWorld, STAFF } from './world.ts';

let kyc: KycWorld;
let merchant_id: string;
beforeAll(async () => {
  kyc = await openKycWorld();
  merchant_id = await kyc.merchant();
  await kyc.complete(merchant_id);
  await kyc.submit(merchant_id);
});
afterAll(() => kyc.world.close());

const documents = async (id = merchant_id) => (await kyc.show(id)).submissions[0]?.documents ?? [];
const look = (document_id: string, of = merchant_id) =>
  lookAtDocument(kyc.services, { merchant_id: of, document_id, ...STAFF });
/** As nobody but a database's owner can. */
const meddle = (sql: string, values: unknown[]) =>
  kyc.world.db.pool.query('alter table kyc_documents disable trigger user').then(async () => {
    await kyc.world.rows(sql, values);
    await kyc.world.db.pool.query('alter table kyc_documents enable trigger user');
  });

test('staff get the bytes that were uploaded, and the database holds nothing of them', async () => {
  for (const document of await documents()) {
    const opened = await look(document.id);
    expect(opened.kind).toBe('opened');
    if (opened.kind === 'opened') expect(opened.bytes).toEqual(FILES[document.kind]);
  }
  const rows = await kyc.world.rows<{ sealed: Buffer }>('select sealed from kyc_documents');
  for (const { sealed } of rows)
    for (const word of ['%PDF', 'IHDR', 'Catalog']) expect(sealed.includes(word)).toBe(false);
  const nonces = rows.map(({ sealed }) => sealed.subarray(1, 13).toString('hex'));
  expect(new Set(nonces).size).toBe(rows.length);
});

test('each look is on record with who, what and why, and a look at nothing is none', async () => {
  const [one] = await documents();
  const before = (await listActions(kyc.world.db.pool, { subject_id: merchant_id, limit: 100 })).length;
  await look(one?.id ?? '');
  expect((await look('0198c5a2-7d1e-7c3a-9f4e-2b6d8a1c0e5f')).kind).toBe('not_found');
  expect((await look('x')).kind).toBe('not_found');
  const other = await kyc.merchant();
  expect((await look(one?.id ?? '', other)).kind).toBe('not_found');
  const actions = await listActions(kyc.world.db.pool, { subject_id: merchant_id, limit: 100 });
  expect(actions.length).toBe(before + 1);
  expect(actions.at(-1)).toMatchObject({
    ...STAFF,
    action: 'kyc.look',
    detail: { document_id: one?.id, sha256: one?.sha256, version: 1 },
  });
});

test('what a merchant has not handed in is looked at by nobody', async () => {
  const other = await kyc.merchant();
  await kyc.complete(other);
  const [draft] = (await kyc.show(other)).documents;
  expect((await look(draft?.id ?? '', other)).kind).toBe('not_found');
});

test('a row that was swapped, changed or sealed by another key is not shown, and the look is on record', async () => {
  const other = await kyc.merchant();
  await kyc.complete(other);
  await kyc.submit(other);
  const [mine] = await documents();
  const [theirs] = await documents(other);
  expect(mine?.sha256).toBe(theirs?.sha256);
  await meddle(
    'update kyc_documents set sealed = (select sealed from kyc_documents where id = $1) where id = $2',
    [theirs?.id, mine?.id],
  );
  expect((await look(mine?.id ?? '')).kind).toBe('unreadable');
  await meddle(`update kyc_documents set sha256 = decode(repeat('00', 32), 'hex') where id = $1`, [
    theirs?.id,
  ]);
  expect((await look(theirs?.id ?? '', other)).kind).toBe('unreadable');
  const [, second] = await documents();
  const stranger = { ...kyc.services, secret_key: Buffer.alloc(32, 8) };
  const seen = await lookAtDocument(stranger, { merchant_id, document_id: second?.id ?? '', ...STAFF });
  expect(seen.kind).toBe('unreadable');
  const actions = await listActions(kyc.world.db.pool, { subject_id: merchant_id, limit: 100 });
  expect(actions.slice(-2).map(({ detail }) => detail.document_id)).toEqual([mine?.id, second?.id]);
});

test('of a picture only the picture is kept, and a name is no path', async () => {
  const other = await kyc.merchant();
  const sent = {
    merchant_id: other,
    by: OWNER,
    kind: 'identity',
    bytes: jpeg({ behind: Buffer.alloc(99, 1) }),
  } as const;
  const names = ['../../etc/passwd', 'C:\\Users\\x\\carte.jpg', 'a\u0000b\u202egpj.exe'];
  const outcomes = await addDocuments(
    kyc.services,
    names.map((name, at) => ({
      ...sent,
      name,
      bytes: jpeg({ scan: 100 + at, behind: Buffer.alloc(99, 1) }),
    })),
  );
  expect(
    outcomes.map((one) => (one.kind === 'added' ? [one.document.name, one.document.size_bytes] : one.kind)),
  ).toEqual(['passwd', 'carte.jpg', 'abgpj.exe'].map((name, at) => [name, jpeg({ scan: 100 + at }).length]));
});

test('a fifth submission whose documents are all new is taken as the first was', async () => {
  const other = await kyc.merchant('Five times');
  await kyc.complete(other);
  for (let round = 1; round <= 6; round += 1) {
    for (const { id: document_id } of (await kyc.show(other)).documents)
      await removeOwnDocuments(kyc.services, [{ merchant_id: other, document_id, by: OWNER }]);
    const kinds = ['registration', 'identity', 'tax'] as const;
    const fresh = kinds.flatMap((kind) =>
      [1, 2, 3].map((page) => ({
        ...{ merchant_id: other, by: OWNER, kind, name: `${page}.jpg` },
        bytes: jpeg({ comment: `${kind} ${page} of ${round}` }),
      })),
    );
    const added = await addDocuments(kyc.services, fresh);
    expect(new Set(added.map(({ kind }) => kind))).toEqual(new Set(['added']));
    const version = await kyc.submit(other);
    if (round < 6) await kyc.sendBack(other, version);
  }
});

test('documents that are handed in and taken back again and again are thirty in thirty days, and nobody keeps more', async () => {
  const other = await kyc.merchant('Filler');
  await kyc.complete(other);
  const kinds = ['registration', 'identity', 'tax'] as const;
  const fill = (round: number) =>
    addDocuments(
      kyc.services,
      kinds.flatMap((kind) =>
        [1, 2, 3].map((page) => ({
          ...{ merchant_id: other, by: OWNER, kind, name: `${page}.jpg` },
          bytes: jpeg({ comment: `${kind} ${page} in ${round}` }),
        })),
      ),
    );
  const empty = async () => {
    for (const { id: document_id } of (await kyc.show(other)).documents)
      await removeOwnDocuments(kyc.services, [{ merchant_id: other, document_id, by: OWNER }]);
  };
  const seen: string[] = [];
  for (let round = 1; round <= 4; round += 1) {
    await empty();
    seen.push(...(await fill(round)).map(({ kind }) => kind));
    if (round === 4) break;
    await kyc.submit(other);
    await withdrawSubmissions(kyc.services, [{ merchant_id: other, by: OWNER }]);
  }
  expect(seen).toEqual([...Array(30).fill('added'), ...Array(6).fill('too_many_lately')]);
  const rows = () =>
    kyc.world.rows<{ n: number }>('select count(*)::int as n from kyc_documents where merchant_id = $1', [
      other,
    ]);
  expect(await rows()).toEqual([{ n: 30 }]);
  kyc.world.pass(30 * 86_400 + 1);
  await empty();
  expect(new Set((await fill(9)).map(({ kind }) => kind))).toEqual(new Set(['added']));
});

test('papers that were never handed in are deleted 90 days after their profile last changed, and what was handed in stays', async () => {
  const own = await openKycWorld();
  try {
    const day = 86_400;
    const [left, handed, sent_back, touched, waiting] = await Promise.all([
      own.merchant(),
      own.merchant(),
      own.merchant(),
      own.merchant(),
      own.merchant(),
    ]);
    const bring = (of: string, comment: string) =>
      addDocuments(own.services, [
        { merchant_id: of, by: OWNER, kind: 'tax', name: 'x.jpg', bytes: jpeg({ comment }) },
      ]);
    for (const of of [left, handed, sent_back, touched, waiting]) await own.complete(of);
    const version = await own.submit(handed);
    await own.look(handed);
    expect(await own.approve(handed, version)).toBe('approved');
    expect(await own.sendBack(sent_back, await own.submit(sent_back))).toBe('sent_back');
    await bring(sent_back, 'a page more');
    await own.submit(waiting);
    const kept = async () => {
      const rows = await own.world.rows<{ merchant_id: string; n: number }>(
        'select merchant_id, count(*)::int as n from kyc_documents group by 1',
      );
      return [left, handed, sent_back, touched, waiting].map(
        (of) => rows.find(({ merchant_id }) => merchant_id === of)?.n ?? 0,
      );
    };
    const step = sweepSteps(own.services, pino({ level: 'silent' })).find(
      ({ name }) => name === 'forget_documents',
    );
    const sweep = async () => {
      for (let n = 1; n > 0; n = (await step?.run()) ?? 0);
    };
    own.world.pass(45 * day);
    await bring(touched, 'of later');
    own.world.pass(45 * day - 3_600);
    await sweep();
    expect(await kept()).toEqual([3, 3, 4, 4, 3]);
    own.world.pass(2 * 3_600);
    await sweep();
    expect(await kept()).toEqual([0, 3, 3, 4, 3]);
    // What was written stands, and whoever comes back brings the papers again.
    expect((await own.show(left)).fields).toMatchObject({ nif: '600012345' });
    await own.complete(left);
    await own.submit(left);
    own.world.pass(91 * day);
    await sweep();
    expect(await kept()).toEqual([3, 3, 3, 0, 3]);
  } finally {
    await own.world.close();
  }
});
