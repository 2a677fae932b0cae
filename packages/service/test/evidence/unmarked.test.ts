import { describe, expect, test } from 'vitest';
import { assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { unmarkCredits } from '../../src/engine/desk/payments/unmark-credit.ts';
import { listQueue } from '../../src/engine/desk/queue.ts';
import { by, explainAll, servicesOf } from './desk.ts';
import { perform, type Stage, scene } from './play.ts';

const MARKED = `sms m credit 8000 from 66123456
  wait 1min
  refund m as Awa -> refunded
  wait 1h`;
/** Somebody reads the SIM, and says what it has. */
const READ = 'wait 10min\nanchor';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 100 : 12;

async function creditOf(stage: Stage): Promise<string> {
  const [credit] = await stage.world.service.rows<{ id: string }>('select id from credits order by id');
  return credit?.id ?? '';
}

async function unmark(stage: Stage, actor: string): Promise<string | undefined> {
  const command = { credit_id: await creditOf(stage), ...by(actor) };
  return (await unmarkCredits(servicesOf(stage), [command]))[0]?.kind;
}

async function markAgain(stage: Stage): Promise<string | undefined> {
  const command = { credit_id: await creditOf(stage), ...by('Awa') };
  return (await refundCredits(servicesOf(stage), [command]))[0]?.kind;
}

async function books(stage: Stage): Promise<Record<string, number>> {
  const rows = await stage.world.service.rows<{ kind: string; xaf: number }>(
    `select kind, sum(account_balance(id))::int as xaf from ledger_accounts
    where environment = 'live' and kind in ('SUSPENSE', 'REFUND_IN_FLIGHT', 'UNEXPLAINED') group by kind`,
  );
  return Object.fromEntries(rows.flatMap(({ kind, xaf }) => (xaf === 0 ? [] : [[kind, xaf]])));
}

const waits = async (stage: Stage): Promise<string[]> =>
  (
    await listQueue(servicesOf(stage), { environment: 'live', kind: null, after: null, limit: 50 })
  ).rows.flatMap(({ kind, amount_xaf, reason }) => (kind === 'suspense' ? [`${amount_xaf} ${reason}`] : []));

describe('Money that was marked as sent back and has certainly not left', () => {
  test('waits in suspense again once two people say so, and can be marked and unmarked as often as is true', () =>
    scene(async (stage) => {
      await perform(stage, `${MARKED}\n${READ}`);
      for (const _ of [1, 2, 3]) {
        expect(await books(stage)).toEqual({ REFUND_IN_FLIGHT: 8000 });
        expect([await unmark(stage, 'Awa'), await unmark(stage, 'Awa')]).toEqual(['proposed', 'same_person']);
        // Until it is read once more somebody may have sent it since, as the desk asks for.
        await perform(stage, 'wait 24h');
        expect(await unmark(stage, 'Brahim')).toBe('may_have_gone');
        await perform(stage, READ);
        expect(await unmark(stage, 'Brahim')).toBe('unmarked');
        expect(await books(stage)).toEqual({ SUSPENSE: 8000 });
        expect(await waits(stage)).toEqual(['8000 unmarked']);
        expect(await unmark(stage, 'Brahim')).toBe('nothing_marked');
        expect(await markAgain(stage)).toBe('refunded');
        await perform(stage, READ);
      }
      // What leaves in the end is taken for the mark that stands.
      await perform(stage, 'sms d debit 8000\nwait 1min');
      expect(await books(stage)).toEqual({});
      expect(await unmark(stage, 'Awa')).toBe('has_left');
    }));

  test('can be given to the merchant whose it was', () =>
    scene(async (stage) => {
      await perform(stage, `session a 5000\n${MARKED}\n${READ}`);
      await unmark(stage, 'Awa');
      await perform(stage, READ);
      await unmark(stage, 'Brahim');
      const merchant_id = [...stage.sessions.values()][0]?.merchant.id ?? '';
      const command = {
        credit_id: await creditOf(stage),
        to: { kind: 'merchant', merchant_id },
        ...by('Awa'),
      } as const;
      expect((await assignCredits(servicesOf(stage), [command]))[0]?.kind).toBe('assigned');
      expect(await books(stage)).toEqual({});
    }));

  test('may be the surplus of a payment', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `transaction t 5000 payer 66777001
        sms m credit 8000 from 66777001
        wait 1min
        assign m to t as Awa -> assigned`,
      );
      for (const _ of [1, 2]) {
        expect(await markAgain(stage)).toBe('refunded');
        expect(await books(stage)).toEqual({ REFUND_IN_FLIGHT: 3000 });
        await perform(stage, READ);
        await unmark(stage, 'Awa');
        await perform(stage, READ);
        expect(await unmark(stage, 'Brahim')).toBe('unmarked');
        expect(await books(stage)).toEqual({ SUSPENSE: 3000 });
      }
    }));
});

describe('What may have left can’t be unmarked', () => {
  test.each([
    ['its SIM was not read since', MARKED, '', 'may_have_gone'],
    [
      'its SIM was read a minute after it was marked',
      MARKED.replace('1h', '1min'),
      'anchor',
      'may_have_gone',
    ],
    ['its own message came', MARKED, 'sms d debit 8000', 'has_left'],
    [
      'as much has left, and nobody has said what it was',
      MARKED,
      `${READ}\nsms d debit 8050\nwait 1min\n${READ}`,
      'may_have_gone',
    ],
    ['a reading found it gone', MARKED, 'late d debit 8000\nwait 1min\nanchor', 'has_left'],
    ['a reading found more gone', MARKED, 'late d debit 9500\nwait 1min\nanchor', 'may_have_gone'],
  ])('while %s', (_, marked, then, said) =>
    scene(async (stage) => {
      await perform(stage, `${marked}\n${then}`);
      expect(await unmark(stage, 'Awa')).toBe(said);
    }),
  );

  test('so what two people call its refund after the first has proposed to unmark it stays sent back', () =>
    scene(async (stage) => {
      await perform(stage, `${MARKED}\n${READ}`);
      expect(await unmark(stage, 'Awa')).toBe('proposed');
      await perform(stage, 'wait 24h\nsms d debit 8000\nwait 1min');
      const left = await books(stage);
      if (left.REFUND_IN_FLIGHT === 8000) {
        expect(await unmark(stage, 'Brahim')).toBe('may_have_gone');
        await explainAll(stage, ['DEBIT'], 'refund');
      }
      expect(await unmark(stage, 'Brahim')).toBe('has_left');
      expect(await books(stage)).toEqual({});
    }));
});

test('A refund that several second people unmark while its SIM’s message comes has left, or waits again, and never both nor twice', () =>
  scene(async (stage) => {
    const { service } = stage.world;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [sum_xaf, m] = [2000 + round, `m${round}`];
      await perform(stage, `sms ${m} credit ${sum_xaf} from 66123456\nwait 1min`);
      const [{ id: credit_id } = { id: '' }] = await service.rows<{ id: string }>(
        'select id from credits where amount_xaf = $1',
        [sum_xaf],
      );
      await perform(stage, `refund ${m} as Awa -> refunded\n${READ}`);
      const say = async (actor: string) =>
        (await unmarkCredits(servicesOf(stage), [{ credit_id, ...by(actor) }]))[0]?.kind ?? '';
      expect(await say('Awa')).toBe('proposed');
      await perform(stage, READ);
      const [, ...said] = await Promise.all([
        perform(stage, `sms d${round} debit ${sum_xaf}`),
        ...['Brahim', 'Brahim', 'Zara'].map(say),
      ]);
      const met = await service.rows(
        'select 1 from announced_debits where cause_id = $1 and step_id is not null',
        [credit_id],
      );
      expect(said.filter((one) => one === 'unmarked')).toHaveLength(1 - met.length);
    }
  }));

test('The database refuses an entry that unmarks what is announced, what is not marked, or another sum', () =>
  scene(async (stage) => {
    await perform(stage, `${MARKED}\n${READ}`);
    const { service } = stage.world;
    const credit_id = await creditOf(stage);
    const entry = (sum_xaf: number) =>
      service.rows(
        `insert into ledger_transfers (environment, debit_account_id, credit_account_id, amount_xaf, cause, cause_id,
          created_at, occurred_at, corrects_cause, corrects_cause_id)
        select 'live', t.credit_account_id, t.debit_account_id, $2, 'CREDIT_UNMARKED', gen_random_uuid(), now(), now(),
          t.cause, t.cause_id
        from ledger_transfers t where t.cause = 'CREDIT_REFUND' and t.cause_id = $1`,
        [credit_id, sum_xaf],
      );
    await expect(entry(8000)).rejects.toThrow('is still announced');
    await expect(entry(7999)).rejects.toThrow('is not of what was marked');
    await unmark(stage, 'Awa');
    await perform(stage, READ);
    await unmark(stage, 'Brahim');
    await expect(entry(8000)).rejects.toThrow('is marked -1 times');
  }));
