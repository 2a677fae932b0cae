import { expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bare, bookOf, bringListed, creditsOf, explainAll, nameless, sweep, unprinted } from './desk.ts';
import { perform, type Stage, stagesOfFile, taken, withoutIdOf } from './play.ts';

const scene = stagesOfFile();

/** The SIM is swept to nothing: whoever knows that knows each balance. */
async function emptied(stage: Stage): Promise<void> {
  await confirmPortals(stage);
  await sweep(stage, 62_410);
  await perform(stage, 'sms d0 debit 62410\nwait 5min');
}

// f is told a moment before l's own message, so all of the evening waits beside the way. The file of the day begins above the book: were that
// believed as a reading is, c would be the only way through what lies between, and use nothing of the bound. 449,900.
const EVENING = `wait 5min
  session h 150000 payer 66777000 ttl 60
  late l credit 150000 from 66777000
  sms f forged 100 off -150000 from 66999001
  session v 449900 by rival on one ttl 60
  session a 150000 payer 66777001 ttl 60
  sms p credit 150000 from 66777001
  wait 1min
  session b 150000 payer 66777002 ttl 60
  sms p2 credit 150000 from 66777002
  wait 30s
  deliver l
  wait 1min
  session g 5000 payer 66777003 ttl 60
  sms q credit 5000 from 66777003
  wait 1min`;
test('What lies between the book and a statement’s first row is not filled by a forged message past what true ones tell', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(stage, EVENING);
    await bringListed(stage, (m) => m.slice(-1));
    await perform(stage, 'sms c forged 449900 balance 512410 from 66999001 motif "{v}"\nwait 1min');
    await bringListed(stage, (m) => m.slice(0, -1));
    await perform(stage, 'wait 1min\nh -> SUCCESS\na -> SUCCESS\nb -> SUCCESS\ng -> SUCCESS');
    expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 100 });
    expect(await taken(stage)).toBe(0);
  }));

// The same in one whole file with payers and balances, where every message of the operator comes: f carries p's id and another sum, so p's row differs
// and isn't brought; the next row begins above the book. 899,900.
test('What a row that differs moved is not missing for a forged message to fill', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session h 900000 payer 66777001 ttl 60
      wait 5min
      late p credit 900000 from 66777001 motif "{h}"
      sms f forged 100 balance 62510 like p from 66999001
      session v 899900 by rival on one ttl 60
      deliver p
      wait 1min
      session g 5000 payer 66777002 ttl 60
      sms q credit 5000 from 66777002
      wait 1min`,
    );
    await bringListed(stage);
    await perform(
      stage,
      'wait 1min\nsms c forged 899900 balance 962410 from 66999001 motif "{v}"\nwait 1min\nv -> AWAITING_PAYMENT\nfloat -> 5100\nincidents -> claim statement_differs',
    );
  }));

// The same by an outsider with money of his own: the SIM was just swept to nothing, so he knows each balance. He is paid 900,000 for p, and 899,900 once more.
test('What a row that differs moved is not filled either by who knows the balance only because the SIM was swept', () =>
  scene(async (stage) => {
    await emptied(stage);
    await perform(
      stage,
      `sms f forged 100 balance 100 from 66999002
      session w 900000 by rival payer 66999001 on one ttl 60
      session v 899900 by rival on one ttl 60
      wait 1min
      sms p credit 900000 from 66999001
      wait 2min
      sms q credit 100 from 66999002
      wait 5min`,
    );
    await bringListed(stage, (m) => m.slice(-1));
    await perform(stage, 'sms c forged 899900 balance 900000 from 66999002 motif "{v}"\nwait 1min');
    await bringListed(stage, (m) => m.slice(0, -1));
    await perform(
      stage,
      'wait 1min\nw -> SUCCESS\nv -> AWAITING_PAYMENT\nincidents -> claim statement_differs',
    );
  }));

// r1's message is lost, so two rows have room for two messages: p's own and a forged one. Nothing contests; v is the only session. 900,000.
test('A forged message beside a true one contests their row, though another row’s message is lost', () =>
  scene(async (stage) => {
    await emptied(stage);
    await perform(stage, 'late r1 credit 900000 from 66999001\nwait 5min');
    await sweep(stage, 900_000);
    await perform(
      stage,
      `late d1 debit 900000
      wait 1h
      session v 900000 by rival on one payer 66999001 ttl 60
      wait 1min
      sms p moved 900000 ${withoutIdOf(900000, '66777002')}
      sms z told "Vous avez recu 900000 FCFA du 66999001. Votre solde disponible est 900000 FCFA."
      wait 5min`,
    );
    await bringListed(stage, nameless);
    await perform(stage, 'wait 31s\nv -> AWAITING_PAYMENT\nincidents -> claim statement_differs');
  }));

// A list without balances lists the altered copy, which begins elsewhere than the true message, as the same. Each day anew.
const day = (n: number) => `late x${n} credit 100 from 66999009
  wait 1min
  ${[1, 2, 3, 4, 5]
    .map(
      (k) => `session v${n}${k} 180000 by rival on one payer 6699${n}00${k} ttl 60
      late p${n}${k} credit 180000 from 66770${n}0${k}
      sms f${n}${k} forged 180000 off -180100 like p${n}${k} from 6699${n}00${k}
      wait 1min
      deliver p${n}${k}`,
    )
    .join('\n')}
  wait 5min`;
test('An insider takes the bound once, where a list without payers and balances is brought each day and the SIM is read', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    for (const n of [1, 2, 3]) {
      await perform(stage, `${day(n)}\nanchor\nwait 5min`);
      await bringListed(stage, bare);
      await perform(stage, 'wait 20h\nanchor\nwait 1h');
    }
    // Else 1,620,000, and no incident; 540,000 a day.
    expect(await taken(stage)).toBe(900_000);
    // Three of five on the first day, and then one a day.
    await perform(stage, 'v13 -> SUCCESS\nv14 -> UNDER_REVIEW unproven\nv21 -> SUCCESS\nv31 -> SUCCESS');
  }));

test('What a reading found contested is not sent back by a list without payers to whom a copy of its message names', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      late x credit 100 from 66999009
      wait 1min
      late p credit 18000 from 66777001
      sms f forged 18000 balance 80410 like p from 66999001
      wait 1min
      deliver p
      wait 5min
      anchor
      wait 1min
      incidents -> contested
      refund f as Awa -> refused`,
    );
    await bringListed(stage, bare);
    await perform(stage, 'wait 1min\nrefund f as Awa -> refused');
  }));

// By a window of a quarter of an hour behind the look q, of the same price, is taken for what people have explained; two files, two rows, one step.
test('A payment a quarter of an hour after a reading is booked by a list without balances', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sms y credit 100 from 66777009
      wait 5min
      session a 150000 payer 66777001 ttl 60
      wait 1min
      late p credit 150000 from 66777001
      wait 2min
      anchor
      wait 5min`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(
      stage,
      'session b 150000 payer 66777002 ttl 60\nwait 1min\nlate q credit 150000 from 66777002\nwait 5min',
    );
    await bringListed(stage, (m) => unprinted(m.slice(0, 2)));
    await bringListed(stage, (m) => unprinted(m.slice(-1)));
    await perform(stage, 'wait 1min\nb -> SUCCESS');
  }));

// In one file the two rows hide each other from it: p's money is a credit of people's word and one of the row.
test('What people called a payment is not brought again by a list without balances', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session a 5000 payer 66777001 ttl 60
      wait 1min
      late p credit 5000 from 66777001
      wait 2min
      anchor
      wait 5min`,
    );
    expect(await explainAll(stage, ['UNEXPLAINED'], 'credit')).toBe(1);
    await perform(
      stage,
      'session b 5000 payer 66777002 ttl 60\nwait 1min\nlate q credit 5000 from 66777002\nwait 5min',
    );
    await bringListed(stage, unprinted);
    expect(await creditsOf(stage)).toHaveLength(2);
  }));

// One row that no message told of would stop that price, from that balance, for a day, and all that goes on from it: but it names another payer.
test('A payment in words without an id is paid at once though a row of the morning began where it does', () =>
  scene(async (stage) => {
    await emptied(stage);
    await perform(
      stage,
      `session a 5000 payer 66777001 ttl 60
      late p moved 5000 ${withoutIdOf(5000, '66777001')}
      wait 10min`,
    );
    await bringListed(stage);
    await sweep(stage, 5000);
    await perform(
      stage,
      `sms d2 debit 5000
      wait 6h
      session b 5000 payer 66777002 ttl 60
      sms q moved 5000 ${withoutIdOf(5000, '66777002')}
      wait 1min
      session c 5000 payer 66777003 ttl 60
      sms r moved 5000 ${withoutIdOf(5000, '66777003')}
      wait 10min
      incidents -> none
      b -> SUCCESS
      c -> SUCCESS`,
    );
  }));

// One forged SMS on a SIM that was just swept to nothing; the lost payment's row pays nobody.
test('One forged SMS of an outsider keeps no lost payment from its session by its row', () =>
  scene(async (stage) => {
    await emptied(stage);
    await perform(
      stage,
      `sms x forged 100 balance 5100 from 66999001
      wait 5min
      session a 5000 payer 66777001 ttl 60
      late p credit 5000 from 66777001
      wait 5min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 31s\na -> SUCCESS');
  }));

// The same on an honest day: a sweep's message without an id waits behind a lost one.
test('The waiting message of a sweep minutes before keeps no lost payment from its session by its row', () =>
  scene(async (stage) => {
    await emptied(stage);
    await perform(
      stage,
      `session z 5000 payer 66777001 ttl 60
      late p credit 5000 from 66777001
      wait 2min
      sms d moved -5000 "Vous avez envoye 5000 FCFA au 66123456. Votre solde disponible est BALANCE FCFA."
      wait 1min
      session a 5000 payer 66777002 ttl 60
      wait 1min
      late q credit 5000 from 66777002
      wait 5min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 31s\nz -> SUCCESS\na -> SUCCESS');
  }));

// Were the book taken to where the row begins, past the forged debit, nothing would differ until the day is over.
test('A forged debit is found by the statement at once', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `wait 5min
      sms g forged -60000 balance 2410
      wait 1min
      session h 5000 payer 66777001 ttl 60
      late p credit 5000 from 66777001 motif "{h}"
      wait 1min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 1min\nh -> SUCCESS\nincidents -> statement_differs');
  }));
