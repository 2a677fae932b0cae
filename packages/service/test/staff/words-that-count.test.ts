import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addNumbersOnRecord } from '../../src/engine/desk/book/phones.ts';
import { trustSenders } from '../../src/engine/desk/book/trust-senders.ts';
import { confirmTemplates, revokeTemplates } from '../../src/engine/desk/templates/decide-template.ts';
import { withdrawProposals } from '../../src/engine/desk/withdraw.ts';
import type { Services } from '../../src/engine/services.ts';
import { TEMPLATES } from '../../src/sms/templates/all.ts';
import { openWorld, type World } from '../collection/world.ts';

const NOTE = 'compared with the SIM';
const ROUNDS = 25;

let world: World;
let processes: Services[];
/** The SIM of this scene, and when the scene began. */
let msisdn: string;
let number_id: string;
let began: Date;
let scenes = 0;
let policy: Services['policy'];
beforeAll(async () => {
  world = await openWorld();
  policy = world.services.policy;
  processes = await world.processes(3);
});
afterAll(() => world.close());
// One database for all. What is on record stays, so each scene has a SIM and a time of its own, and nothing is open.
beforeEach(async () => {
  world.services.policy = policy;
  scenes += 1;
  msisdn = `+235660010${String(scenes).padStart(2, '0')}`;
  number_id = await world.liveNumber(msisdn);
  await world.rows('delete from template_confirmations');
  const open = await world.rows<{ subject_id: string }>(
    'select subject_id from staff_proposals where settled_at is null',
  );
  await withdrawProposals(
    world.services,
    open.map(({ subject_id }) => ({ subject_id, actor: 'Chantal', note: 'of the scene before' })),
  );
  world.pass(1);
  began = world.now;
});

type Verb = (actor: string, terms?: string, services?: Services) => Promise<string | undefined>;

const listSenders: Verb = async (actor, terms = 'AirtelMoney,AIRTEL-TD', services = world.services) =>
  (await trustSenders(services, [{ number: msisdn, senders: terms.split(','), actor, note: NOTE }]))[0]?.kind;

const versionOf = (template_id: string) => TEMPLATES.find(({ id }) => id === template_id)?.version ?? 1;

const confirm: Verb = async (actor, template_id = 'airtel-credit', services = world.services) =>
  (
    await confirmTemplates(services, [
      { template_id, template_version: versionOf(template_id), actor, note: NOTE },
    ])
  )[0]?.kind;

const withdraw = async (subject_id: string) =>
  (await withdrawProposals(world.services, [{ subject_id, actor: 'Chantal', note: 'no' }]))[0]?.kind;

const senders = async () =>
  (
    await world.rows<{ names: string }>(
      `select array_to_string(sender_allow_list, ',') as names from collection_numbers where id = $1`,
      [number_id],
    )
  )[0]?.names;
const confirmed = async () =>
  (await world.rows<{ by: string }>('select confirmed_by as by from template_confirmations')).map(
    ({ by }) => by,
  );
const actions = (subject_id: string) =>
  world.rows(
    `select actor, action from staff_actions where subject_id = $1 and at >= $2
      and action ~ 'senders|template' order by at, id`,
    [subject_id, began],
  );
const askNobody = () => {
  world.services.policy = { ...world.services.policy, second_person_xaf: null };
};

describe('The list of senders of a number', () => {
  it('changes when a second person says the same, in whatever order, and the record shows both', async () => {
    expect(await listSenders('Awa')).toBe('proposed');
    expect(await senders()).toBe('');
    expect(await listSenders('Brahim', 'AIRTEL-TD,AirtelMoney')).toBe('changed');
    expect(await senders()).toBe('AIRTEL-TD,AirtelMoney');
    expect(await listSenders('Chantal')).toBe('changed');
    expect(await actions(number_id)).toEqual([
      { actor: 'Awa', action: 'numbers.senders.proposed' },
      { actor: 'Brahim', action: 'numbers.senders' },
    ]);
  });

  it.each(['Awa', 'AWA', ' awa ', 'Ａwa', 'Áwa'])(
    'is not agreed to by its first person as %j',
    async (actor) => {
      await listSenders('Awa');
      expect(await listSenders(actor)).toBe('same_person');
      expect(await senders()).toBe('');
    },
  );

  it.each(['AirtelMoney', 'AirtelMoney,AIRTEL-TD,Airtel', 'AirtelMoney,AIRTEL-ТD', 'AirtelMoney,airtel-td'])(
    'is not agreed to by asking for %j',
    async (other) => {
      await listSenders('Awa');
      expect(await listSenders('Brahim', other)).toBe('other_proposal');
      expect(await senders()).toBe('');
    },
  );

  it('takes two anew once somebody has withdrawn what was proposed', async () => {
    await listSenders('Awa');
    expect(await withdraw(number_id)).toBe('withdrawn');
    expect(await listSenders('Brahim')).toBe('proposed');
    expect(await senders()).toBe('');
    expect(await listSenders('Awa')).toBe('changed');
  });

  it('of several numbers is decided number by number', async () => {
    await world.liveNumber('+23566002002');
    const command = (number: string, actor: string) => ({ number, senders: ['A'], actor, note: NOTE });
    const outcomes = await trustSenders(world.services, [
      command('66002002', 'Awa'),
      command('66009999', 'Awa'),
      command(msisdn, 'Awa'),
      command('+23566002002', 'Brahim'),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['proposed', 'not_found', 'proposed', 'changed']);
    expect(await senders()).toBe('');
  });

  describe('that it is added with', () => {
    const added = async (by: string) => {
      msisdn = `+235660040${String(scenes).padStart(2, '0')}`;
      const caps = { weight: 1000, daily_volume_cap_xaf: null, daily_count_cap: null };
      const wanted = { operator: 'AIRTEL' as const, number: msisdn, ...caps };
      const [one] = await addNumbersOnRecord(world.services, [
        { ...wanted, sender_allow_list: ['AirtelMoney', 'AIRTEL-TD'], by: { actor: by, note: NOTE } },
      ]);
      if (one?.outcome.kind !== 'added') throw new Error(`not added: ${one?.outcome.kind}`);
      number_id = one.outcome.number.id;
      return one.trusted?.kind;
    };

    it('is only proposed until a second person says the same', async () => {
      expect(await added('Awa')).toBe('proposed');
      expect(await senders()).toBe('');
      expect(await listSenders('Awa')).toBe('same_person');
      expect(await listSenders('Brahim')).toBe('changed');
      expect(await senders()).toBe('AirtelMoney,AIRTEL-TD');
      expect(await actions(number_id)).toEqual([
        { actor: 'Awa', action: 'numbers.senders.proposed' },
        { actor: 'Brahim', action: 'numbers.senders' },
      ]);
    });

    it('holds at once where nobody asks for a second', async () => {
      askNobody();
      expect(await added('Awa')).toBe('changed');
      expect(await senders()).toBe('AirtelMoney,AIRTEL-TD');
    });
  });

  it('takes one person where nobody asks for a second', async () => {
    askNobody();
    expect(await listSenders('Awa')).toBe('changed');
    expect(await senders()).toBe('AirtelMoney,AIRTEL-TD');
  });
});

describe('A template', () => {
  it('is unconfirmed as soon as one person revokes it, and takes two anew; the record keeps who had confirmed', async () => {
    const revoke = async (template_id: string) =>
      (
        await revokeTemplates(world.services, [
          {
            ...{ template_id, template_version: versionOf(template_id) },
            ...{ actor: 'Chantal', note: 'it reads the fee as the amount' },
          },
        ])
      )[0]?.kind;
    expect(await revoke('airtel-credit')).toBe('not_confirmed');
    await confirm('Awa');
    await confirm('Brahim');
    expect(await revoke('moov-credit')).toBe('not_confirmed');
    expect(await confirmed()).toEqual(['Brahim']);
    expect(await revoke('airtel-credit')).toBe('revoked');
    expect(await confirmed()).toEqual([]);
    expect(await revoke('airtel-credit')).toBe('not_confirmed');
    const [last] = await world.rows(
      `select actor, note, detail ->> 'confirmed_by' as had_confirmed from staff_actions
        where action = 'template.revoke' and at >= $1`,
      [began],
    );
    expect(last).toEqual({
      actor: 'Chantal',
      note: 'it reads the fee as the amount',
      had_confirmed: 'Brahim',
    });
    expect(await confirm('Awa')).toBe('proposed');
    expect(await confirm('Brahim')).toBe('confirmed');
  });

  it('is confirmed when a second person says so, and the record shows both', async () => {
    expect(await confirm('Awa')).toBe('proposed');
    expect(await confirmed()).toEqual([]);
    expect(await confirm('Brahim')).toBe('confirmed');
    expect(await confirm('Chantal')).toBe('confirmed');
    expect(await confirmed()).toEqual(['Brahim']);
    expect(await actions('airtel-credit@2')).toEqual([
      { actor: 'Awa', action: 'template.confirm.proposed' },
      { actor: 'Brahim', action: 'template.confirm' },
    ]);
  });

  it.each(['Awa', 'AWA', ' awa ', 'Ａwa', 'Áwa'])(
    'is not agreed to by its first person as %j',
    async (actor) => {
      await confirm('Awa');
      expect(await confirm(actor)).toBe('same_person');
      expect(await confirmed()).toEqual([]);
    },
  );

  it('is not agreed to by confirming another', async () => {
    await confirm('Awa');
    expect(await confirm('Brahim', 'moov-credit')).toBe('proposed');
    expect(await confirm('Brahim', 'no-such')).toBe('template_not_found');
    expect(await confirmed()).toEqual([]);
  });

  it('takes two anew once somebody has withdrawn what was proposed', async () => {
    await confirm('Awa');
    expect(await withdraw('airtel-credit@2')).toBe('withdrawn');
    expect(await confirm('Brahim')).toBe('proposed');
    expect(await confirm('Awa')).toBe('confirmed');
  });

  it('takes one person where nobody asks for a second', async () => {
    askNobody();
    expect(await confirm('Awa')).toBe('confirmed');
  });
});

describe('At one moment', () => {
  const race = (verb: Verb, people: string[], terms?: string) =>
    Promise.all(people.map((actor, at) => verb(actor, terms, processes[at]))).then((kinds) => kinds.sort());
  const agreed = () =>
    world.rows<{ n: number }>(
      `select count(*)::int as n from staff_proposals where outcome = 'AGREED' and settled_at >= $1`,
      [began],
    );

  it('two seconds agree to a list: it is changed once, and both are told that it is so', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const list = `AirtelMoney,NAME-${round}`;
      expect(await listSenders('Awa', list)).toBe('proposed');
      expect(await race(listSenders, ['Brahim', 'Chantal'], list)).toEqual(['changed', 'changed']);
      expect(await senders()).toBe(list);
    }
    expect(await agreed()).toEqual([{ n: ROUNDS }]);
    expect(await actions(number_id)).toHaveLength(2 * ROUNDS);
  });

  it('three people list the same without a first: one proposes, one agrees, and nothing is asked again', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const list = `AirtelMoney,NAME-${round}`;
      expect(await race(listSenders, ['Awa', 'Brahim', 'Chantal'], list)).toEqual([
        'changed',
        'changed',
        'proposed',
      ]);
    }
    expect(await world.rows('select from staff_proposals where settled_at is null')).toEqual([]);
  });

  it('two seconds, or one person twice, confirm a template', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.rows('delete from template_confirmations');
      expect(await race(confirm, ['Awa', 'AWA'])).toEqual(['proposed', 'same_person']);
      expect(await race(confirm, ['Brahim', 'Chantal'])).toEqual(['confirmed', 'confirmed']);
      expect(await confirmed()).toHaveLength(1);
    }
    expect(await agreed()).toEqual([{ n: ROUNDS }]);
  });
});
