import { describe, expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { confirmLateTransactions } from '../../src/engine/desk/payments/confirm-late.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { addTemplates } from '../../src/engine/desk/templates/teach-template.ts';
import type { TemplateKind } from '../../src/sms/templates/template.ts';
import { closeAll, creditsOf, explainAll, sweep } from './desk.ts';
import {
  scene as alone,
  firstSim,
  GUESSES,
  guessed,
  idOf,
  lines,
  perform,
  playsOfFile,
  type Stage,
  stagesOfFile,
} from './play.ts';

const scene = stagesOfFile();

/** Words of the operator that it has taken a payment of this sum back, which no list of it shows; so much is left. */
const takenBack = (stage: Stage, sum_xaf: number, left_xaf: number): string =>
  `"Le transfert ${idOf(stage, 'MP', 5, 'B55555')} de ${sum_xaf} FCFA recu de 66123456 a ete annule. Solde: ${left_xaf} FCFA."`;

const play = playsOfFile();

/** Two people say of the debit that a message told of what it was, unless something else has said so. */
async function explainTold(stage: Stage, name: string, meaning: 'sweep' | 'write_off'): Promise<void> {
  const debits = await stage.world.service.rows<{ id: string }>(
    `select s.id from book_steps s join notices n on n.id = s.notice_id
    where s.collection_number_id = $1 and n.body = $2
    and not exists (select from book_explanations e where e.step_id = s.id)`,
    [firstSim(stage), stage.messages.get(name)?.sms.text],
  );
  for (const { id } of debits)
    for (const actor of ['Awa', 'Brahim']) await stage.world.explain(id, meaning, actor);
}

const FORGED_MILLIONS = `sms t credit 4000000 from 66777002
  sms u credit 10 from 66777002
  wait 5min
  anchor
  wait 5min
  sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 8062420 FCFA."
  sms d forged -4000000 balance 4062420
  wait 5min
  anchor
  wait 31s`;

const REFUSED = 'refund f as Awa -> refused\nrefund f as Brahim -> refused';

/** Staff assign a credit in suspense to a session; two people, whatever the sum. */
async function assignTo({ world, sessions }: Stage, credit_id: string, name: string): Promise<string> {
  const session_id = sessions.get(name)?.id ?? '';
  const say = async (actor: string) => {
    const command = { credit_id, to: { kind: 'session', session_id }, actor, note: 'looked up' } as const;
    return (await assignCredits(world.service.first.services, [command]))[0]?.kind ?? '';
  };
  const first = await say('Awa');
  return first === 'proposed' ? say('Brahim') : first;
}

// They fill no gap: the true message has its place there.
test('Words that nobody knows, told by an insider in the gap that an honest payment left, are not sent back to him once its message has come', () =>
  scene((stage) =>
    perform(
      stage,
      `session h 50000
      late p credit 50000
      wait 3min
      anchor
      sms f told "Encaisse 50000 FCFA de NOM 66999999. Ref: MP261121.1200.B99999. Solde disponible 112410 FCFA."
      deliver p
      wait 3min
      anchor
      wait 31s
      float -> 50000
      refund f as Brahim -> nothing`,
    ),
  ));

// The debit is on no list of the operator, so that two people truthfully write it off: nothing has left unexplained then, and the
// suspicion begins behind the reading, so behind the money that was never there.
describe('Millions in words that nobody knows, once two people have truthfully written off the forged debit that took them back', () => {
  const FORGED = `wait 5min
    session v 4000000 by rival ttl 60
    sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062410 FCFA."
    sms d forged -4000000 balance 62410
    wait 5min
    anchor
    wait 31s`;

  test('are not sent back', () =>
    scene(async (stage) => {
      await perform(stage, FORGED);
      expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
      await perform(stage, 'refund f as Awa -> refused\nrefund f as Brahim -> refused');
    }));

  test('pay no session by the hand of staff', () =>
    scene(async (stage) => {
      await perform(stage, FORGED);
      expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
      await perform(
        stage,
        'assign f to v as Awa -> refused\nassign f to v as Brahim -> refused\nunpaid v -> yes',
      );
    }));
});

// Somebody paid 100 francs, and the message got lost: the forged money is above all that has left.
test('Millions in words that nobody knows, which a debit takes back but for 100 francs that somebody truly paid, are not sent back', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      late p credit 100
      sms f told "Encaisse 4000100 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062510 FCFA."
      sms d forged -4000000 balance 62510
      wait 5min
      anchor
      wait 31s
      refund f as Awa -> refused
      refund f as Brahim -> refused`,
    ),
  ));

// The debit brings the balance back, so the reading finds nothing short; it vouches for no money that is not above what has left.
describe('Millions in words that nobody knows, by an insider who takes them back by a debit, once the SIM is read', () => {
  const FORGED = `wait 5min
    session v 4000000 by rival ttl 60
    sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 4062410 FCFA."
    sms d forged -4000000 balance 62410
    wait 5min
    anchor
    wait 31s`;

  test('are not sent back', () =>
    scene((stage) => perform(stage, `${FORGED}\nrefund f as Awa -> refused\nrefund f as Brahim -> refused`)));

  test('pay no session by the hand of staff', () =>
    scene((stage) =>
      perform(
        stage,
        `${FORGED}\nassign f to v as Awa -> refused\nassign f to v as Brahim -> refused\nunpaid v -> yes`,
      ),
    ));
});

// Such money is bounded by no guesses: the lucky one of them moves the balance, and the debit behind it brings it back.
test('Who knows the balance to 12,000 and tells of millions in words that nobody knows, and of debits that take them back, is sent nothing', () =>
  scene((stage) =>
    perform(
      stage,
      `wait 5min
      ${lines(GUESSES, (n) => {
        const sum_xaf = 5_000_000 + 3 * n;
        return `sms f${n} told "Encaisse ${sum_xaf} FCFA de NOM 66123456. Ref: ID. Solde disponible ${guessed(n) + sum_xaf} FCFA."
        sms d${n} forged -${sum_xaf} balance ${guessed(n)}`;
      })}
      wait 5min
      anchor
      wait 31s
      refund f12 as Awa -> refused
      refund f12 as Brahim -> refused`,
    ),
  ));

// The debit is on no list of the operator. Whoever closes that looks at the debit, as where credits were forged too.
test('Millions in words that nobody knows, which a forged debit took back, are not sent back once that is written off and a person has closed it', () =>
  scene(async (stage) => {
    await perform(stage, `${FORGED_MILLIONS}\n${REFUSED}`);
    await explainTold(stage, 'd', 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage);
    await perform(stage, `wait 31s\n${REFUSED}`);
  }));

// Staff sweep the same sum every evening. The forged debit is taken for the sweep that is announced hours later; of the true one two
// people say what it was.
test('Millions in words that nobody knows, which a forged debit took back, are not sent back once staff have announced a sweep of that sum, and two people have said of its own message what it was', () =>
  scene(async (stage) => {
    await perform(stage, `${FORGED_MILLIONS}\n${REFUSED}\nwait 3h`);
    await sweep(stage, 4_000_000);
    await perform(stage, 'sms s debit 4000000\nwait 1min');
    await explainTold(stage, 's', 'sweep');
    await perform(stage, `wait 5min\nanchor\nwait 31s\n${REFUSED}`);
  }));

// It is beyond the bound, so that it waits for a reading; once the debit is written off, nothing has left unexplained, and it is above that.
test('A forged credit of millions, which a forged debit took back, settles at no reading once that is written off and a person has closed it', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms d forged -4000000 balance 62410
      wait 5min
      anchor
      unpaid v -> yes`,
    );
    await explainTold(stage, 'd', 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage);
    await perform(stage, 'wait 31s\nunpaid v -> yes\nwait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

// As above, but the next evening's sweep is of that sum: the forged debit is taken for it, and of the true one two people say what it was.
test('A forged credit of millions, which a forged debit took back, settles at no reading once staff have announced a sweep of that sum', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 4000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 5min
      session v 4000000 by rival ttl 60
      sms f forged 4000000 off +0
      sms d forged -4000000 balance 4062420
      wait 5min
      anchor
      wait 2h
      unpaid v -> yes`,
    );
    await sweep(stage, 4_000_000);
    await perform(stage, 'sms s debit 4000000\nwait 1min');
    await explainTold(stage, 's', 'sweep');
    await perform(stage, 'wait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

describe('The payer after a text of the operator that staff have taught', () => {
  test.each<[string, TemplateKind, string, string]>([
    [
      'as a fee',
      'FEE',
      'Frais de tenue {amount}. Solde {balance}',
      'Frais de tenue 100 FCFA. Solde BALANCE FCFA.',
    ],
    [
      'as a balance',
      'BALANCE',
      'Frais de gestion {sum}. Solde {balance}',
      'Frais de gestion 100 FCFA. Solde BALANCE FCFA.',
    ],
  ])('%s is confirmed as ever', (_what, kind, wording, words) =>
    alone(async (stage) => {
      const { services } = stage.world.service.first;
      await perform(stage, `sms m moved -100 "${words}"\nsession a 5000\npaid a\na -> SUCCESS`);
      const text = words.replace('BALANCE', '12345');
      const draft = { template_id: 'taught-fee', operator: 'AIRTEL' as const, kind, wording, text };
      const [said] = await addTemplates(services, [{ ...draft, actor: 'Awa', note: 'of November' }]);
      expect(said).toMatchObject({ kind: 'added' });
      for (const actor of ['Awa', 'Brahim'])
        await confirmTemplates(services, [
          { template_id: 'taught-fee', template_version: 1, actor, note: 'proven' },
        ]);
      await perform(
        stage,
        `wait 2s\nsms n moved -100 "${words}"\nsession b 6000\npaid b\nb -> SUCCESS\nfloat -> 10800`,
      );
    }),
  );
});

describe('People at the desk', () => {
  test('can say what money in unknown words was, though its SIM can not be read any more', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'session a 5000\nsms m moved 5000 "Paiement client ID 5000 F encaisse, il vous reste BALANCE F"\nwait 2h',
      );
      const [credit] = await creditsOf(stage);
      expect(await assignTo(stage, credit?.id ?? '', 'a')).toBe('credit_doubted');
      const steps = await stage.world.service.rows<{ id: string }>(
        "select id from book_steps where kind = 'UNREAD' and collection_number_id = $1",
        [firstSim(stage)],
      );
      await stage.world.explain(steps[0]?.id ?? '', 'credit', 'Awa');
      expect(await stage.world.explain(steps[0]?.id ?? '', 'credit', 'Brahim')).toBe('explained');
      expect(await assignTo(stage, credit?.id ?? '', 'a')).toBe('assigned');
      await perform(stage, 'a -> SUCCESS');
    }));

  test('settle no transaction by it before its SIM was read', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'transaction t 5000 payer 66123456\nwait 1min\nsms m moved 5000 "Paiement client ID 5000 F encaisse, il vous reste BALANCE F"',
      );
      const [credit] = await creditsOf(stage);
      const { id: transaction_id = '' } = stage.transactions.get('t') ?? {};
      const confirm = async () => {
        const { services } = stage.world.service.first;
        const command = { transaction_id, credit_id: credit?.id ?? '', actor: 'Awa', note: 'looked up' };
        return (await confirmLateTransactions(services, [command]))[0]?.kind;
      };
      expect(await confirm()).toBe('credit_doubted');
      await perform(stage, 't -> PENDING\nwait 1min\nanchor');
      expect(await confirm()).toBe('confirmed');
    }));
});

test('A payment whose message prints five sums is not called expired', () =>
  play(`
    session a 5000
    sms m moved 5000 "Encaisse 5000 FCFA de NOM. Frais 0 FCFA. Bonus 10 FCFA. Points 20 FCFA. Cadeau 30 FCFA. Ref: ID. Solde BALANCE FCFA."
    wait 2h
    a -> AWAITING_PAYMENT
    anchor
    wait 23h
    a -> UNDER_REVIEW unproven
  `));

// Before each of them a message is missing, so that it doesn't begin where the book stands.
test.each([
  ['behind its balance', 'Votre nouveau solde est BALANCE FCFA. Recu: 5 000 du 66777001'],
  ['behind a phone', 'Vous avez recu de 66777001 5000 FCFA. Solde: BALANCE FCFA. ID: ID'],
])('A payment whose message prints its sum %s is not called expired', (_where, words) =>
  play(`
    session a 5000
    late lost credit 3000
    sms m moved 5000 "${words}"
    wait 2h
    a -> AWAITING_PAYMENT
  `),
);

// The same in words that no template takes, which count against no bound: staff send 4,000,000 of other people's money to the forger.
test('Millions in words that nobody knows, which a forged reversal took back, are not sent back once that is written off', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sms t credit 4000000 from 66777002
      sms u credit 10 from 66777002
      wait 5min
      anchor
      wait 5min
      sms f told "Encaisse 4000000 FCFA de NOM 66123456. Ref: ID. Solde disponible 8062420 FCFA."
      sms r told ${takenBack(stage, 4_000_000, 4_062_420)}
      wait 5min
      anchor
      wait 31s
      refund f as Awa -> refused
      refund f as Brahim -> refused`,
    );
    expect(await explainAll(stage, ['REVERSAL'], 'write_off')).toBe(1);
    await perform(stage, 'wait 31s\nrefund f as Awa -> refused\nrefund f as Brahim -> refused');
  }));
