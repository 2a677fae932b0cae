import { describe, expect, test } from 'vitest';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { perform, type Stage, scene } from './play.ts';

const OPENING_XAF = 62_410;

const servicesOf = ({ world }: Stage) => world.service.first.services;
const numberOf = ({ world }: Stage) => world.sims.get('one')?.sim.number ?? '';

async function say(stage: Stage, balance_xaf: number, actor = 'Awa'): Promise<string | undefined> {
  const command = { number: numberOf(stage), balance_xaf, actor, note: 'read' };
  return (await anchorNumbers(servicesOf(stage), [command]))[0]?.kind;
}

async function announce(stage: Stage, amount_xaf: number, actor = 'Awa'): Promise<string | undefined> {
  const command = { number: numberOf(stage), amount_xaf, actor, note: 'to the wallet' };
  return (await announceSweeps(servicesOf(stage), [command]))[0]?.kind;
}

const paid = async ({ world }: Stage): Promise<number> => {
  const [row] = await world.service.rows<{ sum_xaf: string }>(
    `select coalesce(sum(amount_xaf), 0) as sum_xaf from payment_sessions where status = 'SUCCESS'`,
  );
  return Number(row?.sum_xaf);
};

/** Five forged payments of 190,000 and a little less, from so much above the SIM's balance on; their sum. */
async function forge(stage: Stage, round: number, ahead_xaf: number): Promise<number> {
  let sum_xaf = 0;
  for (let k = 0; k < 5; k += 1) {
    const amount_xaf = 190_000 - 10 * round - k;
    await perform(
      stage,
      `session v${round}${k} ${amount_xaf} by rival${round}${k}
       sms f forged ${amount_xaf} off +${ahead_xaf + sum_xaf}`,
    );
    sum_xaf += amount_xaf;
  }
  return sum_xaf;
}

describe('One member of staff who forges payments', () => {
  test('and says the balance that the book has vouches for less than the bound, until another reads the SIM', () =>
    scene(async (stage) => {
      let ahead_xaf = 0;
      const said: (string | undefined)[] = [];
      for (let round = 0; round < 5; round += 1) {
        await perform(stage, 'wait 1min');
        ahead_xaf += await forge(stage, round, ahead_xaf);
        said.push(await say(stage, OPENING_XAF + ahead_xaf));
      }
      // Each figure frees so much more that it is a proposal of its own.
      expect(said).toEqual(['anchored', ...Array(4).fill('proposed')]);
      // What he vouched for himself, and what a number settles until it is read again.
      expect(await paid(stage)).toBe(1_899_930);
      expect(await say(stage, OPENING_XAF, 'Brahim')).toBe('anchored');
      await perform(stage, 'incidents -> short');
    }));

  test('and announces the debit that makes up for them explains no more than one person may', () =>
    scene(async (stage) => {
      const said: (string | undefined)[] = [];
      for (let round = 0; round < 3; round += 1) {
        await perform(stage, 'wait 1min');
        const sum_xaf = await forge(stage, round, 0);
        said.push(await announce(stage, sum_xaf));
        await perform(stage, `sms d forged -${sum_xaf} off +${sum_xaf}`);
        await say(stage, OPENING_XAF);
      }
      expect(said).toEqual(['proposed', 'other_proposal', 'other_proposal']);
      expect(await paid(stage)).toBe(949_990);
    }));

  test('and announces it in small sums explains no more either, until another agrees to one', () =>
    scene(async (stage) => {
      const said: (string | undefined)[] = [];
      const say_so = async (actor: string) => {
        said.push(await announce(stage, 40_000, actor));
        await perform(stage, 'wait 1min');
      };
      for (const actor of ['Awa', 'Awa', 'Awa', 'AWA', 'Brahim', 'Awa']) await say_so(actor);
      expect(said).toEqual(['announced', 'announced', 'proposed', 'same_person', 'announced', 'announced']);
      const rows = await stage.world.service.rows('select from announced_debits');
      expect(rows).toHaveLength(4);
    }));
});

test('A small sweep that one person announces leaves standing the large one that waits for a second', () =>
  scene(async (stage) => {
    const said = [
      await announce(stage, 150_000, 'Awa'),
      await announce(stage, 5000, 'Brahim'),
      await announce(stage, 150_000, 'Brahim'),
    ];
    expect(said).toEqual(['proposed', 'announced', 'announced']);
  }));

test('A bound below what one person decides about money bounds what he vouches for all the same', () =>
  scene(async (stage) => {
    const services = servicesOf(stage);
    const { policy } = services;
    services.policy = { ...policy, book: { ...policy.book, unanchored_limit_xaf: 50_000 } };
    let balance_xaf = OPENING_XAF;
    const said: (string | undefined)[] = [];
    for (const amount_xaf of [30_000, 31_000, 32_000]) {
      await perform(stage, `session v${amount_xaf} ${amount_xaf}\nsms f credit ${amount_xaf}\nwait 6min`);
      balance_xaf += amount_xaf;
      said.push(await say(stage, balance_xaf));
    }
    expect(said).toEqual(['anchored', 'proposed', 'same_person']);
    expect(await say(stage, balance_xaf, 'Brahim')).toBe('anchored');
  }));

test('A sweep that no SMS has met for a day explains nothing any more', () =>
  scene(async (stage) => {
    await perform(stage, 'sms in credit 90000');
    await announce(stage, 50_000);
    await perform(stage, 'wait 25h\nsms out debit 50000\nwait 1min');
    expect(await stage.world.service.rows('select from book_explanations')).toEqual([]);
  }));

test('A SIM that takes half the bound from reading to reading is read by a second person every other time', () =>
  scene(async (stage) => {
    const said: (string | undefined)[] = [];
    let balance_xaf = OPENING_XAF;
    for (let round = 0; round < 4; round += 1) {
      await perform(stage, 'wait 1min');
      for (const amount_xaf of [170_000, 171_000, 172_000]) {
        await perform(stage, `sms in credit ${amount_xaf}`);
        balance_xaf += amount_xaf;
      }
      said.push(await say(stage, balance_xaf));
      if (said.at(-1) === 'proposed') said.push(await say(stage, balance_xaf, 'Brahim'));
    }
    expect(said).toEqual(['anchored', 'proposed', 'anchored', 'anchored', 'proposed', 'anchored']);
  }));
