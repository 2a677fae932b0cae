import { expect, test } from 'vitest';
import { importStatement } from '../../src/engine/desk/statements/import-statement.ts';
import { settleStatements } from '../../src/engine/desk/statements/settle-statement.ts';
import { AWA, BRAHIM, confirmPortals } from '../statements/play.ts';
import { csvOf, fileOf, statementCells } from '../statements/portal.ts';
import { bringListed, numberOf, servicesOf, statement } from './desk.ts';
import { perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

type Words = (id: string, sum_xaf: number, balance_xaf: number) => string;
const WAYS: [string, Words][] = [
  [
    'hides the digits of their payers',
    (id, sum_xaf, balance_xaf) =>
      `Trans.ID : ${id}. Vous avez recu ${sum_xaf} FCFA du 6• •• •• ••. Votre solde disponible est ${balance_xaf} FCFA.`,
  ],
  [
    'calls each an agent’s deposit',
    (id, sum_xaf, balance_xaf) =>
      `Depot de ${sum_xaf} FCFA effectue par l'agent NOM (66112233). Trans.ID: ${id}. Solde: ${balance_xaf} FCFA.`,
  ],
  [
    'leaves out their ids',
    (_id, sum_xaf, balance_xaf) =>
      `Vous avez recu ${sum_xaf} FCFA du 66999001. Votre solde disponible est ${balance_xaf} FCFA.`,
  ],
];

/** Tells in other words of a payment whose message is kept back, and then that message. */
async function tellFirst(stage: Stage, name: string, sum_xaf: number, words: Words): Promise<void> {
  const id = stage.messages.get(name)?.sms.id ?? '';
  const balance_xaf = stage.world.sims.get('one')?.sim.balance_xaf ?? 0;
  await perform(stage, `sms f${name} told "${words(id, sum_xaf, balance_xaf)}"\ndeliver ${name}\nwait 5min`);
}

// The true message stands against the forged one, and a reading would find it. To the statement its row is the forged step, since that names no payer or no
// transaction; and what is listed is vouched for, whatever messages contest it.
test.each(WAYS)(
  'Who reads the messages of a SIM, tells of payments on it before us and %s takes no more than the bound where staff bring the statement',
  (_way, words) =>
    scene(async (stage) => {
      await perform(stage, 'sim two');
      for (let n = 0; n < 7; n += 1) {
        const sum_xaf = 190_000 - n;
        await perform(
          stage,
          `session h${n} ${sum_xaf} payer 66123456 on two ttl 60
          session v${n} ${sum_xaf} by rival${n} on one ttl 60
          late p${n} credit ${sum_xaf} from 66123456`,
        );
        await tellFirst(stage, `p${n}`, sum_xaf, words);
        await statement(stage);
        await perform(stage, 'wait 5min\nanchor\nwait 5min');
      }
      expect(await taken(stage)).toBe(949_990);
    }),
);

// Its text asks for the money to be sent to him.
test('Money in words that nobody knows, which an insider has told of before the true message, is not sent back because the statement lists that payment', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'wait 5min\nsession h 40000 payer 66123456 ttl 60\nwait 1min\nlate p credit 40000 from 66123456',
    );
    await tellFirst(
      stage,
      'p',
      40_000,
      (_id, sum_xaf, balance_xaf) => `Encaisse ${sum_xaf} FCFA de 66999001. Solde ${balance_xaf} FCFA.`,
    );
    await perform(stage, 'refund fp as Awa -> refused');
    await statement(stage);
    await perform(stage, 'wait 1min\nrefund fp as Awa -> refused\nh -> AWAITING_PAYMENT');
  }));

// Beyond the bound the first message is booked and waits, once another goes on from it. The true one contests it, so that no reading vouches for it; the
// row names h's payer, and is taken for what the first has told.
test('A large payment that an insider has told of first as another payer’s is not his by the row of the statement, which names its payer', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session h 900000 payer 66777001 on one ttl 60
      session v 900000 payer 66999001 by rival on one ttl 60
      session q 300 on one
      late p credit 900000 from 66777001
      sms f forged 900000 off -900000 from 66999001 like p
      paid q
      deliver p
      wait 5min
      anchor
      v -> AWAITING_PAYMENT
      wait 1min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// h's ticket is in the true message, and it waits on another SIM. The row knows no ticket, and names the payer whom both messages name.
test('A large payment that an insider has told of first without its ticket is not his by the row of the statement', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session h 900000 on two ttl 60
      session v 900000 by rival on one ttl 60
      session q 300 on one
      late p credit 900000 from 66777001 motif "{h}"
      sms f forged 900000 off -900000 from 66777001 like p
      paid q
      deliver p
      wait 5min
      anchor
      v -> AWAITING_PAYMENT
      wait 1min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));

// One message before both was late. Of two that tell of the row's id, sum and balance the first is taken, and the ticket in it is v's.
test('A payment whose message waits is not an insider’s by the row of the statement, who has told of it before with its payer hidden and a ticket of his', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session h 190000 payer 66777001 on one ttl 60
      session v 190000 payer 66999001 by rival on one ttl 60
      late lost credit 100
      late p credit 190000 from 66777001`,
    );
    const id = stage.messages.get('p')?.sms.id;
    await perform(
      stage,
      `sms f told "Ref:${id} Vous avez recu 190000.00 CFA de 6• •• •• •• .Reference: ${stage.sessions.get('v')?.ticket}. Solde: ${62_410 + 190_100} CFA."
      wait 10s
      deliver p
      wait 1min`,
    );
    await bringListed(stage);
    await perform(stage, 'wait 1min\nunpaid v -> yes\nh -> SUCCESS');
  }));

// The column of the other party names the SIM itself, as some portals have it: it says nothing of who paid.
test('A statement whose rows name the number itself as the other party says of no payment that its payer is another', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'session a 5000\nsession b 6000\npaid a from 66777001\npaid b from 66777002\nwait 5min',
    );
    const party = numberOf(stage).slice(1);
    await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party })));
    await perform(stage, 'wait 31s\nincidents -> none');
  }));

// He sends it to a phone of his, keeps back the operator's message, and has told of it as of a debit to the payer. The row of that transaction names his phone.
test('A refund that one of the staff has sent to himself is noticed where the statement names another phone than the message that was taken for it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      sms m credit 30000 from 66777001
      wait 5min
      anchor
      wait 1min
      refund m as Awa -> refunded
      wait 1min
      late r debit 30000`,
    );
    await perform(
      stage,
      `sms f told "Trans.ID: ${stage.messages.get('r')?.sms.id}. Vous avez envoye 30000 FCFA au 66777001. Votre solde disponible est 62410 FCFA."
      wait 5min`,
    );
    await statement(stage);
    await perform(stage, 'wait 31s\nincidents -> statement_differs');
  }));

// An insider has told of the reversal as of a debit, by its id. The row says which payment it undoes; it is that debit to us, and nobody is told.
test('A payment is not sent back that the operator’s own list says was taken back, though its row is a debit of which a message has told', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      'sim two moov\nwait 5min\nsms p credit 40000 from 94777001 on two\nwait 5min\nanchor two\nwait 5min',
    );
    await perform(stage, 'late r moved -40000 "La transaction ID est annulee. Solde: BALANCE FCFA." on two');
    const [paid, back] = ['p', 'r'].map((name) => stage.messages.get(name)?.sms.id ?? '');
    await perform(
      stage,
      `sms f told "Trans.ID: ${back}. Vous avez envoye 40000 FCFA au 94123456. Votre solde disponible est 62410 FCFA." on two
      wait 5min`,
    );
    await bringListed(
      stage,
      (moved) => moved.map((row) => (row.id === back && paid !== undefined ? { ...row, linked: paid } : row)),
      { on: 'two' },
    );
    await perform(stage, 'wait 1min\nrefund p as Awa -> refused');
  }));

/** The operator's list of the first SIM from row `from` on: a file of one day. */
async function bringFrom(stage: Stage, from: number): Promise<number> {
  let brought = 0;
  await bringListed(stage, (moved) => {
    brought = moved.length;
    return moved.slice(from);
  });
  return brought;
}

// The row of the day names another payer than the step: it differs, and that statement vouches for nothing. But the step counts as listed since, so the
// statement of the next day, which has no row that differs, vouches for it, whatever contests it, and the bound is free again.
test('Who reads the messages of a SIM before us, and names himself as the payer of whom the statement of each day names otherwise, takes no more than the bound', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    let brought = 0;
    for (let n = 0; n < 8; n += 1) {
      const sum_xaf = 190_000 - n;
      await perform(
        stage,
        `wait 5min
        session h${n} ${sum_xaf} payer 66777001 on one ttl 60
        session v${n} ${sum_xaf} payer 66999001 by rival${n} on one ttl 60
        late p${n} credit ${sum_xaf} from 66777001
        sms f${n} forged ${sum_xaf} off -${sum_xaf} from 66999001 like p${n}
        wait 10s
        deliver p${n}
        wait 30min`,
      );
      brought = await bringFrom(stage, brought);
      await perform(stage, `wait 24h\nsms z${n} credit 100 from 66777009\nwait 30min`);
      brought = await bringFrom(stage, brought);
      await perform(stage, 'wait 1min');
    }
    expect(await taken(stage)).toBe(569_997);
  }));

// The rows are compared as the file comes, and one message tells of this one. It counts when a second person agrees, an hour later; another message has told of it since.
// Nobody asks again: neither is taken, the row alone is decided, and the ticket in the true message, which is h's, is not read.
test('A payment on the wrong SIM is nobody else’s by the row of a statement, where an insider tells of it between its import and the word of the second person', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session h 190000 on two ttl 60
      session v 190000 by rival on one ttl 60
      late lost credit 100
      sms p credit 190000 from 66777001 motif "{h}"
      wait 1min`,
    );
    const sim = stage.world.at('one').sim;
    const rows = sim.movements.map((row) => ({ ...row, party: '' }));
    const imported = await importStatement(servicesOf(stage), {
      file: fileOf(csvOf(statementCells(sim.operator, sim.number, rows))),
      ...{ number: numberOf(stage), day: null, after_a_gap: false, ...AWA },
    });
    if (imported.kind !== 'imported') throw new Error(imported.kind);
    const { id: statement_id } = imported.statement;
    const [first] = await settleStatements(servicesOf(stage), [{ statement_id, ...AWA }]);
    expect(first?.kind).toBe('proposed');
    await perform(
      stage,
      `sms f told "Trans.ID : ${stage.messages.get('p')?.sms.id}. Vous avez recu 190000 FCFA du 6• •• •• ••. Votre solde disponible est 252510 FCFA."
      wait 10min`,
    );
    await settleStatements(servicesOf(stage), [{ statement_id, ...BRAHIM }]);
    sim.anchored();
    await perform(stage, 'wait 1min\nunpaid v -> yes');
  }));
