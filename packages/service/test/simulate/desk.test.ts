import { expect, test } from 'vitest';
import { openDesk } from '../../sim/staff.ts';
import { DEFAULT_POLICY } from '../../src/domain/policy.ts';
import { firstSim, perform, stagesOfFile } from '../evidence/play.ts';

const scene = stagesOfFile();

test('staff write off what an insider took, and who had paid behind his forgery is confirmed by their next reading', () =>
  scene(async (stage) => {
    await perform(
      stage,
      `session v 150000 by rival
      session a 5000 ttl 60
      sms f forged 150000 off +0
      v -> SUCCESS
      wait 1min
      paid a
      wait 31s
      anchor
      wait 31s
      a -> AWAITING_PAYMENT
      incidents -> short`,
    );
    const { service } = stage.world;
    const services = { ...service.first.services, policy: { ...DEFAULT_POLICY, second_person_xaf: null } };
    const msisdn = 'the SIM in hand';
    const visited = [{ msisdn, is_contested: false }];
    const desk = openDesk(services, new Map([[firstSim(stage), msisdn]]), 1);
    const says = { tookOut: () => false, cameIn: () => true };
    await desk.explain(visited, says);
    await desk.closeOthers({ tookOut: () => false, cameIn: () => true });
    await perform(
      stage,
      'a -> AWAITING_PAYMENT\nwait 31s\nincidents -> anchor_due\nwait 4min\nanchor\na -> SUCCESS',
    );
    expect(await desk.reviews()).toEqual([]);
  }));
