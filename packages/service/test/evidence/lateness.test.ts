import { describe, expect, test } from 'vitest';
import { showBooks } from '../../src/engine/book/look.ts';
import { act, firstSim, perform, playsOfFile, type Stage, scene } from './play.ts';

const play = playsOfFile();

describe('A message that comes', () => {
  test.each(['31s', '40s', '90s', '9min'])('%s late delays both payments and fails neither', (late) =>
    play(`
      session a 5000
      session b 7000
      late m credit 5000
      wait 1s
      paid b
      wait ${late}
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT
      float -> 0
      deliver m
      a -> SUCCESS
      b -> SUCCESS
      float -> 12000
    `),
  );

  test.each(['31s', '40s', '90s', '9min'])(
    '%s late, of money that nobody waits for, fails no payment after it',
    (late) =>
      play(`
      session b 7000
      late m credit 3100
      wait 1s
      paid b
      wait ${late}
      b -> AWAITING_PAYMENT
      deliver m
      b -> SUCCESS
      float -> 10100
      session c 5000
      paid c
      c -> SUCCESS
    `),
  );

  test('40 s late twice in a row fails no payment', () =>
    play(`
      session b 7000
      session c 9000
      late m1 credit 3100
      paid b
      wait 40s
      deliver m1
      late m2 debit 20000
      paid c
      wait 40s
      deliver m2
      b -> SUCCESS
      c -> SUCCESS
      float -> -900
    `));

  test('20 min late settles all that waited for it, each by the time that it prints', () =>
    play(`
      session a 5000
      session b 7000
      session c 9000 ttl 60
      late m credit 5000
      wait 70s
      paid b
      wait 3min
      paid c
      wait 16min
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT
      c -> AWAITING_PAYMENT
      deliver m
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS
      float -> 21000
    `));

  test('late in the opposite order is one chain all the same', () =>
    play(`
      session a 5000
      session b 7000
      session c 9000
      late m1 credit 5000
      late m2 credit 7000
      late m3 credit 9000
      wait 40s
      deliver m3
      wait 40s
      deliver m2
      wait 40s
      deliver m1
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS
    `));

  test('late, of money that left, settles who paid after it', () =>
    play(`
      session a 5000
      late m debit 20000
      paid a
      wait 2min
      a -> AWAITING_PAYMENT
      deliver m
      a -> SUCCESS
      float -> -15000
    `));

  test('late about a payment that was sent too late is still too late', () =>
    play(`
      session a 5000
      session b 7000 ttl 60
      wait 11min
      late m credit 5000
      wait 20s
      paid b
      wait 20s
      deliver m
      b -> SUCCESS
      unpaid a -> yes
    `));

  test('twice is one payment', () =>
    play(`
      session a 5000
      late m credit 5000
      deliver m
      wait 40s
      deliver m
      a -> SUCCESS
      session b 9000
      wait 40s
      deliver m
      b -> AWAITING_PAYMENT
      float -> 5000
    `));
});

describe('A message that never comes', () => {
  test('keeps the payments after it waiting, until staff read the balance; then they settle in order', () =>
    play(`
      session b 7000
      session c 9000
      late m credit 3100
      wait 1s
      paid b
      wait 1s
      paid c
      wait 5min
      b -> AWAITING_PAYMENT
      c -> AWAITING_PAYMENT
      float -> 0
      anchor
      b -> SUCCESS
      c -> SUCCESS
      float -> 19100
      session d 4000
      paid d
      d -> SUCCESS
    `));

  test('each is judged by its own time, though staff come hours later', () =>
    play(`
      session b 7000
      session c 9000
      late m credit 3100
      paid b
      wait 11min
      paid c
      wait 5h
      b -> AWAITING_PAYMENT
      anchor
      b -> SUCCESS
      unpaid c -> yes
      float -> 19100
    `));

  test('and comes after all when staff have read the balance: its session is paid', () =>
    play(`
      session a 5000
      session b 7000
      late m credit 5000
      wait 70s
      paid b
      wait 5min
      anchor
      b -> SUCCESS
      a -> AWAITING_PAYMENT
      float -> 12000
      deliver m
      a -> SUCCESS
      float -> 12000
    `));

  test('leaves nothing to those who forge in its shadow', () =>
    play(`
      session a 45000
      session b 7000
      late m credit 3100
      wait 1s
      paid b
      sms f1 forged 45000 off +0
      sms f2 forged 100 off +45000
      wait 5min
      a -> AWAITING_PAYMENT
      anchor
      b -> SUCCESS
      unpaid a -> yes
      float -> 10100
      wait 20min
      unpaid a -> yes
    `));

  test('is no reason to give up its session before a day has passed, nor to keep it longer', () =>
    play(`
      session b 7000
      late m credit 3100
      paid b
      wait 20h
      b -> AWAITING_PAYMENT
      wait 6h
      b -> UNDER_REVIEW unproven
    `));
});

describe('A message of a gap that a balance has closed', () => {
  test('waits for the other one that is missing there, and asks nobody to read the SIM again', () =>
    play(`
      session a 5000
      late m credit 1000
      late n credit 2000
      wait 2min
      paid a
      wait 5min
      incidents -> claim
      anchor
      a -> SUCCESS
      incidents -> none
      wait 2min
      deliver n
      wait 10min
      incidents -> none
      session b 7000
      paid b
      b -> SUCCESS
      deliver m
      float -> 15000
    `));
});

describe('A message that waits', () => {
  test('makes its number the last choice at once, and the first again as soon as it is proven', () =>
    play(`
      sim two
      session a 5000 on one
      late m credit 1000 on one
      paid a
      wait 2s
      session b 1111
      at b -> two
      session c 2222
      at c -> two
      session d 3333
      at d -> two
      session e 4444
      at e -> two
      session f 6666
      at f -> two
      session g 7777
      at g -> two
      incidents one -> none
      deliver m
      a -> SUCCESS
      wait 2s
      session h 8888
      at h -> one
    `));

  test('for more than a week is history: its number is the first choice again, and its list begins with the newest that waits', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two
        session a 5000 on one
        late m credit 1000 on one
        paid a
        wait 190h
        session b 1111
        wait 2s
        session c 2222
        wait 2s
        session d 3333`,
      );
      const at = await Promise.all(['b', 'c', 'd'].map((name) => act(stage, ['at', name])));
      expect(at).toContain('one');
      await perform(
        stage,
        `sms n forged 700 balance 912300 on one
        wait 5s
        sms o forged 800 balance 912300 on one`,
      );
      const { claims } = await showBooks(stage.world.service.first.services, [firstSim(stage)]);
      const ids = claims.map(({ body }) =>
        ['o', 'n', "a's"].find((name) => body.includes(idIn(stage, name))),
      );
      expect(ids).toEqual(['o', 'n']);
    }));
});

const idIn = ({ messages }: Stage, name: string): string => messages.get(name)?.sms.id ?? '';

test('a payment on the wrong number that is proven after its own session is over confirms no stranger', () =>
  play(`sim two moov
    session x 5000 payer 66000001 ttl 5
    session y 5000 by other on two ttl 20
    late lost credit 700 on two
    sms p credit 5000 from 66000001 on two
    wait 9min
    x -> EXPIRED
    anchor two
    y -> UNDER_REVIEW ambiguous`));

test('a payment on the wrong number that is proven when nothing is kept free for its own session any more confirms no stranger', () =>
  play(`sim two moov
    session x 5000 payer 66000001 ttl 5
    session y 5000 by other on two ttl 60
    late lost credit 700 on two
    sms p credit 5000 from 66000001 on two
    wait 55min
    x -> EXPIRED
    anchor two
    y -> UNDER_REVIEW ambiguous`));
