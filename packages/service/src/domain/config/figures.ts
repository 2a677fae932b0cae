import type { Policy } from '../policy.ts';

/** A policy as it was stored: of another version it may lack figures, or have some more. */
export type StoredPolicy = Partial<Policy>;

/**
 * The policy that decides at a terminal beside a server: the server's, but for what bounds one person, where the stricter counts. What
 * somebody starts for a moment with looser bounds loosens no terminal but his own.
 */
export function policyBeside(own: Policy, served: Policy): Policy {
  return {
    ...served,
    second_person_xaf: stricter(own.second_person_xaf, served.second_person_xaf),
    alone_day_xaf: stricter(own.alone_day_xaf, served.alone_day_xaf),
    settlement_second_person_xaf: stricter(
      own.settlement_second_person_xaf,
      served.settlement_second_person_xaf,
    ),
    book: {
      ...served.book,
      unanchored_limit_xaf: stricter(own.book.unanchored_limit_xaf, served.book.unanchored_limit_xaf),
      anchor_above_xaf: stricter(own.book.anchor_above_xaf, served.book.anchor_above_xaf),
    },
  };
}

/** Null is no bound. */
const stricter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The policy of a server as it was stored, and of the figures that its version lacks, one's own. */
export function policyAsServed(own: Policy, served: StoredPolicy): Policy {
  return {
    ...own,
    ...served,
    book: { ...own.book, ...served.book },
    feed: { ...own.feed, ...served.feed },
  };
}

/** What a setting is in a policy, as it is written in the environment: null for no bound is 0 there. */
const FIGURES: Readonly<Record<string, (policy: Policy) => string | number | boolean | null>> = {
  DASHBOARD_URL: (policy) => policy.dashboard_url,
  CHARI_GRACE_SECONDS: (policy) => policy.grace_seconds,
  CHARI_QUARANTINE_MINUTES: (policy) => policy.quarantine_minutes.live,
  CHARI_TEST_QUARANTINE_MINUTES: (policy) => policy.quarantine_minutes.test,
  CHARI_KEEP_AMOUNTS_APART: (policy) => policy.keep_amounts_apart,
  CHARI_PAYER_ASKS_TEN_MINUTES: (policy) => policy.payer_asks.in_ten_minutes,
  CHARI_PAYER_ASKS_DAY: (policy) => policy.payer_asks.in_a_day,
  CHARI_SECOND_PERSON_XAF: (policy) => policy.second_person_xaf,
  CHARI_ALONE_DAY_XAF: (policy) => policy.alone_day_xaf,
  CHARI_SETTLEMENT_SECOND_PERSON_XAF: (policy) => policy.settlement_second_person_xaf,
  CHARI_AIRTEL_TRANSFER_MAX_XAF: (policy) => policy.transfer_max_xaf.AIRTEL,
  CHARI_MOOV_TRANSFER_MAX_XAF: (policy) => policy.transfer_max_xaf.MOOV,
  CHARI_UNDECIDED_DOCUMENTS_MIB: (policy) => policy.undecided_documents_mib,
  CHARI_FEED_WAIT_SECONDS: (policy) => policy.book.wait_ms / 1000,
  CHARI_FEED_SILENT_MINUTES: (policy) => policy.feed.silent_ms / 60_000,
  CHARI_UNANCHORED_LIMIT_XAF: (policy) => policy.book.unanchored_limit_xaf,
  CHARI_ANCHOR_ABOVE_XAF: (policy) => policy.book.anchor_above_xaf,
  'The rail of AIRTEL (CHARI_AIRTEL_…)': (policy) => policy.live_rails.AIRTEL,
};

/** Each figure by which one policy decides otherwise than another: its setting, and what it is in each. */
export function differingFigures(one: Policy, other: Policy): { name: string; one: string; other: string }[] {
  return Object.entries(FIGURES)
    .map(([name, read]) => ({ name, one: `${read(one) ?? 0}`, other: `${read(other) ?? 0}` }))
    .filter((figure) => figure.one !== figure.other);
}
