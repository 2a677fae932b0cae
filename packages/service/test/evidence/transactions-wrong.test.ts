import { describe, expect, test } from 'vitest';
import { loadLifeCredits, loadPayment } from '../../src/store/payments/life.ts';
import { servicesOf } from './desk.ts';
import { act, perform, playsOfFile, type Stage, stagesOfFile, statusOf } from './play.ts';

const play = playsOfFile();
const scene = stagesOfFile();

/** What its merchant's people see of a message of its payment. */
async function checked(stage: Stage, name: string): Promise<string | null | undefined> {
  const transaction = stage.transactions.get(name);
  const [payment_id, merchant_id] = [transaction?.id ?? '', transaction?.merchant.id ?? ''];
  const { pool, now } = servicesOf(stage);
  const asked = { payment_id, merchant_id, environment: 'live', now: now() };
  const [found] = await loadPayment(pool, asked);
  return found?.checked;
}

const reviewsOf = ({ world, transactions }: Stage, name: string) =>
  world.service.rows(
    'select kind, reason, state from transaction_reviews where transaction_id = $1 order by opened_at',
    [transactions.get(name)?.id],
  );

test('A transaction whose payer pays another SIM waits a day for people, who see his money beside it and may give it that', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      transaction t 5000 payer 66777001 on one
      transaction u 7000 payer 66777001 on one
      sms m credit 5000 on two from 66777001
      sms n credit 7000 on two from 66777001`,
    );
    expect(await checked(stage, 't')).toBe('own');
    await perform(
      stage,
      `wait 65min
      t -> PENDING
      assign m to t as Awa -> assigned
      t -> SUCCESS
      wait 25h
      u -> TIMEOUT`,
    );
    expect(await reviewsOf(stage, 'u')).toEqual([{ kind: 'doubtful', reason: 'unproven', state: 'OPEN' }]);
    await act(stage, ['assign', 'n', 'to', 'u', 'as', 'Awa']);
    expect(await statusOf(stage, 'u')).toBe('SUCCESS');
  }));

test('A merchant sees that a message of a transaction has come which is not proven yet', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 6000 payer 66000002
      late lost credit 700
      sms n credit 6000 from 66000002`,
    );
    expect(await checked(stage, 't')).toBe('own');
  }));

test('A merchant sees the second payment of a transaction, as of a session', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 6000 payer 66000002
      sms m credit 6000 from 66000002
      t -> SUCCESS
      wait 1min
      sms n credit 6000 from 66000002`,
    );
    const payment_id = stage.transactions.get('t')?.id ?? '';
    const credits = await loadLifeCredits(servicesOf(stage).pool, { payment_id });
    expect(credits.map(({ role, is_ours }) => [role, is_ours])).toEqual([
      ['paid', true],
      ['aside', true],
    ]);
  }));

test('Much money takes two people, whoever it is given to', () =>
  play(`
    sms m credit 150000 from 66000009
    wait 1min
    session s 1000 payer 66000003
    transaction t 1100 payer 66000004
    assign m to s as Awa -> refused
    assign m to t as Awa -> refused
    assign m to t as Brahim -> assigned
  `));

test('A payer who pays the wrong SIM while he is still asked confirms no stranger, though staff have confirmed what asked him since', () =>
  play(`
    sim two
    transaction t 5000 payer 66777001 on one
    sms m credit 50000 on one from 66777001
    wait 5min
    session v 5000 by rival on two ttl 60
    late lost credit 700 on two
    wait 1min
    sms p credit 5000 on two from 66777001
    wait 1min
    assign m to t as Awa -> assigned
    t -> SUCCESS
    wait 2min
    anchor two
    unpaid v -> yes
  `));

describe('Who pays as quarantine ends, of whom the message comes seconds later, does not confirm who asks next', () => {
  const asked = 'transaction h 5000 payer 66777001';
  test.each([
    ['after a transaction', asked, 'credit 5000 from 66777001', 'session v 5000 by rival ttl 60'],
    [
      'after a transaction, by hidden digits',
      asked,
      'credit 5000 from "66 •• •• 01"',
      'session v 5000 by rival ttl 60',
    ],
    [
      'before a transaction, by an agent',
      'session h 5000 ttl 10',
      'cash-in 5000',
      'transaction v 5000 payer 66000005 by rival',
    ],
    [
      'between two transactions, by an agent',
      asked,
      'cash-in 5000',
      'transaction v 5000 payer 66000005 by rival',
    ],
  ])('%s', (_when, first, pays, next) =>
    play(`
      ${first}
      wait 13min
      wait 29min
      wait 50s
      late p ${pays}
      wait 15s
      ${next}
      deliver p
      unpaid v -> yes
    `),
  );
});
