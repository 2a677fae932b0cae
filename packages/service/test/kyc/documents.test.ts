import { Buffer } from 'node:buffer';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepSteps } from '../../src/cli/serve/steps.ts';
import { lookAtDocument } from '../../src/engine/desk/merchants/merchant-file.ts';
import { addDocuments, removeOwnDocuments } from '../../src/engine/kyc/documents.ts';
import { saveProfiles, withdrawSubmissions } from '../../src/engine/kyc/profiles.ts';
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

describe('Merchants that were never approved', () => {
  let other: KycWorld;
  beforeAll(async () => {
    other = await openKycWorld();
  });
  afterAll(() => other.world.close());

  /** In all one MiB of them: sixteen, since the smallest counts as 64 KiB. */
  const small = () => ({
    ...other.services,
    policy: { ...other.services.policy, undecided_documents_mib: 1 },
  });
  let brought = 0;
  const bring = (of: string, n: number) =>
    addDocuments(
      small(),
      Array.from({ length: n }, (_, at) => {
        const kind = (['registration', 'identity', 'tax'] as const)[at % 3] ?? 'tax';
        brought += 1;
        return {
          ...{ merchant_id: of, by: OWNER, kind, name: 'x.jpg' },
          bytes: jpeg({ comment: `${brought}` }),
        };
      }),
    );
  const kinds = (outcomes: { kind: string }[]) => outcomes.map(({ kind }) => kind);
  const alerts = () =>
    other.world.rows<{ kind: string; environment: string; detail: unknown }>(
      'select kind, environment, detail from staff_alerts',
    );

  test('fill so much with documents in thirty days and no more, each its share, and staff are told before', async () => {
    const approved = await other.merchant('Approved');
    await other.complete(approved);
    const version = await other.submit(approved);
    await other.look(approved);
    expect(await other.approve(approved, version)).toBe('approved');
    const [one, two, three] = [await other.merchant(), await other.merchant(), await other.merchant()];
    expect(kinds(await bring(one, 9))).toEqual(Array(9).fill('added'));
    expect(await alerts()).toEqual([]);
    expect(kinds(await bring(two, 4))).toEqual(Array(4).fill('added'));
    const told = { kind: 'documents_full', environment: 'live' };
    expect(await alerts()).toEqual([{ ...told, detail: { used_mib: 0.8, limit_mib: 1 } }]);
    expect(kinds(await bring(three, 5))).toEqual([
      ...Array(3).fill('added'),
      'too_many_in_all',
      'too_many_in_all',
    ]);
    expect(kinds(await bring(one, 1))).toEqual(['too_many']);
    expect(kinds(await bring(two, 1))).toEqual(['too_many_in_all']);
    expect(await alerts()).toEqual([{ ...told, detail: { used_mib: 1, limit_mib: 1 } }]);
    // Whom staff know already keeps the room that it has.
    expect(kinds(await bring(approved, 3))).toEqual(Array(3).fill('added'));

    const [removed] = (await other.show(one)).documents;
    await removeOwnDocuments(small(), [{ merchant_id: one, by: OWNER, document_id: removed?.id ?? '' }]);
    expect(kinds(await bring(two, 2))).toEqual(['added', 'too_many_in_all']);
    other.world.pass(30 * 86_400 + 1);
    expect(kinds(await bring(three, 3))).toEqual(Array(3).fill('added'));
  });

  test('whose papers staff have looked at make room for those of the next', async () => {
    const [first, next] = [await other.merchant(), await other.merchant()];
    other.world.pass(30 * 86_400 + 1);
    await other.complete(first);
    await bring(first, 6);
    const version = await other.submit(first);
    expect(kinds(await bring(next, 8))).toEqual([...Array(7).fill('added'), 'too_many_in_all']);
    await other.look(first);
    await other.sendBack(first, version);
    expect(kinds(await bring(next, 3))).toEqual(['too_many', 'added', 'added']);
  });

  test('keep nobody out for more than a day by what they never hand in', async () => {
    other.world.pass(30 * 86_400 + 1);
    const [handed, idle, filler, honest] = [
      await other.merchant(),
      await other.merchant(),
      await other.merchant(),
      await other.merchant(),
    ];
    const kept = async () => {
      const rows = await other.world.rows<{ merchant_id: string; n: number }>(
        `select merchant_id, count(*)::int as n from kyc_documents group by 1`,
      );
      return [handed, idle, filler].map((of) => rows.find(({ merchant_id }) => merchant_id === of)?.n ?? 0);
    };
    await other.complete(handed);
    await other.submit(handed);
    await bring(idle, 4);
    other.world.pass(3_600);
    await bring(filler, 9);
    other.world.pass(86_400 - 3_600 - 1);
    expect(kinds(await bring(honest, 1))).toEqual(['too_many_in_all']);
    expect(await kept()).toEqual([3, 4, 9]);
    // What has lain longest goes, no more than there must be room, and nothing that was handed in.
    other.world.pass(2);
    expect(kinds(await bring(honest, 3))).toEqual(Array(3).fill('added'));
    expect(await kept()).toEqual([3, 0, 9]);
    expect(await alerts()).toHaveLength(1);
    other.world.pass(86_400);
    await other.complete(honest);
    await other.submit(honest);
    expect(await kept()).toEqual([3, 0, 9]);
  });

  test('keep nobody out by what they write in their profile day after day', async () => {
    other.world.pass(30 * 86_400 + 1);
    const [one, two, honest] = [await other.merchant(), await other.merchant(), await other.merchant()];
    await bring(one, 9);
    await bring(two, 7);
    other.world.pass(86_400 - 3_600);
    for (const merchant_id of [one, two])
      await saveProfiles(small(), [{ merchant_id, by: OWNER, typed: { trade_name: 'Another letter' } }]);
    expect(kinds(await bring(honest, 1))).toEqual(['too_many_in_all']);
    other.world.pass(3_601);
    expect(kinds(await bring(honest, 9))).toEqual(Array(9).fill('added'));
  });

  test('keep nobody out for more than three days by bringing one paper anew each day', async () => {
    other.world.pass(30 * 86_400 + 1);
    const [one, two, honest] = [await other.merchant(), await other.merchant(), await other.merchant()];
    await bring(one, 9);
    await bring(two, 7);
    for (let day = 0; day < 3; day += 1) {
      other.world.pass(86_400 - 3_600);
      for (const of of [one, two]) {
        const own = (await other.show(of)).documents.filter(({ kind }) => kind === 'registration');
        const document_id = own.at(-1)?.id ?? '';
        await removeOwnDocuments(small(), [{ merchant_id: of, by: OWNER, document_id }]);
        expect(kinds(await bring(of, 1))).toEqual(['added']);
      }
      expect(kinds(await bring(honest, 1))).toEqual(['too_many_in_all']);
    }
    other.world.pass(3 * 3_600 + 1);
    expect(kinds(await bring(honest, 1))).toEqual(['added']);
    // What one of them brought last has not lain for a day.
    const left = [(await other.show(one)).documents.length, (await other.show(two)).documents.length];
    expect(left).toContain(1);
  });

  /** Brings those of the papers of a merchant anew that have stood at these places. */
  const anew = async (of: string, is_next: (at: number) => boolean) => {
    const own = (await other.show(of)).documents.filter((_, at) => is_next(at));
    for (const { id: document_id } of own)
      await removeOwnDocuments(small(), [{ merchant_id: of, by: OWNER, document_id }]);
    const added = await addDocuments(
      small(),
      own.map(({ kind }) => {
        brought += 1;
        const bytes = jpeg({ comment: `${brought}` });
        return { merchant_id: of, by: OWNER, kind, name: 'x.jpg', bytes };
      }),
    );
    expect(new Set(kinds(added))).toEqual(new Set(['added']));
  };

  test.each([
    // What stays comes first, so each day the older half goes.
    ['each once in two days', (at: number, n: number) => at < n / 2, 'added'],
    // There is time to hand in what came just now.
    ['all of them each day', () => true, 'too_many_in_all'],
  ])(
    'keep nobody out for more than three days by bringing their papers anew, %s',
    async (_often, is_next, within_the_hour) => {
      other.world.pass(30 * 86_400 + 1);
      const [one, two, honest] = [await other.merchant(), await other.merchant(), await other.merchant()];
      await bring(one, 9);
      await bring(two, 7);
      for (let day = 0; day < 3; day += 1) {
        other.world.pass(86_400 - 60);
        await anew(one, (at) => is_next(at, 9));
        await anew(two, (at) => is_next(at, 7));
        expect(kinds(await bring(honest, 1))).toEqual(['too_many_in_all']);
      }
      other.world.pass(3_600 - 60);
      expect(kinds(await bring(honest, 1))).toEqual([within_the_hour]);
      other.world.pass(61);
      expect(kinds(await bring(honest, 3))).toEqual(Array(3).fill('added'));
    },
  );
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
