import { describe, expect, test } from 'vitest';
import { showReview } from '../../src/engine/desk/waiting.ts';
import { sessionOf } from './desk.ts';
import { perform, playsOfFile, stagesOfFile } from './play.ts';

const play = playsOfFile();
const scene = stagesOfFile();

/** Sessions of 5000 and 6000 on one SIM, each behind an order of the same merchant that has ended there. */
const AGAIN = `session old 5000 ttl 5 on one
  cancel old
  session done 7000 ttl 5 on one
  paid done
  done -> SUCCESS
  wait 40min`;

describe('Who begins again, declares no phone, and quotes the ticket of the order before', () => {
  test('is not forgotten: his session waits for people, who give it his money', () =>
    play(`
      ${AGAIN}
      session a 5000 on one
      session b 7000 on one
      session c 6000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      sms n credit 7000 from 66000002 motif "{done}" on one
      sms o credit 6000 from 66000003 motif "{old}" on one
      a -> AWAITING_PAYMENT
      wait 65min
      a -> AWAITING_PAYMENT
      assign o to c as Awa -> assigned
      c -> SUCCESS
      wait 24h
      a -> UNDER_REVIEW unproven
      b -> UNDER_REVIEW unproven
      assign m to a as Awa -> assigned
      a -> SUCCESS
    `));

  test('also where the order before was given another SIM', () =>
    play(`
      session old 5000 ttl 5 on one
      wait 40min
      old -> EXPIRED
      sim two
      session x 5000 by rival on one
      session a 5000 on two
      sms m credit 5000 from 66000001 motif "{old}" on two
      wait 25h
      a -> UNDER_REVIEW unproven
      x -> EXPIRED
    `));

  test.each<[string, (ticket: string) => string]>([
    ['in groups of two', (ticket) => ticket.replace(/..\B/g, '$& ')],
    ['glued to a word', (ticket) => `ticket${ticket}`],
  ])('also where he writes its ticket %s', (_how, written) =>
    scene(async (stage) => {
      await perform(
        stage,
        `session old 5000 ttl 5 on one
        wait 40min
        old -> EXPIRED
        sim two
        session a 5000 on two`,
      );
      const motif = written(sessionOf(stage, 'old').ticket.replace('-', ''));
      await perform(
        stage,
        `sms m credit 5000 from 66000001 motif "${motif}" on two
        wait 25h
        a -> UNDER_REVIEW unproven
        assign m to a as Awa -> assigned
        a -> SUCCESS`,
      );
    }),
  );

  test('also where people still look at the order before', () =>
    play(`
      session old 5200 on one
      sms h credit 2600 from 66000009 motif "{old}" on one
      old -> UNDER_REVIEW amount_mismatch
      sim two
      session a 5000 on two
      sms m credit 5000 from 66000001 motif "{old}" on two
      wait 25h
      a -> UNDER_REVIEW unproven
    `));

  test('also where both orders were given one SIM, and his money lies in the case of the order before', () =>
    play(`
      session old 5200 on one
      sms h credit 2600 from 66000009 motif "{old}" on one
      old -> UNDER_REVIEW amount_mismatch
      session a 5000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      wait 65min
      a -> AWAITING_PAYMENT
      wait 24h
      a -> UNDER_REVIEW unproven
    `));

  test('while money of its own ticket, which lies in its case, is shown there once', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session old 5000 on one
        sms h credit 2600 from 66000009 motif "{old}" on one
        old -> UNDER_REVIEW amount_mismatch
        sms m credit 5000 from 66000001 motif "{old}" on one`,
      );
      const review = await showReview(stage.world.service.first.services, sessionOf(stage, 'old').id);
      expect(review?.possible).toEqual([]);
    }));

  test('also where people have closed that case meanwhile', () =>
    play(`
      session old 5200 on one
      sms h credit 2600 from 66000009 motif "{old}" on one
      session a 5000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      wait 5min
      anchor
      reject old -> rejected
      wait 65min
      a -> AWAITING_PAYMENT
      assign m to a as Awa -> assigned
      a -> SUCCESS
    `));

  test('also by a transaction, behind an order of one SIM that people look at', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session old 5200 on one
        sms h credit 2600 from 66000009 motif "{old}" on one
        old -> UNDER_REVIEW amount_mismatch
        transaction t 5000 payer 66777001 on one
        sms m credit 5000 from "66 •• •• 01" motif "{old}" on one
        wait 65min
        t -> PENDING`,
      );
      const reviews = await stage.world.service.rows(
        'select kind, reason, state from transaction_reviews where transaction_id = any ($1::uuid[])',
        [[...stage.transactions.values()].map(({ id }) => id)],
      );
      expect(reviews).toEqual([{ kind: 'doubtful', reason: 'unproven', state: 'OPEN' }]);
    }));

  test('also by a transaction of that merchant, of whose payer the operator hides digits', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session old 5000 ttl 5 on one
        wait 40min
        old -> EXPIRED
        sim two
        transaction t 5000 payer 66777001 on two
        transaction u 7000 payer 66777001 by rival on two
        sms m credit 5000 from "66 •• •• 01" motif "{old}" on two
        sms n credit 7000 from "66 •• •• 01" motif "{old}" on two
        wait 65min
        t -> PENDING
        u -> TIMEOUT
        wait 24h
        t -> TIMEOUT`,
      );
      const reviews = await stage.world.service.rows(
        'select kind, reason, state from transaction_reviews where transaction_id = any ($1::uuid[])',
        [[...stage.transactions.values()].map(({ id }) => id)],
      );
      expect(reviews).toEqual([{ kind: 'doubtful', reason: 'unproven', state: 'OPEN' }]);
    }));
});

describe('A session is kept by no ticket of an order that has ended', () => {
  test('and is paid by its own payment as ever', () =>
    play(`
      ${AGAIN}
      session a 5000 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      paid a from 66000002
      a -> SUCCESS
    `));

  test('where it is that of another merchant, or was quoted by another phone than it has declared', () =>
    play(`
      ${AGAIN}
      session a 5000 by rival on one
      session b 7000 payer 66000009 on one
      sms m credit 5000 from 66000001 motif "{old}" on one
      sms n credit 7000 from 66000001 motif "{done}" on one
      wait 65min
      a -> EXPIRED
      b -> EXPIRED
    `));

  test('for money of another sum, that came before or after its time, or has been given back', () =>
    play(`
      ${AGAIN}
      sms l credit 7000 from 66000001 motif "{done}" on one
      wait 5min
      session a 5000 ttl 5 on one
      session b 7000 on one
      session c 6000 on one
      sms m credit 5100 from 66000001 motif "{old}" on one
      sms o credit 6000 from 66000003 motif "{old}" on one
      refund o as Awa -> refunded
      wait 10min
      sms p credit 5000 from 66000001 motif "{old}" on one
      wait 65min
      a -> EXPIRED
      b -> EXPIRED
      c -> EXPIRED
    `));
});
