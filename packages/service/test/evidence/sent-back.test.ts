import { describe, expect, test } from 'vitest';
import { unchecked } from '../database/unchecked.ts';
import { explained } from '../payments/plan.ts';
import { firstSim, GUESSES, guessed, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const GUESSING = lines(GUESSES, (n) => `sms g${n} forged 5500 balance ${guessed(n) + 5500} from 66777001`);

/** A message of this sum is lost, and a reading finds it missing. */
const lost = (sum_xaf: number): string => `wait 5min
  late lost credit ${sum_xaf} from 66123456
  wait 1min
  anchor
  wait 1min`;

/** Two messages find no place, and a reading comes behind them. */
const WRONG_BEFORE = `wait 5min
  ${lines(2, (n) => `sms u${n} forged 80000 balance ${guessed(n) + 80_000} from 66777001`)}
  wait 2min
  sms own credit 1000 from 66777002
  wait 10min
  anchor
  wait 10min`;

/** What comes of it when each of two people says of the money of a message that it was paid, or that it never was. */
async function explain(
  { world, messages }: Stage,
  name: string,
  meaning: 'credit' | 'write_off',
): Promise<(string | undefined)[]> {
  const [step] = await world.service.rows<{ id: string }>(
    'select s.id from book_steps s join notices n on n.id = s.notice_id where n.body = $1',
    [messages.get(name)?.sms.text],
  );
  const say = (actor: string) => world.explain(step?.id ?? '', meaning, actor);
  return [await say('Awa'), await say('Brahim')];
}

const AGREED = ['proposed', 'explained'];

describe('Money in suspense on a SIM whose balance somebody has tried', () => {
  test('is not sent back to whoever forged the message with the right one', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        refund g12 as Awa -> refused
        anchor
        refund g12 as Awa -> refused`,
      ),
    ));

  test('is not sent back either once people have disowned the wrong ones', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${GUESSING}
        wait 1min
        ${lines(GUESSES, (n) => (n === 12 ? 'wait 1s' : `disown g${n}`))}
        refund g12 as Awa -> refused`,
      ),
    ));

  test('goes back to its payer once a reading has vouched for it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        sms m credit 3000
        wait 1min
        refund m as Awa -> refused
        anchor
        refund m as Awa -> refunded`,
      ),
    ));

  test('goes back at once where only two messages wait, as behind a lost one', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms m credit 3000
        ${lines(2, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 1min
        refund m as Awa -> refunded`,
      ),
    ));

  test('goes back at once where people have disowned since the reading what had come before it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(3, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 10min
        anchor
        sms m credit 3000
        wait 1min
        ${lines(3, (n) => `disown g${n}`)}
        refund m as Awa -> refunded`,
      ),
    ));

  // Where others have tried it as well the right one has no place in the book either, so that there is nothing to send back.
  test.each([
    ['goes back where nobody else has tried it since the reading', [12], 81_000, 'refunded'],
    ['is not sent back where one other has tried it since the reading', [7, 12], 1000, 'nothing'],
    ['is not sent back where two others have tried it since the reading', [3, 7, 12], 1000, 'nothing'],
  ])('%s, and two had tried it in the week before', (_what, tried, float_xaf, said) =>
    scene((stage) =>
      perform(
        stage,
        `${WRONG_BEFORE}
        ${tried.map((n) => `sms w${n} forged 80000 balance ${guessed(n, 63_410) + 80_000} from 66777001`).join('\n')}
        wait 1min
        float -> ${float_xaf}
        refund w12 as Awa -> ${said}`,
      ),
    ),
  );

  test('goes back from a SIM that nobody can read once two people have said that it was paid, in words that nobody knows', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        sms m moved 3000 "Encaissement de 3000 FCFA par 66123456, ref ID. il vous reste BALANCE FCFA."
        ${lines(3, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 1min
        refund m as Awa -> refused`,
      );
      expect(await explain(stage, 'm', 'credit')).toEqual(AGREED);
      await perform(stage, 'refund m as Awa -> refunded');
    }));

  test('goes back from a SIM that nobody can read once two people have said that it was paid, in known words', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        sms m credit 3000
        ${lines(3, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        wait 1min
        refund m as Awa -> refused`,
      );
      expect(await explain(stage, 'm', 'credit')).toEqual(AGREED);
      await perform(stage, 'refund m as Awa -> refunded');
    }));
});

describe('Money in suspense in the place of a payment whose message is lost', () => {
  const TRIED = `wait 5min
    late lost credit 900 from 66123456
    wait 1min
    ${lines(GUESSES, (n) => `sms g${n} forged 900 balance ${guessed(n) + 900} from 66777001`)}
    wait 1min
    refund g12 as Awa -> refused`;

  test('is not sent back to whoever tried where the book stood, though a reading finds just what the book has', () =>
    scene((stage) =>
      perform(
        stage,
        `${TRIED}
        anchor
        refund g12 as Awa -> refused`,
      ),
    ));

  test('is not sent back either once people have disowned the wrong tries', () =>
    scene((stage) =>
      perform(
        stage,
        `${TRIED}
        ${lines(GUESSES, (n) => (n === 12 ? 'wait 1s' : `disown g${n}`))}
        anchor
        refund g12 as Awa -> refused`,
      ),
    ));

  /** Each try tells of the sum in so many messages that go on from one another, cut elsewhere each time. */
  const triedIn = (parts: number): string => `wait 5min
    late lost credit 900 from 66123456
    wait 1min
    ${lines(GUESSES, (n) =>
      lines(parts, (k) => {
        const ends = (at: number) => (at === parts ? 900 : at * 100 + n);
        const from_xaf = k === 0 ? 0 : ends(k);
        return `sms g${n}${k} forged ${ends(k + 1) - from_xaf} balance ${guessed(n) + ends(k + 1)} from 66777001`;
      }),
    )}
    wait 1min
    anchor`;

  test.each([2, 3])('is not sent back to whoever told of it in %i messages at each balance', (parts) =>
    scene((stage) =>
      perform(
        stage,
        `${triedIn(parts)}
        ${lines(parts, (k) => `refund g12${k} as Awa -> refused`)}`,
      ),
    ),
  );

  test('goes back once two people have said that it was paid', () =>
    scene(async (stage) => {
      await perform(stage, `${TRIED}\nanchor`);
      expect(await explain(stage, 'g12', 'credit')).toEqual(AGREED);
      await perform(stage, 'refund g12 as Awa -> refunded');
    }));

  test('is not sent back where one other tried that place, and two in the week before had found none', () =>
    scene((stage) =>
      perform(
        stage,
        `${WRONG_BEFORE}
        late lost credit 900 from 66123456
        wait 1min
        ${[3, 12].map((n) => `sms w${n} forged 900 balance ${guessed(n, 63_410) + 900} from 66777001`).join('\n')}
        wait 1min
        refund w12 as Awa -> refused
        anchor
        refund w12 as Awa -> refused`,
      ),
    ));

  test('goes back at once where others tell of other sums, also of what lies beside it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        sms m credit 3000
        sms n credit 2000
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        ${lines(5, (n) => `sms h${n} forged 700 balance ${guessed(n) + 5700}`)}
        wait 1min
        anchor
        refund m as Awa -> refunded
        refund n as Awa -> refunded`,
      ),
    ));

  test('goes back at once where others of its sum came before the reading before it, or long after it', () =>
    scene((stage) =>
      perform(
        stage,
        `wait 5min
        ${lines(5, (n) => `sms g${n} forged 3000 balance ${guessed(n) + 3000}`)}
        wait 10min
        anchor
        wait 10min
        sms m credit 3000
        wait 10min
        ${lines(5, (n) => `sms h${n} forged 3000 balance ${guessed(n) + 3000}`)}
        wait 10min
        anchor
        refund m as Awa -> refunded`,
      ),
    ));
});

describe('Money in suspense that is just what a reading found missing', () => {
  test('is not sent back to whoever tried where it was missing, whatever is read since', () =>
    scene((stage) =>
      perform(
        stage,
        `${lost(5500)}
        ${GUESSING}
        wait 1min
        refund g12 as Awa -> refused
        anchor
        refund g12 as Awa -> refused`,
      ),
    ));

  test('is not sent back either once people have disowned the wrong tries', () =>
    scene((stage) =>
      perform(
        stage,
        `${lost(5500)}
        ${GUESSING}
        wait 1min
        ${lines(GUESSES, (n) => (n === 12 ? 'wait 1s' : `disown g${n}`))}
        refund g12 as Awa -> refused`,
      ),
    ));

  test('is not sent back where one other tried there, and two in the week before had found no place', () =>
    scene((stage) =>
      perform(
        stage,
        `${WRONG_BEFORE}
        late lost credit 5500 from 66123456
        wait 10min
        anchor
        wait 1min
        ${[3, 12].map((n) => `sms w${n} forged 5500 balance ${guessed(n, 63_410) + 5500} from 66777001`).join('\n')}
        wait 1min
        refund w12 as Awa -> refused
        anchor
        refund w12 as Awa -> refused`,
      ),
    ));

  test('goes back once two people have said that it was paid', () =>
    scene(async (stage) => {
      await perform(stage, `${lost(5500)}\n${GUESSING}\nwait 1min`);
      expect(await explain(stage, 'g12', 'credit')).toEqual(AGREED);
      await perform(stage, 'refund g12 as Awa -> refunded');
    }));

  test('is sent to nobody once two people have said that it was never paid', () =>
    scene(async (stage) => {
      await perform(stage, `${lost(5500)}\n${GUESSING}\nwait 1min`);
      expect(await explain(stage, 'g12', 'write_off')).toEqual(AGREED);
      await perform(stage, 'refund g12 as Awa -> refused\nanchor\nrefund g12 as Awa -> refused');
    }));

  test('goes back at once where those without a place tell of other sums, or came long after it', () =>
    scene((stage) =>
      perform(
        stage,
        `${lost(3000)}
        ${lines(5, (n) => `sms g${n} forged 5000 balance ${guessed(n) + 5000}`)}
        deliver lost
        wait 1h
        ${lines(5, (n) => `sms h${n} forged 3000 balance ${guessed(n) + 3000}`)}
        wait 1min
        refund lost as Awa -> refunded`,
      ),
    ));
});

const READINGS = 5000;

test('Whether money may be sent back is looked up without the many readings of its SIM before it and since', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 5min\nsms m credit 3000\nwait 10min\nanchor');
    const { pool } = stage.world.service.first.services;
    await unchecked(pool, (client) =>
      client.query(
        `insert into staff_actions (id, actor, action, subject_id, note, at)
        select gen_random_uuid(), 'Reader', 'feed.anchor', $1, 'read', $2::timestamptz + k * interval '8 hours'
        from generate_series(-${READINGS}, ${READINGS}) k where k <> 0`,
        [firstSim(stage), stage.world.now],
      ),
    );
    await pool.query('vacuum analyze staff_actions');
    const plans = await explained(pool, () => perform(stage, 'refund m as Awa -> refunded'));
    const looked = plans.filter(({ name }) => name === 'find_tried_credits');
    expect(looked).toHaveLength(1);
    const many = looked.filter(({ nodes }) =>
      nodes.some(({ rows, removed, loops }) => (rows + removed) * loops >= READINGS / 10),
    );
    expect(many.map(({ text }) => text)).toEqual([]);
    await unchecked(pool, (client) => client.query("delete from staff_actions where actor = 'Reader'"));
  }));
