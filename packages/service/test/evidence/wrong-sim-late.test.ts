import { describe, test } from 'vitest';
import { concludeTransactions } from '../../src/engine/rails/conclude.ts';
import { servicesOf } from './desk.ts';
import { perform, playsOfFile, stagesOfFile } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

/** 66777001, as an operator prints it that hides digits. */
const MASKED = '"66 •• •• 01"';

// `lost` keeps the payment behind it from being proven until the SIM is read.
describe('A payer on the wrong SIM, whose message is proven late, confirms no stranger', () => {
  const paidElsewhere = (payer = '66777001') => `late lost credit 700 on two
    sms lead credit 100 on two
    sms p credit 5000 from ${payer} on two
    wait 2min`;

  test.each([
    ['he has cancelled his own session since', '66777001', 'cancel h\nh -> CANCELLED'],
    ['he has paid his own session since', '66777001', 'paid h from 66777001\nh -> SUCCESS'],
    [
      'the operator hides digits of his phone, and he has cancelled his own session since',
      MASKED,
      'cancel h\nh -> CANCELLED',
    ],
    [
      'the operator hides digits of his phone, and he has paid his own session since',
      MASKED,
      `paid h from ${MASKED}\nh -> SUCCESS`,
    ],
  ])('though %s', (_how, payer, ended) =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 on one ttl 60
      ${paidElsewhere(payer)}
      ${ended}
      wait 2min
      anchor two
      unpaid v -> yes
    `),
  );

  test('though the operator hides digits of his phone, and his own session has expired since', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 on one ttl 10
      ${paidElsewhere(MASKED)}
      wait 12min
      h -> EXPIRED
      anchor two
      unpaid v -> yes
    `));

  test('though he has paid the transaction that asked him since', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      transaction t 5000 payer 66777001
      ${paidElsewhere()}
      sms q credit 5000 from 66777001 on one
      t -> SUCCESS
      wait 2min
      anchor two
      unpaid v -> yes
    `));

  test('though the transaction that asked him has failed since', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two moov
        session v 5000 by rival on two ttl 60
        transaction t 5000 payer 66777001
        ${paidElsewhere()}`,
      );
      const at = stage.world.now;
      const transaction_id = stage.transactions.get('t')?.id ?? '';
      const proof = { source: 'rail', detail: {} } as const;
      await concludeTransactions(servicesOf(stage), [{ transaction_id, kind: 'failed', at, proof }]);
      await perform(stage, 't -> FAILED\nwait 2min\nanchor two\nunpaid v -> yes');
    }));

  // He has paid a part of it before, and its time is over when he pays the whole sum to the wrong SIM.
  test('though people have rejected the review of his own session since', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 on one ttl 10
      sms part credit 2600 from 66777001 on one
      h -> UNDER_REVIEW amount_mismatch
      wait 20min
      ${paidElsewhere()}
      anchor one
      reject h -> rejected
      h -> EXPIRED
      wait 2min
      anchor two
      unpaid v -> yes
    `));

  test('though he sent it in the minutes after his own session’s time, in which it was still open', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 on one ttl 10
      wait 11min
      ${paidElsewhere()}
      wait 10min
      h -> EXPIRED
      anchor two
      unpaid v -> yes
    `));

  test('though his own session had only waited for the proof of what he had paid before', () =>
    play(`
      sim two moov
      session v 5000 by rival on two ttl 60
      session h 5000 payer 66777001 on one ttl 10
      late gap credit 900 on one
      paid h from 66777001
      wait 15min
      ${paidElsewhere()}
      anchor one
      h -> SUCCESS
      wait 1min
      anchor two
      unpaid v -> yes
    `));

  test('though the stranger’s session was made since, when he had cancelled his own', () =>
    play(`
      sim two moov
      session h 5000 payer 66777001 on one ttl 60
      late p credit 5000 from 66777001 on two
      wait 70s
      cancel h
      wait 20s
      session v 5000 by rival on two ttl 60
      deliver p
      unpaid v -> yes
    `));
});

describe('A payer whose own session was over when he sent the money is expected by nobody', () => {
  test('as he had cancelled it', () =>
    play(`
      sim two moov
      session a 5000 on two ttl 60
      session h 5000 payer 66777001 on one ttl 60
      wait 2min
      cancel h
      wait 3min
      sms p credit 5000 from 66777001 on two
      a -> SUCCESS
    `));

  test.each([
    ['cancelled it', 'cancel h\nh -> CANCELLED'],
    ['paid it', `paid h from ${MASKED}\nh -> SUCCESS`],
    ['let it expire', 'wait 7min\nh -> EXPIRED'],
  ])('as he had %s, though the operator hides digits of his phone', (_how, ended) =>
    play(`
      sim two moov
      session a 5000 on two ttl 60
      session h 5000 payer 66777001 on one ttl 5
      ${ended}
      wait 3min
      sms p credit 5000 from ${MASKED} on two
      a -> SUCCESS
    `),
  );

  test('as he had paid it, though the proof of what he sends comes late', () =>
    play(`
      sim two moov
      session a 5000 on two ttl 60
      session h 5000 payer 66777001 on one ttl 60
      paid h from 66777001
      h -> SUCCESS
      wait 3min
      late lost credit 700 on two
      sms lead credit 100 on two
      sms p credit 5000 from 66777001 on two
      wait 5min
      anchor two
      a -> SUCCESS
    `));
});
