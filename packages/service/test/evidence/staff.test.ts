import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayNotices } from '../../src/engine/book/settle-waiting.ts';
import { closeAlerts } from '../../src/engine/desk/book/close.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { chari, type Ran } from '../cli/run.ts';
import { by, closeAll, creditsOf, explainAll, servicesOf } from './desk.ts';
import {
  expectWhole,
  firstSim,
  openStage,
  perform,
  playsOfFile,
  type Stage,
  scene,
  statusOf,
} from './play.ts';
import { confirmWords, teachWords } from './taught.ts';

const play = playsOfFile();

describe('Money that the operator has taken back', () => {
  test('can not be sent back once more', () =>
    play(`
      sms m credit 3000
      float -> 3000
      sms r reversal m 3000
      float -> 0
      refund m -> refused
      float -> 0
    `));

  test('pays no session by the hand of staff', () =>
    play(`
      session a 3000 payer 66000001
      sms m credit 3200
      sms r reversal m 3200
      assign m to a -> refused
      a -> AWAITING_PAYMENT
      float -> 0
    `));

  test('confirms no session under review', () =>
    play(`
      session a 3000 payer 66000001
      sms m credit 3000 from 66000002
      a -> UNDER_REVIEW payer_mismatch
      sms r reversal m 3000
      confirm a -> credit_reversed
      unpaid a -> yes
      float -> 0
    `));

  test('and that was sent back before is not taken twice from the books', () =>
    play(`
      sms m credit 3000
      refund m -> refunded
      sms d debit 3000
      float -> 0
      session a 5000
      paid a
      a -> SUCCESS
      float -> 5000
    `));
});

/** Words of the operator about a reversal that no template takes. */
const IN_OTHER_WORDS = [
  'Transaction {m id} annulee. Montant: 3000 FCFA. Solde: BALANCE FCFA.',
  'La transaction {m id} de 3000 FCFA a ete annulee par l operateur. Solde: BALANCE FCFA.',
  'Le paiement de 3000 FCFA de 66123456 a ete annule. No {m id}. Solde: BALANCE FCFA.',
  'Transaction {m id} of 3000 FCFA has been reversed. Your balance is BALANCE FCFA.',
];

describe('Money that the operator has taken back in words that nobody knows', () => {
  test.each(IN_OTHER_WORDS)('is not sent back once more: %s', (words) =>
    play(`
      sms m credit 3000
      sms r moved -3000 "${words}"
      float -> 0
      refund m -> refused
    `),
  );

  test('confirms no session under review', () =>
    play(`
      session a 3000 payer 66000001
      sms m credit 3000 from 66000002
      a -> UNDER_REVIEW payer_mismatch
      sms r moved -3000 "${IN_OTHER_WORDS[0]}"
      confirm a -> credit_doubted
      unpaid a -> yes
    `));

  test('also where they wait for their place, until two people disown them', () =>
    play(`
      sms m credit 3000
      sms r told "Transaction {m id} annulee. Montant: 3000 FCFA. Solde: 999 FCFA."
      refund m -> refused
      disown r
      refund m -> refunded
    `));

  test('is held no more once two people have said what that was', () =>
    scene(async (own) => {
      await perform(own, `sms m credit 3000\nsms r moved -3000 "${IN_OTHER_WORDS[0]}"\nrefund m -> refused`);
      await explainAll(own, ['UNREAD'], 'fee');
      await perform(own, 'refund m -> refunded');
    }));

  /** Where the books have put what was voided on a SIM. */
  const voidedTo = ({ world }: Stage, sim_id: string) =>
    world.service.rows<{ kind: string; amount_xaf: number }>(
      `select a.kind, t.amount_xaf::int from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
      join credits c on c.id = t.cause_id where t.cause = 'CREDIT_REVERSED' and c.collection_number_id = $1`,
      [sim_id],
    );

  const firstOf = async (own: Stage) => {
    const [credit] = await creditsOf(own);
    return { credit_id: credit?.id ?? '', ...by('Awa') };
  };
  const voidFirst = async (own: Stage) => voidCredits(servicesOf(own), [await firstOf(own)]);
  const explainCredit = async (own: Stage) => {
    const { credit_id: step_id } = await firstOf(own);
    for (const actor of ['Awa', 'Brahim'])
      await explainSteps(servicesOf(own), [{ step_id, meaning: 'credit', ...by(actor) }]);
  };
  const sentBack = async (own: Stage) =>
    (await refundCredits(servicesOf(own), [await firstOf(own)]))[0]?.kind;

  test('is not sent back once two people have written off what left, but voided as our loss', () =>
    scene(async (own) => {
      await perform(own, `sms m credit 3000\nsms r moved -3000 "${IN_OTHER_WORDS[0]}"\nrefund m -> refused`);
      await explainAll(own, ['UNREAD'], 'write_off');
      await perform(own, 'anchor\nwait 1min');
      expect(await closeAll(own, 'short')).toBe('closed');
      expect(await sentBack(own)).toBe('credit_doubted');
      expect(await voidFirst(own)).toEqual([{ kind: 'voided', amount_xaf: 3000 }]);
      expect(await voidedTo(own, firstSim(own))).toEqual([{ kind: 'WRITE_OFF', amount_xaf: 3000 }]);
    }));

  test('is voided by what left also before anybody has said what that was, and that is explained by it', () =>
    scene(async (own) => {
      await perform(own, `sms m credit 3000\nsms r moved -3000 "${IN_OTHER_WORDS[0]}"`);
      expect(await voidFirst(own)).toEqual([{ kind: 'voided', amount_xaf: 3000 }]);
      expect(await explainAll(own, ['UNREAD'], 'fee')).toBe(0);
      expect(await voidedTo(own, firstSim(own))).toEqual([{ kind: 'UNEXPLAINED', amount_xaf: 3000 }]);
    }));

  test('in part is sent back whole once two people have written that part off', () =>
    scene(async (own) => {
      await perform(
        own,
        'sms m credit 3000\nsms r moved -1000 "Transaction {m id} annulee. Montant: 1000 FCFA. Solde: BALANCE FCFA."\nrefund m -> refused',
      );
      expect(await voidFirst(own)).toEqual([{ kind: 'other_amount', reversed_xaf: 1000 }]);
      await explainAll(own, ['UNREAD'], 'write_off');
      await perform(own, 'anchor\nwait 1min');
      expect(await closeAll(own, 'short')).toBe('closed');
      // A debit that was written off may have been forged, and the payment with it: people say that it came.
      expect(await sentBack(own)).toBe('credit_not_vouched');
      await explainCredit(own);
      expect(await sentBack(own)).toBe('refunded');
    }));

  test('is not held up by words about another payment of its sum, nor by those of another SIM or of a stranger', () =>
    play(`
      sim two
      sms m credit 3000
      sms n credit 3000
      sms r moved -3000 "Transaction {n id} annulee. Montant: 3000 FCFA. Solde: BALANCE FCFA."
      sms f moved -500 "Transaction {m id} annulee. Montant: 500 FCFA. Solde: BALANCE FCFA." on two
      refund m -> refunded
      refund n -> refused
    `));

  test('is taken back for good once people have taught the words, and its alert tells so', () =>
    scene(async (own) => {
      await perform(
        own,
        `sms m credit 3000\nsms r moved -3000 "Transaction {m id} annulee. Montant: 3000 FCFA. Solde: BALANCE FCFA."\nwait 1min`,
      );
      const wording = 'transaction {reversed} annulee. Montant: {amount}. Solde: {balance}.';
      await teachWords(own, { template_id: 'taught-undone', wording, kind: 'REVERSAL', of: 'r' });
      expect(await confirmWords(own, 'taught-undone')).toContain('confirmed');
      expect(await replayNotices(servicesOf(own), { after: 0, limit: 100 })).toMatchObject({
        understood: [{ outcome: 'DUPLICATE' }],
        failed: [],
      });
      const alerts = await own.world.service.rows<{ id: string }>(
        `select a.id from staff_alerts a join credits c on c.id = a.credit_id
        where a.kind = 'reversal' and a.closed_at is null and c.collection_number_id = $1`,
        [firstSim(own)],
      );
      expect(alerts).toHaveLength(1);
      await closeAlerts(servicesOf(own), [{ alert_id: alerts[0]?.id ?? '', ...by('Awa') }]);
      await perform(own, 'float -> 0\nrefund m -> refused');
      const [credit] = await creditsOf(own);
      const command = { credit_id: credit?.id ?? '', ...by('Awa') };
      expect(await voidCredits(servicesOf(own), [command])).toEqual([{ kind: 'voided', amount_xaf: 3000 }]);
      expect(await explainAll(own, ['UNREAD'], 'fee')).toBe(0);
    }));
});

// They print a time of their own, and no id: nothing but the message itself tells that it is the step of before.
test('Words about money that left, taught once the balance is again what it was before, take nothing off a second time', () =>
  scene(async (own) => {
    await perform(
      own,
      `sms m credit 3000
      sms d moved -3000 "Sortie de 3000 FCFA vers 66777009, le 21/11/2026 a 11:55. Nouveau solde: BALANCE FCFA."
      wait 1min
      sms n credit 3000
      wait 1min
      float -> 3000`,
    );
    const wording = 'Sortie de {amount} vers {phone}, le {time}. Nouveau solde: {balance}.';
    await teachWords(own, { template_id: 'taught-left', wording, kind: 'DEBIT', of: 'd' });
    expect(await confirmWords(own, 'taught-left')).toContain('confirmed');
    expect(await replayNotices(servicesOf(own), { after: 0, limit: 100 })).toMatchObject({
      understood: [{ outcome: 'DUPLICATE' }],
    });
    await perform(own, 'wait 1min\nfloat -> 3000');
  }));

describe('A claim that the book went past', () => {
  test('can not be sent back, and pays nobody', () =>
    play(`
      session a 5000 payer 66000001 ttl 60
      sms f forged 5500 off +777
      wait 5min
      sms m credit 400
      wait 1min
      refund f -> nothing
      assign f to a -> nothing
      a -> AWAITING_PAYMENT
      float -> 400
    `));

  test('nor one that nobody has proven yet', () =>
    play(`
      sms f forged 5500 off +777
      refund f -> nothing
      wait 5min
      refund f -> nothing
      float -> 0
      session a 4000
      paid a
      a -> SUCCESS
    `));

  test('nor one that an anchor left no room for', () =>
    play(`
      session a 5000 payer 66000001 ttl 60
      sms f forged 5500 off +777
      wait 5min
      anchor
      refund f -> nothing
      assign f to a -> nothing
      a -> AWAITING_PAYMENT
      float -> 0
    `));
});

/** Spellings of one name: what a second person must not be. */
const SPELLINGS: [string, string, string][] = [
  ['the same', 'Awa Ndiaye', 'Awa Ndiaye'],
  ['in capitals', 'Awa Ndiaye', 'AWA NDIAYE'],
  ['with blanks around it', 'Awa Ndiaye', '  Awa Ndiaye  '],
  ['with two blanks in it', 'Awa Ndiaye', 'Awa  Ndiaye'],
  ['with a no-break space in it', 'Awa Ndiaye', 'Awa\u00a0Ndiaye'],
  ['with a tab in it', 'Awa Ndiaye', 'Awa\tNdiaye'],
  ['without the blank', 'Awa Ndiaye', 'AwaNdiaye'],
  ['in full-width letters', 'Awa Ndiaye', 'Ａｗａ　Ｎｄｉａｙｅ'],
  ['with its accent composed otherwise', 'Chérif', 'Che\u0301rif'],
  ['in capitals with its accent composed otherwise', 'Chérif', 'CHE\u0301RIF'],
  ['with a character of no width in it', 'Awa Ndiaye', 'Awa\u200b Ndiaye'],
  ['with a joiner in it', 'Awa Ndiaye', 'A\u200dwa Ndiaye'],
  ['with a soft hyphen in it', 'Awa Ndiaye', 'Awa Ndi\u00adaye'],
  ['with a ligature', 'Affo', 'Aﬀo'],
  ['with its words in another order', 'Awa Ndiaye', 'Ndiaye, Awa'],
  ['in another script', 'Ibrahim', 'إبراهيم'],
  ['in letters of another script that look the same', 'AWA', 'ᎪᎳᎪ'],
];

describe('A second person', () => {
  let stage: Stage;
  let orders = 0;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.world.close());

  test.each(SPELLINGS)('is not the first, written %s', async (_how, first, second) => {
    orders += 1;
    const name = `s-${orders}`;
    const amount = 110_000 + 1000 * orders;
    await perform(
      stage,
      `session ${name} ${amount} payer 66000001 by shop-${orders}
       paid ${name} from 66000002
       ${name} -> UNDER_REVIEW payer_mismatch
       anchor`,
    );
    const id = stage.sessions.get(name)?.id ?? '';
    expect(await stage.world.confirm(id, { actor: first, note: 'seen' })).toBe('proposed');
    expect(await stage.world.confirm(id, { actor: second, note: 'seen' })).toBe('same_person');
    expect(await statusOf(stage, name)).toBe('UNDER_REVIEW payer_mismatch');
    expect(await stage.world.confirm(id, { actor: 'Brahim', note: 'seen' })).toBe('confirmed');
  });

  test('leaves the books whole', () => expectWhole(stage.world));
});

describe('A message that staff type in', () => {
  let stage: Stage;
  let folder: string;
  beforeAll(async () => {
    // The command goes by this machine's clock.
    stage = await openStage(new Date());
    folder = await mkdtemp(join(tmpdir(), 'chari-evidence-'));
  });
  afterAll(async () => {
    await stage.world.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ingest = (amount_xaf: number, off_xaf: number, ...signed: string[]): Promise<Ran> => {
    const sim = stage.world.at('one').sim;
    const { text } = sim.wordCredit(amount_xaf, sim.balance_xaf + amount_xaf + off_xaf);
    const args = ['sms', 'ingest', '--number', sim.number, '--sender', 'AirtelMoney', ...signed, text];
    const env = { DATABASE_URL: stage.world.service.db.url, CHARI_DATA_DIR: folder, PORT: '0' };
    return chari(args, { env });
  };
  const AS = ['--as', 'Awa', '--note', 'the phone was offline'];

  test('needs a name and a reason', async () => {
    await perform(stage, 'session a 9000000 ttl 60');
    const nameless = await ingest(9_000_000, 500, '--note', 'the phone was offline');
    expect([nameless.exit_code === 0, nameless.stderr]).toEqual([false, expect.stringContaining('--as')]);
    const groundless = await ingest(9_000_000, 500, '--as', 'Awa');
    expect([groundless.exit_code === 0, groundless.stderr]).toEqual([
      false,
      expect.stringContaining('--note'),
    ]);
    await perform(stage, 'a -> AWAITING_PAYMENT\nfloat -> 0');
  });

  test('is a claim like any other where it does not fit', async () => {
    expect((await ingest(9_000_000, 500, ...AS)).exit_code).toBe(0);
    await perform(stage, 'wait 35s\na -> AWAITING_PAYMENT\nfloat -> 0');
  });

  test('confirms nothing of such a size by its balance alone', async () => {
    expect((await ingest(9_000_000, 0, ...AS)).exit_code).toBe(0);
    await perform(stage, 'unpaid a -> yes\nwait 35s\nunpaid a -> yes');
  });

  test('leaves on record who brought it', async () => {
    const actions = await stage.world.service.rows<{ actor: string; note: string }>(
      "select actor, note from staff_actions where note = 'the phone was offline'",
    );
    expect(actions).toEqual(expect.arrayContaining([{ actor: 'Awa', note: 'the phone was offline' }]));
  });

  // Whatever ends the command (a kill, a lost connection, or that Awa is sent away at this moment), the sweeper settles what is kept.
  test('pays no session where the command ends before it has said who brought it', async () => {
    await perform(stage, 'session b 5000 ttl 60');
    const { service } = stage.world;
    await service.db.pool.query(`
      create function ended() returns trigger language plpgsql as $$ begin raise exception 'the command ends here'; end $$;
      create trigger ended before insert on staff_actions for each row when (new.action = 'sms.ingest') execute function ended()`);
    const { exit_code, stderr } = await ingest(5000, 0, ...AS);
    expect([exit_code, stderr]).toEqual([1, expect.stringContaining('the command ends here')]);
    await service.db.pool.query('drop trigger ended on staff_actions; drop function ended');
    await perform(stage, 'wait 35s\nb -> AWAITING_PAYMENT');
    const nobodys = await service.rows(`select id from notices n where source = 'MANUAL_SMS' and not exists (
      select from staff_actions a where a.action = 'sms.ingest' and a.subject_id = n.id::text)`);
    expect(nobodys).toEqual([]);
  });
});
