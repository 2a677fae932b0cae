/** Everything that can go wrong at the operator, each by its own switch: the share of requests it befalls. */
export const FAULTS = {
  slow: 'The answer comes after slow_ms.',
  http_500: 'The push or enquiry is answered 500; a push is taken even so.',
  http_429: 'The request is answered 429 and not taken.',
  token_expired: 'A valid token is refused with 401 in mid-flight.',
  no_token: 'The token endpoint answers 500.',
  lost_answer: 'The push is taken, then the connection is cut.',
  ambiguous: 'The enquiry says TA.',
  refund_lost: 'The refund is done, then the connection is cut.',
  callback_first: 'The callback comes before the answer to the push.',
  callback_twice: 'The callback comes twice.',
  callback_forged: 'A callback with a wrong hash says that it was paid.',
  callback_never: 'No callback comes.',
} as const;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** From 0 (never) to 1 (always); absent is 0. */
export type FaultShares = Partial<Record<Fault, number>>;
