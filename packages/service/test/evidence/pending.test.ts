import { describe, expect, test } from 'vitest';
import { INCIDENT_EFFECTS } from '../../src/domain/feed/incident.ts';
import { listIncidents, showIncident } from '../../src/engine/book/look.ts';
import { lookAtCheckouts } from '../../src/engine/checkout.ts';
import { showReview } from '../../src/engine/desk/waiting.ts';
import { openStage, perform, playsOfFile, scene } from './play.ts';
import type { Sim } from './sim.ts';

const play = playsOfFile();

describe('A payment that waits for the SIM to be read', () => {
  test('stops nobody behind it: what goes on from it settles, and the reading settles it', () =>
    play(`
      session big 250000
      session small 5000
      paid big
      paid small
      big -> AWAITING_PAYMENT
      small -> SUCCESS
      float -> 255000
      anchor
      big -> SUCCESS
      float -> 255000
    `));

  test('when it is a rival who pays his own session, either', () =>
    play(`
      session bait 900000 by rival
      paid bait
      session a 1000 by s1
      session b 2000 by s2
      session c 3000 by s3
      paid a
      paid b
      paid c
      a -> SUCCESS
      b -> SUCCESS
      c -> SUCCESS
      bait -> AWAITING_PAYMENT
      anchor
      bait -> SUCCESS
    `));

  test('is never expired while it waits: after a day people look at it', () =>
    play(`
      session big 250000 ttl 5
      session small 5000
      paid big
      paid small
      wait 2h
      big -> AWAITING_PAYMENT
      wait 23h
      big -> UNDER_REVIEW unproven
      anchor
      big -> UNDER_REVIEW unproven
    `));

  test('is in the case of its session, however late the SIM is read', () =>
    play(`
      session big 250000 ttl 5
      session small 5000
      paid big
      paid small
      wait 25h
      big -> UNDER_REVIEW unproven
      wait 30h
      anchor
      confirm big as Awa -> proposed
      confirm big as Brahim -> confirmed
      big -> SUCCESS
      float -> 255000
    `));

  test('is nothing to whoever was given number and sum when its case gave them back', () =>
    play(`
      session big 250000 ttl 5
      session small 5000
      paid big
      paid small
      wait 50h
      big -> UNDER_REVIEW unproven
      anchor
      session next 250000
      paid next
      anchor
      next -> SUCCESS
      big -> UNDER_REVIEW unproven
    `));

  test('by another phone than was declared, and is proven when its case has given number and sum back, is shown there', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session big 250000 payer 66000001 ttl 5
         session small 5000
         paid big from 66000002
         paid small
         wait 55h
         big -> UNDER_REVIEW unproven
         anchor`,
      );
      const review = await showReview(
        stage.world.service.first.services,
        stage.sessions.get('big')?.id ?? '',
      );
      expect(review?.possible).toMatchObject([{ state: 'SUSPENSE', credit_id: expect.any(String) }]);
      await perform(
        stage,
        `assign big's to big as Awa -> refused
         assign big's to big as Brahim -> assigned
         big -> SUCCESS`,
      );
    }));

  test('counts once, however often its message comes', () =>
    play(`
      session big 250000
      session small 5000
      paid big
      paid small
      wait 2s
      deliver big's
      anchor
      wait 2s
      deliver big's
      big -> SUCCESS
      float -> 255000
    `));

  test('and that the operator takes back meanwhile confirms nothing', () =>
    play(`
      session big 250000
      session small 5000
      paid big
      paid small
      sms back reversal big's 250000
      anchor
      big -> AWAITING_PAYMENT
      wait 25h
      big -> UNDER_REVIEW unproven
      small -> SUCCESS
      float -> 5000
    `));

  test('and that another message contests is left to people', () =>
    play(`
      session big 250000
      session small 5000
      sms f forged 250001 off +0
      paid big
      paid small
      small -> SUCCESS
      anchor
      big -> AWAITING_PAYMENT
      wait 31s
      incidents -> claim contested
    `));

  test('and that was forged pays nobody: the reading is short, and two people write it off', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `session big 250000
         sms f forged 250000 off +0
         sms g forged -1000 off +250000
         float -> 249000
         wait 5min
         anchor
         big -> AWAITING_PAYMENT
         float -> 0
         incidents -> short
         anchor
         big -> AWAITING_PAYMENT`,
      );
      expect(await stage.world.ledgerProblems()).toEqual([]);
      const unexplained = await stage.world.service.rows<{ id: string; kind: string }>(
        `select s.id, s.kind from book_steps s left join book_claims c on c.notice_id = s.notice_id
        where s.kind = 'UNEXPLAINED' or c.state = 'PENDING' order by s.ordinal`,
      );
      expect(unexplained.map(({ kind }) => kind)).toEqual(['CREDIT', 'UNEXPLAINED']);
      for (const { id, kind } of unexplained) {
        if (kind === 'UNEXPLAINED')
          expect(await stage.world.explain(id, 'credit', 'Awa')).toBe('no_money_came');
        for (const who of ['Awa', 'Brahim']) await stage.world.explain(id, 'write_off', who);
      }
      await perform(
        stage,
        `anchor
         big -> AWAITING_PAYMENT
         wait 25h
         big -> EXPIRED`,
      );
      expect(await stage.world.ledgerProblems()).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });
});

describe('Somebody who reads every SMS of a SIM', () => {
  test('and forges money that leaves and comes back takes the bound once, however often the SIM is read', async () => {
    const stage = await openStage();
    try {
      await perform(
        stage,
        `sms in credit 900000
         anchor
         float -> 900000`,
      );
      for (let n = 0; n < 4; n += 1) {
        await perform(
          stage,
          `sms out forged -400000 off +0
           session a${n} ${199_000 - n} by a${n}
           session b${n} ${198_000 - n} by b${n}
           session c${n} ${3_000 + 2 * n} by c${n}
           sms x forged ${199_000 - n} off -400000
           sms y forged ${198_000 - n} off -${201_000 + n}
           sms z forged ${3_000 + 2 * n} off -${3_000 + 2 * n}
           anchor
           float -> 900000`,
        );
      }
      const paid = await stage.world.service.rows<{ sum: string }>(
        `select coalesce(sum(amount_xaf), 0) as sum from payment_sessions where status = 'SUCCESS'`,
      );
      expect(Number(paid[0]?.sum)).toBeGreaterThan(400_000);
      expect(Number(paid[0]?.sum)).toBeLessThanOrEqual(1_000_000);
      expect(await stage.world.ledgerProblems()).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });
});

test('What has left and nobody has explained keeps the bound used; once two people explain it, it is free again', async () => {
  const stage = await openStage();
  try {
    const { world } = stage;
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
       wait 31s
       incidents -> outflow`,
    );
    const [step] = await world.service.rows<{ id: string }>(`select id from book_steps where kind = 'DEBIT'`);
    for (const who of ['Awa', 'Brahim']) await world.explain(step?.id ?? '', 'sweep', who);
    const [book] = await world.service.rows<{ unanchored_xaf: string; unvouched_xaf: string }>(
      'select unanchored_xaf, unvouched_xaf from books',
    );
    expect(Number(book?.unanchored_xaf)).toBe(0);
    await perform(
      stage,
      `wait 31s
       incidents -> none
       a -> SUCCESS`,
    );
    expect(await world.ledgerProblems()).toEqual([]);
  } finally {
    await stage.world.close();
  }
});

describe('A payment that comes between the look at the SIM and the word of it', () => {
  test('makes no reading short, and is vouched for by the next one', async () => {
    const stage = await openStage();
    try {
      const { world } = stage;
      await perform(
        stage,
        `session a 150000
         paid a
         wait 3min
         session b 5
         paid b
         wait 30s`,
      );
      expect(await world.anchorAt('one', 62_410 + 150_000)).toBe('anchored');
      await perform(
        stage,
        `wait 31s
         incidents -> none
         session c 5000
         paid c
         c -> SUCCESS
         float -> 155005`,
      );
      const [book] = await world.service.rows<{ unanchored_xaf: string }>('select unanchored_xaf from books');
      expect(Number(book?.unanchored_xaf)).toBe(5005);
      expect(await world.ledgerProblems()).toEqual([]);
    } finally {
      await stage.world.close();
    }
  });
});

test('A forged message that prints the start of its minute is not vouched for by a look from before it', () =>
  scene(async (stage) => {
    const { world } = stage;
    await perform(
      stage,
      `sim two moov
       session v 100000 on two
       wait 20s`,
    );
    const sim = world.sims.get('two')?.sim as Sim;
    const looked_xaf = sim.balance_xaf;
    // Words that no template takes print no time: they are of the second in which they came.
    await perform(
      stage,
      `sms m moved 5000 "Operation ID de 5000 FCFA, nouveau solde BALANCE FCFA." on two
       sms f forged 100000 off 0 on two
       v -> SUCCESS
       wait 165s`,
    );
    expect(await world.anchorAt('two', looked_xaf)).toBe('anchored');
    const rows = await world.service.rows<{ unanchored_xaf: string }>('select unanchored_xaf from books');
    expect(Math.max(...rows.map(({ unanchored_xaf }) => Number(unanchored_xaf)))).toBe(100_000);
  }));

test('What a sender who is not on the list tells of, and a reading finds, keeps its session waiting', async () => {
  const stage = await openStage();
  try {
    await perform(stage, 'session a 5000');
    const { sim } = stage.world.at('one');
    await stage.world.deliver({ sim: 'one', sms: { ...sim.credit(5000), sender: 'AirtelMomey' } });
    await perform(
      stage,
      `wait 5min
       anchor
       wait 30min
       a -> AWAITING_PAYMENT
       wait 24h
       a -> UNDER_REVIEW unproven`,
    );
    expect(await stage.world.ledgerProblems()).toEqual([]);
  } finally {
    await stage.world.close();
  }
});

test('Nobody is told that something is missing or forged for sure where the sum alone keeps a payment waiting', () =>
  scene(async (stage) => {
    await perform(stage, 'session big 250000\npaid big\nwait 1min\nincidents -> anchor_due claim');
    const { services } = stage.world.service.first;
    const open = await listIncidents(services, { open: true, limit: 9 });
    const claim = open.find(({ kind }) => kind === 'claim');
    expect((await showIncident(services, claim?.id ?? ''))?.claims).toHaveLength(1);
    expect(INCIDENT_EFFECTS.claim.meaning).toContain('too large a payment to be believed before a reading');
    await perform(stage, 'anchor\nbig -> SUCCESS\nincidents -> none');
  }));

test('The page of a session whose payment waits for a reading says that it is being checked', async () => {
  const stage = await openStage();
  try {
    await perform(
      stage,
      `session big 250000
       session small 5000
       paid big
       paid small
       big -> AWAITING_PAYMENT`,
    );
    const id = stage.sessions.get('big')?.id ?? '';
    const [view] = await lookAtCheckouts(stage.world.service.first.services, [id]);
    expect(view).toMatchObject({ status: 'AWAITING_PAYMENT', checked: 'own' });
  } finally {
    await stage.world.close();
  }
});
