import { describe, expect, test } from 'vitest';
import { showBooks } from '../../src/engine/book/look.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { bookOf, by, closeAll, creditsOf, explainAll, servicesOf } from './desk.ts';
import { firstSim, lines, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

type Step = { id: string; kind: string; moved_xaf: number };

/** The steps of the first SIM in their order; one in a gap has its gap's place. */
const stepsOf = ({ world }: Stage, sim_id: string): Promise<Step[]> =>
  world.service.rows<Step>(
    `select s.id, s.kind, (s.after_xaf - s.before_xaf)::int as moved_xaf from book_steps s
    left join book_steps g on g.id = s.explains_id
    where s.collection_number_id = $1 order by coalesce(s.ordinal, g.ordinal)`,
    [sim_id],
  );

/** What people are told who say what steps were, one after the other; of a refusal what they have to say first. */
async function say(
  stage: Stage,
  steps: readonly Step[],
  meaning: 'write_off' | 'credit',
  people: readonly string[] = ['Awa', 'Brahim'],
): Promise<unknown[]> {
  const said = [];
  for (const actor of people) {
    const commands = steps.map(({ id: step_id }) => ({ step_id, meaning, ...by(actor) }));
    said.push(...(await explainSteps(servicesOf(stage), commands)));
  }
  return said.map((one) => (one.kind === 'payments_first' ? [...one.step_ids].sort() : one.kind));
}

const ids = (steps: readonly Step[]): string[] => steps.map(({ id }) => id).sort();

/** Who knows the balance forges five payments that wait, since others tried too high balances before, and one that settles. */
const round = (n: number) => `wait 10min
  ${lines(3, (k) => `sms j${n}${k} forged 7000 off +${3_000_000 + 10_000 * k}`)}
  ${lines(5, (k) => `session v${n}${k} ${190_000 - 10 * n - k} by rival${n}${k} ttl 60`)}
  ${lines(5, (k) => `sms f${n}${k} forged ${190_000 - 10 * n - k} off +${190_000 * k - 10 * n * k - (k * (k - 1)) / 2}`)}
  sms q${n} forged 300 off +${5 * (190_000 - 10 * n) - 10}
  wait 5min`;

describe('What a reading found missing, once a later reading has settled what waited there', () => {
  test('is written off only when people have said of each of these whether it came, and the bound stays used by what did not', () =>
    scene(async (stage) => {
      await perform(stage, round(0));
      await perform(stage, 'anchor\nwait 31s\nincidents -> short\nunpaid v00 -> yes');
      // Closed too early, by two people since so much waits there.
      const services = servicesOf(stage);
      expect(await closeAll(stage, 'short')).toBe('proposed');
      expect(await closeAll(stage, 'short', 'Brahim')).toBe('closed');
      await perform(stage, 'wait 5min\nanchor\nwait 31s\nv00 -> SUCCESS\nv04 -> SUCCESS');
      const steps = await stepsOf(stage, firstSim(stage));
      const missing = steps.filter(({ kind }) => kind === 'UNEXPLAINED');
      const forged = steps.filter(({ moved_xaf }) => moved_xaf > 100_000);
      expect(forged).toHaveLength(5);
      expect(await say(stage, missing, 'write_off')).toEqual([ids(forged), ids(forged)]);
      // Whoever looks at the number finds each of them, to say it.
      const shown = (await showBooks(services, [firstSim(stage)])).unexplained.map(({ id }) => id);
      expect(shown).toEqual(expect.arrayContaining(ids(forged)));
      const done = await say(stage, [...forged, ...missing], 'write_off');
      expect(done.filter((one) => one === 'explained')).toHaveLength(5);
      expect(await say(stage, missing, 'write_off')).toContain('explained');
      await closeAll(stage);
      await closeAll(stage, null, 'Brahim');
      await perform(stage, 'wait 5min\nanchor');
      expect((await bookOf(stage))?.unanchored_xaf).toBe(949_990);
      await perform(stage, `${round(1)}\nanchor`);
      await closeAll(stage);
      await closeAll(stage, null, 'Brahim');
      await perform(stage, 'wait 5min\nanchor\nwait 31s');
      expect(await taken(stage)).toBe(949_990);
    }));

  // What was forged is larger than what is missing by a debit that was called a fee, so the short reading itself settles it.
  test('or by the very reading that found it missing, beside a debit that people had called a fee', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session v 250000 by rival ttl 60
        sms f forged 250000 off +0
        sms q forged -400 off +250000`,
      );
      await explainAll(stage, ['DEBIT'], 'fee');
      await perform(stage, 'wait 5min\nanchor\nwait 31s\nincidents -> short\nv -> SUCCESS');
      const steps = await stepsOf(stage, firstSim(stage));
      const missing = steps.filter(({ kind }) => kind === 'UNEXPLAINED');
      const forged = steps.filter(({ moved_xaf }) => moved_xaf === 250_000);
      expect(await say(stage, missing, 'write_off')).toEqual([ids(forged), ids(forged)]);
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      expect(await say(stage, missing, 'write_off')).toEqual([ids(forged), ids(forged)]);
      expect(await say(stage, forged, 'write_off')).toEqual(['proposed', 'explained']);
      expect(await say(stage, missing, 'write_off')).toEqual(['proposed', 'explained']);
      await perform(stage, 'wait 31s\nincidents -> short');
    }));

  test('is written off at once where they came: a word that they did is enough', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        session a 250000 ttl 60
        paid a
        sms q credit 300 from 66777002
        wait 1min
        late d debit 3000
        wait 5min
        anchor
        wait 31s
        incidents -> short
        a -> SUCCESS`,
      );
      const steps = await stepsOf(stage, firstSim(stage));
      const missing = steps.filter(({ kind }) => kind === 'UNEXPLAINED');
      const came = steps.filter(({ moved_xaf }) => moved_xaf === 250_000);
      expect(await say(stage, missing, 'write_off')).toEqual([ids(came), ids(came)]);
      expect(await say(stage, came, 'credit')).toEqual(['proposed', 'explained']);
      expect(await say(stage, missing, 'write_off')).toEqual(['proposed', 'explained']);
    }));

  // What a later reading found beyond the book can't be what an earlier one found missing.
  test('is written off without a word on a payment that came after it, and fills what another reading found too much', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        late d debit 9000
        wait 5min
        anchor
        wait 31s
        incidents -> short
        session a 7000 ttl 60
        wait 5min
        late m credit 7000
        wait 5min
        anchor
        wait 1min
        deliver m
        wait 31s
        a -> AWAITING_PAYMENT`,
      );
      const steps = await stepsOf(stage, firstSim(stage));
      const missing = steps.filter(({ kind, moved_xaf }) => kind === 'UNEXPLAINED' && moved_xaf === -9000);
      expect(steps.filter(({ kind }) => kind === 'CREDIT')).toMatchObject([{ moved_xaf: 7000 }]);
      expect(await say(stage, missing, 'write_off')).toEqual(['proposed', 'explained']);
    }));
});

describe('Money in suspense that came before a reading found the SIM short', () => {
  /** A reading finds it, two people say what is missing, and close the incident. */
  async function closeShort(stage: Stage, missing: 'write_off' | 'sweep'): Promise<void> {
    await perform(stage, 'wait 10min\nanchor\nwait 31s\nincidents -> short');
    await explainAll(stage, ['UNEXPLAINED'], missing);
    await closeAll(stage, 'short');
    await closeAll(stage, 'short', 'Brahim');
    await perform(stage, 'incidents -> none');
  }

  test('is sent to nobody while people have named no false step, whatever is read since, but for what they say was paid', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms m credit 2000\nsms f forged 3000 off +0');
      await closeShort(stage, 'write_off');
      await perform(stage, 'refund f as Awa -> refused\nwait 10min\nanchor\nrefund f as Awa -> refused');
      const paid = (await stepsOf(stage, firstSim(stage))).filter(({ moved_xaf }) => moved_xaf === 2000);
      expect(await say(stage, paid, 'credit')).toEqual(['proposed', 'explained']);
      await perform(stage, 'refund m as Awa -> refunded\nrefund f as Awa -> refused');
    }));

  test('is sent to nobody by the word of one person who had called it paid before that reading', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'wait 5min\nsms f told "Encaisse 3000 FCFA de NOM 66123456. Ref: ID. Solde disponible 65410 FCFA."\nwait 1min',
      );
      const told = (await stepsOf(stage, firstSim(stage))).filter(({ moved_xaf }) => moved_xaf === 3000);
      expect(await say(stage, told, 'credit', ['Awa'])).toEqual(['proposed']);
      await closeShort(stage, 'write_off');
      expect(await say(stage, told, 'credit', ['Brahim'])).toEqual(['proposed']);
      await perform(stage, 'refund f as Awa -> refused');
      expect(await say(stage, told, 'credit', ['Awa'])).toEqual(['explained']);
    }));

  test('goes back by the word of two of whom one had called it paid while the incident was open', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms m credit 2000\nsms f forged 3000 off +0');
      await perform(stage, 'wait 10min\nanchor\nwait 31s\nincidents -> short');
      const paid = (await stepsOf(stage, firstSim(stage))).filter(({ moved_xaf }) => moved_xaf === 2000);
      expect(await say(stage, paid, 'credit', ['Awa'])).toEqual(['proposed']);
      await explainAll(stage, ['UNEXPLAINED'], 'write_off');
      await closeAll(stage, 'short');
      await closeAll(stage, 'short', 'Brahim');
      expect(await say(stage, paid, 'credit', ['Brahim'])).toEqual(['explained']);
      await perform(stage, 'refund m as Awa -> refunded');
    }));

  test('goes back at once where what was missing had been taken off the SIM, and so does what came since', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms m credit 3000\nlate d debit 7000');
      await closeShort(stage, 'sweep');
      await perform(stage, 'refund m as Awa -> refunded');
    }));

  test('goes back at once where it came after that reading', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms f forged 3000 off +0');
      await closeShort(stage, 'write_off');
      await perform(stage, 'sms m credit 2000\nwait 10min\nanchor\nrefund m as Awa -> refunded');
    }));
});

describe('Money in suspense that a debit covers which two people have called forged', () => {
  /** The same two say that no money left by it, and close what that opens. */
  async function unmade(stage: Stage): Promise<void> {
    expect(await explainAll(stage, ['DEBIT'], 'write_off')).toBe(1);
    await perform(stage, 'wait 31s\nincidents -> short');
    await closeAll(stage, 'short');
    await closeAll(stage, 'short', 'Brahim');
    await perform(stage, 'incidents -> none');
  }

  /** It is sent back only after two people have said that it was paid. */
  async function heldForTwo(stage: Stage, name: string): Promise<void> {
    await perform(
      stage,
      `refund ${name} as Awa -> refused\nwait 10min\nanchor\nrefund ${name} as Awa -> refused`,
    );
    const held = (await stepsOf(stage, firstSim(stage))).filter(({ moved_xaf }) => moved_xaf === 3000);
    expect(
      await say(
        stage,
        held.filter(({ kind }) => kind === 'CREDIT'),
        'credit',
      ),
    ).toEqual(['proposed', 'explained']);
    await perform(stage, `refund ${name} as Awa -> refunded`);
  }

  test('is sent to nobody where the debit fills what a reading found missing', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        sms f forged 3000 off +0
        wait 10min
        anchor
        wait 31s
        incidents -> short
        sms e told "Trans.ID: ID. Vous avez envoye 3000 FCFA au 66999999. Votre solde disponible est 62410 FCFA."
        wait 31s`,
      );
      await unmade(stage);
      await heldForTwo(stage, 'f');
    }));

  test('is sent to nobody where no reading was short, since the debit came behind it', () =>
    scene(async (stage) => {
      await perform(
        stage,
        'wait 5min\nsms f forged 3000 off +0\nsms d forged -3000 off +3000\nwait 10min\nanchor',
      );
      await unmade(stage);
      await heldForTwo(stage, 'f');
    }));

  test('is sent to nobody where the debit came first, and was called forged before', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms d forged -3000 off +0\nwait 1min');
      await unmade(stage);
      await perform(stage, 'sms f forged 3000 off -3000\nwait 10min\nanchor');
      await heldForTwo(stage, 'f');
    }));

  test('is sent to nobody where the debit came first, and a reading between found what it says that left', () =>
    scene(async (stage) => {
      await perform(stage, 'wait 5min\nsms d forged -3000 off +0\nwait 10min\nanchor\nwait 1min');
      await perform(stage, 'sms f forged 3000 off -3000\nwait 1min');
      await unmade(stage);
      await heldForTwo(stage, 'f');
    }));

  test('goes back at once where the debit was the operator taking a payment back that we know', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        sms p credit 4000
        sms m credit 3000
        sms r moved -4000 "Le transfert {p id} a ete annule. Solde: BALANCE FCFA."
        wait 1min`,
      );
      const steps = await stepsOf(stage, firstSim(stage));
      const undone = steps.filter(({ moved_xaf }) => moved_xaf === -4000);
      expect(await say(stage, undone, 'write_off')).toEqual(['proposed', 'explained']);
      await perform(stage, 'wait 31s\nincidents -> none\nrefund m as Awa -> refunded');
    }));

  test('goes back at once where a reading lies between the two', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `wait 5min
        sms m credit 2000
        wait 10min
        anchor
        wait 10min
        sms f forged 3000 off +0
        sms d forged -3000 off +3000
        wait 10min
        anchor
        wait 10min
        sms n credit 1000`,
      );
      await unmade(stage);
      await perform(
        stage,
        'refund f as Awa -> refused\nrefund m as Awa -> refunded\nrefund n as Awa -> refunded',
      );
    }));
});

test('Who called a payment paid before a reading found less there has said nothing of it any more: two say so who know', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `wait 5min
      session v 250000 by rival ttl 60
      sms f forged 250000 off +0
      sms q forged 300 off +250000
      sms c forged 7 off +0
      wait 5min
      v -> AWAITING_PAYMENT`,
    );
    const steps = await stepsOf(stage, firstSim(stage));
    const forged = steps.filter(({ moved_xaf }) => moved_xaf === 250_000);
    expect(await say(stage, forged, 'credit', ['Awa'])).toEqual(['proposed']);
    await perform(stage, 'wait 1min\nanchor\nwait 31s\nincidents -> contested short');
    expect(await say(stage, forged, 'credit', ['Brahim'])).toEqual(['proposed']);
    await perform(stage, 'wait 31s\nv -> AWAITING_PAYMENT');
    expect(await say(stage, forged, 'credit', ['Awa'])).toEqual(['explained']);
    await perform(stage, 'v -> UNDER_REVIEW unproven');
  }));

// Nothing tells such a debit from a sweep that nobody has announced, which keeps no payer's money from him.
test('What may be sent back that debits cover of which nobody has said what they were stays within the bound, however often the SIM is read', () =>
  scene(async (stage) => {
    const sums = Array.from({ length: 9 }, (_, n) => 150_000 - n);
    for (const sum_xaf of sums)
      await perform(
        stage,
        `wait 10min
        sms f${sum_xaf} forged ${sum_xaf} off +0
        sms d${sum_xaf} forged -${sum_xaf} off +${sum_xaf}
        wait 10min
        anchor`,
      );
    const waiting = (await creditsOf(stage)).filter(({ state }) => state === 'SUSPENSE');
    const waiting_xaf = waiting.reduce((all_xaf, { amount_xaf }) => all_xaf + amount_xaf, 0);
    expect([waiting.length, waiting_xaf]).toEqual([6, 899_985]);
  }));
