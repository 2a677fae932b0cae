import { describe, expect, test } from 'vitest';
import { showBooks } from '../../src/engine/book/look.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { by, closeAll, explainAll } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

describe('A payment that a reading has left,', () => {
  test('since words begin beside it that nobody knows, is left to people, who hear of it and disown them', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session big 250000
        session small 5000
        paid big
        paid small
        small -> SUCCESS
        sms m told "Operation ID de 700 FCFA, nouveau solde 63110 FCFA."
        wait 5min
        anchor
        big -> AWAITING_PAYMENT
        wait 31s
        incidents -> contested`,
      );
      const { contesting } = await showBooks(stage.world.service.first.services, [firstSim(stage)]);
      expect(contesting.map(({ body, steps }) => [body.includes('Operation'), steps])).toEqual([[true, 1]]);
      await perform(
        stage,
        `disown m
        wait 31s
        incidents -> anchor_due
        wait 5min
        anchor
        big -> SUCCESS
        wait 31s
        incidents -> none`,
      );
    }));

  test('and beside which a message begins afterwards, is left to people as well', () =>
    scene((stage) =>
      perform(
        stage,
        `
      wait 5min
      session big 250000
      paid big
      sms d debit 150000
      wait 1min
      sms e debit 150000
      wait 5min
      anchor
      wait 31s
      big -> AWAITING_PAYMENT
      incidents -> outflow
      sms f forged -700 balance 61710
      wait 31s
      incidents -> claim contested
    `,
      ),
    ));
});

describe('A payment that fills what a reading found missing,', () => {
  test('and that other messages lead past, is shown with them once a reading has left it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session h 5000 ttl 60
        late a credit 5000
        wait 1min
        sms f forged 7000 balance 67410
        sms g forged 7001 balance 67410
        wait 5min
        anchor
        wait 31s
        incidents -> contested
        deliver a
        wait 31s
        h -> AWAITING_PAYMENT
        wait 5min
        anchor
        wait 31s
        h -> AWAITING_PAYMENT
        incidents -> contested`,
      );
      const { contesting } = await showBooks(stage.world.service.first.services, [firstSim(stage)]);
      expect(contesting.map(({ body, steps }) => [/700[01]/.test(body), steps])).toEqual([
        [true, 1],
        [true, 1],
      ]);
      await perform(stage, 'disown f\ndisown g\nwait 31s\nanchor\nwait 31s\nh -> SUCCESS\nincidents -> none');
    }));
});

const WRITTEN_OFF = `sms t credit 900000 from 66777002
  sms u credit 10 from 66777002
  wait 5min
  anchor
  sms d debit 900000
  wait 5min
  anchor`;
/** So much of the bound is used by it that no reading settles a payment of 150,000. */
const WITHHELD = `${lines(5, (n) => `session h${n} ${190_000 - n}\npaid h${n}\nh${n} -> SUCCESS`)}
  wait 5min
  anchor
  session a 150000 ttl 60
  paid a
  sms q credit 300 from 66777002
  wait 5min
  anchor
  wait 31s
  a -> AWAITING_PAYMENT
  incidents -> outflow`;

// A thief took 900,000 off the SIM, by an SMS of it that two people wrote off. So much stays used of the bound for a month.
test('Where what was written off keeps a payment from every reading, people are told once what helps, and to read no more', () =>
  scene(async (stage) => {
    await perform(stage, WRITTEN_OFF);
    await explainAll(stage, ['DEBIT'], 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage, 'short');
    await perform(
      stage,
      `${WITHHELD}
      wait 5min
      anchor
      wait 31s
      a -> AWAITING_PAYMENT
      incidents -> outflow`,
    );
    expect(await explainPending(stage)).toEqual(['proposed', 'explained']);
    await perform(stage, 'a -> UNDER_REVIEW unproven\nwait 31s\nincidents -> none');
  }));

test('Once what was written off is a month old, people are told to read the SIM of a payment that it kept waiting, and the second reading settles it', () =>
  scene(async (stage) => {
    await perform(stage, WRITTEN_OFF);
    await explainAll(stage, ['DEBIT'], 'write_off');
    await perform(stage, 'wait 31s');
    await closeAll(stage, 'short');
    await perform(
      stage,
      `${WITHHELD}
      wait 25h
      a -> UNDER_REVIEW unproven
      incidents -> outflow
      wait 700h
      incidents -> anchor_due
      anchor
      wait 5min
      incidents -> anchor_due
      anchor
      wait 31s
      incidents -> none`,
    );
  }));

/** Two people say of the payment that waits that it came. */
async function explainPending(stage: Stage): Promise<(string | undefined)[]> {
  const { service } = stage.world;
  const [step] = await service.rows<{ id: string }>(
    `select s.id from book_claims c join book_steps s on s.notice_id = c.notice_id
    where c.state = 'PENDING' and c.collection_number_id = $1`,
    [firstSim(stage)],
  );
  const said = [];
  for (const actor of ['Awa', 'Brahim']) {
    const command = { step_id: step?.id ?? '', meaning: 'credit' as const, ...by(actor) };
    said.push((await explainSteps(service.first.services, [command]))[0]?.kind);
  }
  return said;
}
