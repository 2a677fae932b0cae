import { setTimeout as sleep } from 'node:timers/promises';
import {
  amountProblem,
  PAYMENT_SESSION_EVENT_NAMES,
  type PaymentSessionEvent,
  SCENARIOS,
  TRANSACTION_OUTCOME_NAMES,
  TRANSACTION_OUTCOMES,
  type TransactionOutcome,
} from '@chari/contract';
import type { CreateTransactionOutcome } from '../domain/transaction/commands.ts';
import { isOpenStatus } from '../domain/transaction/transaction.ts';
import { createRailWorker } from '../engine/rails/loop.ts';
import { PAYER_FOR, playTransaction } from '../engine/sandbox/inject.ts';
import type { ScenarioName } from '../engine/sandbox/scenarios.ts';
import { simulateScenario } from '../engine/sandbox/simulate.ts';
import { createSessions } from '../engine/sessions/create.ts';
import { createTransactions } from '../engine/transactions/create.ts';
import { sandboxRail } from '../rails/sandbox/sandbox.ts';
import { CommandFailure } from './output.ts';
import type { CommandContext } from './run.ts';
import { secretKeyOf } from './secret-key.ts';

const OPERATOR = 'AIRTEL';
const ASK_EVERY_MS = 50;
/** Longer than a server that was killed keeps what it had begun (the lease of a rail's work). */
const PATIENCE_MS = 70_000;

const HAPPENS: Readonly<Record<TransactionOutcome, string>> = {
  'transaction.success': 'The payer pays at once. The transaction becomes SUCCESS.',
  'transaction.failed': 'The payer refuses. The transaction becomes FAILED.',
  'transaction.timeout': 'The payer stays silent. It becomes TIMEOUT, at once instead of after 12 minutes.',
};

/** Each event that ends a transaction, by the sandbox's rail and the payer that leads there. */
export const TRANSACTION_EVENTS: readonly Playable[] = TRANSACTION_OUTCOME_NAMES.map((event) => {
  const end = TRANSACTION_OUTCOMES[event].status;
  return { event, by: { phone_number: PAYER_FOR[end] }, happens: HAPPENS[event], play: playTo(end) };
});

function playTo(end: keyof typeof PAYER_FOR): Play {
  return async (context, { merchant_id, reference, amount_xaf }) => {
    const { services } = context;
    const problem = amountProblem(amount_xaf, OPERATOR);
    if (problem !== null) throw new CommandFailure(`--amount ${amount_xaf}, of a transaction: ${problem}`, 2);
    const caller = { merchant_id, environment: 'test' as const };
    const [made] = await createTransactions(services, [
      {
        ...caller,
        reference,
        amount_xaf,
        operator: OPERATOR,
        phone_number: PAYER_FOR[end],
        description: 'Made by chari trigger.',
        idempotency: null,
      },
    ]);
    if (made?.kind !== 'created') throw new CommandFailure(refusal(made));
    return follow(context, { ...caller, transaction_id: made.transaction.id, end });
  };
}

function refusal(outcome: CreateTransactionOutcome | undefined): string {
  return outcome?.kind === 'operator_not_enabled'
    ? `${OPERATOR} is not enabled for this merchant, so it has no transactions there.`
    : `No transaction could be made: ${outcome?.kind}.`;
}

const because = (failure: unknown): string => (failure instanceof Error ? `: ${failure.message}` : '');

/** Beside a server, whichever of the two comes first works the rail. */
async function follow(
  { services, config, database }: CommandContext,
  wanted: Parameters<typeof playTransaction>[2],
): Promise<Played> {
  let failure: unknown = null;
  const worker = createRailWorker(services, {
    rails: { sandbox: sandboxRail(services.now) },
    secret_key: await secretKeyOf(config, database),
    onFailure: ({ error }) => {
      failure = error;
    },
  });
  worker.hurry();
  const give_up_at_ms = services.now().getTime() + PATIENCE_MS;
  for (;;) {
    const found = await playTransaction(services, worker, wanted);
    if (found?.status === wanted.end) return { object: 'transaction', ...found };
    const name = `The transaction ${wanted.transaction_id}`;
    if (found === null || !isOpenStatus(found.status))
      throw new CommandFailure(`${name} is ${found?.status ?? 'gone'}, not ${wanted.end}.`);
    if (services.now().getTime() > give_up_at_ms)
      throw new CommandFailure(`${name} is still ${found.status}${because(failure)}.`);
    await sleep(ASK_EVERY_MS);
  }
}

/** What the sandbox plays so that the event happens. */
const SCENARIO_OF: Readonly<Record<PaymentSessionEvent, ScenarioName>> = {
  'payment_session.succeeded': 'paid',
  'payment_session.under_review': 'late',
  'payment_session.expired': 'expire',
};

/** Each session event, with a session of its own that takes the pipeline of a real payment. */
export const SESSION_EVENTS: readonly Playable[] = PAYMENT_SESSION_EVENT_NAMES.map((event) => {
  const scenario = SCENARIO_OF[event];
  return { event, by: { scenario }, happens: SCENARIOS[scenario], play: playWith(scenario) };
});

function playWith(scenario: ScenarioName): Play {
  return async ({ services }, { merchant_id, reference, amount_xaf }) => {
    const [made] = await createSessions(services, [
      {
        merchant_id,
        environment: 'test',
        reference,
        amount_xaf,
        operator: 'AIRTEL',
        customer_phone: null,
        description: 'Made by chari trigger.',
        metadata: null,
        ttl_minutes: 10,
        idempotency: null,
      },
    ]);
    if (made?.kind !== 'created') throw new CommandFailure(`No session could be made: ${made?.kind}.`);
    const command = { merchant_id, session_id: made.session.id, scenario, idempotency: null };
    const outcome = await simulateScenario(services, command);
    if (outcome.kind === 'simulated') return { object: 'session', ...outcome.session };
    throw new CommandFailure(`The session ${made.session.id} could not be played: ${outcome.kind}.`);
  };
}

export type Wanted = { merchant_id: string; reference: string; amount_xaf: number };

/** What was made for the event, as it is after it. */
export type Played = { object: 'session' | 'transaction'; id: string; reference: string; status: string };

/** Makes an event happen. What can't be done is a `CommandFailure` that says why. */
export type Play = (context: CommandContext, wanted: Wanted) => Promise<Played>;

/** One event that `chari trigger` makes, by a scenario or a magic payer number of the sandbox. */
export type Playable = {
  event: string;
  by: { scenario: string } | { phone_number: string };
  /** One sentence. */
  happens: string;
  play: Play;
};
