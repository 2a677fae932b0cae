import { test } from 'vitest';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** The phone of the first SIM gets what a sender tells who is on no list. */
const strange = ({ world }: Stage, text: string, sender: string) =>
  world.deliver({ sim: 'one', sms: { id: '', text, sender } });

/** The operator's own message comes by a second name of its too. */
const echo = (stage: Stage, name: string) =>
  strange(stage, stage.messages.get(name)?.sms.text ?? '', 'AirtelInfo');

// Each has a sum and a balance, and counts as two guesses.
test('Two texts of a bank about an account of its own keep no payment of 100,000 waiting', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 100000 ttl 60');
    for (const n of [1, 2]) {
      await strange(
        stage,
        `ECOBANK: votre compte a ete credite de ${25_000 * n} FCFA. Solde: ${180_000 + 3000 * n} FCFA.`,
        'ECOBANK',
      );
      await perform(stage, 'wait 5min');
    }
    await perform(stage, 'paid a\nwait 5s\na -> SUCCESS');
  }));

// They tell what ten steps of the book tell, word for word. Ten a day are enough to hold a shop's usual price.
test('Payments that the operator tells by two sender names keep no payment of 90,000 waiting', () =>
  scene(async (stage) => {
    await perform(stage, 'session z 90000 ttl 60');
    for (let n = 0; n < 10; n += 1) {
      await perform(stage, `session a${n} ${1000 + n}\npaid a${n}\nwait 20s`);
      await echo(stage, `a${n}'s`);
      await perform(stage, 'wait 1min');
    }
    await perform(stage, 'paid z\nwait 5s\nz -> SUCCESS');
  }));

// Spoofs nothing: any phone can send it. Sixty such texts, and what is above 18,000 waits on that SIM.
test('Sixty texts of somebody’s own phone, who knows nothing of a SIM, keep no payment of 25,000 waiting there', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 25000 ttl 60');
    for (let n = 0; n < 60; n += 1)
      await strange(stage, `Vous avez recu 5000 FCFA. Solde ${70_000 + 100 * n} FCFA.`, '+23566999001');
    await perform(stage, 'wait 1min\npaid a\nwait 5s\na -> SUCCESS');
  }));

// A sender who is not listed contests nothing; as a guess that is kept with its balances he does.
test('A large payment that the operator tells by two sender names, the second when another payment has come, is settled by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'session a 300000 ttl 60\nsession b 500\nsms p credit 300000 from 66777001\npaid b\nwait 2s',
    );
    await echo(stage, 'p');
    await perform(stage, 'wait 5min\nanchor\nwait 31s\na -> SUCCESS');
  }));

// Told of what waits is the agent's number as the payer's, of what comes again nobody's: so the copy says that it is another's.
test('A large agent’s deposit whose message comes twice is settled by the reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 300000 ttl 60
      session b 500
      sms p cash-in 300000
      wait 1s
      paid b
      wait 10s
      deliver p
      wait 5min
      anchor
      wait 31s
      a -> SUCCESS
      incidents -> none`,
    );
  }));

// The first prints no time, and is dated by its arrival in the next minute; the second prints the minute of the payment. The other way round they are one.
test('A payment of which the operator tells in two wordings, each with its payer and the first without a time, is one and contests nothing', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sim two moov\nwait 50s\nsession a 5000 on two\nlate p credit 5000 from 94777001 on two\nwait 15s',
    );
    await perform(
      stage,
      `sms q told "Trans.ID : ${stage.messages.get('p')?.sms.id}. Vous avez recu 5000 FCFA du 94777001. Votre solde disponible est 67410 FCFA." on two
      wait 2s
      deliver p
      wait 5min
      anchor two
      wait 31s
      a -> SUCCESS
      incidents two -> none`,
    );
  }));

// Kept messages of strangers have no id, no words and no moves of their own: two of one printed minute become one, and nothing goes on from the other.
test('No session expires whose payment the operator tells under a new name, two others having been paid in one minute before', () =>
  scene(async (stage) => {
    await perform(stage, 'session a 5000 ttl 10\nsession b 6000 ttl 10\nsession c 7000 ttl 10\nwait 10s');
    for (const [name, sum_xaf, time] of [
      ['a', 5000, '5s'],
      ['b', 6000, '2min'],
      ['c', 7000, '1s'],
    ] as const) {
      await perform(stage, `late p${name} credit ${sum_xaf} from 66777001`);
      await echo(stage, `p${name}`);
      await perform(stage, `wait ${time}`);
    }
    await perform(stage, 'wait 2h\na -> AWAITING_PAYMENT\nb -> AWAITING_PAYMENT\nc -> AWAITING_PAYMENT');
  }));
