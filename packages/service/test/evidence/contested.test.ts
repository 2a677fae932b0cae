import { describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { bookOf, contested, explainAll } from './desk.ts';
import { airtimeOf, firstSim, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

async function explainStep(
  stage: Stage,
  step_id: string,
  meaning: 'credit' | 'write_off',
): Promise<string[]> {
  const said = [];
  for (const actor of ['Awa', 'Brahim']) {
    const command = { step_id, meaning, actor, note: 'looked up' };
    said.push((await explainSteps(stage.world.service.first.services, [command]))[0]?.kind ?? '');
  }
  return said;
}

/** Steps that a reading found contested, by messages that nobody has disowned. */
const contestedByMessages = async (stage: Stage): Promise<number> =>
  Number(
    (
      await stage.world.service.rows<{ n: string }>(
        `select count(*) as n from contested_steps k where exists (
          select from book_claims c
          where c.notice_id = any (k.by_notices) and c.state <> 'VOIDED' and c.collection_number_id = $1)`,
        [firstSim(stage)],
      )
    )[0]?.n,
  );

describe('A payment that a reading found contested', () => {
  const played = `session v 100000 by rival
    session h 105000
    sms f forged 100000 off +0
    sms g forged 5000 off +100000
    paid h
    wait 2min
    sms t credit 300
    anchor`;

  test('counts on until two people say that it was paid; for a month, where they say that it never was', () =>
    scene(async (stage) => {
      await perform(stage, played);
      const steps = await contested(stage);
      expect(steps.map(({ amount_xaf }) => amount_xaf)).toEqual([100_000, 5000]);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      await perform(stage, 'anchor\nwait 31s\nincidents -> contested');
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      expect(await explainStep(stage, steps[0]?.id ?? '', 'write_off')).toEqual(['proposed', 'explained']);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      expect(await explainStep(stage, steps[1]?.id ?? '', 'credit')).toEqual(['proposed', 'explained']);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 100_000 });
      await perform(stage, 'wait 31s\nincidents -> short');
    }));

  test('and that was never paid stops its number until a person has looked: finding it frees no new bound for its author', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190_000 - 3000 * n} by rival${n}
          session h${n} ${195_000 - 3000 * n} by shop${n}
          sms f${n} forged ${190_000 - 3000 * n} off +0
          sms g${n} forged 5000 off +${190_000 - 3000 * n}
          paid h${n}
          wait 2min
          sms t${n} credit 300
          anchor`,
        );
        for (const { id } of await contested(stage)) await explainStep(stage, id, 'write_off');
      }
      expect(await taken(stage)).toBe(190_000);
      await perform(stage, 'wait 31s\nincidents -> claim short');
    }));

  test('is a payment or none, and nothing else', () =>
    scene(async (stage) => {
      await perform(stage, played);
      const [step] = await contested(stage);
      const command = { step_id: step?.id ?? '', meaning: 'sweep' as const, actor: 'Awa', note: 'looked up' };
      expect(await explainSteps(stage.world.service.first.services, [command])).toEqual([
        { kind: 'is_a_payment' },
      ]);
    }));
});

describe('A payment whose place somebody took, so that its message is refuted', () => {
  const TAKEN = `session h 5000
    late lost credit 10
    paid h
    sms f forged 5010 off -5010
    wait 3min
    sms t credit 300
    wait 2h
    h -> AWAITING_PAYMENT`;

  test('keeps its session waiting for a day, and then a person looks at it', () =>
    scene((stage) =>
      perform(stage, `${TAKEN}\nwait 21h\nh -> AWAITING_PAYMENT\nwait 3h\nh -> UNDER_REVIEW unproven`),
    ));

  test('keeps it waiting no longer once people have said that it is not on the list', () =>
    scene((stage) => perform(stage, `${TAKEN}\ndisown h's\nwait 2min\nh -> EXPIRED`)));

  // The other's sum is not the lost one's, so the reading is short. The handbook has people say that his money never came, then what is missing.
  test('is the likelier one once people have said that what took its place never came: a person looks at its session', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session h 4200
        late lost credit 2000
        wait 1min
        sms f forged 52825 off -2000
        wait 3min
        paid h
        wait 5min
        anchor
        wait 31s
        h -> AWAITING_PAYMENT`,
      );
      await explainAll(stage, ['CREDIT', 'UNEXPLAINED'], 'write_off');
      await perform(stage, 'wait 23h\nh -> AWAITING_PAYMENT\nwait 2h\nh -> UNDER_REVIEW unproven');
    }));

  test('where it touches no balance of the book it is nobody’s, and the session expires', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 5000
        sms f forged 5000 off -3
        wait 3min
        sms t credit 300
        wait 2h
        h -> EXPIRED`,
      ),
    ));
});

describe('A text without a transaction id that comes twice', () => {
  const WORDS = 'Vous avez recu 5000 FCFA du 66123456. Votre solde disponible est';

  test('is told once: it contests nothing and is no step of its own', () =>
    scene(async (stage) => {
      for (let n = 0; n < 6; n += 1)
        await perform(
          stage,
          `sms a${n} moved 5000 "${WORDS} BALANCE FCFA."
          wait 1min
          sms c${n} told "${WORDS} ${62_410 + 5000 * (n + 1)} FCFA."`,
        );
      await perform(
        stage,
        'wait 31s\nincidents -> none\nanchor\nfloat -> 30000\nwait 31s\nincidents -> none',
      );
      expect(await contestedByMessages(stage)).toBe(0);
    }));

  test('and is another payment where the balance has come back to where the first began', () =>
    scene((stage) =>
      perform(
        stage,
        `sms a moved 5000 "${WORDS} BALANCE FCFA."
        wait 1min
        sms out debit 5000
        wait 1min
        sms b moved 5000 "${WORDS} BALANCE FCFA."
        float -> 5000`,
      ),
    ));
});

describe('A message that the operator’s list does not show', () => {
  test('contests nothing once two people have said so, whatever number of payments it led past', () =>
    scene(async (stage) => {
      for (let n = 0; n < 6; n += 1)
        await perform(stage, `session h${n} ${20_000 + n} by shop${n}\npaid h${n}\nh${n} -> SUCCESS`);
      await perform(
        stage,
        `sms f forged 100000 off -220015
        sms g forged 90000 off -119010
        wait 3min
        anchor
        wait 31s
        incidents -> contested
        disown f
        incidents -> contested
        disown g
        wait 31s
        incidents -> none
        disown f -> disowned_before`,
      );
      expect(await contestedByMessages(stage)).toBe(0);
      const [book] = await stage.world.service.rows(
        'select unanchored_xaf, unvouched_xaf from books where collection_number_id = $1',
        [firstSim(stage)],
      );
      expect(book).toEqual({ unanchored_xaf: 0, unvouched_xaf: 0 });
    }));

  test('frees nothing that a true one contests as well, and is no step', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 195010 by rival
        session h 195000
        late lost credit 10
        paid h
        sms f forged 195010 off -195010
        sms g forged 190000 off -190010
        wait 3min
        sms t credit 300
        anchor
        disown g
        wait 31s
        incidents -> contested
        disown f -> has_its_place has_its_place`.replace('has_its_place has_its_place', 'nothing'),
      );
      const [book] = await stage.world.service.rows(
        'select unvouched_xaf from books where collection_number_id = $1',
        [firstSim(stage)],
      );
      expect(book).toEqual({ unvouched_xaf: 195_010 });
    }));

  test('no payment waits for any more: what only it held up settles with the next reading', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 250000
        paid h
        sms t credit 300
        sms f forged 200 off -500
        anchor
        h -> AWAITING_PAYMENT
        wait 31s
        disown f
        wait 31s
        anchor
        h -> SUCCESS`,
      ),
    ));
});

test('A payment that a reading does not vouch for is nobody’s secret: people are asked what has left, then for the next reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 150000
       sms in2 credit 199000
       anchor
       wait 2s
       sms out debit 300000
       session big 250000
       paid big
       session small 1000
       paid small
       wait 31s
       incidents -> anchor_due
       anchor
       wait 31s
       incidents -> outflow
       big -> AWAITING_PAYMENT`,
    );
    await explainAll(stage, ['DEBIT'], 'sweep');
    await perform(
      stage,
      `wait 31s
       incidents -> anchor_due
       anchor
       wait 31s
       incidents -> none
       big -> SUCCESS`,
    );
  }));

describe('What waits at the end of the book goes on without another message', () => {
  test('once two people have said that the message beside it is not the operator’s', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 300
        sms f forged 250000 off +0
        paid a
        a -> AWAITING_PAYMENT
        disown f
        a -> SUCCESS`,
      ),
    ));

  test('but for one of many guesses, of which they have disowned only some: the lucky one may be among the rest', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 100000 by rival ttl 60
        ${lines(24, (n) => `sms g${n} forged 100000 off +${1000 * (n + 1)}`)}
        sms lucky forged 100000 off +0
        v -> AWAITING_PAYMENT
        ${lines(21, (n) => `disown g${n}`)}
        v -> AWAITING_PAYMENT
        sms x forged 100 off +5000
        v -> AWAITING_PAYMENT`,
      );
    }));

  test('once they have disowned the whole flood beside it, one message after the other', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 100000 ttl 60
        ${lines(24, (n) => `sms g${n} forged 100000 off +${1000 * (n + 1)}`)}
        paid a
        a -> AWAITING_PAYMENT
        ${lines(24, (n) => `disown g${n}`)}
        a -> SUCCESS
        session b 100001 ttl 60
        paid b
        b -> SUCCESS`,
      );
    }));

  test('also where the SIM was told of airtime since, near nothing', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 300000
        anchor
        wait 10s
        ${lines(8, (n) => `sms r${n} told ${airtimeOf(500, 900 + n)}`)}
        session a 100000 ttl 60
        ${lines(24, (n) => `sms g${n} forged 100000 off +${1000 * (n + 1)}`)}
        paid a
        a -> AWAITING_PAYMENT
        ${lines(24, (n) => `disown g${n}`)}
        a -> SUCCESS`,
      );
    }));

  test('once two people have explained what had left, so that the bound has room for it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 900000
        anchor
        session a 199000 by a
        session b 198000 by b
        session c 197000 by c
        paid a
        paid b
        paid c
        sms out debit 600000
        wait 31s
        anchor
        session d 196000 by d
        session e 195000 by e
        session f 194000 by f
        paid d
        paid e
        paid f
        e -> SUCCESS
        f -> AWAITING_PAYMENT`,
      );
      await explainAll(stage, ['DEBIT'], 'sweep');
      await perform(stage, 'f -> SUCCESS');
    }));
});
