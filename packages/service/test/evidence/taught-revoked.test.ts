import { expect, test } from 'vitest';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { confirmTemplates, revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { listRefundsToSend, listRefundsUnderWay } from '../../src/engine/refunds/under-way.ts';
import { by, numberOf, servicesOf, sessionOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, readAgain, teachWords } from './taught.ts';

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

/** The wording that names the till as the payer is confirmed, and a payment comes in these words. */
async function paidInWrongWords(stage: Stage, before: string): Promise<void> {
  await perform(stage, `late m moved 4000 ${words(4000)}`);
  await teachAs(stage, WRONG);
  expect(await confirmWords(stage, template_id)).toEqual(['proposed', 'confirmed']);
  await perform(
    stage,
    `deliver m\n${before}\nwait 1min\nsms n moved 5000 ${words(5000)}\nwait 1min\nanchor\nwait 1min`,
  );
}

const announced = async ({ world }: Stage) =>
  (await world.service.rows<{ to_phone: string }>('select to_phone from announced_debits')).map(
    ({ to_phone }) => to_phone,
  );

test('Money in suspense is sent back to nobody whom words have named that were taken back since, until others name him', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await revoke(stage);
    await perform(stage, 'refund n as Awa -> refused');
    await teachAs(stage, RIGHT);
    await perform(stage, 'refund n as Awa -> refused');
    await confirmSecond(stage);
    await perform(stage, 'refund n as Awa -> refused');
    expect(await readAgain(stage)).toEqual(['4000 nobody left', '5000 nobody left']);
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66123456']);
  }));

test('It goes back to whom they named once people stand by them again', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await revoke(stage);
    await perform(stage, 'refund n as Awa -> refused');
    expect((await confirmWords(stage, template_id)).at(-1)).toBe('confirmed');
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66777001']);
  }));

test('A refund of a session that was paid in such words waits, says why, and goes to whom the words name that two people confirm', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, 'session a 5000');
    await perform(stage, 'a -> SUCCESS');
    const { id, merchant } = sessionOf(stage, 'a');
    const services = servicesOf(stage);
    const ask = async (amount_xaf: number) => {
      const { id: merchant_id } = merchant;
      const payment = { kind: 'session', id } as const;
      const [made] = await createRefunds(services, [
        {
          ...{ merchant_id, environment: 'live', payment, amount_xaf },
          ...{ reason: null, asked_by: 'key …1234', idempotency: null },
        },
      ]);
      return made?.kind === 'created' ? made.refund.id : '';
    };
    const before = await ask(2000);
    await revoke(stage);
    const after = await ask(1000);
    const send = async (refund_id: string) =>
      (await sendRefunds(services, [{ refund_id, does: 'send', number: numberOf(stage), ...by('Awa') }]))[0];
    const listed = async () =>
      (await listRefundsUnderWay(services, { limit: 10 })).rows.map(({ is_payer_unread, to_phone }) =>
        is_payer_unread ? 'unread' : to_phone,
      );
    for (const refund_id of [before, after]) expect((await send(refund_id))?.kind).toBe('payer_unread');
    expect(await listed()).toEqual(['unread', 'unread']);
    expect(await listRefundsToSend(services, { limit: 10 })).toEqual([]);
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    expect(await listed()).toEqual(['66123456', '66123456']);
    for (const refund_id of [before, after])
      expect(await send(refund_id)).toMatchObject({ kind: 'sending', to_phone: '66123456' });
    expect(await announced(stage)).toEqual(['66123456', '66123456']);
    expect(await stage.world.service.rows('select distinct to_phone from refunds')).toEqual([
      { to_phone: '66123456' },
    ]);
  }));
