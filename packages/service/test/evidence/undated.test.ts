import { describe, expect, test } from 'vitest';
import { showReviewCase } from '../../src/engine/desk/case.ts';
import { instructionsOf, servicesOf, sessionOf } from './desk.ts';
import { perform, scene, UNDATED, undatedOf } from './play.ts';

describe('A message that prints no time', () => {
  test('pays its session at once, as any other', () =>
    scene((stage) => perform(stage, `session a 5000\nsms m moved 5000 ${UNDATED}\na -> SUCCESS`)));

  test('and comes hours late confirms no stranger who owes the same by then: a person looks', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 ttl 5
        late m moved 5000 ${UNDATED}
        wait 2h
        a -> EXPIRED
        session b 5000 by other
        deliver m
        b -> UNDER_REVIEW ambiguous`,
      ),
    ));

  test('confirms him where other money has moved on that SIM since the first session ended', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 ttl 5
        wait 1h
        a -> EXPIRED
        sms x credit 300
        wait 20min
        session b 5000 by other
        sms m moved 5000 ${UNDATED}
        b -> SUCCESS`,
      ),
    ));

  test('is looked at where its payer had asked for that sum before, let it go, and named no phone the second time', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 66123456 ttl 5
        wait 70min
        a -> EXPIRED
        session b 5000
        sms m moved 5000 ${UNDATED}
        b -> UNDER_REVIEW ambiguous`,
      ),
    ));

  test.each([
    ['was asked for it by SMS then', 'transaction a 5000 payer 66123456'],
    ['gave his first order up', 'session a 5000 payer 66123456\ncancel a'],
  ])('so too where he %s', (_how, first) =>
    scene((stage) =>
      perform(
        stage,
        `${first}
        wait 70min
        session b 5000
        sms m moved 5000 ${UNDATED}
        b -> UNDER_REVIEW ambiguous`,
      ),
    ),
  );

  test('and him whose phone it names', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 ttl 5
        wait 1h
        session b 5000 payer 66123456 by other
        sms m moved 5000 ${UNDATED}
        b -> SUCCESS`,
      ),
    ));

  test('is in time when what goes on from it was, however late it comes', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 ttl 15
        late m moved 5000 ${UNDATED}
        wait 2min
        sms t credit 300
        wait 2h
        a -> AWAITING_PAYMENT
        deliver m
        a -> SUCCESS`,
      ),
    ));

  // Of a sum that is booked and waits until the SIM is read.
  test('is so too where its credit is booked and waits: its session does, and its page says that it is looked at', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 250000 ttl 15
        late m moved 250000 ${undatedOf('66123456', 250_000)}
        wait 2min
        sms t credit 300
        wait 2h
        a -> AWAITING_PAYMENT
        deliver m
        wait 5min
        a -> AWAITING_PAYMENT`,
      );
      expect(await instructionsOf(stage, 'a')).toContain('en cours de vérification');
      await perform(stage, 'anchor\na -> SUCCESS');
    }));

  test('and pays nobody who asked for the sum after what goes on from it, once the reading lets it settle', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 250000 ttl 5
        wait 4min
        late m moved 250000 ${undatedOf('66123456', 250_000)}
        wait 5min
        h -> EXPIRED
        wait 11min
        sms t credit 300
        wait 25min
        session v 250000 by other on one
        wait 5min
        deliver m
        wait 6min
        anchor
        unpaid v -> yes`,
      ),
    ));
});

describe('A message that prints no time and comes hours late', () => {
  const OF_ANOTHER = undatedOf('66777001');

  test('of a transaction that timed out confirms no stranger who owes the same by then', () =>
    scene((stage) =>
      perform(
        stage,
        `transaction t 5000 payer 66777001
        late m moved 5000 ${OF_ANOTHER}
        wait 2h
        t -> TIMEOUT
        session b 5000 by rival
        deliver m
        unpaid b -> yes`,
      ),
    ));

  test('of a session that was cancelled since confirms no stranger who owes the same by then', () =>
    scene((stage) =>
      perform(
        stage,
        `session t 5000 payer 66777001
        late m moved 5000 ${OF_ANOTHER}
        cancel t
        wait 2h
        session b 5000 by rival
        deliver m
        unpaid b -> yes`,
      ),
    ));

  test('of a session under review confirms no stranger', () =>
    scene((stage) =>
      perform(
        stage,
        `session t 5000 payer 66777001
        sms p credit 4900 from 66777001 on one
        t -> UNDER_REVIEW amount_mismatch
        late m moved 5000 ${OF_ANOTHER}
        wait 25h
        session b 5000 by rival
        deliver m
        t -> UNDER_REVIEW amount_mismatch
        unpaid b -> yes`,
      ),
    ));

  test('of a payer whose own session on another SIM is over confirms no stranger', () =>
    scene((stage) =>
      perform(
        stage,
        `sim two
        session a 5000 payer 66777001 ttl 5 on two
        late m moved 5000 ${OF_ANOTHER}
        wait 2h
        a -> EXPIRED
        session b 5000 by rival on one
        deliver m
        unpaid b -> yes`,
      ),
    ));
});

// `x` waits from before the session was made, and begins where its payment will end: by it the money seems to have moved before.
describe('One forged message that would go on from the next payment of a price', () => {
  const PAID = `sms x forged 5000 off 5000
    wait 3min
    session a 5000 ttl 30
    wait 5min
    sms m moved 5000 ${UNDATED}
    a -> AWAITING_PAYMENT`;

  test('lets no session expire that was paid in words without a time: people look, and give it the money', () =>
    scene((stage) =>
      perform(
        stage,
        `${PAID}
        wait 2h
        a -> AWAITING_PAYMENT
        wait 23h
        a -> UNDER_REVIEW unproven
        assign m to a as Awa -> assigned
        a -> SUCCESS`,
      ),
    ));

  test('nor is its payer asked to pay again, and what paid shows in the case', () =>
    scene(async (stage) => {
      await perform(stage, PAID);
      expect(await instructionsOf(stage, 'a')).toContain('en cours de vérification');
      const found = await showReviewCase(servicesOf(stage), sessionOf(stage, 'a').id);
      const { text } = stage.messages.get('m')?.sms ?? {};
      const shown = found?.review.possible.find(({ body }) => body === text);
      expect(shown).toMatchObject({ state: 'SUSPENSE', credit_id: expect.any(String) });
    }));

  test('keeps no session that declared another payer, and none that was made once the money had come', () =>
    scene((stage) =>
      perform(
        stage,
        `sms x forged 5000 off 5000
        wait 3min
        session a 5000 ttl 30 payer 66000001
        wait 5min
        sms m moved 5000 ${UNDATED}
        wait 1h
        session b 5000 ttl 5 on one
        a -> EXPIRED
        wait 1h
        b -> EXPIRED`,
      ),
    ));
});
