import { expect, test } from 'vitest';
import { createList } from '../../sim/network.ts';
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

test('staff look a credit up by its id, and send nothing back for a forgery with the sum and the balances of a true one', () =>
  scene(async (stage) => {
    const { sims, service } = stage.world;
    const before_xaf = sims.get('one')?.sim.balance_xaf ?? 0;
    await perform(
      stage,
      `wait 5min
      sms m credit 2000 from 66123456
      wait 1min
      sms d forged -2000 balance ${before_xaf}
      wait 1min
      sms f forged 2000 balance ${before_xaf + 2000} from 66777001
      wait 1min
      anchor`,
    );
    const services = { ...service.first.services, policy: { ...DEFAULT_POLICY, second_person_xaf: null } };
    const msisdn = 'the SIM in hand';
    const [true_id = '', forged_id = ''] = ['m', 'f'].map((name) => stage.messages.get(name)?.sms.id);
    const list = createList();
    list.note(true_id, msisdn, before_xaf, before_xaf + 2000);
    const desk = openDesk(services, new Map([[firstSim(stage), msisdn]]), 1);
    const visited = [{ msisdn, is_contested: true }];
    // That the debit never was makes the SIM short: then each payment is looked up.
    await desk.explain(visited, list);
    await perform(stage, 'wait 31s\nincidents -> short');
    await desk.explain(visited, list);
    await desk.closeOthers(list);
    const waiting = await desk.suspense();
    const sent = await desk.sendBack(waiting.map(({ credit_id }) => credit_id));
    const said = waiting.map((one) => [one.operator_transaction_id, sent.includes(one.credit_id)]);
    expect(Object.fromEntries(said)).toEqual({ [true_id]: true, [forged_id]: false });
  }));
