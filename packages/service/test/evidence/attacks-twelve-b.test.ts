import { test } from 'vitest';
import { closeAll, sweep } from './desk.ts';
import { firstSim, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

/** Two people say of the debit that a message told of what it was, unless something else has said so. */
async function explain(stage: Stage, name: string, meaning: 'sweep' | 'write_off'): Promise<void> {
  const debits = await stage.world.service.rows<{ id: string }>(
    `select s.id from book_steps s join notices n on n.id = s.notice_id
    where s.collection_number_id = $1 and n.body = $2
    and not exists (select from book_explanations e where e.step_id = s.id)`,
    [firstSim(stage), stage.messages.get(name)?.sms.text],
  );
  for (const { id } of debits)
    for (const actor of ['Awa', 'Brahim']) await stage.world.explain(id, meaning, actor);
}

const FORGED = `sms t credit 4000000 from 66777002
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

// The debit is on no list of the operator. Whoever closes that looks at the debit, as where credits were forged too.
test('Millions in words that nobody knows, which a forged debit took back, are not sent back once that is written off and a person has closed it', () =>
  scene(async (stage) => {
    await perform(stage, `${FORGED}\n${REFUSED}`);
    await explain(stage, 'd', 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage);
    await perform(stage, `wait 31s\n${REFUSED}`);
  }));

// Staff sweep the same sum every evening. The forged debit is taken for the sweep that is announced hours later; of the true one two
// people say what it was.
test('Nor once staff have announced a sweep of that sum, and two people have said of its own message what it was', () =>
  scene(async (stage) => {
    await perform(stage, `${FORGED}\n${REFUSED}\nwait 3h`);
    await sweep(stage, 4_000_000);
    await perform(stage, 'sms s debit 4000000\nwait 1min');
    await explain(stage, 's', 'sweep');
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
    await explain(stage, 'd', 'write_off');
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage);
    await perform(stage, 'wait 31s\nunpaid v -> yes\nwait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));

// As above, but the next evening's sweep is of that sum: the forged debit is taken for it, and of the true one two people say what it was.
test('Nor does such a credit once staff have announced a sweep of that sum', () =>
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
    await explain(stage, 's', 'sweep');
    await perform(stage, 'wait 5min\nanchor\nwait 31s\nunpaid v -> yes');
  }));
