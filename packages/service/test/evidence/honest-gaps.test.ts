import { describe, expect, test } from 'vitest';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { closeAll, explainAll, statement, sweep } from './desk.ts';
import { firstSim, idOf, lines, MORNING, perform, type Stage, stagesOfFile, UNDATED } from './play.ts';

const scene = stagesOfFile();

/** Words of an Airtel credit whose id was made so many seconds after now by the operator's clock. */
function creditOf(stage: Stage, amount_xaf: number, by_s: number): string {
  const id = idOf(stage, 'MP', -by_s / 60, `B7${amount_xaf}`);
  return `"Trans.Id : ${id}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est BALANCE FCFA."`;
}

describe('A busy SIM', () => {
  // 50 payments a minute: more steps than a hundred have come between the look and the word of it.
  test('is not short where somebody types two minutes later what he has read, as he may', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      const read_xaf = stage.world.sims.get('one')?.sim.balance_xaf ?? 0;
      await perform(
        stage,
        lines(12, () => `${lines(9, (n) => `sms m credit ${100 + n}`)}\nwait 10s`),
      );
      expect(await stage.world.anchorAt('one', read_xaf)).toBe('anchored');
      await perform(stage, 'incidents -> none\nsession a 5000\npaid a\na -> SUCCESS');
    }));
});

describe('A slip of a reading that the next one corrects', () => {
  // What had come before the slip has no place behind it, though the slip is what had none.
  test('keeps no payment from its money that waited for that reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'wait 10min\nsession a 250000 ttl 60\npaid a\nwait 5min\nincidents -> anchor_due claim',
      );
      const { number = '' } = stage.world.sims.get('one')?.sim ?? {};
      for (const actor of ['Awa', 'Brahim'])
        await anchorNumbers(stage.world.service.first.services, [
          { number, balance_xaf: 321_410, actor, note: 'misread' },
        ]);
      await perform(stage, 'wait 4min\nanchor\nwait 1min');
      await closeAll(stage, 'short');
      await perform(stage, 'wait 5min\nanchor\nwait 1min');
      const steps = await stage.world.service.rows(
        "select s.id from book_steps s where s.kind = 'CREDIT' and s.collection_number_id = $1",
        [firstSim(stage)],
      );
      expect(steps, 'the step of 250,000').toHaveLength(1);
    }));
});

describe('A gap that two late messages fill', () => {
  // Five true messages of the morning wait between two that were lost; they came before the reading of the morning.
  test('pays 150,000, though messages of the morning wait in a gap of before the last reading', () =>
    scene((stage) =>
      perform(
        stage,
        `${MORNING}
        wait 3h
        session c 150000 ttl 60
        session d 4000 ttl 60
        late c's credit 150000
        wait 1min
        late d's credit 4000
        wait 5min
        anchor
        wait 1min
        deliver c's
        deliver d's
        wait 1min
        d -> SUCCESS
        c -> SUCCESS`,
      ),
    ));
});

describe('A gap that one late message fills exactly', () => {
  // Money of 150,000 has to be told of by whoever guesses at it: messages of other sums could not have met it.
  test('pays 150,000, though messages wait in a gap that a later reading found', () =>
    scene((stage) =>
      perform(
        stage,
        `session c 150000 ttl 60
        late c's credit 150000
        wait 5min
        anchor
        wait 10min
        ${MORNING}
        wait 10min
        deliver c's
        wait 1min
        c -> SUCCESS`,
      ),
    ));

  // A school: all pay the same fee, and those of the morning wait between two messages that were lost.
  test('pays 150,000, though four of that sum wait in a gap of before the last reading', () =>
    scene((stage) =>
      perform(
        stage,
        `late z1 credit 100
        wait 1min
        ${lines(4, (n) => `session a${n} 150000 ttl 60 payer 6600000${n}\npaid a${n} from 6600000${n}\nwait 1min`)}
        late z2 credit 200
        wait 1min
        session a9 700
        paid a9
        wait 5min
        anchor
        a9 -> SUCCESS
        wait 3h
        session c 150000 ttl 60 payer 66000009
        late c's credit 150000 from 66000009
        wait 5min
        anchor
        wait 5min
        deliver c's
        wait 1min
        c -> SUCCESS`,
      ),
    ));
});

describe('A message that had come before the last look at the SIM', () => {
  test('and waits in its gap, contests nothing that comes behind that reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `late z1 credit 100
        wait 1min
        session a 5000
        paid a
        wait 1min
        late z2 credit 200
        wait 1min
        session b 700
        paid b
        wait 5min
        anchor
        b -> SUCCESS
        wait 5min`,
      );
      await sweep(stage, 60_000);
      await perform(
        stage,
        `sms s debit 60000
        wait 1min
        session c 60000
        paid c
        c -> SUCCESS
        wait 5min
        anchor
        wait 1min
        incidents -> none`,
      );
    }));

  // Two people have given the missing sum to its payer; then its message comes, and later balances cross it again.
  test('or tells of money that people have given away since, contests nothing behind that reading', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 60\nlate m credit 5000\nwait 20min\nanchor\nwait 5min');
      await explainAll(stage, ['UNEXPLAINED'], 'credit');
      await perform(stage, 'deliver m\nwait 5min');
      await sweep(stage, 60_000);
      await perform(
        stage,
        `sms s debit 60000
        wait 1min
        session c 62000
        paid c
        c -> SUCCESS
        wait 5min
        anchor
        wait 1min
        incidents -> none`,
      );
    }));
});

describe('An operator whose clock is wrong by minutes', () => {
  test('three ahead: a late message fills the gap that a reading found', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession a 5000 ttl 60');
      await perform(
        stage,
        `late m moved 5000 ${creditOf(stage, 5000, 180)}
        wait 1min
        anchor
        wait 4min
        deliver m
        wait 1min
        anchor
        wait 1min
        a -> SUCCESS`,
      );
    }));

  test('six behind: a payment behind a lost message, just after a reading, waits and is paid by the next', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'session a 5000 ttl 60\nwait 10min\nanchor\nwait 1min\nlate z credit 100\nwait 30s',
      );
      await perform(
        stage,
        `sms m moved 5000 ${creditOf(stage, 5000, -360)}
        wait 1min
        anchor
        wait 1min
        a -> SUCCESS`,
      );
    }));

  // The one prints its time, the other none: behind the late one, of which the clock is ahead, it seems older.
  test('five ahead: the next reading pays a payment whose message prints no time, behind a late one that does', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession b 5000 ttl 60\nwait 1min');
      await perform(
        stage,
        `late z moved 100 ${creditOf(stage, 100, 300)}
        wait 10s
        sms m moved 5000 ${UNDATED}
        wait 6min
        deliver z
        wait 1min
        anchor
        b -> SUCCESS`,
      );
    }));
});

describe('A debit that two people write off', () => {
  test('suspects nobody, where the statement lists what its message told', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nsms d debit 1000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));
});

describe('A true loss that two people write off', () => {
  // It was no forgery: nothing of the bound is used by it once a person has closed what it suspects.
  test('leaves its SIM the whole bound, where the statement lists what its message told', () =>
    scene(async (stage) => {
      const morning = `${lines(7, () => 'sms m credit 140000\nwait 1min')}\nwait 5min\nanchor\nwait 5min`;
      await perform(stage, morning);
      await perform(stage, 'sms d debit 1000000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await closeAll(stage, 'short');
      await perform(stage, morning);
      await perform(stage, 'session b 50000\npaid b\nb -> SUCCESS');
    }));
});

describe('Two SIMs of ours', () => {
  test('that pay each other alarm nobody, though the message of where it came waits', () =>
    scene(async (stage) => {
      await perform(stage, 'sim two\nsms big credit 90000 on one\nwait 5min\nanchor\nwait 5min');
      await sweep(stage, 50_000);
      await perform(stage, 'sms s debit 50000 on one\nlate z credit 100 on two');
      const [one, two] = ['one', 'two'].map((name) => stage.world.sims.get(name)?.sim);
      const id = stage.messages.get('s')?.sms.id ?? '';
      await perform(
        stage,
        `sms t moved 50000 "Trans.Id : ${id}. Vous avez recu 50000 FCFA du ${one?.number.slice(4)}. Votre solde disponible est BALANCE FCFA." on two
        wait 5min
        anchor two
        wait 1min`,
      );
      expect(two).toBeDefined();
      const alerts = await stage.world.service.rows<{ kind: string }>(
        'select kind from staff_alerts where closed_at is null',
        [],
      );
      expect(alerts).toEqual([]);
      await perform(stage, 'incidents one -> none\nincidents two -> none');
    }));
});

describe('A session whose very sum a reading has found missing', () => {
  test('does not expire while its message is late', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        late m credit 5000
        wait 2min
        session b 7000
        paid b
        wait 1min
        anchor
        b -> SUCCESS
        wait 40min
        a -> AWAITING_PAYMENT
        deliver m
        a -> SUCCESS`,
      ),
    ));

  test('does not expire while its message is late, though nobody paid behind it', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        wait 2min
        late m credit 5000
        wait 1min
        anchor
        wait 40min
        a -> AWAITING_PAYMENT
        deliver m
        a -> SUCCESS`,
      ),
    ));
});
