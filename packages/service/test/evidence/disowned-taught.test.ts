import { describe, expect, test } from 'vitest';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import { servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, newWords, teachWords, wordingOf } from './taught.ts';

/** Somebody forges a payment in words that no template takes yet, that begins so much beside the balance. */
async function forge(
  stage: Stage,
  name: string,
  sum_xaf: number,
  off_xaf: number,
  on = 'one',
): Promise<void> {
  const { sim } = stage.world.at(on);
  const words = newWords(sum_xaf, { id: sim.newId() });
  const balance_xaf = sim.balance_xaf + off_xaf + sum_xaf;
  await perform(stage, `sms ${name} told ${words.replace('BALANCE', String(balance_xaf))} on ${on}`);
}

const stateOf = async ({ world, messages }: Stage, name: string): Promise<string> => {
  const [row] = await world.service.rows<{ state: string }>(
    'select c.state from book_claims c join notices n on n.id = c.notice_id where n.body = $1',
    [messages.get(name)?.sms.text],
  );
  return row?.state ?? '';
};

/** Two people confirm the forged words as a payment's. */
async function teachForged(stage: Stage): Promise<void> {
  const template_id = 'taught-of-forged';
  await teachWords(stage, { template_id, wording: wordingOf(), of: 'f' });
  expect(await confirmWords(stage, template_id)).toEqual(['proposed', 'confirmed']);
}

/** The same, and one has what nobody had understood read again. */
async function teachAndReadAgain(stage: Stage): Promise<void> {
  await teachForged(stage);
  await replayNotices(servicesOf(stage), { after: 0, limit: 1000 });
}

// Nobody can disown the copy: it has joined the first one, by which alone the pages know it.
const WAYS: [string, (stage: Stage) => Promise<unknown>][] = [
  ['that came once', async () => undefined],
  ['that came twice', (stage) => perform(stage, 'wait 40s\ndeliver f')],
  ['that came twice, once with a sign that nobody sees,', (stage) => deliverWith(stage, '\ufeff')],
];

/** The phone sends it again with something behind it. */
async function deliverWith(stage: Stage, behind: string): Promise<void> {
  await perform(stage, 'wait 40s');
  const { sms, sim } = stage.messages.get('f') as NonNullable<ReturnType<Stage['messages']['get']>>;
  await stage.world.deliver({ sim, sms: { ...sms, text: `${sms.text}${behind}` } });
}

describe.each(WAYS)('A forged message in new words %s and that two people disowned', (_how, comeAgain) => {
  test('contests nothing again once its words are taught and read again', () =>
    scene(async (stage) => {
      await perform(stage, 'session h 20000\npaid h\nsession i 21000\npaid i\nh -> SUCCESS');
      await forge(stage, 'f', 41_000, -41_000);
      await comeAgain(stage);
      await perform(
        stage,
        `wait 20min
        anchor
        wait 31s
        incidents -> contested
        disown f
        wait 31s
        incidents -> none`,
      );
      await teachAndReadAgain(stage);
      expect(await stateOf(stage, 'f')).toBe('VOIDED');
      await perform(stage, 'wait 31s\nincidents -> none');
    }));

  test('pays nobody where the book has come to its balance since and it is read again', () =>
    scene(async (stage) => {
      await perform(stage, 'session v 3000 by rival ttl 60');
      await forge(stage, 'f', 3000, 5000);
      await comeAgain(stage);
      await perform(stage, 'disown f\nsession h 5000\npaid h\nwait 1min\nh -> SUCCESS');
      await teachAndReadAgain(stage);
      // Nobody need look at the copy any more, nor is it read each time again.
      expect(await replayNotices(servicesOf(stage), { after: 0, limit: 1000 })).toMatchObject({ read: 0 });
      expect(await stateOf(stage, 'f')).toBe('VOIDED');
      await perform(stage, 'unpaid v -> yes\nfloat -> 5000');
    }));
});

test('A forged message that two people disown while it waits to be read again behind another SIM’s pays nobody', () =>
  scene(async (stage) => {
    await perform(stage, 'sim two\nsession v 3000 by rival ttl 60 on two\nsession h 5000 on two');
    await forge(stage, 'other', 700, 9000);
    await forge(stage, 'f', 3000, 5000, 'two');
    await teachForged(stage);
    const { pool } = servicesOf(stage);
    const letGo = await hold(pool, 'select from books where collection_number_id = $1 for update', [
      stage.world.at('one').id,
    ]);
    const read = replayNotices(servicesOf(stage), { after: 0, limit: 1000 });
    await untilWaiting(pool, 1);
    await perform(stage, 'disown f\npaid h\nh -> SUCCESS');
    await letGo();
    await read;
    expect(await stateOf(stage, 'f')).toBe('VOIDED');
    await perform(stage, 'wait 1min\nunpaid v -> yes\nfloat two -> 5000');
  }));
