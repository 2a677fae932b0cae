import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../src/domain/review/second-person.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { type AssignOutcome, assignCredits } from '../../src/engine/desk/payments/assign-credit.ts';
import { refundCredits } from '../../src/engine/desk/payments/refund-credit.ts';
import { voidCredits } from '../../src/engine/desk/payments/void-credit.ts';
import { createRefundsForMerchants } from '../../src/engine/desk/refunds/create-refund.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import { hire, type Person, signWith, tokenOf } from '../office/people.ts';

let sim: Sim;
let agent: Person;
beforeEach(async () => {
  sim = await openSim();
  const { services } = sim.world;
  services.policy = { ...services.policy, second_person_xaf: 100_000, alone_day_xaf: 300_000 };
  agent = await hire(services, 'Eve');
  await sim.say();
});
afterEach(() => sim.world.close());

/** Money that nobody expects: in suspense, and vouched for by a reading. */
async function inSuspense(amounts_xaf: readonly number[]): Promise<string[]> {
  for (const amount_xaf of amounts_xaf) await sim.take(sim.credit(amount_xaf));
  await sim.say(sim.balance_xaf, 'Awa');
  await sim.say(sim.balance_xaf, 'Brahim');
  const rows = await sim.world.rows<{ id: string }>(
    `select id from credits where state = 'SUSPENSE' order by created_at, id`,
  );
  return rows.map(({ id }) => id);
}

const give = (credit_ids: readonly string[], merchant_id: string, by: Signature = agent) =>
  assignCredits(
    sim.world.services,
    credit_ids.map((credit_id) => ({ credit_id, to: { kind: 'merchant', merchant_id }, ...by })),
  );
const kindsOf = (outcomes: readonly AssignOutcome[]): string[] => outcomes.map(({ kind }) => kind);

describe('What one person decides alone', () => {
  it('adds up over a day, for each merchant: in parts nobody gives a friend what takes two at once', async () => {
    const credits = await inSuspense([40_000, 40_001, 40_002, 40_003]);
    const friend = await sim.world.merchant();
    const [first, second, third, fourth] = credits as [string, string, string, string];
    expect(kindsOf(await give([first, second, third], friend))).toEqual(['assigned', 'assigned', 'proposed']);
    // What waits for another person has taken nothing: another merchant's money is decided as before.
    expect(kindsOf(await give([fourth], sim.merchant))).toEqual(['assigned']);
    const other = await hire(sim.world.services, 'Fatime');
    expect(kindsOf(await give([third], friend, agent))).toEqual(['same_person']);
    expect(kindsOf(await give([third], friend, other))).toEqual(['assigned']);
    // Two people have agreed to that one, though the other could have decided it alone: it counts for neither.
    const [next] = await inSuspense([59_000]);
    expect(kindsOf(await give([next ?? ''], friend, other))).toEqual(['assigned']);
  });

  it('is forgotten after a day, and not at midnight', async () => {
    const friend = await sim.world.merchant();
    const [first, second] = (await inSuspense([60_000, 60_001])) as [string, string];
    await give([first], friend);
    sim.world.pass((DAY_MS - 60_000) / 1000);
    expect(kindsOf(await give([second], friend))).toEqual(['proposed']);
    sim.world.pass(120);
    expect(kindsOf(await give([second], friend))).toEqual(['assigned']);
  });

  it('adds up under whatever name they have by then: who changes it begins no new day', async () => {
    const { services } = sim.world;
    const { secret } = await tokenOf(services, agent);
    const friend = await sim.world.merchant();
    const [first, second] = (await inSuspense([60_000, 60_001])) as [string, string];
    expect(kindsOf(await give([first], friend, await signWith(services, secret)))).toEqual(['assigned']);
    await sim.world.rows(`update accounts set name = 'Fatime' where id = $1`, [agent.account_id]);
    const renamed = await signWith(services, secret);
    expect(renamed.actor).toBe('Fatime');
    expect(kindsOf(await give([second], friend, renamed))).toEqual(['proposed']);
  });

  it('adds up over all spellings of a typed name, and over no other name', async () => {
    const friend = await sim.world.merchant();
    const typed = (actor: string) => ({ actor, note: 'looked up' });
    const credits = await inSuspense([40_000, 40_001, 40_002, 40_003]);
    const [first, second, third, fourth] = credits as [string, string, string, string];
    expect(kindsOf(await give([first], friend, typed('Awa Ndiaye')))).toEqual(['assigned']);
    expect(kindsOf(await give([second], friend, typed('Ndiaye, Áwa')))).toEqual(['assigned']);
    expect(kindsOf(await give([third], friend, typed('AWA Ndi\u200baye')))).toEqual(['proposed']);
    expect(kindsOf(await give([fourth], friend, typed('Awa Saleh')))).toEqual(['assigned']);
  });

  it('adds up within a batch that is signed in several spellings', async () => {
    const friend = await sim.world.merchant();
    const credits = await inSuspense([40_000, 40_001, 40_002]);
    const outcomes = await assignCredits(
      sim.world.services,
      credits.map((credit_id, at) => ({
        credit_id,
        to: { kind: 'merchant', merchant_id: friend },
        actor: ['Awa Ndiaye', 'Ndiaye Awa', 'ÁWA NDIAYE'][at] ?? '',
        note: 'looked up',
      })),
    );
    expect(kindsOf(outcomes)).toEqual(['assigned', 'assigned', 'proposed']);
  });

  it('adds up over all merchants, and over what is assigned, confirmed, given back and sent', async () => {
    const { services } = sim.world;
    const [first, second, third] = (await inSuspense([90_000, 90_001, 90_002])) as [string, string, string];
    await give([first], await sim.world.merchant());
    const paid = await sim.session(30_000);
    await sim.take(sim.credit(30_000));
    expect(await sim.statusOf(paid)).toBe('SUCCESS');
    const payment = { kind: 'session', id: paid.id } as const;
    const asked = { merchant_id: sim.merchant, environment: 'live', payment, amount_xaf: null } as const;
    const [made] = await createRefundsForMerchants(services, [{ ...asked, ...agent }]);
    const refund_id = made?.kind === 'created' ? made.refund.id : '';
    const [sent] = await sendRefunds(services, [{ refund_id, does: 'send', number: MSISDN, ...agent }]);
    expect(sent?.kind).toBe('sending');
    // 90,000, 30,000 and 30,000 so far: 90,001 more are 240,001, and 90,002 behind them would come to the limit.
    const [back] = await refundCredits(services, [{ credit_id: second, ...agent }]);
    expect(back?.kind).toBe('refunded');
    expect(kindsOf(await give([third], await sim.world.merchant()))).toEqual(['proposed']);
    const [late] = await refundCredits(services, [{ credit_id: third, ...agent }]);
    expect(late?.kind).toBe('other_proposal');
  });

  it('adds up over what is called undone as well, by which a debit from the SIM would pass for a reversal', async () => {
    const paid = [90_000, 90_001, 90_002, 90_003].map((amount_xaf) => sim.credit(amount_xaf));
    for (const credit of paid) await sim.take(credit);
    const voided: (string | undefined)[] = [];
    for (const [at, { id }] of paid.entries()) {
      sim.balance_xaf -= 90_000 + at;
      const text = `Le transfert ${id} de ${90_000 + at} FCFA recu de 66123456 a ete annule. Solde: ${sim.balance_xaf} FCFA.`;
      await sim.take({ id, text });
      const [row] = await sim.world.rows<{ id: string }>(
        'select id from credits where operator_transaction_id = $1',
        [id],
      );
      voided.push((await voidCredits(sim.world.services, [{ credit_id: row?.id ?? '', ...agent }]))[0]?.kind);
    }
    expect(voided).toEqual(['voided', 'voided', 'voided', 'proposed']);
  });

  it('is counted by what is committed: of many decisions of one person at once, no more get through than one after the other', async () => {
    const amounts = Array.from({ length: 12 }, (_, at) => 30_000 + at);
    const credits = await inSuspense(amounts);
    const friend = await sim.world.merchant();
    const outcomes = (await Promise.all(credits.map((id) => give([id], friend)))).flat();
    expect(kindsOf(outcomes).filter((kind) => kind === 'assigned')).toHaveLength(3);
    expect(kindsOf(outcomes).filter((kind) => kind === 'proposed')).toHaveLength(9);
  });
});
