import { describe, expect, test } from 'vitest';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { closeAll, sweep } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';

const AWA = { actor: 'Awa', note: 'looked up' };

describe('A withdrawal whose message is late, and two payments behind it, when somebody reads the SIM', () => {
  const READ = `session a 5000
    session b 60000
    late w debit 20000
    wait 1min
    paid a
    paid b
    wait 1min
    anchor
    wait 5min`;

  // The gap leads from 62,410 to 107,410, and the first payment begins at 42,410: the way through it leaves its ends.
  test('fills with them what is missing when its message comes, though others have paid meanwhile', () =>
    scene((stage) =>
      perform(
        stage,
        `${READ}
        session c 700
        paid c
        c -> SUCCESS
        wait 5min
        deliver w
        wait 1min
        b -> SUCCESS
        a -> SUCCESS`,
      ),
    ));
});

describe('A slip of a reading that the next one corrects', () => {
  test('keeps nobody waiting once a person has closed its incident', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      expect(await stage.world.anchorAt('one', 72_410)).toBe('anchored');
      await perform(stage, 'wait 4min\nanchor\nsession a 5000\npaid a\nwait 1min');
      expect(await closeAll(stage, 'short')).toBe('closed');
      await perform(stage, 'wait 5min\na -> SUCCESS');
    }));
});

describe('A payment that came while a reading was short', () => {
  // Staff had announced as much before: nobody can forge that. A payment was late too, so the reading could not know it.
  test('is paid as soon as the late messages of an announced withdrawal say why', () =>
    scene(async (stage) => {
      await sweep(stage, 3000);
      await perform(
        stage,
        `late d debit 3000
        late z credit 700
        wait 5min
        anchor
        wait 1min
        session b 2000
        paid b
        wait 1min
        b -> AWAITING_PAYMENT
        deliver d
        deliver z
        wait 1min
        b -> SUCCESS`,
      );
    }));

  test('waits for a person where nobody has announced it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `late d debit 3000
        wait 5min
        anchor
        wait 1min
        session b 2000
        paid b
        wait 1min
        deliver d
        wait 1min
        b -> AWAITING_PAYMENT`,
      );
      expect(await closeAll(stage, 'short')).toBe('closed');
      await perform(stage, 'b -> SUCCESS');
    }));
});

describe('A payer in Cameroon', () => {
  test('is not taken for the customer of ours whose number ends as his', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 5000 payer 99123456
        sms m moved 5000 "Trans.Id : MP261121.1200.B77777. Vous avez recu 5000 FCFA de 237 6 99 12 34 56. Votre solde disponible est BALANCE FCFA."
        wait 20s
        unpaid a -> yes`,
      ),
    ));
});

test('A payer whose name ends in 237 is the one who was declared', () =>
  scene((stage) =>
    perform(
      stage,
      `session a 5000 payer 66777001
      paid a from 66777001 name "HOTEL 237"
      a -> SUCCESS`,
    ),
  ));

/** Two people teach the wording of a message, and the phone tells of it again by another way. */
async function teachAndTellAgain(stage: Stage, name: string): Promise<void> {
  const { services } = stage.world.service.first;
  const text = stage.messages.get(name)?.sms.text ?? '';
  const wording = 'Encaissement de {amount} par {phone}, ref {id} fin. il vous reste {balance}.';
  const draft = { template_id: 'new-credit', operator: 'AIRTEL', kind: 'CREDIT', wording, text } as const;
  expect((await addTemplates(services, [{ ...draft, ...AWA }]))[0]?.kind).toBe('added');
  for (const actor of ['Awa', 'Brahim'])
    await confirmTemplates(services, [
      { template_id: 'new-credit', template_version: 1, actor, note: 'compared with the SIM' },
    ]);
  stage.world.service.clock.pass(5);
  const one = stage.world.sims.get('one');
  const body = JSON.parse(one?.phone.received(`${text} `) ?? '');
  body.payload.messageId = 'another way';
  expect((await one?.phone.post(JSON.stringify(body)))?.body.kept).toBe(1);
  await perform(stage, 'wait 1min');
}

const NEW_WORDS = (id: string): string =>
  `"Encaissement de 5000 F par 66123456, ref ${id} fin. Il vous reste BALANCE F."`;

describe('A payment in unknown words, whose wording people teach, and which is told again', () => {
  // The step of the unread message has no id: the second telling is known by its words.
  test('can be given to its payer once the SIM was read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000\nsms m moved 5000 ${NEW_WORDS('ID')}\nsms y credit 200\nwait 1min`,
      );
      await teachAndTellAgain(stage, 'm');
      await perform(stage, 'anchor\nwait 1min');
      const [credit] = await stage.world.service.rows<{ id: string }>(
        "select id from credits where reason = 'unread'",
        [],
      );
      expect(credit, 'the money in suspense').toBeDefined();
      await perform(stage, 'assign m to a -> assigned\na -> SUCCESS');
    }));

  test('is booked once, though the balance came back meanwhile', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        sms m moved 5000 ${NEW_WORDS('123456789012')}
        sms d debit 5000
        wait 1min`,
      );
      await teachAndTellAgain(stage, 'm');
      await perform(stage, 'float one -> 0');
    }));
});
