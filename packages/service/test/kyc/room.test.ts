import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDocuments } from '../../src/engine/kyc/documents.ts';
import { saveProfiles } from '../../src/engine/kyc/profiles.ts';
import { removeOwnDocuments } from '../../src/engine/kyc/remove-documents.ts';
import { jpeg } from './files.ts';
import { type KycWorld, OWNER, openKycWorld } from './world.ts';

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
