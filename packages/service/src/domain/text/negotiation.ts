const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** The smallest coding that Accept-Encoding takes; null: none of ours. */
export function codingFor(accepted: string | undefined): Coding | null {
  return CODINGS.find((coding) => accepts(accepted, coding)) ?? null;
}

/** Whether Accept-Encoding names a coding without forbidding it by a weight of nothing. */
function accepts(header: string | undefined, coding: Coding): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...weights] = part.trim().toLowerCase().split(';');
    return name.trim() === coding && !weights.some((weight) => /^\s*q=0(?:\.0*)?\s*$/.test(weight));
  });
}

/**
 * Whether If-None-Match names this tag. Proxies that compress make tags weak by `W/`, and may send several: what they
 * name is the same.
 */
export function knows(if_none_match: string | undefined, tag: string): boolean {
  const bare = tag.replace(/^W\//, '');
  return (if_none_match ?? '').split(',').some((one) => {
    const known = one.trim();
    return known === '*' || known.replace(/^W\//, '') === bare;
  });
}
