import { describe, expect, test } from 'vitest';
import { agreed, confirmPortals } from '../statements/play.ts';
import type { Listed } from '../statements/portal.ts';
import { bringListed, closeAll, explainAll, importListed, type Listing, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const idOf = ({ messages }: Stage, name: string): string => messages.get(name)?.sms.id ?? '';

/** A list without balances in which a payment has another status than completed. */
const withStatus =
  (stage: Stage, name: string, status: string): Listing =>
  (moved) =>
    unprinted(moved.map((row) => (row.id === idOf(stage, name) ? { ...row, status } : row)));

/** A payment of 5,000 whose message is lost pays its session by the row of a list without balances. */
async function paidByList(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `sms p credit 700 from 66000001
    wait 30min
    session a 5000 payer 66000001 ttl 60
    late z credit 5000 from 66000001
    wait 5min`,
  );
  expect(await bringListed(stage, unprinted)).toBe('new 1');
  await perform(stage, 'a -> SUCCESS\nwait 30min\nsms q credit 900 from 66000002\nwait 5min');
}

describe('Where a list without balances prints a row as failed that an earlier one listed as paid', () => {
  test('people are told, until one of them has looked', () =>
    scene(async (stage) => {
      await paidByList(stage);
      expect(await bringListed(stage, withStatus(stage, 'z', 'TF'))).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> statement_differs');
      expect(await closeAll(stage, 'statement_differs')).toBe('closed');
      await perform(stage, 'wait 1min\nincidents -> none');
    }));

  test('people are told as well of a payment that its own message proved and an earlier list had', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        'sms p credit 700 from 66000001\nwait 5min\nsms z credit 5000 from 66000001\nwait 5min',
      );
      expect(await bringListed(stage, unprinted)).toBe('new 0');
      await perform(stage, 'wait 30min\nsms q credit 900 from 66000002\nwait 5min');
      expect(await bringListed(stage, withStatus(stage, 'z', 'TF'))).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> statement_differs');
    }));

  test.each([
    ['the row stands alone', (moved: readonly Listed[], id: string) => moved.filter((row) => row.id === id)],
    ['other rows stand beside it', (moved: readonly Listed[]) => moved],
  ])(
    'people are told where %s, and nobody sends the payment back before two of them have looked',
    (_how, cut) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        await perform(
          stage,
          'sms p credit 700 from 66000001\nwait 5min\nsms z credit 5000 from 66000001\nwait 5min',
        );
        expect(await bringListed(stage, unprinted)).toBe('new 0');
        await perform(stage, 'wait 30min\nsms q credit 900 from 66000002\nwait 5min');
        const failed: Listing = (moved) => cut(withStatus(stage, 'z', 'TF')(moved), idOf(stage, 'z'));
        expect(await bringListed(stage, failed)).toBe('new 0');
        await perform(stage, 'wait 1min\nincidents -> statement_differs\nrefund z as Awa -> refused');
        expect(await explainAll(stage, ['CREDIT'], 'credit')).toBe(3);
        await perform(stage, 'wait 1min\nrefund z as Awa -> refunded');
      }),
  );

  test('nobody is asked where the operator’s message of its reversal is in the book', () =>
    scene(async (stage) => {
      await paidByList(stage);
      await perform(stage, 'sms r reversal z 5000\nwait 5min');
      expect(await bringListed(stage, withStatus(stage, 'z', 'TF'))).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> none\nfloat -> 1600');
    }));

  test('nobody is asked where that list has the row of its reversal, which names what it undoes', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two moov
        sms p credit 700 on two from 94000001
        wait 5min
        session a 5000 payer 94000001 on two ttl 60
        late z credit 5000 on two from 94000001
        wait 5min`,
      );
      expect(await bringListed(stage, unprinted, { on: 'two' })).toBe('new 1');
      await perform(stage, 'a -> SUCCESS\nwait 30min\nlate r reversal z 5000 on two\nwait 5min');
      const linked = idOf(stage, 'z');
      const said = await bringListed(
        stage,
        (moved) =>
          withStatus(
            stage,
            'z',
            'Expired',
          )(moved).map((row) => (row.delta_xaf < 0 ? { ...row, linked } : row)),
        { on: 'two' },
      );
      expect(said).toMatch(/^new 1/);
      await perform(stage, 'wait 30h\nincidents two -> none\nfloat two -> 700');
    }));

  test('nobody is asked where the list reaches less far than the one that has it as paid: then the payment was only under way', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        'sms p credit 700 from 66000001\nwait 5min\nlate z credit 5000 from 66000001\nwait 5min',
      );
      const early = await importListed(stage, withStatus(stage, 'z', 'TI'));
      await perform(stage, 'sms q credit 900 from 66000002\nwait 5min');
      expect(await bringListed(stage, unprinted)).toBe('new 2');
      expect(await agreed(stage, early)).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> none\nfloat -> 6600');
    }));
});

describe('Where a list without balances leaves out a row that an earlier one listed as paid', () => {
  test('people are told', () =>
    scene(async (stage) => {
      await paidByList(stage);
      const said = await bringListed(stage, (moved) =>
        unprinted(moved.filter(({ id }) => id !== idOf(stage, 'z'))),
      );
      expect(said).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> without_row');
    }));

  test('nobody is asked where it is of other hours', () =>
    scene(async (stage) => {
      await paidByList(stage);
      expect(await bringListed(stage, (moved) => unprinted(moved.slice(2)))).toBe('new 0');
      await perform(stage, 'wait 30h\nincidents -> none\nfloat -> 6600');
    }));
});
