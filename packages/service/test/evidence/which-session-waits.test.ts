import { expect, test } from 'vitest';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { by, instructionsOf, numberOf, servicesOf } from './desk.ts';
import { GUESSES, guessed, idOf, lines, perform, type Stage, stagesOfFile, statusOf, taken } from './play.ts';

const scene = stagesOfFile();

/** Five unpaid sessions, and five messages that lead to them from this balance. */
async function take(stage: Stage, from_xaf: number): Promise<void> {
  let at_xaf = from_xaf;
  for (let n = 0; n < 5; n += 1) {
    const sum_xaf = 190_000 - n;
    at_xaf += sum_xaf;
    await perform(
      stage,
      `session v${n} ${sum_xaf} payer 6612345${n} by rival${n} ttl 60
      sms f${n} forged ${sum_xaf} balance ${at_xaf} from 6612345${n}`,
    );
  }
}

test('Whoever knows the balance of a SIM is paid the bound at once, by five sessions: so nobody may learn it', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 20min');
    await take(stage, guessed(12));
    expect(await taken(stage)).toBe(949_990);
  }));

/** What his sessions say: where one says something else than the others, he learns by it. */
async function saidByAll(told: (name: string) => Promise<string>): Promise<string[]> {
  const all: string[] = [];
  for (let n = 0; n < GUESSES; n += 1) all.push(await told(`g${n}`));
  return [...new Set(all)];
}

/** From a sender who is on no list: each tells of another of his sessions and begins at another balance. */
async function tellAsStranger(stage: Stage): Promise<void> {
  await perform(stage, `wait 20min\n${lines(GUESSES, (n) => `session g${n} ${1000 + n} by spy ttl 5`)}`);
  const one = stage.world.sims.get('one')?.sim;
  for (let n = 0; n < GUESSES; n += 1) {
    const sms = one?.wordCredit(1000 + n, guessed(n) + 1000 + n);
    if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms: { ...sms, sender: 'Moncash' } });
  }
}

test('Who knows the balance of a SIM to 12,000 learns it by no messages of a sender who is not on the list', () =>
  scene(async (stage) => {
    await tellAsStranger(stage);
    await perform(stage, 'wait 45min');
    expect(await saidByAll((name) => statusOf(stage, name))).toEqual(['EXPIRED']);
  }));

test('Who knows the balance to 12,000 learns it by no session of his that says at once that a payment is being checked', () =>
  scene(async (stage) => {
    await tellAsStranger(stage);
    expect(await saidByAll(async (name) => String(await isChecked(stage, name)))).toEqual(['false']);
  }));

// One of his messages ends where the book stands, and the reading, for which they had asked, has forgotten that he tried.
test('Who knows the balance to 12,000 learns by no session of his which of them waits behind a reading that contests no step', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 100 from 66777002
      wait 5min
      anchor
      wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 5`)}
      ${lines(GUESSES, (n) => `sms g${n} forged ${1000 + n} balance ${guessed(n, 62_510)} from 66123456`)}
      wait 6min
      anchor
      wait 50min
      ${lines(GUESSES, (n) => `g${n} -> EXPIRED`)}`,
    );
  }));

// The lucky one of them is a step of the book, and the others wait: sessions of both kinds have to look the same.
test('Who knows the balance to 12,000 learns it by no words that nobody knows: each of his sessions says the same at once, once its time is over, and a day later', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 20min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} by spy ttl 5`)}
      ${lines(
        GUESSES,
        (n) =>
          `sms f${n} told "Encaisse ${1000 + n} FCFA de NOM. Ref: ID. Solde disponible ${guessed(n) + 1000 + n} FCFA."`,
      )}`,
    );
    for (let n = 0; n < GUESSES; n += 1)
      expect(await instructionsOf(stage, `g${n}`)).toContain('en cours de vérification');
    await perform(stage, `wait 45min\n${lines(GUESSES, (n) => `g${n} -> AWAITING_PAYMENT`)}`);
    await perform(stage, `wait 24h\n${lines(GUESSES, (n) => `g${n} -> UNDER_REVIEW unproven`)}`);
  }));

test('A payment behind a lost message, told by the operator under a new name, settles once staff have listed that name and the lost one comes', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000\nlate lost credit 100');
    const sms = { ...stage.world.sims.get('one')?.sim.credit(5000), sender: 'AirtelMomey' } as never;
    await stage.world.deliver({ sim: 'one', sms });
    const command = { number: numberOf(stage), senders: ['AirtelMoney', 'AirtelMomey'] };
    for (const actor of ['Awa', 'Brahim'])
      await trustSenders(servicesOf(stage), [{ ...command, ...by(actor) }]);
    await replayNotices(servicesOf(stage), { after: 0, limit: 100 });
    await perform(stage, 'deliver lost\na -> SUCCESS');
  }));

// Whoever has not paid yet is not shown where to: his page says that a payment is being checked.
test('One SMS of somebody who knows no balance keeps the sessions of eight prices from telling where to pay', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      sms f told "Encaisse 1000 FCFA, 2000 FCFA, 2500 FCFA, 3000 FCFA, 5000 FCFA, 7500 FCFA, 10000 FCFA, 15000 FCFA. Solde 77777 FCFA."
      wait 1min
      session a 5000
      session b 2500
      wait 1min`,
    );
    for (const name of ['a', 'b'])
      expect((await instructionsOf(stage, name)).replaceAll('\u00a0', '')).toContain(
        stage.sessions.get(name)?.number.slice(4),
      );
  }));

test('Who knows the balance to 12,000 learns it by no text of four figures from a sender who is on no list, which would tell of two sessions at two balances', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'wait 20min\nsession g0 6000 payer 66777001 by spy ttl 60\nsession g1 5000 payer 66777002 by spy ttl 60',
    );
    const [one, two] = [guessed(12) + 6000, guessed(14) + 6000];
    const sms = stage.world.sims
      .get('one')
      ?.sim.invented(`Operation 6000 F et 5000 F. Solde ${one} F. Solde ${two} F.`);
    if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms: { ...sms, sender: 'Moncash' } });
    expect([await isChecked(stage, 'g0'), await isChecked(stage, 'g1')]).toEqual([false, false]);
  }));

/** Of his session `g<n>`: its payer tells of it by a message that prints a time so many minutes ago and ends at this balance. */
async function tellOld(stage: Stage, n: number, end_xaf: number, minutes_ago: number): Promise<void> {
  const id = idOf(stage, 'MP', minutes_ago, `B9${1000 + n}`);
  const sms = stage.world.sims.get('one')?.sim.wordCredit(1000 + n, end_xaf, { payer: '66123456' }, id);
  if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms });
}

const isChecked = async (stage: Stage, name: string): Promise<boolean> =>
  (await instructionsOf(stage, name)).includes('vérification');

// A reading has found 5,000 missing: between 62,410 and 67,410 a message that is older than the reading may have its place.
test('Who knows the balance to 12,000 learns it by no messages of an hour before, below what a reading found missing, within it and above', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `late lost credit 5000
      wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 60`)}
      wait 15min
      anchor
      wait 1min`,
    );
    const told: boolean[] = [];
    for (let n = 0; n < GUESSES; n += 1) {
      await tellOld(stage, n, 55_000 + 600 * n, 17);
      told.push(await isChecked(stage, `g${n}`));
    }
    expect(new Set(told).size).toBe(1);
  }));

test('Who knows the balance to 12,000 learns it by no messages that have just come, once a payment has come that leaves no place to those outside of it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `late lost credit 5000
      wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 60`)}
      wait 15min
      anchor
      ${lines(GUESSES, (n) => `sms g${n} forged ${1000 + n} balance ${55_000 + 600 * n} from 66123456`)}
      wait 3min
      sms own credit 100 from 66777002
      wait 1min`,
    );
    const told = await Promise.all(Array.from({ length: GUESSES }, (_, n) => isChecked(stage, `g${n}`)));
    expect(new Set(told).size).toBe(1);
  }));

test('Who knows the balance to 12,000 learns it by no messages of an hour before, of which only the one that begins where the book stands may have its place', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 60`)}
      wait 14min
      sms own credit 100 from 66777002
      wait 1min`,
    );
    for (let n = 0; n < GUESSES; n += 1) await tellOld(stage, n, guessed(n, 62_510) + 1000 + n, 14);
    expect(await saidByAll(async (name) => String(await isChecked(stage, name)))).toEqual(['true']);
  }));

test('Who knows the balance to 12,000 doesn’t learn it on the pages of his sessions that have ended', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 60`)}
      wait 14min
      sms own credit 100 from 66777002
      wait 1min
      ${lines(GUESSES, (n) => `cancel g${n}`)}`,
    );
    for (let n = 0; n < GUESSES; n += 1) await tellOld(stage, n, guessed(n, 62_510) + 1000 + n, 14);
    const told = await Promise.all(Array.from({ length: GUESSES }, (_, n) => isChecked(stage, `g${n}`)));
    expect(new Set(told).size).toBe(1);
  }));

// However he learned which of them was right: the reading, for which that one asks itself, forgets no guess of a moment before.
test('Who knows the balance to 12,000 is paid nothing behind a reading that comes a moment after messages of an hour before, of which one was right', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer 66123456 by spy ttl 60`)}
      wait 14min
      sms own credit 100 from 66777002
      wait 1min`,
    );
    for (let n = 0; n < GUESSES; n += 1) await tellOld(stage, n, guessed(n, 62_510) + 1000 + n, 14);
    await perform(stage, 'wait 1min\nanchor');
    await take(stage, 62_510);
    expect(await taken(stage)).toBe(0);
  }));

test('Who knows the balance to 12,000 learns it by no pairs of sessions, of which one waits', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 20min
      ${lines(15, (i) => `session a${i} ${1000 + 100 * i} payer ${66_120_100 + i} by spy ttl 5`)}
      ${lines(15, (j) => `session b${j} ${20_000 + 1500 * j} payer ${66_120_200 + j} by spy ttl 5`)}
      sms z forged 700 balance ${62_410 + 32_200 + 700}
      wait 45min`,
    );
    expect(await waiting(stage)).toEqual([]);
  }));

/** Every session that still waits for its payment. */
async function waiting(stage: Stage): Promise<string[]> {
  const all: string[] = [];
  for (const name of stage.sessions.keys())
    if ((await statusOf(stage, name)) === 'AWAITING_PAYMENT') all.push(name);
  return all;
}

// One message would serve a night of sessions: each that waits says what is missing before it.
test('Who knows the balance to 12,000 learns it by no sessions that he makes once his message has come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 20min
      sms z forged 700 balance ${62_410 + 1012 + 700}
      wait 1min
      ${lines(GUESSES, (n) => `session g${n} ${1000 + n} payer ${66_120_100 + n} by spy ttl 5`)}
      wait 45min`,
    );
    expect(await waiting(stage)).toEqual([]);
  }));

test('Who knows the balance to 12,000 learns it by no pairs of sessions of which he makes one, or both, once his message has come', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 20min
      session a 4000 payer 66120101 by spy ttl 60
      sms z forged 700 balance ${62_410 + 5012 + 700}
      wait 1min
      session b 1012 payer 66120102 by spy ttl 5
      session c 2000 payer 66120103 by spy ttl 5
      session d 3012 payer 66120104 by spy ttl 5
      wait 45min
      a -> AWAITING_PAYMENT
      b -> EXPIRED
      c -> EXPIRED
      d -> EXPIRED
      wait 25min
      a -> EXPIRED`,
    );
  }));

test('Two payments in a row whose messages are lost keep their sessions waiting while a message behind them does', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 20min
      session a 5000 ttl 5
      session b 6300 ttl 5
      late pa credit 5000 from 66777001
      late pb credit 6300 from 66777002
      sms m credit 100 from 66777003
      wait 45min
      a -> AWAITING_PAYMENT
      b -> AWAITING_PAYMENT`,
    ),
  ));

/** Three texts of a sender who is on no list, each of another session and another balance, the last of which is true. */
async function tellThree(stage: Stage, sender: string): Promise<void> {
  await perform(stage, `wait 20min\n${lines(3, (n) => `session g${n} ${1000 + n} by spy ttl 5`)}`);
  const one = stage.world.sims.get('one')?.sim;
  for (const n of [0, 1, 2]) {
    const sms = one?.wordCredit(1000 + n, guessed(n + 10) + 1000 + n);
    if (sms !== undefined) await stage.world.deliver({ sim: 'one', sms: { ...sms, sender } });
  }
}

test.each(['Moncash', '+23566999001'])(
  'Three texts of %s, who is on no list, tell by no page which of them begins where the book stands',
  (sender) =>
    scene(async (stage) => {
      await tellThree(stage, sender);
      const told = await Promise.all([0, 1, 2].map((n) => isChecked(stage, `g${n}`)));
      expect(told).toEqual([false, false, false]);
    }),
);

test('Three texts by the number of a phone, which is on no list, tell by no session which of them begins where the book stands', () =>
  scene(async (stage) => {
    await tellThree(stage, '+23566999001');
    await perform(stage, 'wait 45min\ng0 -> EXPIRED\ng1 -> EXPIRED\ng2 -> EXPIRED');
  }));
