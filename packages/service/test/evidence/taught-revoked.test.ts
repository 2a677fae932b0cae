import { expect, test } from 'vitest';
import { confirmTemplates, revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { by, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, teachWords } from './taught.ts';

const template_id = 'taught-revoked';
/** Words that name two people, of whom one has paid. */
const words = (sum_xaf: number) =>
  `"Encaissement de ${sum_xaf} FCFA par 66123456 chez 66777001, ref ID fin. il vous reste BALANCE FCFA."`;
const RIGHT = 'par {phone} chez {code}';
const WRONG = 'par {code} chez {phone}';

const teachAs = (stage: Stage, parties: string) =>
  teachWords(stage, {
    template_id,
    wording: `Encaissement de {amount} ${parties}, ref {id} fin. il vous reste {balance}.`,
  });

async function confirmSecond(stage: Stage): Promise<void> {
  for (const actor of ['Awa', 'Brahim'])
    await confirmTemplates(servicesOf(stage), [{ template_id, template_version: 2, ...by(actor) }]);
  stage.world.service.clock.pass(5);
}

async function revoke(stage: Stage): Promise<void> {
  const [said] = await revokeTemplates(servicesOf(stage), [
    { template_id, template_version: 1, ...by('Chantal') },
  ]);
  expect(said?.kind).toBe('revoked');
  stage.world.service.clock.pass(5);
}

/** A payment in taught words that is too large to be believed before a reading, and a small one behind it. */
async function paidAndWaiting(stage: Stage, parties: string, payer: string): Promise<void> {
  await perform(stage, `late m moved 4000 ${words(4000)}`);
  await teachAs(stage, parties);
  expect(await confirmWords(stage, template_id)).toEqual(['proposed', 'confirmed']);
  await perform(
    stage,
    `deliver m
    session a 250000 payer ${payer} ttl 60
    wait 1min
    sms n moved 250000 ${words(250_000)}
    session h 3000
    paid h
    wait 1min
    h -> SUCCESS
    a -> AWAITING_PAYMENT`,
  );
}

const DOUBTED = 'a -> UNDER_REVIEW unproven\nfloat -> 257000';

test('A payment that waits for a reading, in words whose confirmation has been taken back since, goes to review', () =>
  scene(async (stage) => {
    await paidAndWaiting(stage, WRONG, '66777001');
    await revoke(stage);
    await perform(stage, `anchor\n${DOUBTED}`);
  }));

test('A payment that waits as a claim, in words whose confirmation has been taken back since, goes to review too', () =>
  scene(async (stage) => {
    await perform(stage, `late m moved 4000 ${words(4000)}`);
    await teachAs(stage, WRONG);
    await confirmWords(stage, template_id);
    await perform(
      stage,
      `deliver m
      late lost credit 700
      session a 5000 payer 66777001 ttl 60
      wait 1min
      sms n moved 5000 ${words(5000)}
      wait 1min
      a -> AWAITING_PAYMENT`,
    );
    await revoke(stage);
    await perform(stage, 'deliver lost\nwait 1min\na -> UNDER_REVIEW unproven');
  }));

test('It is paid where a later version, which two people have confirmed, reads it as the first did', () =>
  scene(async (stage) => {
    await paidAndWaiting(stage, RIGHT, '66123456');
    await teachAs(stage, `[abonne] ${RIGHT}`);
    await confirmSecond(stage);
    await perform(stage, 'anchor\na -> SUCCESS');
  }));

test('It goes to review where the later version reads another payer in it', () =>
  scene(async (stage) => {
    await paidAndWaiting(stage, WRONG, '66777001');
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    await perform(stage, `anchor\n${DOUBTED}`);
  }));
