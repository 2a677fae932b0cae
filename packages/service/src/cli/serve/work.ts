import type { Logger } from 'pino';
import type { Mailer } from '../../engine/mail/mailer.ts';
import type { Services } from '../../engine/services.ts';
import { describeFailure } from '../../http/log.ts';
import type { Rails } from '../../rails/rail.ts';
import { type Delivery, startDelivery } from '../../webhooks/deliver.ts';
import { upkeepSteps } from '../../webhooks/upkeep.ts';
import type { AskInboxes } from '../gateway-services.ts';
import { accountMailSteps, mailNoticeSteps } from './mail-notices.ts';
import { startRailLoop } from './rails.ts';
import { statementSteps, sweepSteps, watchSteps } from './steps.ts';
import { type SweepStep, startSweeper } from './sweeper.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

const SWEEP_INTERVAL_MS = 1_000;
const SWEEP_PORTION = 500;

export type WorkOptions = {
  secret_key: Uint8Array;
  allow_private_webhooks: boolean;
  rails: Rails;
  askInboxes: AskInboxes;
  /** Carries mails; null: there is nobody to carry them, so they wait until they are of no use any more. */
  mailer: Mailer | null;
  log: Logger;
  metrics: WebhookMetrics;
  /** Looks at what waits for people, every few seconds. */
  surveyDesk: () => Promise<void>;
  /** Whether a round may begin: not while this machine's clock is off. */
  mayBegin?: (() => Promise<boolean>) | undefined;
};

/** What a process does unasked. */
export type Work = {
  delivery: Delivery;
  /** Finishes the sweep and the deliveries under way. */
  stop: () => Promise<void>;
};

/** Begins to sweep and to deliver. Any number of processes may do so on one database. */
export function startWork(services: Services, options: WorkOptions): Work {
  const { log, metrics } = options;
  const { pool, now, random } = services;
  const delivery = startDelivery({ ...options, pool, now, random, onAttempt: metrics.observe });
  const sweep = (steps: SweepStep[]) =>
    startSweeper({
      steps,
      interval_ms: SWEEP_INTERVAL_MS,
      random,
      mayBegin: options.mayBegin,
      onFailure: (step, error) => log.error({ step, failure: describeFailure(error) }, 'a sweep failed'),
    });
  const stopRails = startRailLoop(services, options);
  // Several sweeps, so that neither a million held webhooks nor a slow mail server, nor phones that don't
  // answer, nor a long statement keep a session from expiring.
  const stops = [
    sweep(sweepSteps(services, log)),
    sweep(watchSteps(services, log, options.askInboxes)),
    sweep(statementSteps(services)),
    ...(options.mailer === null
      ? []
      : [
          sweep(mailNoticeSteps(services, options.mailer)),
          sweep(accountMailSteps({ ...services, secret_key: options.secret_key }, options.mailer)),
        ]),
    sweep([
      ...upkeepSteps({ pool, now, log }, SWEEP_PORTION),
      surveyStep('survey_webhooks', metrics.survey),
      surveyStep('survey_desk', options.surveyDesk),
    ]),
  ];
  return {
    delivery,
    stop: async () => {
      // All at once: while a sweep or a call of a rail ends, no webhook is begun that would have to be waited for after it.
      await Promise.all([...stops, stopRails, delivery.stop].map((stop) => stop()));
    },
  };
}

function surveyStep(name: string, survey: () => Promise<void>): SweepStep {
  return {
    name,
    run: async () => {
      await survey();
      return 0;
    },
  };
}
