import type { CheckoutView } from '../domain/checkout/view.ts';
import type { ClaimOutcome, ClaimPayment } from '../engine/checkout/claim.ts';
import type { ScenarioName } from '../engine/sandbox/scenarios.ts';

/** What the pages are handed by `cli`. */
export type PageDeps = {
  now: () => Date;
  /** Base of every page, without a slash at its end. */
  dashboard_url: string;
  /** False lifts the limits of an address, as CHARI_RATE_LIMIT=0 does for keys. */
  is_limited: boolean;
  checkout: {
    look: (session_id: string) => Promise<CheckoutView | null>;
    /** The same for a page that is open and asks what is new: it may wait for others that ask too. */
    lookAgain: (session_id: string) => Promise<CheckoutView | null>;
    claim: (command: ClaimPayment) => Promise<ClaimOutcome>;
    /** Plays a scenario of the sandbox on a test session. */
    play: (asked: {
      merchant_id: string;
      session_id: string;
      scenario: ScenarioName;
    }) => Promise<PlayOutcome>;
  };
  /** Logs what was thrown, and says whether the same request may succeed a moment later. */
  failed: (error: unknown, request_id: string) => 'passing' | 'fault';
};

export type PlayOutcome = 'played' | 'impossible' | 'too_late';
