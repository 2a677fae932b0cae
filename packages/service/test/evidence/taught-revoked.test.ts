import { expect, test } from 'vitest';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { takeRefundList } from '../../src/engine/desk/refunds/take-list.ts';
import { confirmTemplates, revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { listRefundsToSend, listRefundsUnderWay } from '../../src/engine/refunds/under-way.ts';
import { by, numberOf, servicesOf, sessionOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';
import { confirmWords, readSuspenseAgain, teachWords } from './taught.ts';

const template_id = 'taught-revoked';
/** Words that name two people, of whom one has paid. */
const words = (sum_xaf: number) =>
  `"Encaissement de ${sum_xaf} FCFA par 66123456 chez 66777001, ref ID fin. il vous reste BALANCE FCFA."`;
/** As the operator writes by now. */
const newerWords = (sum_xaf: number) => words(sum_xaf).replace('Encaissement', 'Encaissement nouveau');
const RIGHT = 'par {phone} chez {code}';
const WRONG = 'par {code} chez {phone}';

const teachAs = (stage: Stage, parties: string) =>
  teachWords(stage, {
    template_id,
    wording: `Encaissement de {amount} ${parties}, ref {id} fin. il vous reste {balance}.`,
  });

const confirmSecond = (stage: Stage) => confirmLater(stage, 2);

async function confirmLater(stage: Stage, template_version: number): Promise<void> {
  for (const actor of ['Awa', 'Brahim'])
    await confirmTemplates(servicesOf(stage), [{ template_id, template_version, ...by(actor) }]);
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

test('A payment that waits for a reading is paid where a later version of its words, which two people have confirmed, reads it as the first did', () =>
  scene(async (stage) => {
    await paidAndWaiting(stage, RIGHT, '66123456');
    await teachAs(stage, `[abonne] ${RIGHT}`);
    await confirmSecond(stage);
    await perform(stage, 'anchor\na -> SUCCESS');
  }));

test('A payment that waits for a reading goes to review where a later version of its words reads another payer in it', () =>
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

/** The merchant of a session that was paid asks for a part of it back. */
async function askRefund(stage: Stage, name: string, amount_xaf: number): Promise<string> {
  const { id, merchant } = sessionOf(stage, name);
  const [made] = await createRefunds(servicesOf(stage), [
    {
      ...{ merchant_id: merchant.id, environment: 'live', payment: { kind: 'session', id }, amount_xaf },
      ...{ reason: null, asked_by: 'key …1234', idempotency: null },
    },
  ]);
  return made?.kind === 'created' ? made.refund.id : '';
}

/** Somebody says that a refund is sent now, from the first SIM or another. */
const sendAs = async (stage: Stage, refund_id: string, number = numberOf(stage)) =>
  (await sendRefunds(servicesOf(stage), [{ refund_id, does: 'send', number, ...by('Awa') }]))[0];

test('Money in suspense is sent back to nobody whom words have named that were taken back since, until others name him', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await revoke(stage);
    await perform(stage, 'refund n as Awa -> refused');
    await teachAs(stage, RIGHT);
    await perform(stage, 'refund n as Awa -> refused');
    await confirmSecond(stage);
    await perform(stage, 'refund n as Awa -> refused');
    expect(await readSuspenseAgain(stage)).toEqual(['4000 nobody left', '5000 nobody left']);
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66123456']);
  }));

test('Money whose words were taken back goes back to whom they named once people stand by them again', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await revoke(stage);
    await perform(stage, 'refund n as Awa -> refused');
    expect((await confirmWords(stage, template_id)).at(-1)).toBe('confirmed');
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66777001']);
  }));

test('Money goes back to whom its words named though a later version took their place, where that reads another payer in none of it', () =>
  scene(async (stage) => {
    await perform(stage, `late m moved 4000 ${words(4000)}`);
    await teachAs(stage, RIGHT);
    await confirmWords(stage, template_id);
    await perform(
      stage,
      `deliver m\nwait 1min\nsms n moved 5000 ${words(5000)}\nwait 1min\nanchor
      late p moved 6000 ${newerWords(6000)}\nwait 1min`,
    );
    const wording = `Encaissement nouveau de {amount} ${RIGHT}, ref {id} fin. il vous reste {balance}.`;
    await teachWords(stage, { template_id, of: 'p', wording });
    await confirmSecond(stage);
    await perform(stage, 'deliver p\nwait 1min\nanchor\nwait 1min\nrefund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66123456']);
    // Who takes the later one back says that these words are not read right.
    const [said] = await revokeTemplates(servicesOf(stage), [
      { template_id, template_version: 2, ...by('Chantal') },
    ]);
    expect(said?.kind).toBe('revoked');
    await perform(stage, 'wait 1min\nrefund m as Awa -> refused\nrefund p as Awa -> refused');
  }));

test('Money goes back to nobody once a later version of its words, which two people have confirmed in their place, reads another payer in it', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    await perform(stage, 'refund n as Awa -> refused');
    expect(await readSuspenseAgain(stage)).toEqual(['4000 nobody left', '5000 nobody left']);
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66123456']);
  }));

test('Money is read again, and goes back, where its wording is read without its advertising by now and a confirmed one names another', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, '');
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    // Of a release before, which let advertising stand behind what a payer writes.
    await stage.world.service.rows(
      `insert into sms_templates (template_id, version, operator, kind, wording, sample, created_at, created_by, note)
      select 'taught-old', 1, operator, kind, $1, sample, created_at, created_by, note from sms_templates where template_id = $2 and version = 1`,
      ['Encaissement de {amount} par {payer}, il vous reste {balance}. [{promo}]', template_id],
    );
    await stage.world.service.rows(
      `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
      values ('taught-old', 1, now(), 'Brahim')`,
    );
    await stage.world.service.rows(
      `insert into notice_readings (notice_id, environment, outcome, kind, template_id, template_version, reading, credit_id, read_at)
      select r.notice_id, r.environment, r.outcome, r.kind, 'taught-old', 1, r.reading, r.credit_id, r.read_at
      from notice_readings r join credits c on c.id = r.credit_id where c.amount_xaf = 5000 and r.outcome = 'CREDIT'`,
    );
    stage.world.service.clock.pass(5);
    await perform(stage, 'refund n as Awa -> refused');
    expect(await readSuspenseAgain(stage)).toEqual(['4000 nobody left', '5000 nobody left']);
    await perform(stage, 'refund n as Awa -> refunded');
    expect(await announced(stage)).toEqual(['66123456']);
  }));

test('Money goes back to whom words of ours have named that nobody has confirmed yet', () =>
  scene(async (stage) => {
    const { service } = stage.world;
    const said = await service.rows<{ confirmed_by: string }>(
      `select * from template_confirmations where template_id = 'airtel-credit'`,
    );
    // Of an installation on which nobody has said so yet.
    await service.rows(`delete from template_confirmations where template_id = 'airtel-credit'`);
    stage.world.service.clock.pass(5);
    try {
      await perform(
        stage,
        `session a 2500 payer 66777003\nsms m credit 2500 from 66777003
        sms n credit 3000 from 66777001\nwait 1min\nanchor\nwait 1min
        a -> UNDER_REVIEW unproven\nconfirm a -> confirmed\na -> SUCCESS\nrefund n as Awa -> refunded`,
      );
      expect(await announced(stage)).toEqual(['66777001']);
      const refund_id = await askRefund(stage, 'a', 1000);
      expect(await sendAs(stage, refund_id)).toMatchObject({ kind: 'sending', to_phone: '66777003' });
    } finally {
      for (const { confirmed_by } of said)
        await service.rows(
          `insert into template_confirmations (template_id, template_version, confirmed_at, confirmed_by)
          values ('airtel-credit', 2, now(), $1) on conflict do nothing`,
          [confirmed_by],
        );
      stage.world.service.clock.pass(5);
    }
  }));

test('A refund of a session that was paid in such words waits, says why, and goes to whom the words name that two people confirm', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, 'session a 5000');
    await perform(stage, 'a -> SUCCESS');
    const services = servicesOf(stage);
    const before = await askRefund(stage, 'a', 2000);
    await revoke(stage);
    const after = await askRefund(stage, 'a', 1000);
    const listed = async () =>
      (await listRefundsUnderWay(services, { limit: 10 })).rows.map(
        ({ is_payer_unread, to_phone_now: to_phone }) => (is_payer_unread ? 'unread' : to_phone),
      );
    for (const refund_id of [before, after])
      expect((await sendAs(stage, refund_id))?.kind).toBe('payer_unread');
    expect(await listed()).toEqual(['unread', 'unread']);
    expect(await listRefundsToSend(services, { limit: 10 })).toEqual([]);
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    expect(await listed()).toEqual(['66123456', '66123456']);
    for (const refund_id of [before, after])
      expect(await sendAs(stage, refund_id)).toMatchObject({ kind: 'sending', to_phone: '66123456' });
    expect(await announced(stage)).toEqual(['66123456', '66123456']);
    expect(await stage.world.service.rows('select distinct to_phone from refunds')).toEqual([
      { to_phone: '66123456' },
    ]);
  }));

/** A refund of a session that wrong words have paid, which a later version reads anew; and a second SIM. */
async function readAnew(stage: Stage): Promise<{ refund_id: string; other: string }> {
  await paidInWrongWords(stage, 'session a 5000');
  const refund_id = await askRefund(stage, 'a', 2000);
  await teachAs(stage, RIGHT);
  await confirmSecond(stage);
  return { refund_id, other: (await stage.world.sim('two')).number };
}

const onPaper = async (stage: Stage) =>
  (await takeRefundList(servicesOf(stage), { file: 'refunds.pdf', ...by('Chantal') })).map(
    ({ to_phone }) => to_phone,
  );
const sentTo = (phone: string) =>
  `sms s moved -2000 "Trans. id: ID. Vous avez envoye 2000 FCFA au ${phone}. Votre solde disponible est BALANCE FCFA."\nwait 1min`;

test('A refund that was paid from a list to whom its words name anew is on no list again, and is not sent from another SIM', () =>
  scene(async (stage) => {
    const { refund_id, other } = await readAnew(stage);
    expect(await onPaper(stage)).toEqual(['66123456']);
    await perform(stage, sentTo('66123456'));
    expect(await onPaper(stage)).toEqual([]);
    expect((await listRefundsUnderWay(servicesOf(stage), { limit: 10 })).rows).toMatchObject([
      { may_have_left: true },
    ]);
    expect((await sendAs(stage, refund_id, other))?.kind).toBe('sent_elsewhere');
  }));

test('A refund is on no list again, and is not sent from another SIM, where its words are read anew only after it has gone to whom they named before', () =>
  scene(async (stage) => {
    await paidInWrongWords(stage, 'session a 5000');
    const refund_id = await askRefund(stage, 'a', 2000);
    expect(await onPaper(stage)).toEqual(['66777001']);
    await perform(stage, sentTo('66777001'));
    await teachAs(stage, RIGHT);
    await confirmSecond(stage);
    expect(await onPaper(stage)).toEqual([]);
    const { number } = await stage.world.sim('two');
    expect((await sendAs(stage, refund_id, number))?.kind).toBe('sent_elsewhere');
  }));

test('A refund goes to whom its words named first once people stand by that wording again, whoever was kept on it meanwhile', () =>
  scene(async (stage) => {
    const { refund_id } = await readAnew(stage);
    expect(await onPaper(stage)).toEqual(['66123456']);
    await revokeTemplates(servicesOf(stage), [{ template_id, template_version: 2, ...by('Chantal') }]);
    stage.world.service.clock.pass(5);
    expect(await onPaper(stage)).toEqual([]);
    await teachAs(stage, WRONG);
    await confirmLater(stage, 3);
    expect(await onPaper(stage)).toEqual(['66777001']);
    expect(await sendAs(stage, refund_id)).toMatchObject({ kind: 'sending', to_phone: '66777001' });
  }));
