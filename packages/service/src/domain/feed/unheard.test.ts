import { describe, expect, it } from 'vitest';
import { type HeardPhone, type OpenIncident, unheard } from './unheard.ts';

const NOW_MS = Date.parse('2026-11-28T11:00:00.000Z');
const ago = (minutes: number): number => NOW_MS - minutes * 60_000;
const phone = (minutes: number | null, is_routed = true): HeardPhone => ({
  heard_at_ms: minutes === null ? null : ago(minutes),
  is_routed,
});
const lagging: OpenIncident = { kind: 'lagging', opened_at_ms: ago(2), delay_ms: 300_000 };
const short: OpenIncident = { kind: 'short', opened_at_ms: ago(60), delay_ms: null };

/** `N`: who ended later than N minutes ago waits; `N of M`: who was made by M minutes ago, too. */
function waiting(phones: HeardPhone[], incidents: OpenIncident[] = [], unrouted: number | null = null) {
  const minutes = (ms: number) => (ms === 0 ? 'ever' : String((NOW_MS - ms) / 60_000));
  const unrouted_since_ms = unrouted === null ? null : ago(unrouted);
  return unheard({ phones, incidents, unrouted_since_ms })
    .map(({ heard_until_ms, made_by_ms }) =>
      made_by_ms === null ? minutes(heard_until_ms) : `${minutes(heard_until_ms)} of ${minutes(made_by_ms)}`,
    )
    .join(', ');
}

describe('A session waits', () => {
  it.each<[string, Parameters<typeof waiting>, string]>([
    ['until its phone was heard after it', [[phone(1)]], '1'],
    ['for no phone where none is routed and messages come by hand', [[]], ''],
    ['for a phone that was never heard', [[phone(null)]], 'ever'],
    ['for what comes late', [[phone(1)], [lagging]], '7'],
    ['for nothing by an incident that is none of the phone', [[phone(1)], [short]], '1'],
    ['since a message came by a SIM that nobody knows', [[phone(1)], [], 12], '12'],
    ['for a second phone that fell silent while it was open', [[phone(1), phone(20)]], '1, 20 of 18.5'],
    [
      'for a phone from which its number was taken while it was silent',
      [[phone(1), phone(9, false)]],
      '1, 9 of 7.5',
    ],
    ['for such a phone also where none is routed any more', [[phone(9, false)]], '9 of 7.5'],
  ])('%s', (_sentence, heard, expected) => {
    expect(waiting(...heard)).toBe(expected);
  });
});
