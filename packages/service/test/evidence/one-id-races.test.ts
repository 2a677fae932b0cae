import { expect, test } from 'vitest';
import { settleSideBySide } from './batch.ts';
import { perform, scene } from './play.ts';

const ROUNDS = process.env.CHARI_SOAK === '1' ? 500 : 100;

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
