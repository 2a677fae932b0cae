import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Signature } from '../../src/domain/review/second-person.ts';
import { disownMessages } from '../../src/engine/desk/book/disown.ts';
import { explainSteps } from '../../src/engine/desk/book/explain.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { confirmProfiles } from '../../src/engine/desk/statements/confirm-profile.ts';
import { confirmTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { OPENING_XAF, openSim, type Sim } from '../book/world.ts';

let sim: Sim;
beforeEach(async () => {
  sim = await openSim();
  await sim.say();
});
afterEach(() => sim.world.close());

type Outcomes = Promise<readonly { kind: string }[]>;

it('What two people agree on has the names of both in the line of the audit trail that says that it was done', async () => {
  const { services } = sim.world;
  await sim.say(OPENING_XAF + 900);
  await sim.take(sim.words(5000, 777_777));
  const [step] = await sim.world.rows<{ id: string }>(`select id from book_steps where kind = 'UNEXPLAINED'`);
  const [claim] = await sim.world.rows<{ notice_id: string }>('select notice_id from book_claims');
  const step_id = step?.id ?? '';
  const notice_id = claim?.notice_id ?? '';
  const acts: ((by: Signature) => Outcomes)[] = [
    (by) => trustSenders(services, [{ number: sim.msisdn, senders: ['AirtelMoney', 'Airtel'], ...by }]),
    (by) => confirmProfiles(services, [{ profile: 'airtel-portal@1', ...by }]),
    (by) => confirmTemplates(services, [{ template_id: 'moov-credit', template_version: 1, ...by }]),
    (by) => explainSteps(services, [{ step_id, meaning: 'write_off', ...by }]),
    (by) => disownMessages(services, [{ notice_id, ...by }]),
  ];
  for (const act of acts) {
    expect(await act({ actor: 'Awa', note: 'looked' })).toMatchObject([{ kind: 'proposed' }]);
    await act({ actor: 'Brahim', note: 'looked too' });
  }
  const done = await sim.world.rows(
    `select action, actor, detail ->> 'proposed_by' as proposed_by from staff_actions
    where action not like '%.proposed' and action <> 'feed.anchor' order by at, id`,
  );
  const actions = [
    'numbers.senders',
    'statement.confirm_profile',
    'template.confirm',
    'book.explain',
    'book.disown',
  ];
  expect(done).toEqual(actions.map((action) => ({ action, actor: 'Brahim', proposed_by: 'Awa' })));
});
