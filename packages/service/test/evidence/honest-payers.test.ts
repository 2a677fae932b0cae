import { describe, expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { inOneSet } from './batch.ts';
import { airtimeOf, perform, type Stage, scene, UNDATED } from './play.ts';
import type { Sim, Sms } from './world.ts';

/** Words of an Airtel credit whose id was made so many seconds after now by the operator's clock. */
function creditOf(stage: Stage, amount_xaf: number, by_s: number): string {
  const at = new Date(stage.world.now.getTime() + 3_600_000 + 1000 * by_s).toISOString();
  const id = `MP${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.B77777`;
  return `"Trans.Id : ${id}. Vous avez recu ${amount_xaf} FCFA du 66123456. Votre solde disponible est BALANCE FCFA."`;
}

/** Staff assign a credit in suspense to a session; two people, whatever the sum. */
async function assignTo({ world, sessions }: Stage, credit_id: string, name: string): Promise<string> {
  const session_id = sessions.get(name)?.id ?? '';
  const say = async (actor: string) => {
    const command = { credit_id, to: { kind: 'session', session_id }, actor, note: 'looked up' } as const;
    return (await assignCredits(world.service.first.services, [command]))[0]?.kind ?? '';
  };
  const first = await say('Awa');
  return first === 'proposed' ? say('Brahim') : first;
}

const creditsOf = ({ world }: Stage) =>
  world.service.rows<{ id: string; amount_xaf: number; state: string }>(
    'select id, amount_xaf, state from credits order by created_at',
    [],
  );

/** One message by the phone of `one`, whose clock is so many seconds behind. */
async function byClockBehind(stage: Stage, tell: (sim: Sim) => Sms, behind_s: number): Promise<void> {
  const one = stage.world.sims.get('one');
  if (one === undefined) throw new Error('no SIM');
  const sms = tell(one.sim);
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() - 1000 * behind_s).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
}

describe('A payment that two others overtook', () => {
  // It begins at no balance of the book yet when it comes, and is older than the last step.
  test('is paid, though its message comes before that of the second of them', () =>
    scene((stage) =>
      perform(
        stage,
        `session b 6000
        late v credit 100
        late x credit 200
        late m moved 6000 ${creditOf(stage, 6000, -60)}
        deliver v
        deliver m
        deliver x
        wait 40s
        b -> SUCCESS`,
      ),
    ));
});

describe('Money that came and left again, so that the balance came back, all told behind one late message', () => {
  // Both payments begin where the late one ends: two ways are equally long, and hold the same messages in another order.
  test('pays everybody, since each way through the messages holds them all', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000
        session b 3000
        late z credit 100
        wait 1min
        paid a
        wait 2min
        sms d debit 5000
        wait 2min
        paid b
        wait 1min
        sms e debit 3000
        wait 1min
        deliver z
        wait 40s
        anchor
        wait 40s
        b -> SUCCESS
        a -> SUCCESS`,
      ),
    ));

  test('pays everybody too where a phone brings it in one set, of a SIM that was swept to nothing twice', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000 ttl 60
        session b 3000 ttl 60
        sms s debit 62410
        wait 5min
        anchor
        wait 5min
        late m1 credit 5000
        wait 5min
        late m2 debit 5000
        wait 5min
        late m3 credit 3000
        wait 5min
        late m4 debit 3000
        wait 5min`,
      );
      await inOneSet(
        stage,
        ['m1', 'm2', 'm3', 'm4'].map((name) => stage.messages.get(name)?.sms.text ?? ''),
      );
      await perform(stage, 'wait 1min\nanchor\nwait 1min\nb -> SUCCESS\na -> SUCCESS');
    }));
});

describe('A reading of the SIM', () => {
  // Nobody knows which of the two looked later: the book stood at the right balance a moment ago.
  test('that corrects a slip of the one before at once is refused, and taken once the moment is over', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000\npaid a\na -> SUCCESS\nwait 20s');
      expect(await stage.world.anchorAt('one', 68_410)).toBe('anchored');
      await perform(stage, 'wait 30s');
      expect(await stage.world.anchor('one')).toBe('readings_cross');
      await perform(stage, 'wait 3min\nanchor\nfloat one -> 5000');
    }));

  // It begins where the book stood before the slip, below its tip.
  test('that corrects a slip of the one before proves the payment that came between the two', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      expect(await stage.world.anchorAt('one', 72_410)).toBe('anchored');
      await perform(stage, 'session a 5000\npaid a\nwait 5min\nanchor');
      const steps = await stage.world.service.rows(
        "select s.id from book_steps s where s.kind = 'CREDIT'",
        [],
      );
      expect(steps, 'the step of 5,000').toHaveLength(1);
    }));

  test('that was looked at half a minute before another was typed is refused, and no shortage', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nlate m credit 3000\nanchor\nwait 20s');
      expect(await stage.world.anchorAt('one', 62_410)).toBe('readings_cross');
      await perform(stage, 'deliver m\nsession a 5000\npaid a\nincidents -> none\na -> SUCCESS');
    }));

  // Their balances are nowhere near that of the book: they are no guesses at it.
  test('and the late message before it prove a payment, though three texts about airtime came that day', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 150000
        sms q1 told ${airtimeOf(2500, 2843)}
        wait 1min
        sms q2 told ${airtimeOf(500, 3343)}
        wait 1min
        sms q3 told ${airtimeOf(1000, 4343)}
        late z credit 100
        paid a
        wait 1min
        anchor
        wait 40s
        deliver z
        wait 40s
        a -> SUCCESS`,
      ),
    ));
});

describe('A payment whose message prints no time, by a phone whose clock is behind', () => {
  // Its time is older than the book's last step, and the phone alone tells it.
  test('by five minutes waits for a reading, and is paid by it', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 15\nwait 6min\nsms x credit 100\nwait 20s');
      await byClockBehind(stage, (sim) => sim.movement(5000, UNDATED.slice(1, -1)), 300);
      await perform(stage, 'wait 40s\na -> AWAITING_PAYMENT\nincidents -> claim\nanchor\na -> SUCCESS');
    }));

  test('by seven minutes is in suspense once the SIM was read, though its session is younger than that time', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 10\nwait 3min\nanchor');
      await byClockBehind(stage, (sim) => sim.movement(5000, UNDATED.slice(1, -1)), 420);
      await perform(stage, 'wait 2h\na -> AWAITING_PAYMENT\nanchor');
      expect(await creditsOf(stage)).toMatchObject([{ amount_xaf: 5000, state: 'SUSPENSE' }]);
    }));
});

describe('People at the desk', () => {
  test('can say what money in unknown words was, though its SIM can not be read any more', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'session a 5000\nsms m moved 5000 "Paiement client ID 5000 F encaisse, il vous reste BALANCE F"\nwait 2h',
      );
      const [credit] = await creditsOf(stage);
      expect(await assignTo(stage, credit?.id ?? '', 'a')).toBe('credit_doubted');
      const steps = await stage.world.service.rows<{ id: string }>(
        "select id from book_steps where kind = 'UNREAD'",
        [],
      );
      await stage.world.explain(steps[0]?.id ?? '', 'credit', 'Awa');
      expect(await stage.world.explain(steps[0]?.id ?? '', 'credit', 'Brahim')).toBe('explained');
      expect(await assignTo(stage, credit?.id ?? '', 'a')).not.toBe('credit_doubted');
    }));
});

describe('A payment at the tip, of an operator whose clock is five minutes behind', () => {
  // A reading is dated by our clock: the message seems older than it, and the next reading says that it is true.
  test('is paid by the next reading, though the SIM was read a moment before', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000 ttl 60\nwait 10min\nanchor\nwait 20s');
      await perform(
        stage,
        `sms m moved 5000 ${creditOf(stage, 5000, -300)}\nwait 1min\nanchor\na -> SUCCESS`,
      );
    }));
});
