import { anchorNumbers } from '../../src/engine/desk/book/anchor.ts';
import { decideSettlements } from '../../src/engine/desk/settlements/approve.ts';
import { type EndSettlement, endSettlements } from '../../src/engine/desk/settlements/end.ts';
import { type SettlementSource, sendSettlements } from '../../src/engine/desk/settlements/send.ts';
import { MSISDN, openSim, type Sim } from '../book/world.ts';
import type { World } from '../collection/world.ts';
import { agree, brings, draft, shop } from './shop.ts';

const SIM: SettlementSource = { kind: 'number', name: MSISDN };
const by = (actor: string) => ({ actor, note: 'looked' });

/** A SIM of ours whose balance was read, and a merchant who is paid out on demand. */
export async function openSimAndShop(): Promise<{ sim: Sim; merchant: string }> {
  const sim = await openSim();
  await sim.say();
  const merchant = await shop(sim.world);
  await agree(sim.world, merchant);
  return { sim, merchant };
}

/** What is said of a settlement, without who says it of which. */
export type Said = EndSettlement extends infer E
  ? E extends EndSettlement
    ? Omit<E, 'actor' | 'note' | 'settlement_id'>
    : never
  : never;

/** Somebody reads every SIM of ours once more, and finds there what its book has. */
async function readSimsAgain(world: World): Promise<void> {
  world.pass(300);
  const books = await world.rows<{ number: string; balance_xaf: number }>(
    `select n.msisdn as number, b.tip_xaf as balance_xaf from books b join collection_numbers n on n.id = b.collection_number_id
    where b.tip_xaf is not null and n.environment = 'live'`,
  );
  await anchorNumbers(
    world.services,
    books.map((one) => ({ ...one, ...by('Chantal') })),
  );
}

/** What staff do with settlements, each answer in a word. */
export function deskOf(world: World) {
  const { services } = world;
  return {
    decide: async (settlement_id: string, does: 'approve' | 'cancel', actor = 'Awa') =>
      (await decideSettlements(services, [{ settlement_id, does, ...by(actor) }]))[0]?.kind,
    /** Two people say that an approved one has not left. */
    takeBack: async (settlement_id: string) => {
      const said = async (actor: string) =>
        (await decideSettlements(services, [{ settlement_id, does: 'cancel', ...by(actor) }]))[0]?.kind;
      return (await said('Awa')) === 'proposed' ? said('Brahim') : 'one was enough';
    },
    send: async (settlement_id: string, from = SIM) =>
      (await sendSettlements(services, [{ settlement_id, from, ...by('Awa') }]))[0]?.kind,
    /** Two people say so; the answer to the second, or to the first where that is the end of it. */
    endByTwo: async (settlement_id: string, says: Said) => {
      const one = async (actor: string) =>
        (await endSettlements(services, [{ settlement_id, ...says, ...by(actor) } as EndSettlement]))[0]
          ?.kind;
      if (says.does === 'fail') await readSimsAgain(world);
      const first = await one('Awa');
      if (first !== 'proposed') return first;
      if (says.does === 'fail' || (says.does === 'prove' && says.source === 'book'))
        await readSimsAgain(world);
      return one('Brahim');
    },
    end: async (settlement_id: string, says: Said, actor = 'Awa') =>
      (await endSettlements(services, [{ settlement_id, ...says, ...by(actor) } as EndSettlement]))[0]?.kind,
  };
}

type Desk = ReturnType<typeof deskOf>;

/** The same at the world that the test of a file has at the moment. */
export const deskIn = (world: () => World): Pick<Desk, 'decide' | 'send' | 'end'> => ({
  decide: (...words) => deskOf(world()).decide(...words),
  send: (...words) => deskOf(world()).send(...words),
  end: (...words) => deskOf(world()).end(...words),
});

/** A draft of this sum, all that is due. */
export async function drafted(world: World, merchant: string, amount_xaf: number): Promise<string> {
  await brings(world, merchant, [amount_xaf]);
  const outcome = await draft(world, merchant);
  if (outcome.kind !== 'drafted') throw new Error(outcome.kind);
  return outcome.settlement_id;
}

/** One that is approved and, as staff say, on its way. */
export async function sent(world: World, merchant: string, amount_xaf: number, from = SIM): Promise<string> {
  const desk = deskOf(world);
  const id = await drafted(world, merchant, amount_xaf);
  const said = [await desk.decide(id, 'approve'), await desk.send(id, from)];
  if (said.join() !== 'approved,sending') throw new Error(said.join());
  return id;
}
