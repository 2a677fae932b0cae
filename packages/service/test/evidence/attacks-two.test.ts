import { describe, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { replayNotices } from '../../src/engine/book/sweep.ts';
import { announceSweeps } from '../../src/engine/desk/book/announce-sweep.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { explainAll } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const by = (actor: string) => ({ actor, note: 'looked up' });
const servicesOf = ({ world }: Stage) => world.service.first.services;
const numberOf = ({ world }: Stage) => world.sims.get('one')?.sim.number ?? '';

async function announce(stage: Stage, amount_xaf: number): Promise<void> {
  const say = async (actor: string) =>
    (await announceSweeps(servicesOf(stage), [{ number: numberOf(stage), amount_xaf, ...by(actor) }]))[0];
  if ((await say('Awa'))?.kind === 'proposed') await say('Brahim');
}

/** Announcements for which no debit has come. */
const open = (stage: Stage) =>
  stage.world.service.rows<{ amount_xaf: number }>(
    'select amount_xaf from announced_debits where step_id is null and collection_number_id = $1',
    [firstSim(stage)],
  );

/** What people, or an announcement, said of the steps of its SIM. */
const meanings = (stage: Stage) =>
  stage.world.service.rows<{ meaning: string }>(
    `select e.meaning from book_explanations e join book_steps s on s.id = e.step_id where s.collection_number_id = $1`,
    [firstSim(stage)],
  );

const boundSince = async (stage: Stage): Promise<Date | null> => {
  const [book] = await stage.world.service.rows<{ bound_since: Date | null }>(
    'select bound_since from books where collection_number_id = $1',
    [firstSim(stage)],
  );
  return book?.bound_since ?? null;
};

const creditOf = async (stage: Stage): Promise<string> => {
  const [credit] = await stage.world.service.rows<{ id: string }>(
    'select id from credits where collection_number_id = $1',
    [firstSim(stage)],
  );
  return credit?.id ?? '';
};

/** The operator's API tells of a payment in answer to our own enquiry. */
async function witness(stage: Stage, amount: number, operator_transaction_id: string): Promise<void> {
  const told = {
    environment: 'live',
    merchant_id: null,
    operator: 'AIRTEL',
    source: 'WITNESS',
    sender: null,
  } as const;
  const body = JSON.stringify({ amount, operator_transaction_id });
  const kept = await receiveNotices(servicesOf(stage), [
    { ...told, collection_number: numberOf(stage), body, received_at: stage.world.now },
  ]);
  await settleNotices(
    servicesOf(stage),
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
}

describe('Somebody who reads every SMS of a SIM and truly pays a little', () => {
  test.each([
    ['a large sum, beyond the bound', 9_000_000],
    ['a sum within the bound', 900_000],
  ])('gets %s by no reading: another message leads past it', (_what, sum_xaf) =>
    scene((stage) =>
      // His franc takes the place of his own true 100, so that what came is more than what left, they say.
      perform(
        stage,
        `session v ${sum_xaf} by rival
         sms f forged 1 off +0
         sms own credit 100
         sms c forged ${sum_xaf} off -99
         sms d forged -${sum_xaf - 99} off +${sum_xaf - 99}
         float -> 100
         anchor
         v -> AWAITING_PAYMENT
         wait 24h
         wait 31min
         v -> UNDER_REVIEW unproven`,
      ),
    ),
  );
});

describe('An announced debit', () => {
  test('explains what left and no fee that no operator takes', () =>
    scene(async (stage) => {
      await announce(stage, 100);
      await perform(
        stage,
        `session v 900000 by rival
         sms c forged 900000 off +0
         sms d told "Trans.ID: ID. Vous avez envoye 100 FCFA au 66999999. Frais: 899900 FCFA. Votre solde disponible est 62410 FCFA."
         anchor
         v -> AWAITING_PAYMENT`,
      );
    }));

  test('whose SMS comes after the reading is announced no more', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 150000\nlate out debit 100000 fee 100');
      await announce(stage, 100_000);
      await perform(stage, 'wait 5min\nanchor\nwait 1min\ndeliver out');
      expect(await open(stage)).toEqual([]);
      expect(await meanings(stage)).toEqual(expect.arrayContaining([{ meaning: 'sweep' }]));
    }));

  test('that people explain after its day is over is open no more', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000');
      await announce(stage, 20_000);
      await perform(stage, 'wait 25h\nsms out debit 20000 fee 100');
      expect(await open(stage)).toHaveLength(1);
      await explainAll(stage, ['DEBIT'], 'sweep');
      expect(await open(stage)).toEqual([]);
    }));

  test('that was a refund is explained as one, once, where its SMS came after its day', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 3000\nrefund m -> refunded');
      await perform(stage, 'wait 25h\nsms out debit 3000 fee 50\nsms out2 debit 3000 fee 50');
      await explainAll(stage, ['DEBIT'], 'refund');
      expect(await open(stage)).toEqual([]);
      expect(await meanings(stage)).toEqual([{ meaning: 'refund' }]);
    }));

  test('whose SMS printed its fee and came first is found, and the fee is booked once', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms out debit 20000 fee 100');
      await announce(stage, 20_000);
      expect(await open(stage)).toEqual([]);
    }));
});

describe('A debit that prints its fee', () => {
  test('is explained without the fee, which is booked already', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms out debit 20000 fee 100');
      await explainAll(stage, ['DEBIT'], 'sweep');
    }));
});

test('A step is explained also where five hundred before it are not', () =>
  scene(async (stage) => {
    const many = Array.from({ length: 510 }, (_, n) => `d${n}`);
    await perform(stage, many.map((name) => `late ${name} debit 1`).join('\n'));
    await stage.world.deliver(...stage.messages.values());
    const [last] = await stage.world.service.rows<{ id: string }>(
      'select id from book_steps where collection_number_id = $1 order by ordinal desc limit 1',
      [firstSim(stage)],
    );
    expect(await stage.world.explain(last?.id ?? '', 'write_off', 'Awa')).toBe('proposed');
  }));

describe('A payment that the operator takes back', () => {
  test('is voided also when people have explained the reversal before', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 50000');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      const [said] = await voidCredits(servicesOf(stage), [
        { credit_id: await creditOf(stage), ...by('Awa') },
      ]);
      expect(said).toMatchObject({ kind: 'voided' });
    }));

  test('in part is not voided as a whole', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 30000');
      const [said] = await voidCredits(servicesOf(stage), [
        { credit_id: await creditOf(stage), ...by('Awa') },
      ]);
      expect(said).toEqual({ kind: 'other_amount', reversed_xaf: 30_000 });
    }));

  test('frees the bound that it kept used once it is voided', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 50000\nanchor');
      await voidCredits(servicesOf(stage), [{ credit_id: await creditOf(stage), ...by('Awa') }]);
      const book = await stage.world.service.rows(
        'select unanchored_xaf, unvouched_xaf from books where collection_number_id = $1',
        [firstSim(stage)],
      );
      expect(book).toEqual([{ unanchored_xaf: 0, unvouched_xaf: 0 }]);
    }));
});

describe('A witness', () => {
  test('of another sum does not settle the pending credit that carries its id', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 900000 by rival
         late own credit 100
         sms c forged 900000 off -100 like own
         sms d forged -1000 off +899900`,
      );
      await witness(stage, 100, stage.messages.get('own')?.sms.id ?? '');
      await perform(stage, 'v -> AWAITING_PAYMENT\nincidents -> two_steps_one_id');
    }));

  test('of the same sum settles it', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 250000\npaid a\nsms n credit 5\na -> AWAITING_PAYMENT');
      await witness(stage, 250_000, stage.messages.get("a's")?.sms.id ?? '');
      await perform(stage, 'a -> SUCCESS\nfloat -> 250005');
    }));

  test('of one of two pending payments leaves the other waiting for a reading', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 1min\nsession a 250000\nsession b 260000\npaid a\npaid b\nsms n credit 5');
      await witness(stage, 250_000, stage.messages.get("a's")?.sms.id ?? '');
      await perform(stage, 'wait 31s\na -> SUCCESS\nincidents -> anchor_due');
      expect(await boundSince(stage)).not.toBeNull();
      await witness(stage, 260_000, stage.messages.get("b's")?.sms.id ?? '');
      expect(await boundSince(stage)).toBeNull();
    }));
});

test('A message of a new sender that fills a gap once he is listed waits like any other, and the next reading takes it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms in credit 400000
       anchor
       sms out debit 300000
       session a 250000 ttl 60`,
    );
    const sms = { ...stage.world.sims.get('one')?.sim.credit(250_000), sender: 'AirtelMomey' } as never;
    await stage.world.deliver({ sim: 'one', sms });
    await perform(stage, 'wait 10min\nanchor\nwait 10min\nsms next credit 5\nwait 10min');
    const command = { number: numberOf(stage), senders: ['AirtelMoney', 'AirtelMomey'] };
    for (const actor of ['Awa', 'Brahim'])
      await trustSenders(servicesOf(stage), [{ ...command, ...by(actor) }]);
    await replayNotices(servicesOf(stage), { after: 0, limit: 100 });
    await perform(stage, 'anchor\na -> AWAITING_PAYMENT');
    await explainAll(stage, ['DEBIT'], 'sweep');
    await perform(stage, 'anchor\na -> SUCCESS');
  }));

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
