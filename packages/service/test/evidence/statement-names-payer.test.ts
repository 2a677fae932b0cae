import { describe, expect, test } from 'vitest';
import { confirmPortals } from '../statements/play.ts';
import { bringListed, nameless } from './desk.ts';
import { perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** The operator's list of the first SIM, whose row of this sum names this payer. */
const bringNaming = (stage: Stage, sum_xaf: number, party: string): Promise<string> =>
  bringListed(stage, (moved) => moved.map((row) => (row.delta_xaf === sum_xaf ? { ...row, party } : row)));

const idOf = ({ messages }: Stage, name: string): string => messages.get(name)?.sms.id ?? '';
const ticketOf = ({ sessions }: Stage, name: string): string => sessions.get(name)?.ticket ?? '';

const HIDDEN = '6• •• •• ••';

type Words = (sum_xaf: number, id: string, balance_xaf: number, ticket: string) => string;
const hiding: Words = (sum_xaf, id, balance_xaf, ticket) =>
  `Ref:${id} Vous avez recu ${sum_xaf}.00 CFA de ${HIDDEN} .Reference: ${ticket}. Solde: ${balance_xaf} CFA.`;
const showing: Words = (...told) => hiding(...told).replace(HIDDEN, '66 •• •• 01');
const byAgent: Words = (sum_xaf, id, balance_xaf, ticket) =>
  `Depot de ${sum_xaf} FCFA effectue par l'agent NOM (66777001). Motif: ${ticket}. Trans.ID: ${id}. Solde: ${balance_xaf} FCFA.`;
const byAgentInShort: Words = (sum_xaf, id, balance_xaf) =>
  `Depot de ${sum_xaf} FCFA effectue par l'agent NOM (66777001). Trans.ID: ${id}. Solde: ${balance_xaf} FCFA.`;

/** An insider tells of a payment whose message is lost, as the ticket of his own session wants it. */
async function insiderTellsOf900000(stage: Stage, words: Words): Promise<void> {
  await confirmPortals(stage);
  await perform(
    stage,
    `session h 900000 payer 66777001 on one ttl 60
    session v 900000 payer 66999001 by rival on one ttl 60
    session q 300 on one
    late p credit 900000 from 66777001`,
  );
  await perform(
    stage,
    `sms f told "${words(900_000, idOf(stage, 'p'), 962_410, ticketOf(stage, 'v'))}"
    wait 1s
    paid q
    q -> SUCCESS
    v -> AWAITING_PAYMENT
    wait 1min`,
  );
}

test('A second copy of a message whose payer a row has named since is a copy, and contests nothing', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session h 900000 payer 66777001 on one ttl 60
      session q 300 on one
      late p credit 900000 from 66777001`,
    );
    const words = showing(900_000, idOf(stage, 'p'), 962_410, '');
    await perform(stage, `sms f told "${words}"\nwait 1s\npaid q\nq -> SUCCESS\nwait 1min`);
    await bringNaming(stage, 900_000, '66777001');
    await perform(stage, `wait 1min\nh -> SUCCESS\nsms g told "${words}"\nwait 1min`);
    const told = await stage.world.service.rows<{ outcome: string }>(
      'select r.outcome from notice_readings r join notices n on n.id = r.notice_id where n.body = $1 order by r.id',
      [words],
    );
    expect(told.at(-1)?.outcome).toBe('DUPLICATE');
  }));

// Beyond what settles without a reading; q goes on from it, so it is booked and waits.
describe('A large payment that waits for a reading is settled by the row of the statement for whom the row names', () => {
  test.each<[string, Words]>([
    ['hides its payer and quotes a ticket of his', hiding],
    ['shows of its payer what fits both and quotes a ticket of his', showing],
    ['calls it an agent’s deposit and quotes a ticket of his', byAgent],
  ])('and not for an insider, who has told of it in place of its lost message and %s', (_way, words) =>
    scene(async (stage) => {
      await insiderTellsOf900000(stage, words);
      await bringNaming(stage, 900_000, '66777001');
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }),
  );

  test.each<[string, Words, string]>([
    ['shows more digits than the message, which quotes a ticket of his', showing, '6677**01'],
    ['names two numbers, of which one fits what the message shows', showing, '66777001 66123456'],
    ['names a number and one within a name', showing, '66123456 - ABAKAR 66777001'],
    ['holds what nobody can read in its number', showing, '66\u200b777001'],
    ['holds such a sign, and the message hides its payer', hiding, '66\u200b777001'],
  ])(
    'and not for an insider, who has told of it in place of its lost message, where the row %s',
    (_way, words, party) =>
      scene(async (stage) => {
        await insiderTellsOf900000(stage, words);
        await bringNaming(stage, 900_000, party);
        await perform(stage, 'wait 1min\nunpaid v -> yes');
      }),
  );

  test.each(['66777001', '66777001 66123456'])(
    'and not for whoever waits for its sum, by a row that names %s, where the payer has a session on another SIM and the operator hides his number',
    (party) =>
      scene(async (stage) => {
        await confirmPortals(stage);
        await perform(
          stage,
          `sim two
        session h 300000 payer 66777001 on two ttl 60
        session v 300000 by rival on one ttl 60
        session q 300 on one
        sms p moved 300000 "Ref:ID Vous avez recu 300000.00 CFA de ${HIDDEN} . Solde: BALANCE CFA."
        wait 1s
        paid q
        q -> SUCCESS
        v -> AWAITING_PAYMENT
        wait 1min`,
        );
        await bringNaming(stage, 300_000, party);
        await perform(stage, 'wait 1min\nunpaid v -> yes');
      }),
  );

  test('and for nobody, where it is another SIM of ours and its message hides that', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session v 900000 by rival on one ttl 60
        session q 300 on one
        late p credit 900000`,
      );
      await perform(
        stage,
        `sms f told "${hiding(900_000, idOf(stage, 'p'), 962_410, ticketOf(stage, 'v'))}"
        wait 1s
        paid q
        v -> AWAITING_PAYMENT
        wait 1min`,
      );
      await bringNaming(stage, 900_000, stage.world.sims.get('two')?.sim.number.slice(1) ?? '');
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));

  test('who alone waits for it, though the operator hides his number', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 300000 payer 66777001 on one ttl 60
        session b 300000 payer 66999001 by rival on one ttl 60
        session q 300 on one
        sms p moved 300000 "Ref:ID Vous avez recu 300000.00 CFA de ${HIDDEN} . Solde: BALANCE CFA."
        wait 1s
        paid q
        a -> AWAITING_PAYMENT
        wait 1min`,
      );
      await bringNaming(stage, 300_000, '66777001');
      await perform(stage, 'wait 1min\na -> SUCCESS\nunpaid b -> yes');
    }));
});

// The payer is expected on another SIM; v has declared nobody, so that only the ticket sets him apart.
describe('The ticket in a message that a row proves outweighs no payer', () => {
  test.each<[string, Words]>([
    ['whom the row names', hiding],
    ['whom it prints itself', (...told) => hiding(...told).replace(HIDDEN, '66777001')],
  ])('%s, who is expected elsewhere', (_who, words) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session h 900000 payer 66777001 on two ttl 60
        session v 900000 by rival on one ttl 60
        session q 300 on one
        late p credit 900000 from 66777001`,
      );
      await perform(
        stage,
        `sms f told "${words(900_000, idOf(stage, 'p'), 962_410, ticketOf(stage, 'v'))}"
        wait 1s
        paid q
        q -> SUCCESS
        wait 1min`,
      );
      await bringNaming(stage, 900_000, '66777001');
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }),
  );

  test('nor does it choose between two who have declared their payers, where the list names nobody', () =>
    scene(async (stage) => {
      await insiderTellsOf900000(stage, hiding);
      await bringListed(stage, nameless);
      await perform(stage, 'wait 1min\nunpaid v -> yes\nh -> UNDER_REVIEW ambiguous');
    }));

  test('and who quotes his own is paid, where nobody else expects him', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session a 900000 on one ttl 60
        session q 300 on one
        sms p credit 900000 from 66777001 motif "{a}"
        wait 1s
        paid q
        a -> AWAITING_PAYMENT
        wait 1min`,
      );
      await bringNaming(stage, 900_000, '66777001');
      await perform(stage, 'wait 1min\na -> SUCCESS');
    }));
});

// Its row is none of an agent's, by what the list says: so it names the payer.
describe('A payment whose row of the statement names its payer is no insider’s, who has told of it', () => {
  test('as of an agent’s deposit, with the number of the payer as the agent’s and a ticket of his', () =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `session h 190000 payer 66777001 on one ttl 60
        session v 190000 payer 66999001 by rival on one ttl 60
        late lost credit 100
        late p credit 190000 from 66777001`,
      );
      await perform(
        stage,
        `sms f told "${byAgent(190_000, idOf(stage, 'p'), 252_510, ticketOf(stage, 'v'))}"
        wait 1min`,
      );
      await bringNaming(stage, 190_000, '66777001');
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }));

  test.each([
    ['names the balance', false],
    ['has seen its receipt alone, by a statement that prints no balances,', true],
  ])('as of an agent’s deposit, and %s where he has paid the wrong SIM', (_way, no_balance) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session h 190000 payer 66777001 on two ttl 60
        session v 190000 by rival on one ttl 60
        late lost credit 100
        late p credit 190000 from 66777001`,
      );
      const words = byAgentInShort(190_000, idOf(stage, 'p'), no_balance ? 999_999 : 252_510, '');
      await perform(stage, `sms f told "${words}"\nwait 1min`);
      await bringListed(stage, (moved) => moved.map((row) => ({ ...row, party: '66777001', no_balance })));
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }),
  );

  test.each([
    ['as of an agent’s deposit', byAgentInShort(190_000, 'P', 252_510, '')],
    [
      'with digits of its payer hidden',
      'Ref:P Vous avez recu 190000.00 CFA de 66 •• •• 01 . Solde: 252510 CFA.',
    ],
  ])('%s, beside its own message, which quotes the ticket of a session on another SIM', (_way, words) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session h 190000 on two ttl 60
        session v 190000 by rival on one ttl 60
        late lost credit 100
        sms p credit 190000 from 66777001 motif "{h}"`,
      );
      await perform(stage, `sms f told "${words.replace('P', idOf(stage, 'p'))}"\nwait 1min`);
      await bringNaming(stage, 190_000, '66777001');
      await perform(stage, 'wait 1min\nunpaid v -> yes');
    }),
  );
});

test('What a list names no payer of, and a message quotes an ended order’s ticket for, keeps no other session from expiring', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `session old 7000 on one ttl 5
      session s 900000 payer 66555501 on one ttl 5
      session q 300 on one ttl 60
      wait 15min
      session v 900000 payer 66123402 on one ttl 30
      session w 20000 on one ttl 5
      late p credit 900000 from 66777001`,
    );
    await perform(
      stage,
      `sms f told "${showing(900_000, idOf(stage, 'p'), 962_410, ticketOf(stage, 'old'))}"
      wait 1s
      paid q
      q -> SUCCESS`,
    );
    await bringListed(stage, nameless);
    await perform(stage, 'wait 40min\nunpaid v -> yes\nw -> EXPIRED');
  }));
