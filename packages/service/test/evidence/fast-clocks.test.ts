import { expect, test } from 'vitest';
import { settleWaitingNotices } from '../../src/engine/book/settle-waiting.ts';
import { receiveGatewayMessages } from '../../src/engine/gateways/arrive.ts';
import { expireSessions } from '../../src/engine/sessions/expire.ts';
import { smsGate } from '../../src/sms/gateways/sms-gate.ts';
import { servicesOf, sessionOf } from './desk.ts';
import { perform, type Stage, stagesOfFile, statusOf } from './play.ts';

const scene = stagesOfFile();

test.each([0, 180, 300, 480])(
  'A payment that waits for an earlier message keeps its session, by an operator whose clock is %i s ahead',
  (ahead_s) =>
    scene(async (stage) => {
      stage.world.at('one').sim.clock_off_s = ahead_s;
      await perform(
        stage,
        `late z credit 100 from 66000009
      session a 5000 payer 66000001 ttl 10
      wait 9min
      paid a from 66000001
      wait 7min
      a -> AWAITING_PAYMENT
      deliver z
      a -> SUCCESS`,
      );
    }),
);

const dueOf = async (stage: Stage): Promise<number> => {
  const [hold] = await stage.world.service.rows<{ due_at: Date }>(
    'select due_at from collection_holds where owner_id = $1',
    [sessionOf(stage, 'a').id],
  );
  return hold?.due_at.getTime() ?? 0;
};

test.each([0, -200, 60, 100])(
  'A payment that was kept in time and that nobody has read yet keeps its session, by a phone whose clock is %i s ahead',
  (off_s) =>
    scene(async (stage) => {
      const { world } = stage;
      const { sim, phone } = world.at('one');
      phone.clock_off_s = off_s;
      await perform(stage, 'session a 5000 payer 66000001 ttl 10\nwait 9min');
      const sms = sim.credit(5000, { payer: '66000001' });
      const due_ms = await dueOf(stage);
      world.service.clock.pass((due_ms - world.now.getTime()) / 1000 - 30);
      // It is kept, and its process dies before it reads it.
      const body = Buffer.from(phone.received(sms.text));
      const news = smsGate.parse({ body, headers: {} } as never, null as never);
      const messages = news.kind === 'messages' ? news.messages : [];
      await receiveGatewayMessages(
        servicesOf(stage),
        messages.map((one) => ({ ...one, gateway_id: phone.gateway_id })),
      );
      sim.told(sms);
      world.service.clock.pass((due_ms - world.now.getTime()) / 1000 + 5);
      await phone.ping();
      await world.service.first.gateways.close();
      await expireSessions(servicesOf(stage), { limit: 500 });
      expect(await statusOf(stage, 'a')).toBe('AWAITING_PAYMENT');
      world.service.clock.pass(5);
      await settleWaitingNotices(servicesOf(stage), { limit: 100, patience_ms: 0 });
      expect(await statusOf(stage, 'a')).toBe('SUCCESS');
      phone.clock_off_s = 0;
    }),
);
