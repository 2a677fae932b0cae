import type { Deed } from './adversaries/adversary.ts';
import { ADVERSARIES, type AdversaryName } from './adversaries/names.ts';
import { doChore, reverse } from './chores.ts';
import { count } from './counts.ts';
import { customerPays } from './customer.ts';
import { pay, send } from './transfer.ts';
import type { Seen, Thing, World } from './world.ts';

/** Everything that happens out there until this moment. */
export async function act(world: World, to_ms: number): Promise<Seen> {
  const seen: Seen = { heard: [], credits: [], swept: [] };
  // What happens may make more happen before the same moment.
  for (let due = world.agenda.take(to_ms); due.length > 0; due = world.agenda.take(to_ms))
    for (const { at_ms, thing } of due) await happen(world, thing, at_ms, seen);
  seen.heard.sort((a, b) => a.arrives_ms - b.arrives_ms);
  return seen;
}

async function happen(world: World, thing: Thing, at_ms: number, seen: Seen): Promise<void> {
  switch (thing.kind) {
    case 'message':
      world.truth.heard(thing.message.tells_of, thing.message.arrives_ms);
      seen.heard.push(thing.message);
      return;
    case 'pays':
      return customerPays(world, thing, at_ms, seen);
    case 'deed':
      return commit(world, thing.by, thing.deed, at_ms, seen);
    case 'reverses':
      return reverse(world, thing.payment, at_ms);
    case 'chore':
      return doChore(world, thing.chore, at_ms, seen);
  }
}

function commit(
  world: World,
  by: AdversaryName,
  deed: Extract<Deed, { kind: 'forges' | 'pays' }>,
  at_ms: number,
  seen: Seen,
): void {
  const { truth, history, network, tally } = world;
  const { msisdn, operator } = deed.to;
  history.touched(msisdn, by, at_ms);
  if (deed.kind === 'forges') {
    truth.forged(deed.tells_of, by);
    tally.counts.forged += 1;
    count(tally.counts.forged_by, by);
    if (ADVERSARIES[by] === 'insider') tally.tried(msisdn, at_ms, deed.credit_xaf);
    // A true payment counts as heard when its own message comes, not when somebody else speaks of it.
    send(world, [network.forge({ ...deed, ...deed.to, at_ms, tells_of: '' })]);
    return;
  }
  tally.counts.hostile_payments += 1;
  const { amount_xaf, payer, payer_name, motif, session_id, has_evidence } = deed;
  pay(world, seen, {
    by,
    session_id,
    has_evidence,
    msisdn,
    operator,
    amount_xaf,
    payer,
    payer_name,
    motif,
    at_ms,
  });
}
