import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** The operator's clock is a minute and a half slow: within the two minutes that matching forgives. */
const SLOW_S = 90;

/** An id that such an operator makes at this moment. */
function slowId({ world }: Stage, serial: string, slow_s = SLOW_S): string {
  const at = new Date(world.now.getTime() + 3_600_000 - slow_s * 1000).toISOString();
  return `MP${at.slice(2, 10).replaceAll('-', '')}.${at.slice(11, 16).replace(':', '')}.${serial}`;
}

const credit = (id: string, sum_xaf: number, payer: string) =>
  `"Trans.Id : ${id}. Vous avez recu ${sum_xaf} FCFA du ${payer}. Votre solde disponible est BALANCE FCFA."`;

/** Another customer pays five seconds later, and a message that was late comes: all are proven at once. */
const settled = (stage: Stage) =>
  `wait 5s
  sms q moved 6000 ${credit(slowId(stage, 'B77778'), 6000, '66123456')}
  wait 10s
  deliver lost
  wait 1s`;

const BEFORE = `sim two
  session v 5000 by rival on one ttl 60
  late lost credit 700
  session b 6000 on one
  wait 100s`;

// h is taken from those who may claim the money, also as evidence against the others: by the time that the NEXT message prints (a minute more) h's session
// was not made yet. Without the late message the same payment goes to review.
test('A payment on the wrong SIM that quotes its session’s ticket pays no other session of that sum, where the operator’s clock is a minute and a half slow and a message was late', () =>
  scene(async (stage) => {
    await perform(stage, `${BEFORE}\nsession h 5000 on two ttl 60\nwait 20s`);
    await perform(
      stage,
      `sms p moved 5000 "Ref:${slowId(stage, 'B77777')} Vous avez recu 5000.00 CFA de 66123456 .Reference: ${stage.sessions.get('h')?.ticket}. Solde: BALANCE CFA."
      ${settled(stage)}
      unpaid v -> yes`,
    );
  }));

test('A payment on the wrong SIM by the payer whom its session has declared pays no other session of that sum, where the operator’s clock is a minute and a half slow and a message was late', () =>
  scene(async (stage) => {
    await perform(stage, `${BEFORE}\nsession h 5000 payer 66777001 on two ttl 60\nwait 20s`);
    await perform(
      stage,
      `sms p moved 5000 ${credit(slowId(stage, 'B77777'), 5000, '66777001')}
      ${settled(stage)}
      unpaid v -> yes`,
    );
  }));

// Each pays twenty seconds after the session was made. Without the late message both are paid, by the same clock.
test('A payment in time is paid where the operator’s clock is a minute and a half slow, another payment follows, and a message before both was late', () =>
  scene(async (stage) => {
    await perform(stage, 'late lost credit 700\nwait 100s\nsession a 5000\nsession b 6000\nwait 20s');
    await perform(
      stage,
      `sms p moved 5000 ${credit(slowId(stage, 'B77777'), 5000, '66777001')}
      ${settled(stage)}
      b -> SUCCESS
      a -> SUCCESS`,
    );
  }));

/** One message by the phone of `one`, whose clock is a minute slow. */
async function bySlowPhone(stage: Stage, name: string): Promise<void> {
  const one = stage.world.sims.get('one');
  const sms = stage.messages.get(name)?.sms;
  if (one === undefined || sms === undefined) throw new Error('no SIM');
  const body = JSON.parse(one.phone.received(sms.text));
  body.payload.receivedAt = new Date(stage.world.now.getTime() - 60_000).toISOString();
  expect((await one.phone.post(JSON.stringify(body))).status).toBe(200);
  one.sim.told(sms);
  await perform(stage, 'wait 1s');
}

const UNDATED = (sum_xaf: number, payer: string) =>
  `"Vous avez recu ${sum_xaf} FCFA du ${payer}. Votre solde disponible est BALANCE FCFA."`;

test('A payment in time is paid where no message prints a time, the clock of the phone is a minute slow, and a message before it was late', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `late lost credit 700\nwait 100s\nsession a 5000\nsession b 6000\nwait 20s\nlate p moved 5000 ${UNDATED(5000, '66777011')}`,
    );
    await bySlowPhone(stage, 'p');
    await perform(stage, `wait 5s\nlate q moved 6000 ${UNDATED(6000, '66777012')}`);
    await bySlowPhone(stage, 'q');
    await perform(stage, 'wait 10s\ndeliver lost\nwait 1s\nb -> SUCCESS\na -> SUCCESS');
  }));

// A statement prints seconds, so that the minute's precision is gone too: half a minute is enough.
test('A payment whose message waits is paid by the statement, where the operator’s clock is half a minute slow and the next row is seventeen seconds younger than its session', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `late lost credit 700 from 66777000
      wait 100s
      session a 5000
      session b 6000
      wait 15s
      paid a from 66777011
      wait 2s
      paid b from 66777012
      wait 10s`,
    );
    const parties = ['66777000', '66777011', '66777012'];
    const said = await bringListed(stage, (moved) =>
      moved.map((row, n) => ({ ...row, at: new Date(row.at.getTime() - 30_000), party: parties[n] ?? '' })),
    );
    expect(said).toMatch(/^new 3/);
    await perform(stage, 'wait 1min\nb -> SUCCESS\na -> SUCCESS');
  }));

// All clocks are right. His 100 francs go on from the payment, and print the minute before it, as an id may: an id is as old as its payer's confirmation. By
// that minute's end h's session was not made yet.
test('Who reads the messages of a SIM, and tells of 100 francs behind a payment on the wrong SIM, has no session paid by it, though its payer is whom another session declared', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      session v 190000 by rival on one ttl 60
      late lost credit 700
      wait 130s
      session h 190000 payer 66777021 on two ttl 60
      wait 10s
      sms p credit 190000 from 66777021
      wait 2s`,
    );
    await perform(
      stage,
      `sms f told "Trans.Id : ${slowId(stage, 'B70060', 60)}. Vous avez recu 100 FCFA du 66999001. Votre solde disponible est ${62_410 + 190_800} FCFA."
      wait 3s
      deliver lost
      wait 2s
      unpaid v -> yes`,
    );
  }));

// All clocks are right, nobody forges. Without the late message it is paid (times.test.ts has such ids).
test('A payment in time is paid where the next payer has confirmed in the minute before and was served after it, and a message before both was late', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `late lost credit 700
      session b 6000
      wait 130s
      session a 5000
      wait 15s
      paid a from 66777031
      wait 2s`,
    );
    await perform(
      stage,
      `sms q moved 6000 ${credit(slowId(stage, 'B77779', 50), 6000, '66777032')}
      wait 10s
      deliver lost
      wait 2s
      b -> SUCCESS
      a -> SUCCESS`,
    );
  }));
