import { PAYMENT_SESSION_EVENT_NAMES, type PaymentSessionEvent, SCENARIOS } from '@chari/contract';
import type { ScenarioName } from '../../engine/sandbox/scenarios.ts';
import { simulateScenario } from '../../engine/sandbox/simulate.ts';
import { createSessions } from '../../engine/sessions/create.ts';
import { CommandFailure } from '../output.ts';
import type { CommandContext } from '../run.ts';

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
