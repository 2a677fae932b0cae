/** The sentence of the decision `d`: its own, or one of those that many have. */
export const reasonOf = (d: string): string =>
  `coalesce(${d}.reason, (select k.reason from decision_reasons k where k.id = ${d}.reason_id))`;
