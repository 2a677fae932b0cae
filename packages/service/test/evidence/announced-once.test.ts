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
    const session = stage.sessions.get('s');
    const payment = { kind: 'session', id: session?.id ?? '' } as const;
    const asked = { environment: 'live', payment, amount_xaf: null, reason: null, asked_by: 'key' } as const;
    const [made] = await createRefunds(servicesOf(stage), [
      { ...asked, merchant_id: session?.merchant.id ?? '', idempotency: null },
    ]);
    const refund_id = made?.kind === 'created' ? made.refund.id : '';
    await sendRefunds(servicesOf(stage), [{ refund_id, does: 'send', ...by('Awa') }]);
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
