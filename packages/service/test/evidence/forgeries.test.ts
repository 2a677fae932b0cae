import { describe, expect, test } from 'vitest';
import { findBroken } from '../../sim/broken.ts';
import { createChance } from '../../sim/chance.ts';
import { inOneBatch } from './batch.ts';
import { expectWhole, merchantOf, openStage, perform, playsOfFile, type Stage, statusOf } from './play.ts';

const play = playsOfFile();

/** As much as its merchants may have open; decoys that are refused are no matter. */
async function decoys(stage: Stage, amounts: number[]): Promise<string[]> {
  const rivals = await Promise.all(['r1', 'r2', 'r3', 'r4'].map((name) => merchantOf(stage, name)));
  const answers = await Promise.all(
    amounts.map((amount, n) =>
      stage.world.create(rivals[n % rivals.length] as (typeof rivals)[number], {
        amount,
        customer_phone: `+235660001${String(n).padStart(2, '0')}`,
      }),
    ),
  );
  return answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
}

async function successes(stage: Stage): Promise<number> {
  const rows = await stage.world.service.rows("select id from payment_sessions where status = 'SUCCESS'");
  return rows.length;
}

describe('Messages of a forger who guesses the balance', () => {
  test('sixty decoys and twenty forged messages confirm nothing, and honest payments settle meanwhile', async () => {
    const stage = await openStage();
    try {
      await perform(stage, 'session victim 450000\nsession honest 5000');
      // Every balance up to 6,200 beside a guess is explained by a decoy; the guesses are 6,000 apart.
      await decoys(
        stage,
        Array.from({ length: 62 }, (_, n) => 100 * (n + 1)),
      );
      for (const guess_xaf of [-29, -23, -17, -11, -5, 1, 7, 13, 19, 25])
        await perform(
          stage,
          `sms f forged 450000 off ${guess_xaf * 1000 + 400} from 66777777
           sms g forged 100 off ${guess_xaf * 1000 + 450_400} from 66777778
           wait 1s`,
        );
      await perform(
        stage,
        `wait 31s
         victim -> AWAITING_PAYMENT
         paid honest
         honest -> SUCCESS
         float -> 5000
         wait 5min
         session later 7300
         paid later
         later -> SUCCESS
         wait 25h
         unpaid victim -> yes`,
      );
      expect(await statusOf(stage, 'victim')).toMatch(/^(EXPIRED|UNDER_REVIEW unproven)$/);
      expect(await successes(stage)).toBe(2);
      await expectWhole(stage.world);
    } finally {
      await stage.world.close();
    }
  });

  test.each([2, 3, 5, 12])('%i that go on from one another prove nothing', async (length) => {
    const stage = await openStage();
    try {
      await perform(stage, 'session victim 45000\nsession decoy 21000 by rival payer 66000009');
      for (let n = 0; n < length; n += 1)
        await perform(
          stage,
          n === 0
            ? 'sms f forged 45000 off +20000'
            : `sms f forged 100 off ${65_000 + 100 * (n - 1)}\nwait 2s`,
        );
      await perform(
        stage,
        `wait 35s
         victim -> AWAITING_PAYMENT
         decoy -> AWAITING_PAYMENT
         float -> 0
         session honest 5000 by honest
         paid honest
         honest -> SUCCESS
         float -> 5000
         wait 25h
         unpaid victim -> yes`,
      );
      await expectWhole(stage.world);
    } finally {
      await stage.world.close();
    }
  });

  test('a claim that nothing refutes keeps its session waiting, a day at most, then a person decides', () =>
    play(`
      session a 45000
      session decoy 21000 by rival
      sms f1 forged 45000 off +20000
      sms f2 forged 100 off +65000
      wait 35s
      a                                        -> AWAITING_PAYMENT
      wait 1h
      a                                        -> AWAITING_PAYMENT
      decoy                                    -> EXPIRED
      wait 24h
      a                                        -> UNDER_REVIEW unproven
      float                                    -> 0
    `));

  test('a claim that the book went past keeps nobody waiting', () =>
    play(`
      session a 45000
      sms f1 forged 45000 off +20000
      wait 3min
      session b 5000
      paid b
      b                                        -> SUCCESS
      wait 20min
      a                                        -> EXPIRED
      float                                    -> 5000
    `));

  test('one forged message for the session of a payer who does pay changes nothing', () =>
    play(`
      session a 45000
      sms f1 forged 45000 off +1300
      wait 5min
      paid a
      a                                        -> SUCCESS
      float                                    -> 45000
    `));

  test('forged debits, deposits and reversals move the book no more than forged credits', () =>
    play(`
      session a 5000
      sms f1 forged 45000 off +1300
      sms f2 forged -45000 off +1300
      paid a
      a                                        -> SUCCESS
      float                                    -> 5000
    `));

  test('that waited for the balance to come to them came too early: what moved it was printed later', () =>
    play(`
      session v 45000 by rival ttl 60
      sms f forged 45000 off +5000
      wait 3min
      session a 5000
      paid a
      a -> SUCCESS
      wait 35s
      unpaid v -> yes
      float -> 5000
      session b 7000
      paid b
      b -> SUCCESS
      float -> 12000
    `));

  test('that guess on all SIMs at once close none of them, and do not delay who pays', () =>
    play(`
      sim two
      sms f1 forged 45000 off +20000 on one
      wait 35s
      session a 5000
      at a                                     -> two
      session b 8000
      at b                                     -> two
      sms f2 forged 45000 off +20000 on two
      wait 35s
      session c 6000
      paid a
      paid b
      paid c
      a                                        -> SUCCESS
      b                                        -> SUCCESS
      c                                        -> SUCCESS
    `));

  test('that name no balance at all wait for a witness', () =>
    play(`
      session a 45000
      sms f1 told "Trans.ID : ID. Vous avez recu 45000 FCFA du 66123456."
      wait 5min
      a                                        -> AWAITING_PAYMENT
      session b 5000
      paid b
      b                                        -> SUCCESS
    `));

  test('with a hundred figures are one guess, not a hundred', async () => {
    const figures = Array.from({ length: 60 }, (_, n) => `Solde ${62_410 + 45_000 - 30_000 + 1000 * n} FCFA`);
    await play(`
      session a 45000
      sms f1 told "Trans.ID : ID. Vous avez recu 45000 FCFA du 66123456. ${figures.join('. ')}."
      wait 35s
      a                                        -> AWAITING_PAYMENT
      float                                    -> 0
      session b 5000
      paid b
      b                                        -> SUCCESS
      float                                    -> 5000
    `);
  });

  test('twenty of 900,000 bring no franc into the books and take none out', async () => {
    const stage = await openStage();
    try {
      await perform(stage, 'session a 5000\npaid a\na -> SUCCESS');
      for (let n = 0; n < 20; n += 1)
        await perform(stage, `sms f forged 900000 balance ${1_000_000 + 37 * n}\nwait 2s`);
      await perform(
        stage,
        `wait 2min
         float -> 5000
         anchor
         float -> 5000
         session b 7000 by other
         paid b
         b -> SUCCESS
         float -> 12000`,
      );
      await expectWhole(stage.world);
    } finally {
      await stage.world.close();
    }
  });
});

test.each([1, 2, 3, 4, 5, 6])(
  'ten payments and twenty forgeries that come all at once, in any order: the ten are paid (%i)',
  async (seed) => {
    const stage = await openStage();
    try {
      const names = Array.from({ length: 10 }, (_, n) => `s${n}`);
      for (const [n, name] of names.entries())
        await perform(stage, `session ${name} ${4000 + 311 * n}\nlate ${name} credit ${4000 + 311 * n}`);
      for (let n = 0; n < 20; n += 1)
        await perform(
          stage,
          n % 2 === 0
            ? `late f${n} forged ${4000 + 311 * (n / 2)} off ${1000 + 17 * n}`
            : `late f${n} forged 90000 off ${3000 + n} like s${n % 10}`,
        );
      const chance = createChance(seed);
      const messages = [...stage.messages.values()].map((one) => ({ one, place: chance.next() }));
      await stage.world.deliver(...messages.sort((a, b) => a.place - b.place).map(({ one }) => one));
      await perform(stage, `wait 35s\n${names.map((name) => `${name} -> SUCCESS`).join('\n')}`);
      await expectWhole(stage.world);
    } finally {
      await stage.world.close();
    }
  },
);

describe('The true transaction id in a forged message that comes first', () => {
  test.each(['1s', '35s', '9min'])(
    'takes nothing from the true payment %s later, and its amount is nowhere',
    (later) =>
      play(`
      session a 5000
      session big 90000 by rival
      late m credit 5000
      sms f forged 90000 off +777 like m
      wait ${later}
      deliver m
      a                                        -> SUCCESS
      big                                      -> AWAITING_PAYMENT
      float                                    -> 5000
    `),
  );

  test('nor with the true amount and another balance', () =>
    play(`
      session a 5000
      late m credit 5000
      sms f forged 5000 off +777 like m
      wait 35s
      deliver m
      a                                        -> SUCCESS
      float                                    -> 5000
    `));

  test('nor said three times, on another SIM, an hour before', () =>
    play(`
      sim two
      late m credit 5000 on one
      sms f forged 90000 off +777 like m on two
      wait 1h
      sms g forged 91000 off +778 like m on one
      sms h forged 92000 off +779 like m on one
      wait 2min
      deliver m
      float one                                -> 5000
      float two                                -> 0
      session a 6000 on one
      paid a
      a                                        -> SUCCESS
      session b 6600 on two
      paid b
      b                                        -> SUCCESS
    `));

  test('nor confirms anything word for word on another SIM of the same balance: an incident names both', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `sim two
        session a 20000 on one
        session b 20000 by rival on two
        paid a
        a                                        -> SUCCESS
        sms f forged 20000 off 0 like a's on two
        b                                        -> UNDER_REVIEW unproven
        incidents two                            -> two_steps_one_id`,
      );
      const { pool } = stage.world.service.db;
      expect(await findBroken(pool)).toEqual([]);
      await pool.query(`update feed_incidents set kind = 'claim'`);
      expect(await findBroken(pool)).toEqual([expect.stringContaining('of which no incident tells')]);
    } finally {
      await stage.world.close();
    }
  });

  test('nor where both come in one batch, which an incident tells too', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `sim two
        session a 20000 on one
        session b 20000 by rival on two
        late p credit 20000 on one`,
      );
      await inOneBatch(stage, 'p', [
        { sim: 'one', ago_ms: 0 },
        { sim: 'two', ago_ms: 0 },
      ]);
      expect(await findBroken(stage.world.service.db.pool)).toEqual([]);
      const paid = await stage.world.service.rows(
        "select from payment_sessions where amount_xaf = 20000 and status = 'SUCCESS'",
      );
      expect(paid).toHaveLength(1);
    } finally {
      await stage.world.close();
    }
  });

  test('nor where it has waited for its place since before the true one came, which an incident tells then', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `sim two
        session b 20000 by rival on two
        late m credit 20000 on one
        late p credit 3000 on two
        sms f forged 20000 off 0 like m on two
        b                                        -> AWAITING_PAYMENT
        deliver m
        incidents two                            -> none
        deliver p
        b                                        -> UNDER_REVIEW unproven
        incidents two                            -> two_steps_one_id`,
      );
      expect(await findBroken(stage.world.service.db.pool)).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });

  test('nor after the true one', () =>
    play(`
      session a 5000
      paid a
      a                                        -> SUCCESS
      sms f forged 90000 off +777 like a's
      wait 2min
      session b 6000
      paid b
      b                                        -> SUCCESS
      float                                    -> 11000
    `));
});
