import { describe, expect, test } from 'vitest';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { firstSim, perform, type Stage, stagesOfFile, taken } from './play.ts';

const scene = stagesOfFile();

/** Steps that a reading found contested and of which nobody has said what they were. */
const contested = (stage: Stage) =>
  stage.world.service.rows<{ id: string; amount_xaf: number }>(
    `select s.id, (s.after_xaf - s.before_xaf)::int as amount_xaf from contested_steps k join book_steps s on s.id = k.step_id
    where s.collection_number_id = $1 and not exists (select from book_explanations e where e.step_id = s.id)
    order by s.ordinal`,
    [firstSim(stage)],
  );

const bookOf = async (stage: Stage) =>
  (
    await stage.world.service.rows<{ unanchored_xaf: number; suspected_at: Date | null }>(
      'select unanchored_xaf::int, suspected_at from books where collection_number_id = $1',
      [firstSim(stage)],
    )
  )[0];

/** A person has looked at what the reading was short of, and closes it. */
const believeAgain = (stage: Stage) =>
  stage.world.service.rows('update books set suspected_at = null where collection_number_id = $1', [
    firstSim(stage),
  ]);

async function explain(stage: Stage, step_id: string, meaning: 'credit' | 'write_off'): Promise<string[]> {
  const said = [];
  for (const actor of ['Awa', 'Brahim']) {
    const command = { step_id, meaning, actor, note: 'looked up' };
    said.push((await explainSteps(stage.world.service.first.services, [command]))[0]?.kind ?? '');
  }
  return said;
}

describe('Somebody who reads every SMS puts a payment of his own before an honest one', () => {
  test('gets no more than the bound by it, though staff read the SIM after each and believe its book again', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190000 - n} by rival${n}
          session h${n} ${195000 - n} by shop${n}
          sms f${n} forged ${190000 - n} off +0
          paid h${n}
          anchor`,
        );
        await believeAgain(stage);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }));

  test('nor by a second one that brings the book back to where the SIM is', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1)
        await perform(
          stage,
          `session v${n} ${190000 - 3000 * n} by rival${n}
          session h${n} ${195000 - 3000 * n} by shop${n}
          sms f${n} forged ${190000 - 3000 * n} off +0
          sms g${n} forged ${5000} off +${190000 - 3000 * n}
          paid h${n}
          wait 2min
          sms t${n} credit 300
          anchor`,
        );
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
      expect(await bookOf(stage)).toMatchObject({ suspected_at: null });
      await perform(stage, 'wait 31s\nincidents -> contested');
    }));

  test('nor by one more that ends where the honest one does, so that no single way leads there', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190000 - n} by rival${n}
          session h${n} ${195000 - n} by shop${n}
          sms f${n} forged ${190000 - n} off +0
          paid h${n}
          sms g${n} forged 77 off -77
          anchor`,
        );
        await believeAgain(stage);
      }
      expect(await taken(stage)).toBeLessThanOrEqual(1_000_000);
    }));

  test('nor beyond it at once, by a large one behind a small one', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 890000 by rival
        session h 900100
        sms f forged 100 off +0
        paid h
        sms g forged 890000 off -900000
        anchor
        v -> AWAITING_PAYMENT`,
      );
      expect(await taken(stage)).toBe(0);
    }));

  test('and where other messages are missing too, what he took counts on', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session v 190000 by rival
        session h 195000
        sms f forged 190000 off +0
        paid h
        late lost credit 700
        wait 2min
        sms c credit 300
        anchor`,
      );
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 190_000 });
    }));
});

describe('One forged franc of somebody who reads every SMS', () => {
  test('costs no honest payment behind it its session', () =>
    scene((stage) =>
      perform(
        stage,
        `session h 5000
        session h2 6000
        sms f forged 1 off +0
        wait 2min
        paid h
        wait 2min
        paid h2
        wait 2min
        anchor
        h -> SUCCESS
        h2 -> SUCCESS
        float -> 11000
        incidents -> short`,
      ),
    ));
});

describe('A payment that a reading found contested', () => {
  const played = `session v 100000 by rival
    session h 105000
    sms f forged 100000 off +0
    sms g forged 5000 off +100000
    paid h
    wait 2min
    sms t credit 300
    anchor`;

  test('counts on until two people say that it was paid; for a month, where they say that it never was', () =>
    scene(async (stage) => {
      await perform(stage, played);
      const steps = await contested(stage);
      expect(steps.map(({ amount_xaf }) => amount_xaf)).toEqual([100_000, 5000]);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      await perform(stage, 'anchor\nwait 31s\nincidents -> contested');
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      expect(await explain(stage, steps[0]?.id ?? '', 'write_off')).toEqual(['proposed', 'explained']);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 105_000 });
      expect(await explain(stage, steps[1]?.id ?? '', 'credit')).toEqual(['proposed', 'explained']);
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 100_000 });
      await perform(stage, 'wait 31s\nincidents -> short');
    }));

  test('and that was never paid stops its number until a person has looked: finding it frees no new bound for its author', () =>
    scene(async (stage) => {
      for (let n = 0; n < 8; n += 1) {
        await perform(
          stage,
          `session v${n} ${190_000 - 3000 * n} by rival${n}
          session h${n} ${195_000 - 3000 * n} by shop${n}
          sms f${n} forged ${190_000 - 3000 * n} off +0
          sms g${n} forged 5000 off +${190_000 - 3000 * n}
          paid h${n}
          wait 2min
          sms t${n} credit 300
          anchor`,
        );
        for (const { id } of await contested(stage)) await explain(stage, id, 'write_off');
      }
      expect(await taken(stage)).toBe(190_000);
      await perform(stage, 'wait 31s\nincidents -> claim short');
    }));

  test('is a payment or none, and nothing else', () =>
    scene(async (stage) => {
      await perform(stage, played);
      const [step] = await contested(stage);
      const command = { step_id: step?.id ?? '', meaning: 'sweep' as const, actor: 'Awa', note: 'looked up' };
      expect(await explainSteps(stage.world.service.first.services, [command])).toEqual([
        { kind: 'is_a_payment' },
      ]);
    }));
});

describe('Whoever does not know the balances', () => {
  test('holds up nothing, however many messages he sends and whatever is missing, and takes up the bound until people say so', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        paid a
        sms f forged 5000 off +1
        sms g forged 4000 off -77
        sms i forged 12000 off -5200
        late lost credit 700
        wait 2min
        session b 6000
        paid b
        anchor
        a -> SUCCESS
        b -> SUCCESS`,
      );
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 11_000, suspected_at: null });
      await perform(stage, 'disown f\ndisown g\ndisown i\nincidents -> none');
      expect(await bookOf(stage)).toMatchObject({ unanchored_xaf: 0, suspected_at: null });
    }));

  test('contests by a lucky guess no more than what he says', () =>
    scene(async (stage) => {
      await perform(
        stage,
        `session a 5000
        paid a
        session b 6000
        paid b
        sms f forged 5000 off -11000
        wait 2min
        session c 7000
        paid c
        anchor
        a -> SUCCESS
        b -> SUCCESS
        c -> SUCCESS`,
      );
      expect((await contested(stage)).map(({ amount_xaf }) => amount_xaf)).toEqual([5000]);
    }));
});
