import type { CreateRefund, CreateRefundOutcome } from '../../src/domain/refund/judge.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { PaymentSession } from '../../src/domain/session/session.ts';
import { sendRefunds } from '../../src/engine/desk/refunds/send-refund.ts';
import { createRefunds } from '../../src/engine/refunds/create.ts';
import { retrieveRefunds } from '../../src/engine/refunds/list.ts';
import type { Services } from '../../src/engine/services.ts';
import type { Sim } from '../book/world.ts';
import type { World } from '../collection/world.ts';

type Paid = Pick<PaymentSession, 'id' | 'merchant_id' | 'environment'>;

/** What a merchant's server asks for; all of it when no amount is named. */
export function asked(
  paid: Paid,
  amount_xaf: number | null = null,
  fields: Partial<CreateRefund> = {},
): CreateRefund {
  const { merchant_id, environment, id } = paid;
  const payment = { kind: 'session' as const, id };
  return {
    merchant_id,
    environment,
    payment,
    amount_xaf,
    reason: null,
    asked_by: 'a test',
    idempotency: null,
    ...fields,
  };
}

/**
 * Asks for one.
 * @returns what became of it, in a word and its figure
 */
export async function refund(services: Services, command: CreateRefund): Promise<string> {
  const [outcome] = await createRefunds(services, [command]);
  return told(outcome);
}

export function told(outcome: CreateRefundOutcome | undefined): string {
  if (outcome?.kind === 'created') return `${outcome.refund.state} ${outcome.refund.amount_xaf}`;
  const { kind, ...said } = outcome ?? { kind: 'nothing' };
  return [kind, ...Object.values(said)].join(' ');
}

/** A refund that must be made. */
export async function made(services: Services, command: CreateRefund): Promise<Refund> {
  const [outcome] = await createRefunds(services, [command]);
  if (outcome?.kind !== 'created') throw new Error(`not made: ${JSON.stringify(outcome)}`);
  return outcome.refund;
}

/** The refund as the database has it now. */
export async function again(services: Services, { id: refund_id, ...own }: Refund): Promise<Refund> {
  const [found] = await retrieveRefunds(services, [{ ...own, refund_id }]);
  if (!found) throw new Error(`no refund ${refund_id}`);
  return found;
}

/** What is on an account: of a merchant, a refund or a number, or ours. */
export async function balance(
  world: World,
  kind: string,
  owner_id = '00000000-0000-0000-0000-000000000000',
  environment = 'live',
): Promise<number> {
  const [row] = await world.rows<{ balance_xaf: number }>(
    'select account_balance(id) as balance_xaf from ledger_accounts where kind = $1 and owner_id = $2 and environment = $3',
    [kind, owner_id, environment],
  );
  if (row === undefined) throw new Error(`no account ${kind} of ${owner_id}`);
  return row.balance_xaf;
}

/** A live payment on the SIM. */
export async function paidOn(sim: Sim, amount_xaf = 5000): Promise<PaymentSession> {
  const session = await sim.session(amount_xaf);
  await sim.take(sim.credit(amount_xaf));
  return session;
}

/**
 * What one of the staff says of a refund.
 * @returns what became of it, in a word
 */
export async function desk(
  { services }: World,
  does: 'send' | 'fail',
  { id: refund_id }: Refund,
  actor = 'Awa',
): Promise<string> {
  const [outcome] = await sendRefunds(services, [{ refund_id, does, actor, note: 'asked for by the shop' }]);
  return outcome?.kind ?? 'nothing';
}
