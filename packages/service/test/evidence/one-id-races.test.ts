import { expect, test } from 'vitest';
import { findBroken } from '../../sim/broken.ts';
import { settleSideBySide } from './batch.ts';
import { perform, scene } from './play.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 500 : 100;

test('Each second movement of an id on one SIM has an incident of its own, so that each is told', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `sim two
      late m credit 20000 on one
      deliver m
      sms f forged 20000 off 0 like m on two
      late n credit 3000 on one
      deliver n
      sms g forged 3000 off +20000 like n on two
      incidents two                            -> two_steps_one_id two_steps_one_id`,
    );
    const { service } = stage.world;
    const told = await service.rows<{ id: string; about: string; second: string }>(
      "select id, about, detail ->> 'step_id' as second from feed_incidents where kind = 'two_steps_one_id'",
    );
    expect(told.map(({ about }) => about)).toEqual(told.map(({ second }) => second));
    expect(await findBroken(service.db.pool)).toEqual([]);
    await service.rows("update feed_incidents set kind = 'claim' where id = $1", [told[0]?.id]);
    expect(await findBroken(service.db.pool)).toEqual([
      expect.stringContaining('of which no incident tells'),
    ]);
  }));

test('One text told at the same moment on two SIMs of one balance pays once, and an incident names the second, whoever was first', () =>
  scene(async (stage) => {
    await perform(stage, 'sim two');
    const { service } = stage.world;
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `p${round}`;
      await perform(stage, `late ${name} credit ${100 + round} on one`);
      const body = stage.messages.get(name)?.sms.text ?? '';
      const told = ['one', 'two'].map((sim) => ({ sim, body, ago_ms: 0 }));
      await settleSideBySide(stage, round % 2 === 0 ? told : told.toReversed());
      const credits = await service.rows<{ id: string }>(
        `select id from credits c where amount_xaf = $1
        and not exists (select from transaction_identities x where x.step_id = c.id)`,
        [100 + round],
      );
      const incidents = await service.rows<{ second: string }>(
        "select detail ->> 'step_id' as second from feed_incidents where kind = 'two_steps_one_id' and closed_at is null",
      );
      expect(incidents, `round ${round}`).toEqual(credits.map(({ id: second }) => ({ second })));
      expect(credits).toHaveLength(1);
      await service.rows(
        "update feed_incidents set closed_at = now(), closed_by = 'Awa', note = 'seen' where closed_at is null",
      );
    }
  }));
