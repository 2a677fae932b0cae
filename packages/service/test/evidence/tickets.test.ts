import { describe, expect, test } from 'vitest';
import { bring, confirmPortals } from '../statements/play.ts';
import { csvOf, statementCells } from '../statements/portal.ts';
import { lines, perform, playsOfFile, type Stage, stagesOfFile, statusOf } from './play.ts';

const scene = stagesOfFile();
const play = playsOfFile();

const ID = 'Trans. id : ID.';
const PAID = 'Vous avez recu 5000 FCFA du 66123456';
const LEFT = 'Votre solde disponible est BALANCE FCFA';
const MOOV = 'Vous avez recu 5000 FCFA de 23594123456 - NOM PRENOM';

/** Where the operator prints what a payer wrote, in words that are known, by a SIM. */
const KNOWN = [
  ['behind the balance as Motif', 'one', `${ID} ${PAID}. ${LEFT}. Motif: TICKET.`],
  ['behind the balance as Message', 'one', `${ID} ${PAID}. ${LEFT}. Message: TICKET.`],
  ['behind the fees', 'one', `${ID} ${PAID}. Solde: BALANCE FCFA. Frais: 0 FCFA. Motif: TICKET.`],
  ['behind the id', 'one', `${PAID}. Solde: BALANCE FCFA. Trans. id: ID. Motif: TICKET.`],
  ['beside the payer', 'one', `${ID} ${PAID} (TICKET). ${LEFT}.`],
  ['behind the payer', 'one', `${ID} Vous avez recu 5000 FCFA de ABAKAR 66123456 pour TICKET. ${LEFT}.`],
  ['by Moov behind the id', 'm', `${MOOV}. Nouveau solde: BALANCE FCFA. Ref: ID. Motif: TICKET`],
];
/** The same in words that no template takes. */
const UNKNOWN = [
  ['behind the balance as Reference', 'one', `${ID} ${PAID}. ${LEFT}. Reference: TICKET.`],
  ['as Objet', 'one', `${ID} ${PAID}. Objet: TICKET. ${LEFT}.`],
  ['as Libelle', 'one', `${ID} ${PAID}. Libelle: TICKET. ${LEFT}.`],
  [
    'as Commentaire',
    'one',
    `${ID} Vous avez recu 5000 FCFA de NOM PRENOM 66123456. Commentaire: TICKET. ${LEFT}.`,
  ],
  ['as Note', 'one', `Ref:ID Vous avez recu 5000.00 CFA du 66123456 .Note: TICKET. Solde: BALANCE CFA.`],
  ['as Raison', 'one', `Ref:ID Vous avez recu 5000.00 CFA du 66123456 .Raison: TICKET. Solde: BALANCE CFA.`],
  ['in front of all', 'one', `Motif: TICKET. ${ID} ${PAID}. ${LEFT}.`],
  [
    'in a deposit',
    'one',
    `Depot de 5000 FCFA effectue par l'agent NOM (66112233). Libelle: TICKET. Trans. id: ID. Solde: BALANCE FCFA.`,
  ],
  ['by Moov as Objet', 'm', `${MOOV}. Objet: TICKET. Nouveau solde: BALANCE FCFA. Ref: ID.`],
  [
    'in a transfer by Moov',
    'm',
    `Transfert recu de NOM (94123456). Objet: TICKET. Montant: 5000 FCFA. ID Transaction: ID. Nouveau solde: BALANCE FCFA.`,
  ],
];

/** A stranger's session on that SIM, one of the same sum on another, and a payment that quotes the ticket of one of them. */
const quoting = (ticket: string, on: string, words: string) => `
  sim two
  sim m moov
  session a 5000 by rival on ${on} ttl 60
  session b 5000 on two ttl 60
  sms p moved 5000 "${words.replace('TICKET', ticket)}" on ${on}
  float ${on} -> 5000`;

describe.each(KNOWN)('The ticket that money quotes %s', (_where, on, words) => {
  test('confirms no stranger where it is that of a session on another SIM', () =>
    play(`${quoting('{b}', on, words)}\na -> AWAITING_PAYMENT\nb -> AWAITING_PAYMENT`));

  test('confirms its own session', () => play(`${quoting('{a}', on, words)}\na -> SUCCESS`));
});

test.each(UNKNOWN)(
  'Money in words that nobody knows confirms no session, whosever ticket it quotes: %s',
  (_where, on, words) =>
    scene(async (stage) => {
      await perform(stage, `${quoting('{b}', on, words)}\na -> AWAITING_PAYMENT\nb -> AWAITING_PAYMENT`);
      await perform(stage, `session c 6000 on ${on} ttl 60`);
      const own = words.replace('5000', '6000').replace('TICKET', '{c}');
      await perform(stage, `sms q moved 6000 "${own}" on ${on}\nfloat ${on} -> 11000\nc -> AWAITING_PAYMENT`);
    }),
);

describe('A motif with the ticket of a session on another SIM confirms no stranger, however the payer writes it', () => {
  const cut = (ticket: string, by: string, ...ends: number[]): string =>
    ends.map((end, at) => ticket.slice(ends[at - 1] ?? 0, end)).join(by);
  test.each<[string, (ticket: string) => string]>([
    ['in three and five', (t) => cut(t, ' ', 3, 8)],
    ['in groups of two', (t) => cut(t, ' ', 2, 4, 6, 8)],
    ['in groups of two with hyphens', (t) => cut(t, '-', 2, 4, 6, 8)],
    ['letter by letter', (t) => [...t].join(' ')],
    ['glued to a word', (t) => `ticket${t}`],
    ['glued to the sum', (t) => `${t}5000F`],
    [
      'by a keyboard of Arabic figures',
      (t) => t.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))),
    ],
    ['behind two hundred letters', (t) => `${'commande '.repeat(24)}${t}`],
  ])('%s', (_how, written) =>
    scene(async (stage) => {
      await perform(stage, 'sim two\nsession a 5000 by rival on one\nsession b 5000 on two');
      const motif = written(ticketOf(stage, 'b'));
      const { sim } = stage.world.at('one');
      await stage.world.deliver({ sim: 'one', sms: sim.credit(5000, { motif }) });
      await perform(stage, 'float -> 5000\na -> AWAITING_PAYMENT');
    }),
  );
});

const ticketOf = ({ sessions }: Stage, name: string): string =>
  (sessions.get(name)?.ticket ?? '').replace('-', '');

test('Two sessions of one sum on one SIM: who pays as one and names the other’s ticket behind the balance pays neither, and the other is left alone', () =>
  play(`
    session a 5000 payer 66777001
    session b 5000 payer 66777002
    sms p moved 5000 "${ID} Vous avez recu 5000 FCFA du 66777001. ${LEFT}. Motif: {b}."
    a -> UNDER_REVIEW ambiguous
    b -> AWAITING_PAYMENT
  `));

describe('An honest payer loses nothing', () => {
  test.each([
    ['that was cancelled on this SIM', 'session o 5000 payer 66777001\ncancel o\nwait 40min'],
    ['of another sum, cancelled a moment ago', 'session o 9000 payer 66777001\ncancel o'],
    [
      'that was paid on another SIM',
      'session o 5000 payer 66777001 on two\npaid o from 66777001\nwait 40min',
    ],
    ['of somebody else on this SIM', 'session o 6000 payer 66777002 by rival'],
    ['of somebody else on another SIM', 'session o 6000 payer 66777002 by rival on two'],
  ])(
    'who pays as declared and quotes the ticket of an order %s: people look, and it does not expire',
    (_which, before) =>
      play(`
      sim two
      ${before}
      session a 5000 payer 66777001 on one
      sms p credit 5000 from 66777001 motif "{o}" on one
      a -> UNDER_REVIEW ambiguous
      wait 13min
      assign p to a -> refused
      confirm a as Awa -> confirmed
      a -> SUCCESS
    `),
  );

  test('who quotes his own ticket wherever his operator prints it', () =>
    play(`
      session a 5000
      sms p moved 5000 "${ID} ${PAID}. ${LEFT}. Motif: {a}."
      a -> SUCCESS
    `));

  test('whose words look like a ticket that nobody has', () =>
    play(`
      session a 5000
      sms p moved 5000 "${ID} ${PAID} (9999S01D). ${LEFT}. Motif: 05M0T1FX."
      a -> SUCCESS
    `));

  test('whose transaction id is just the ticket of somebody’s session', () =>
    scene(async (stage) => {
      await perform(stage, 'sim m moov\nsim two\nsession a 5000 on m\nsession b 5000 by rival on two');
      const { sim } = stage.world.at('m');
      const words = `${MOOV}. Nouveau solde: BALANCE FCFA. Ref: ${ticketOf(stage, 'b')}99.`;
      await stage.world.deliver({ sim: 'm', sms: sim.movement(5000, words) });
      await perform(stage, 'a -> SUCCESS');
    }));
});

test('A payer who names a dozen sessions of others beside his own touches none of them', () =>
  play(`
    sim two
    session a 5000 payer 66123456
    ${lines(12, (n) => `session v${n} ${700 + n} by rival on two`)}
    sms p moved 5000 "${ID} ${PAID}. ${LEFT}. Motif: ${Array.from({ length: 12 }, (_, n) => `{v${n}}`).join(' ')}."
    unpaid a -> yes
    float -> 5000
    ${lines(12, (n) => `v${n} -> AWAITING_PAYMENT`)}
  `));

describe('The ticket of a session on another SIM in a row of the statement confirms no stranger', () => {
  test.each([
    ['in REMARKS', 13, 'late', 'AWAITING_PAYMENT'],
    ['in REFERENCE_NUMBER', 5, 'late', 'AWAITING_PAYMENT'],
    ['in REMARKS beside a message that waits', 13, 'sms', 'AWAITING_PAYMENT'],
    ['but without it he is paid', null, 'late', 'SUCCESS'],
    ['but without it he is paid beside a message that waits', null, 'sms', 'SUCCESS'],
  ])('%s', (_title, column, told, status) =>
    scene(async (stage) => {
      await confirmPortals(stage);
      await perform(
        stage,
        `sim two
        session v 5000 by rival on two ttl 60
        session h 5000 on one ttl 60
        late gap credit 300 on two
        wait 1min
        ${told} lost credit 5000 on two
        wait 1min`,
      );
      const { sim } = stage.world.at('two');
      const cells = statementCells('AIRTEL', sim.number, sim.movements);
      const row = cells.at(-1);
      if (row !== undefined && column !== null) row[column] = stage.sessions.get('h')?.ticket ?? '';
      await bring(stage, csvOf(cells), { sim: 'two' });
      sim.anchored();
      await perform(stage, `wait 1min\nv -> ${status}\nfloat two -> 5300`);
    }),
  );
});

test('The ticket of a session on another SIM confirms no stranger where its row settles a large payment that waited for a reading', () =>
  scene(async (stage) => {
    await confirmPortals(stage);
    await perform(
      stage,
      `sim two
      session v 300000 by rival on two ttl 60
      session h 300000 on one ttl 60
      session q 300 on two
      sms p credit 300000 on two
      wait 1s
      paid q
      v -> AWAITING_PAYMENT
      wait 1min`,
    );
    const { sim } = stage.world.at('two');
    const cells = statementCells('AIRTEL', sim.number, sim.movements);
    const row = cells.find((one) => one.includes('300000'));
    if (row !== undefined) row[13] = stage.sessions.get('h')?.ticket ?? '';
    await bring(stage, csvOf(cells), { sim: 'two' });
    sim.anchored();
    await perform(stage, 'wait 1min\nv -> AWAITING_PAYMENT\nh -> AWAITING_PAYMENT\nfloat two -> 300300');
  }));

test('One payment that quotes eight tickets sends no more sessions of others to review than four do', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 2650 by rival on one ttl 60
      ${lines(7, (n) => `session h${n} ${5201 + 10 * n} payer 6677700${n} by m${n} on one ttl 60`)}`,
    );
    const names = ['a', ...Array.from({ length: 7 }, (_, n) => `h${n}`)];
    const motif = names.map((name) => (stage.sessions.get(name)?.ticket ?? '').replace('-', '')).join(' ');
    await stage.world.deliver({ sim: 'one', sms: stage.world.at('one').sim.credit(2650, { motif }) });
    const [own, ...others] = await Promise.all(names.map((name) => statusOf(stage, name)));
    expect(own).toBe('UNDER_REVIEW ambiguous');
    expect(others.filter((status) => status !== 'AWAITING_PAYMENT').length).toBeLessThanOrEqual(3);
  }));

// Its first letters read like a sum: 9 francs.
test('A ticket behind the balance is not taken for a sum, whatever its letters are', () =>
  play(`
    session a 5000
    sms p moved 5000 "${ID} ${PAID}. ${LEFT}. Motif: F9CTJRFJ."
    a -> SUCCESS
  `));
