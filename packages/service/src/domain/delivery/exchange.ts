/** What came of one POST. Only a 2xx whose body was whole (or longer than we read) delivers. */
export type Exchange =
  | { kind: 'answered'; status_code: number; retry_after: string | null; answer: string }
  | { kind: 'timed_out' }
  /** The status came and the body did not arrive whole. */
  | { kind: 'broken_answer'; status_code: number; reason: string }
  /** Connected, and closed or broken before a status came. */
  | { kind: 'no_answer'; reason: string }
  /** The name did not resolve, the port is closed, or TLS failed. */
  | { kind: 'not_connected'; reason: string }
  | { kind: 'address_refused'; reason: string }
  | { kind: 'secret_unreadable'; reason: string };

/** The word that the attempt log keeps. */
export type AttemptOutcome = 'delivered' | 'refused' | Exclude<Exchange['kind'], 'answered'>;

/**
 * 2xx is delivered. All else is a failure, 3xx and 410 included: a redirect is never followed, and only the
 * merchant removes an endpoint.
 */
export function attemptOutcome(exchange: Exchange): AttemptOutcome {
  if (exchange.kind !== 'answered') return exchange.kind;
  return exchange.status_code >= 200 && exchange.status_code <= 299 ? 'delivered' : 'refused';
}

/** Whether an outcome says something about the endpoint; a secret that we can't open is our own failure. */
export function tellsOfEndpoint(outcome: AttemptOutcome): boolean {
  return outcome !== 'secret_unreadable';
}
