import { expect, test } from 'vitest';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { by, servicesOf, sweep } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

/**
 * A sum goes, or never came, and a debit of just that sum, which staff have announced, is told by a message that waits. The
 * announcement explains one of the two, and the debit's own message has the better claim to it.
 */
const scene = stagesOfFile();

const booksOf = async ({ world }: Stage): Promise<string[]> => {
  const steps = await world.service.rows<{ kind: string; moved_xaf: number; meaning: string | null }>(
    `select s.kind, (s.after_xaf - s.before_xaf)::int as moved_xaf, e.meaning
    from book_steps s left join book_explanations e on e.step_id = s.id
    where s.collection_number_id = $1 and s.kind <> 'OPENING' order by s.ordinal`,
    [world.at('one').id],
  );
  return steps.map(({ kind, moved_xaf, meaning }) => `${kind} ${moved_xaf} ${meaning ?? '-'}`);
};

/** The whole of a session's payment is given back; Awa says that she sends it, and is told so. */
async function refundOf(stage: Stage, name: string, told = 'sending'): Promise<string> {
  const session = stage.sessions.get(name);
  const payment = { kind: 'session', id: session?.id ?? '' } as const;
  const asked = { environment: 'live', payment, amount_xaf: null, reason: null, asked_by: 'key' } as const;
  const [made] = await createRefunds(servicesOf(stage), [
    { ...asked, merchant_id: session?.merchant.id ?? '', idempotency: null },
  ]);
  const refund_id = made?.kind === 'created' ? made.refund.id : '';
  const [said] = await sendRefunds(servicesOf(stage), [{ refund_id, does: 'send', ...by('Awa') }]);
  expect(said?.kind).toBe(told);
  return refund_id;
}

test.each(['', ' fee 500'])(
  'a payment that was forged before a sweep of its sum is found by the next reading%s',
  (fee) =>
    scene(async (stage) => {
      const { sim } = stage.world.at('one');
      await perform(stage, 'session h 100000 payer 66000001\npaid h from 66000001\nwait 4min');
      const balance_xaf = sim.balance_xaf + 40_000;
      await perform(
        stage,
        `session v 40000 payer 66000002 by rival
      sms f forged 40000 balance ${balance_xaf} from 66000002
      wait 4min`,
      );
      await sweep(stage, 40_000);
      await perform(stage, `wait 20s\nsms d debit 40000${fee}\nwait 4min\nanchor\nincidents -> short`);
    }),
);

test('what somebody takes beside an announced sweep of the same sum, and deletes the message of, is found', () =>
  scene(async (stage) => {
    const { sim } = stage.world.at('one');
    await perform(stage, 'session a 50000\npaid a\na -> SUCCESS\nwait 4min\nanchor');
    await sweep(stage, 40_000);
    sim.debit(40_000);
    await perform(stage, 'wait 20s\nsms d debit 40000\nwait 4min\nanchor\nwait 1min\nincidents -> short');
  }));

test('a refund explains its own debit, and not what left beside it: that is unexplained', () =>
  scene(async (stage) => {
    const { world } = stage;
    await perform(stage, 'session s 1000 payer 66123456\npaid s from 66123456\ns -> SUCCESS\nwait 1min');
    await refundOf(stage, 's');
    // The operator takes another payment of that sum back, and its message is late.
    world.at('one').sim.debit(1000);
    await perform(stage, 'wait 20s\nsms d debit 1000\nwait 4min\nanchor\nwait 1min\nincidents -> short');
    expect(await booksOf(stage)).toEqual([
      'CREDIT 1000 -',
      'UNEXPLAINED -1000 -',
      'DEBIT -1000 merchant_refund',
    ]);
  }));

test('whoever forges a payment of the sum of each sweep takes no more than one', () =>
  scene(async (stage) => {
    const { world } = stage;
    const { sim } = world.at('one');
    await perform(stage, 'session h 190000 payer 66000001\npaid h from 66000001\nwait 4min');
    await perform(
      stage,
      `session v 190000 payer 66000002 by rival
      sms f forged 190000 balance ${sim.balance_xaf + 190_000} from 66000002
      v -> SUCCESS
      wait 4min`,
    );
    await sweep(stage, 190_000);
    await perform(
      stage,
      `wait 20s
      sms d debit 190000
      wait 4min
      anchor
      incidents -> short
      session next 190000 payer 66000003 by rival -> 503 COLLECTION_NUMBER_UNAVAILABLE`,
    );
  }));

const stateOf = async ({ world }: Stage, refund_id: string) =>
  (await world.service.rows<{ state: string }>('select state from refunds where id = $1', [refund_id]))[0]
    ?.state;

test.each(['deliver z', 'anchor'])(
  'a debit that names nobody pays no refund that was announced after its message had come: %s',
  (settling) =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 20000 payer 66000001
      paid a from 66000001
      session b 20000 payer 66000002
      paid b from 66000002
      wait 1min
      late z credit 300
      wait 1min`,
      );
      const first = await refundOf(stage, 'a');
      await perform(
        stage,
        'wait 3min\nsms d moved -20000 "Retrait de 20000 FCFA effectue. Ref: ID. Solde: BALANCE FCFA."\nwait 2min',
      );
      // Of as much a message tells that waits, and names nobody.
      const second = await refundOf(stage, 'b', 'perhaps_sent');
      await perform(stage, `wait 5min\n${settling}\nwait 1min`);
      expect([await stateOf(stage, first), await stateOf(stage, second)]).toEqual(['SUCCEEDED', 'SENDING']);
    }),
);

test('where two refunds of one sum were announced before, neither is called paid by a debit that names nobody, or failed by one person', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 20000 payer 66000001
      paid a from 66000001
      session b 20000 payer 66000002
      paid b from 66000002
      wait 1min`,
    );
    const refunds = [await refundOf(stage, 'a'), await refundOf(stage, 'b')];
    await perform(
      stage,
      'wait 3min\nsms d moved -20000 "Retrait de 20000 FCFA effectue. Ref: ID. Solde: BALANCE FCFA."\nwait 20min\nanchor\nwait 1min',
    );
    for (const refund_id of refunds) {
      expect(await stateOf(stage, refund_id)).toBe('SENDING');
      await sendRefunds(servicesOf(stage), [{ refund_id, does: 'fail', ...by('Awa') }]);
      expect(await stateOf(stage, refund_id)).toBe('SENDING');
    }
  }));
