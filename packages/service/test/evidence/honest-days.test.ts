import { describe, expect, test } from 'vitest';
import { closeAll, explainAll, statement, sweep } from './desk.ts';
import { firstSim, MORNING, perform, type Stage, stagesOfFile, UNDATED } from './play.ts';

const scene = stagesOfFile();

/** A debit whose message prints no fee, though one was taken. */
function hidingFee(stage: Stage, name: string, sum_xaf: number, fee_xaf: number): void {
  const sim = stage.world.sims.get('one')?.sim;
  if (sim === undefined) throw new Error('no SIM');
  const sms = sim.debit(sum_xaf, fee_xaf);
  const text = sms.text.replace(/ Frais: \d+ FCFA\./, '');
  stage.messages.set(name, { sim: 'one', sms: { ...sms, text } });
}

/** Two texts of the operator that advertise. No SIM of ours holds as little as they would begin at. */
const ADVERTS = `sms q1 told "Rechargez 1000 FCFA ce week-end et recevez 2000 FCFA de bonus."
  wait 1min
  sms q2 told "Transferez 3000 FCFA et gagnez 600 FCFA de credit."
  wait 1min`;

describe('Behind a lost message, a reading', () => {
  test('pays a payment of 150,000, though two advertisements came while it waited', () =>
    scene((stage) =>
      perform(
        stage,
        `late z credit 100
        wait 1min
        ${ADVERTS}
        session c 150000 ttl 60
        paid c
        wait 5min
        anchor
        c -> SUCCESS`,
      ),
    ));

  test('pays a payment of 150,000, though five true messages of the morning wait between two that were lost', () =>
    scene((stage) =>
      perform(
        stage,
        `${MORNING}
        wait 3h
        late z credit 100
        wait 1min
        session c 150000 ttl 60
        paid c
        wait 5min
        anchor
        c -> SUCCESS`,
      ),
    ));

  test('is not short by a sweep that was announced and whose message has come, though two advertisements came too', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 400000 from 66777002
        wait 5min
        anchor
        wait 5min
        late z credit 100
        wait 1min
        ${ADVERTS}
        session c 7000 ttl 60
        paid c
        session d 8000 ttl 60
        paid d
        wait 1min`,
      );
      await sweep(stage, 300_000);
      await perform(
        stage,
        `sms s debit 300000
        wait 1min
        session e 4400
        paid e
        wait 5min
        anchor
        wait 1min
        incidents -> none
        c -> SUCCESS
        d -> SUCCESS
        e -> SUCCESS`,
      );
    }));

  // The same, and people do whatever the incidents ask of them.
  test('ends no true payment as expired, once people have explained what it found and closed what they looked up', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sms in credit 400000 from 66777002
        wait 5min
        anchor
        wait 5min
        late z credit 100
        wait 1min
        ${ADVERTS}
        session c 7000 ttl 60
        paid c
        wait 1min`,
      );
      await sweep(stage, 300_000);
      await perform(stage, 'sms s debit 300000\nwait 5min\nanchor\nwait 1min');
      await explainAll(stage, ['UNEXPLAINED'], 'sweep');
      await closeAll(stage, 'short');
      await perform(stage, 'sms y credit 300 from 66777003\nwait 5min\nanchor\nwait 25h');
      const [row] = await stage.world.service.rows<{ status: string }>(
        'select status from payment_sessions where id = $1',
        [stage.sessions.get('c')?.id],
      );
      expect(row?.status).not.toBe('EXPIRED');
    }));
});

describe('A payment beyond the bound', () => {
  // 250,000 came and were swept, and 3,000 came beside: of 3,000 in one or two messages the morning has three ways.
  test('is paid by the next reading, though five true messages wait between two that were lost and it was swept', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `${MORNING}
        wait 3h
        session big 250000 ttl 60
        paid big
        wait 1min
        sms x credit 3000 from 66777002
        wait 1min`,
      );
      await sweep(stage, 250_000);
      await perform(stage, 'sms s debit 250000\nwait 5min\nanchor\nbig -> SUCCESS');
    }));
});

describe('What a reading found short', () => {
  test('is explained by the late message of the announced sweep and that of its fee', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      await sweep(stage, 20_000);
      await perform(
        stage,
        `wait 4min
        late s debit 20000
        late f moved -100 "Frais de transfert de 100 FCFA preleves. Nouveau solde BALANCE FCFA."
        wait 5min
        anchor
        wait 1min
        deliver s
        deliver f
        wait 1min
        incidents -> none
        session a 5000
        paid a
        a -> SUCCESS`,
      );
    }));

  // Nothing is unexplained, nothing is suspected, and no incident asks for the reading that would pay it.
  test('and late messages explain, leaves no payment behind of which no incident tells', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min');
      await sweep(stage, 30_000);
      await perform(
        stage,
        `wait 4min
        session a 7000 ttl 60
        late d debit 30000
        late a's credit 7000
        wait 5min
        anchor
        wait 1min
        incidents -> short
        deliver d
        deliver a's
        wait 2h`,
      );
      const told = (
        await stage.world.service.rows(
          'select kind from feed_incidents where closed_at is null and collection_number_id = $1',
          [firstSim(stage)],
        )
      ).length;
      const [row] = await stage.world.service.rows<{ status: string }>(
        'select status from payment_sessions where id = $1',
        [stage.sessions.get('a')?.id],
      );
      expect(row?.status === 'SUCCESS' || told > 0, `${row?.status}, ${told} incidents`).toBe(true);
    }));
});

// No tariff is set, and 600 francs are hidden: the money has left, the reading says so, and the refund never ends.
test('A refund that a reading found sent, with a fee that no tariff says, ends, or some incident tells of it', () =>
  scene(async (stage) => {
    await perform(stage, 'sms m credit 60000\nwait 5min\nanchor\nrefund m as Awa -> refunded\nwait 5min');
    hidingFee(stage, 'd', 60_000, 600);
    await perform(stage, 'deliver d\nwait 5min\nanchor\nwait 2h');
    const rows = await stage.world.service.rows<{ is_met: boolean; told: number }>(
      `select a.step_id is not null as is_met, (select count(*)::int from feed_incidents f
        where f.collection_number_id = a.collection_number_id and f.closed_at is null) as told
      from announced_debits a where a.collection_number_id = $1`,
      [firstSim(stage)],
    );
    expect(rows.map(({ is_met, told }) => is_met || told > 0)).toEqual([true]);
  }));

test('A message without a time that is fourteen hours late fills the gap that a reading found, and is not refuted', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000
      late z moved 5000 ${UNDATED}
      wait 5min
      anchor
      wait 14h
      deliver z
      wait 10min
      anchor
      wait 1min`,
    );
    const credits = await stage.world.service.rows<{ amount_xaf: number }>(
      'select amount_xaf from credits where collection_number_id = $1',
      [firstSim(stage)],
    );
    expect(credits, 'what staff can give its payer').toMatchObject([{ amount_xaf: 5000 }]);
  }));

describe('A statement', () => {
  test('that prints the fee of a debit beside it tells of a sweep that is announced afterwards', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nlate d debit 60000 fee 600\nwait 5min');
      await statement(stage, 600);
      await sweep(stage, 60_000);
      const rows = await stage.world.service.rows(
        'select id from announced_debits where collection_number_id = $1 and step_id is not null',
        [firstSim(stage)],
      );
      expect(rows).toHaveLength(1);
    }));
});

describe('A debit that two people write off', () => {
  test('and that the statement itself has proven suspects nobody', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nlate d debit 1000\nwait 5min');
      await statement(stage);
      await explainAll(stage, ['DEBIT'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));

  // As the staff of docs/year.md say of each: what else should they call it?
  test('since the operator took a payment back suspects nobody', () =>
    scene(async (stage) => {
      await perform(
        stage,
        "session a 9000\npaid a\na -> SUCCESS\nwait 5min\nsms r reversal a's 9000\nwait 5min\nanchor",
      );
      await explainAll(stage, ['REVERSAL'], 'write_off');
      await perform(stage, 'wait 1min\nincidents -> none\nsession b 5000\npaid b\nb -> SUCCESS');
    }));
});

// Old: the payment and the sweep lie above both ends of the gap, so the reading refutes them before the late messages come.
test('What came between two late messages, and before an announced sweep, is paid once both have come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 400000 from 66777002
      wait 5min
      anchor
      wait 5min
      session a 10000 ttl 60
      late a's credit 10000
      wait 1min
      session b 25000 ttl 60
      paid b
      wait 1min`,
    );
    await sweep(stage, 280_000);
    await perform(
      stage,
      `wait 3min
      sms d debit 280000 fee 100
      wait 1min
      session c 7500 ttl 60
      late c's credit 7500
      wait 4min
      anchor
      wait 2min
      deliver a's
      deliver c's
      wait 2min
      wait 25h
      b -> SUCCESS
      a -> SUCCESS
      c -> SUCCESS`,
    );
  }));
