import { describe, expect, test } from 'vitest';
import { settleNotices } from '../../src/engine/book/settle.ts';
import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { receiveNotices } from '../../src/engine/notices.ts';
import { statementPlaysOfFile } from '../statements/play.ts';
import { by, closeAll, explainAll, numberOf, servicesOf, statement, sweep } from './desk.ts';
import { airtimeOf, scene as alone, firstSim, lines, perform, type Stage, stagesOfFile } from './play.ts';

const scene = stagesOfFile();

const creditIdOf = async (stage: Stage): Promise<string> => {
  const [credit] = await stage.world.service.rows<{ id: string }>(
    'select id from credits where collection_number_id = $1',
    [firstSim(stage)],
  );
  return credit?.id ?? '';
};

const boundSince = async (stage: Stage): Promise<Date | null> => {
  const [book] = await stage.world.service.rows<{ bound_since: Date | null }>(
    'select bound_since from books where collection_number_id = $1',
    [firstSim(stage)],
  );
  return book?.bound_since ?? null;
};

/** The operator's API tells of a payment in answer to our own enquiry. */
async function witness(stage: Stage, amount: number, operator_transaction_id: string): Promise<void> {
  const told = {
    environment: 'live',
    merchant_id: null,
    operator: 'AIRTEL',
    source: 'WITNESS',
    sender: null,
  } as const;
  const body = JSON.stringify({ amount, operator_transaction_id });
  const kept = await receiveNotices(servicesOf(stage), [
    { ...told, collection_number: numberOf(stage), body, received_at: stage.world.now },
  ]);
  await settleNotices(
    servicesOf(stage),
    kept.flatMap((one) => (one.kind === 'kept' ? [one.notice_id] : [])),
  );
}

describe('A reading of the SIM', () => {
  // Nobody knows which of the two looked later: the book stood at the right balance a moment ago.
  test('that corrects a slip of the one before at once is refused, and taken once the moment is over', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 5000\npaid a\na -> SUCCESS\nwait 20s');
      expect(await stage.world.anchorAt('one', 68_410)).toBe('anchored');
      await perform(stage, 'wait 30s');
      expect(await stage.world.anchor('one')).toBe('readings_cross');
      await perform(stage, 'wait 3min\nanchor\nfloat one -> 5000');
    }));

  // It begins where the book stood before the slip, below its tip.
  test('that corrects a slip of the one before proves the payment that came between the two', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      expect(await stage.world.anchorAt('one', 72_410)).toBe('anchored');
      await perform(stage, 'session a 5000\npaid a\nwait 5min\nanchor');
      const steps = await stage.world.service.rows(
        "select s.id from book_steps s where s.kind = 'CREDIT' and s.collection_number_id = $1",
        [firstSim(stage)],
      );
      expect(steps, 'the step of 5,000').toHaveLength(1);
    }));

  test('that was looked at half a minute before another was typed is refused, and no shortage', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nlate m credit 3000\nanchor\nwait 20s');
      expect(await stage.world.anchorAt('one', 62_410)).toBe('readings_cross');
      await perform(stage, 'deliver m\nsession a 5000\npaid a\nincidents -> none\na -> SUCCESS');
    }));

  // The book never stood there: a message was lost, and the reading led past it and the payment that waited behind.
  test('that was looked at before another is refused too where the balance is that of a message which waits', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min\nsession a 5000\nlate z credit 100\nwait 1min\npaid a\nwait 1min');
      const before_xaf = stage.world.at('one').sim.balance_xaf;
      await perform(stage, 'late m credit 3000');
      expect(await stage.world.anchorAt('one', before_xaf + 3000)).toBe('anchored');
      expect(await stage.world.anchorAt('one', before_xaf)).toBe('readings_cross');
      // Any other balance below the book says that money is missing.
      expect(await stage.world.anchorAt('one', before_xaf - 1)).toBe('anchored');
    }));

  // Their balances are nowhere near that of the book: they are no guesses at it.
  test('and the late message before it prove a payment, though three texts about airtime came that day', () =>
    scene((stage) =>
      perform(
        stage,
        `session a 150000
        sms q1 told ${airtimeOf(2500, 2843)}
        wait 1min
        sms q2 told ${airtimeOf(500, 3343)}
        wait 1min
        sms q3 told ${airtimeOf(1000, 4343)}
        late z credit 100
        paid a
        wait 1min
        anchor
        wait 40s
        deliver z
        wait 40s
        a -> SUCCESS`,
      ),
    ));
});

describe('A busy SIM', () => {
  // 50 payments a minute: more steps than a hundred have come between the look and the word of it.
  test('is not short where somebody types two minutes later what he has read, as he may', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 10min');
      const read_xaf = stage.world.sims.get('one')?.sim.balance_xaf ?? 0;
      await perform(
        stage,
        lines(12, () => `${lines(9, (n) => `sms m credit ${100 + n}`)}\nwait 10s`),
      );
      expect(await stage.world.anchorAt('one', read_xaf)).toBe('anchored');
      await perform(stage, 'incidents -> none\nsession a 5000\npaid a\na -> SUCCESS');
    }));
});

describe('A slip of a reading that the next one corrects', () => {
  // 62,410 was in the book, 67,410 on the SIM; 61,410 was typed.
  test('calls nobody expired who had paid behind a lost message, where the figure was too low', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 10min
        late lost credit 2000
        session b 3000 ttl 5
        paid b
        wait 15min
        incidents -> claim`,
      );
      const { number = '' } = stage.world.sims.get('one')?.sim ?? {};
      const misread = { number, balance_xaf: 61_410, actor: 'Awa', note: 'misread' };
      await anchorNumbers(stage.world.service.first.services, [misread]);
      await perform(
        stage,
        `wait 1h
        b -> AWAITING_PAYMENT
        anchor
        wait 1h
        b -> AWAITING_PAYMENT
        wait 24h
        b -> UNDER_REVIEW unproven`,
      );
    }));

  // As docs/incidents.md tells them: both steps that cancel each other are written off, and `short` is closed.
  test.each([
    ['write both steps off, then close what is short', ['read', 'write off', 'close']],
    ['close what is short, then write both steps off', ['read', 'close', 'write off']],
    ['close what is short before they read again', ['close', 'read', 'write off']],
  ])('calls nobody expired either where staff %s', (_what, acts) =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 10min
        late lost credit 2000
        session b 3000 ttl 5
        paid b
        session other 4000 ttl 5
        wait 15min
        incidents -> claim`,
      );
      expect(await stage.world.anchorAt('one', 61_410)).toBe('anchored');
      await perform(stage, 'wait 1h');
      for (const act of acts) {
        if (act === 'read') await perform(stage, 'anchor');
        if (act === 'write off') expect(await explainAll(stage, ['UNEXPLAINED'], 'write_off')).toBe(2);
        if (act === 'close') expect(await closeAll(stage, 'short')).toBe('closed');
        await perform(stage, 'wait 10min');
      }
      await perform(
        stage,
        `b -> AWAITING_PAYMENT
        other -> EXPIRED
        wait 24h
        b -> UNDER_REVIEW unproven`,
      );
    }),
  );

  // What had come before the slip has no place behind it, though the slip is what had none.
  test('keeps no payment from its money that waited for that reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'wait 10min\nsession a 250000 ttl 60\npaid a\nwait 5min\nincidents -> anchor_due claim',
      );
      const { number = '' } = stage.world.sims.get('one')?.sim ?? {};
      for (const actor of ['Awa', 'Brahim'])
        await anchorNumbers(stage.world.service.first.services, [
          { number, balance_xaf: 321_410, actor, note: 'misread' },
        ]);
      await perform(stage, 'wait 4min\nanchor\nwait 1min');
      await closeAll(stage, 'short');
      await perform(stage, 'wait 5min\nanchor\nwait 1min');
      const steps = await stage.world.service.rows(
        "select s.id from book_steps s where s.kind = 'CREDIT' and s.collection_number_id = $1",
        [firstSim(stage)],
      );
      expect(steps, 'the step of 250,000').toHaveLength(1);
    }));
});

describe('A payment that the operator takes back', () => {
  test('is voided also when people have explained the reversal before', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 50000');
      await explainAll(stage, ['REVERSAL'], 'write_off');
      const [said] = await voidCredits(servicesOf(stage), [
        { credit_id: await creditIdOf(stage), ...by('Awa') },
      ]);
      expect(said).toMatchObject({ kind: 'voided' });
    }));

  test('in part is not voided as a whole', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 30000');
      const [said] = await voidCredits(servicesOf(stage), [
        { credit_id: await creditIdOf(stage), ...by('Awa') },
      ]);
      expect(said).toEqual({ kind: 'other_amount', reversed_xaf: 30_000 });
    }));

  test('frees the bound that it kept used once it is voided', () =>
    scene(async (stage) => {
      await perform(stage, 'sms in credit 50000\nsms back reversal in 50000\nanchor');
      await voidCredits(servicesOf(stage), [{ credit_id: await creditIdOf(stage), ...by('Awa') }]);
      const book = await stage.world.service.rows(
        'select unanchored_xaf, unvouched_xaf from books where collection_number_id = $1',
        [firstSim(stage)],
      );
      expect(book).toEqual([{ unanchored_xaf: 0, unvouched_xaf: 0 }]);
    }));
});

describe('A witness', () => {
  test('of another sum does not settle the pending credit that carries its id', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 900000 by rival
         late own credit 100
         sms c forged 900000 off -100 like own
         sms d forged -1000 off +899900`,
      );
      await witness(stage, 100, stage.messages.get('own')?.sms.id ?? '');
      await perform(stage, 'v -> AWAITING_PAYMENT\nincidents -> two_steps_one_id');
    }));

  test('of the same sum settles it', () =>
    scene(async (stage) => {
      await perform(stage, 'session a 250000\npaid a\nsms n credit 5\na -> AWAITING_PAYMENT');
      await witness(stage, 250_000, stage.messages.get("a's")?.sms.id ?? '');
      await perform(stage, 'a -> SUCCESS\nfloat -> 250005');
    }));

  test('of one of two pending payments leaves the other waiting for a reading', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 1min\nsession a 250000\nsession b 260000\npaid a\npaid b\nsms n credit 5');
      await witness(stage, 250_000, stage.messages.get("a's")?.sms.id ?? '');
      await perform(stage, 'wait 31s\na -> SUCCESS\nincidents -> anchor_due');
      expect(await boundSince(stage)).not.toBeNull();
      await witness(stage, 260_000, stage.messages.get("b's")?.sms.id ?? '');
      expect(await boundSince(stage)).toBeNull();
    }));
});

describe('What a statement explains', () => {
  const playStatements = statementPlaysOfFile();

  test('is believed again at once, and what waits at the tip goes on', () =>
    playStatements(`
      wait 5min
      late d debit 3000
      wait 5min
      anchor
      wait 1min
      session b 2000 ttl 60
      paid b
      wait 1min
      b -> AWAITING_PAYMENT
      statement s until d -> new 1
      wait 1min
      b -> SUCCESS
    `));
});

describe('A statement', () => {
  test('that prints the fee of a debit beside it tells of a sweep that is announced afterwards', () =>
    scene(async (stage) => {
      await perform(stage, 'sms m credit 60000\nwait 5min\nlate d debit 60000 fee 600\nwait 5min');
      await statement(stage, 600);
      await sweep(stage, 60_000);
      const rows = await stage.world.service.rows(
        'select id from announced_debits where collection_number_id = $1 and step_id is not null',
        [firstSim(stage)],
      );
      expect(rows).toHaveLength(1);
    }));
});

describe('Two SIMs of ours', () => {
  test('that pay each other alarm nobody, though the message of where it came waits', () =>
    alone(async (stage) => {
      await perform(stage, 'sim two\nsms big credit 90000 on one\nwait 5min\nanchor\nwait 5min');
      await sweep(stage, 50_000);
      await perform(stage, 'sms s debit 50000 on one\nlate z credit 100 on two');
      const [one, two] = ['one', 'two'].map((name) => stage.world.sims.get(name)?.sim);
      const id = stage.messages.get('s')?.sms.id ?? '';
      await perform(
        stage,
        `sms t moved 50000 "Trans.Id : ${id}. Vous avez recu 50000 FCFA du ${one?.number.slice(4)}. Votre solde disponible est BALANCE FCFA." on two
        wait 5min
        anchor two
        wait 1min`,
      );
      expect(two).toBeDefined();
      const alerts = await stage.world.service.rows<{ kind: string }>(
        'select kind from staff_alerts where closed_at is null',
        [],
      );
      expect(alerts).toEqual([]);
      await perform(stage, 'incidents one -> none\nincidents two -> none');
    }));
});
