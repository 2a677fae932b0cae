import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listAlerts } from '../../src/engine/alerts.ts';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { showSuspenseCase } from '../../src/engine/desk/case.ts';
import { assignRead } from '../../src/engine/desk/payments/assign-read.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import { hold, untilWaiting } from '../book/statement-races.ts';
import { chari } from '../cli/run.ts';
import { hire } from '../office/people.ts';
import { by, creditsOf, servicesOf } from './desk.ts';
import { GUESSES, guessed, lines, perform, type Stage, scene, taken } from './play.ts';
import { confirmWords, newWords, readSuspenseAgain, teach, teachWords } from './taught.ts';

const PAID = `session a 5000 payer 66123456
  wait 1min
  sms m moved 5000 ${newWords(5000)}
  wait 10min`;

test('Money in words that were taught since pays the session that waits, once its SIM has been read', () =>
  scene(async (stage) => {
    await perform(stage, PAID);
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 session credit_doubted']);
    await perform(stage, 'a -> AWAITING_PAYMENT\nwait 2h\nanchor');
    expect(await readSuspenseAgain(stage)).toEqual(['5000 session assigned']);
    await perform(stage, 'a -> SUCCESS\nfloat -> 5000');
    expect(await readSuspenseAgain(stage)).toEqual([]);
    const [credit] = await stage.world.service.rows<{ payer: string; operator_transaction_id: string }>(
      'select payer, operator_transaction_id from credits',
    );
    expect(credit).toEqual({ payer: '66123456', operator_transaction_id: stage.messages.get('m')?.sms.id });
    const [{ id } = { id: '' }] = await creditsOf(stage);
    const shown = await showSuspenseCase(servicesOf(stage), id);
    expect(shown?.messages.map(({ outcome }) => outcome)).toEqual(['CREDIT']);
  }));

test.each([
  ['nobody has confirmed', []],
  ['one person has confirmed', ['Awa']],
])('Words that %s read no money again', (_who, people) =>
  scene(async (stage) => {
    await perform(stage, `${PAID}\nanchor`);
    await teach(stage, { confirmed_by: people });
    expect(await readSuspenseAgain(stage)).toEqual([]);
  }),
);

test('Nobody is given the money of another payer, of a session that came later, or of one among several', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000 payer 66999999
      session c 7000 payer 66000001
      session d 7000 payer 66000002 by rival
      wait 1min
      sms m moved 5000 ${newWords(5000)}
      sms n moved 6000 ${newWords(6000)}
      sms o moved 7000 ${newWords(7000, { payer: 'NOM' })}
      wait 10min
      session b 6000
      anchor`,
    );
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 nobody left', '6000 nobody left']);
    await perform(
      stage,
      `a -> AWAITING_PAYMENT\nb -> AWAITING_PAYMENT\nc -> AWAITING_PAYMENT\nd -> AWAITING_PAYMENT`,
    );
  }));

test('Of two sessions of one sum, money in words that were taught since pays the one whose payer it names', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000 payer 66000001
      session b 5000 payer 66123456 by rival
      wait 1min
      sms m moved 5000 ${newWords(5000)}
      wait 10min
      anchor`,
    );
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 session assigned']);
    await perform(stage, 'a -> AWAITING_PAYMENT\nb -> SUCCESS');
  }));

test('A second payment of a session stays in suspense', () =>
  scene(async (stage) => {
    await perform(stage, `${PAID}\nsms n moved 5000 ${newWords(5000)}\nwait 5min\nanchor`);
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 session assigned', '5000 nobody left']);
    await perform(stage, 'a -> SUCCESS\nfloat -> 10000');
    expect((await creditsOf(stage)).map(({ state }) => state)).toEqual(['MATCHED', 'SUSPENSE']);
  }));

const TAKEN_BACK = (id: string) =>
  `"Le transfert ${id} de 5000 FCFA recu de 66123456 a ete annule. Solde: BALANCE FCFA."`;

test.each(['before', 'after'])('What the operator took back %s it was read pays nobody', (when) =>
  scene(async (stage) => {
    await perform(stage, PAID);
    const undo = async () => {
      const id = stage.messages.get('m')?.sms.id ?? '';
      await perform(stage, `sms r moved -5000 ${TAKEN_BACK(id)}\nwait 5min`);
    };
    if (when === 'before') await undo();
    await teach(stage);
    await readSuspenseAgain(stage);
    if (when === 'after') await undo();
    await perform(stage, 'anchor\nwait 1min');
    expect(await readSuspenseAgain(stage)).toEqual(['5000 nobody left']);
    await perform(stage, 'a -> AWAITING_PAYMENT');
    const alerts = await listAlerts(servicesOf(stage), { environment: 'live', open: true, limit: 10 });
    expect(alerts.map(({ kind }) => kind)).toContain('reversal');
  }),
);

test('Money that quotes the transaction id of another payment pays nobody, and people look', () =>
  scene(async (stage) => {
    await perform(stage, 'session z 900\nwait 1min\npaid z\nwait 1min\nz -> SUCCESS');
    const { id } = stage.messages.get("z's")?.sms ?? {};
    await perform(
      stage,
      `session a 5000 payer 66123456\nwait 1min\nsms m moved 5000 ${newWords(5000, { id })}\nwait 10min\nanchor`,
    );
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 nobody left']);
    await perform(stage, 'a -> AWAITING_PAYMENT\nincidents -> two_steps_one_id');
  }));

test('A large sum takes the second person whom each assignment takes', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 200000 payer 66123456\nwait 1min\nsms m moved 200000 ${newWords(200_000)}\nwait 10min\nanchor`,
    );
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['200000 session proposed']);
    expect(await readSuspenseAgain(stage)).toEqual(['200000 session same_person']);
    expect(await readSuspenseAgain(stage, 'Brahim')).toEqual(['200000 session assigned']);
    await perform(stage, 'a -> SUCCESS');
  }));

test('Two people who send money back agree to whom it goes: whose name is read between the two is proposed anew', () =>
  scene(async (stage) => {
    await perform(stage, `sms m moved 200000 ${newWords(200_000)}\nwait 10min\nanchor`);
    const [{ id: credit_id } = { id: '' }] = await creditsOf(stage);
    const sendBack = async (actor: string) =>
      (await refundCredits(servicesOf(stage), [{ credit_id, to: '66123456', ...by(actor) }])).map(
        ({ kind }) => kind,
      );
    expect(await sendBack('Awa')).toEqual(['proposed']);
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['200000 nobody left']);
    expect(await sendBack('Brahim')).toEqual(['other_proposal']);
    await withdrawProposals(servicesOf(stage), [{ subject_id: credit_id, ...by('Awa') }]);
    expect([await sendBack('Awa'), await sendBack('Brahim')]).toEqual([['proposed'], ['refunded']]);
  }));

test('Money in words that were taught since pays a transaction that waits for its payer, once its SIM has been read', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `transaction t 5000 payer 66123456\nwait 1min\nsms m moved 5000 ${newWords(5000)}\nwait 1min`,
    );
    await teach(stage);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 transaction credit_doubted']);
    await perform(stage, 't -> PENDING\nanchor');
    expect(await readSuspenseAgain(stage)).toEqual(['5000 transaction confirmed']);
    await perform(stage, 't -> SUCCESS\nfloat -> 5000');
  }));

test('The command line tells what was given, what waits and what stays, and why', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `${PAID}\nsms n moved 6000 ${newWords(6000)}\nsession t 200000 payer 66777777\nsms o moved 200000 ${newWords(200_000, { payer: '66777777' })}\nwait 5min\nanchor`,
    );
    await teach(stage);
    const folder = await mkdtemp(join(tmpdir(), 'chari-replay-'));
    const env = { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder };
    const replay = async () =>
      (await chari(['suspense', 'replay', '--as', 'Awa', '--note', 'two have confirmed it'], { env })).stdout;
    const told = await replay();
    expect(told).toContain(
      'Read by now: 3. Given: 1, proposed: 1, waiting until their SIM is read: 0, left: 1.',
    );
    expect(told).toMatch(/Credit \S+ made session \S+ SUCCESS\./);
    expect(told).toMatch(/Proposed\. .* npx chari suspense assign \S+ --session \S+ --note WHY/);
    expect(told).toMatch(
      /Credit \S+, 6.000.FCFA, stays in suspense: it points to a session that is already paid; likely for/,
    );
    await perform(stage, 'a -> SUCCESS\nt -> AWAITING_PAYMENT');
    await rm(folder, { recursive: true });
  }));

// h is told to pay on one, and pays two. Once his own session is over only the sum would say whose it is.
test.each(['paid h from 66123456\nwait 1min\nh -> SUCCESS', 'cancel h'])(
  'Money in words that were taught since pays no stranger who declared nobody once the session of its payer has ended: %s',
  (end) =>
    scene(async (stage) => {
      await perform(
        stage,
        `sim two
        session v 5000 by rival on two ttl 60
        session h 5000 payer 66123456 on one ttl 60
        wait 1min
        sms m moved 5000 ${newWords(5000)} on two
        wait 2min
        ${end}
        wait 40min
        anchor two
        anchor one`,
      );
      await teach(stage);
      await readSuspenseAgain(stage);
      await perform(stage, 'unpaid v -> yes');
    }),
);

test('Money for a merchant in whose team a person is waits for somebody else, and keeps nobody’s waiting', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session a 5000 payer 66123456
      transaction t 7000 payer 66123456 by rival
      wait 1min
      sms m moved 5000 ${newWords(5000)}
      sms n moved 7000 ${newWords(7000)}
      wait 1min
      anchor`,
    );
    const services = servicesOf(stage);
    const { actor, account_id } = await hire(services, 'Zara', 'administrator');
    await stage.world.service.rows(
      `insert into members (id, account_id, merchant_id, role, created_at) values ($1, $2, $3, 'owner', $4)`,
      [services.newId(), account_id, stage.merchants.get('rival')?.id, services.now()],
    );
    await teach(stage);
    const read = await assignRead(services, { actor, account_id, note: 'two have confirmed it' });
    expect(read.map(({ outcome, reason }) => [outcome.kind, reason])).toEqual([
      ['assigned', null],
      ['left', expect.stringContaining('team')],
    ]);
    await perform(stage, 'a -> SUCCESS\nt -> PENDING');
    expect(await readSuspenseAgain(stage)).toEqual(['7000 transaction confirmed']);
  }));

test('Money whose payer was first read from the wrong place is known by the right one once the words are taught anew', () =>
  scene(async (stage) => {
    await perform(
      stage,
      'sms m moved 5000 "Encaissement de 5000 FCFA par 66123456 chez 66777001, ref ID fin. il vous reste BALANCE FCFA."\nwait 10min\nanchor',
    );
    const template_id = 'taught-twice';
    const teachAs = async (parties: string) =>
      teachWords(stage, {
        template_id,
        wording: `Encaissement de {amount} ${parties}, ref {id} fin. il vous reste {balance}.`,
      });
    await teachAs('par {code} chez {phone}');
    await confirmWords(stage, template_id);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 nobody left']);
    await teachAs('par {phone} chez {code}');
    for (const actor of ['Awa', 'Brahim'])
      await confirmTemplates(servicesOf(stage), [{ template_id, template_version: 2, ...by(actor) }]);
    stage.world.service.clock.pass(5);
    expect(await readSuspenseAgain(stage)).toEqual(['5000 nobody left']);
    const credits = await stage.world.service.rows<{ payer: string }>('select payer from credits');
    expect(credits).toEqual([{ payer: '66123456' }]);
  }));

test('Who guessed at the balance in words of many figures is paid nothing once they are taught and read again', () =>
  scene(async (stage) => {
    const guess = (n: number) =>
      `sms g${n} told "Encaissement de 190000 FCFA par 66123456, ref ID. Frais 0 FCFA, commission 25 FCFA, taxe 3 FCFA, plafond 500000 FCFA. il vous reste ${guessed(n) + 190_000} FCFA."`;
    await perform(stage, `session v 190000 by rival ttl 60\n${lines(GUESSES, guess)}`);
    const wording =
      'Encaissement de {amount} par {phone}, ref {id}. Frais {sum}, commission {sum}, taxe {sum}, plafond {sum}. il vous reste {balance}.';
    await teachWords(stage, { template_id: 'taught-new', of: 'g0', wording });
    await confirmWords(stage, 'taught-new');
    const { understood } = await replayNotices(servicesOf(stage), { after: 0, limit: 500 });
    expect(understood.length).toBe(GUESSES);
    await perform(stage, 'unpaid v -> yes');
    expect(await taken(stage)).toBe(0);
  }));

const MANY = (sum: string, id: string, balance: string) =>
  `Encaissement de ${sum} FCFA par 66123456, ref ${id}. Frais 0 FCFA, commission 25 FCFA, taxe 3 FCFA, plafond 500000 FCFA. il vous reste ${balance} FCFA.`;
const MANY_WORDING =
  'Encaissement de {amount} par {phone}, ref {id}. Frais {sum}, commission {sum}, taxe {sum}, plafond {sum}. il vous reste {balance}.';

/** The wording of most payments: one sum, and one balance by which their book goes on though nobody knows the words. */
const FEW = (sum: string, id: string, balance: string) =>
  `Encaissement de ${sum} FCFA par 66123456, ref ${id}. il vous reste ${balance} FCFA.`;
const FEW_WORDING = 'Encaissement de {amount} par {phone}, ref {id}. il vous reste {balance}.';

/** One person teaches words, those of many figures unless told otherwise, and the first of two confirms them. */
async function halfTaught(
  stage: Stage,
  { told, wording } = { told: MANY, wording: MANY_WORDING },
): Promise<() => Promise<string | undefined>> {
  const words = { template_id: 'taught-many', wording, kind: 'CREDIT' } as const;
  const text = told('5000', 'DH58HF9XG8', '67410');
  const [added] = await addTemplates(servicesOf(stage), [
    { ...words, operator: 'AIRTEL', text, ...by('Awa') },
  ]);
  expect(added?.kind).toBe('added');
  const confirm = async (actor: string) =>
    (
      await confirmTemplates(servicesOf(stage), [
        { template_id: words.template_id, template_version: 1, ...by(actor) },
      ])
    )[0]?.kind;
  expect(await confirm('Awa')).toBe('proposed');
  return () => confirm('Brahim');
}

test.each([
  ['of many figures', { told: MANY, wording: MANY_WORDING }],
  ['of one sum and one balance', { told: FEW, wording: FEW_WORDING }],
])(
  'Words %s that are confirmed while a message waits for its book pay the session that waits',
  (_of, words) =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession a 5000 payer 66123456\nwait 1min');
      const confirm = await halfTaught(stage, words);
      const { pool } = servicesOf(stage);
      const letGo = await hold(pool, 'lock table books in exclusive mode');
      const told = perform(stage, `sms m moved 5000 "${words.told('5000', 'ID', 'BALANCE')}"`);
      await untilWaiting(pool, 1);
      expect(await confirm()).toBe('confirmed');
      stage.world.service.clock.pass(2);
      const { understood } = await replayNotices(servicesOf(stage), { after: 0, limit: 100 });
      expect(understood).toEqual([]);
      await letGo();
      await told;
      await perform(stage, 'wait 1min\na -> SUCCESS\nfloat -> 5000');
    }),
);

test('Words of many figures pay a session minutes later that were confirmed by people whose command was cut off before it read anything again', () =>
  scene(async (stage) => {
    await perform(stage, 'wait 10min\nsession a 5000 payer 66123456\nwait 1min');
    const confirm = await halfTaught(stage);
    await perform(stage, `sms m moved 5000 "${MANY('5000', 'ID', 'BALANCE')}"\nwait 1min`);
    expect(await confirm()).toBe('confirmed');
    await perform(stage, 'wait 1min\na -> AWAITING_PAYMENT\nwait 5min\na -> SUCCESS\nfloat -> 5000');
  }));
