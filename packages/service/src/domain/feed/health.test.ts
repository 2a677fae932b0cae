import { describe, expect, it } from 'vitest';
import { type Hearing, judgeHealth, DEFAULT_FEED_POLICY as POLICY } from './health.ts';
import { INCIDENT_EFFECTS } from './incident.ts';

const NOW_MS = Date.parse('2026-11-21T11:00:00.000Z');
const SECOND_MS = 1000;

/** Messages by how many seconds ago they arrived and how late they were then. */
const messages = (...ages: [arrived_s: number, late_s: number][]) =>
  ages.map(([arrived_s, late_s]) => ({
    arrived_at_ms: NOW_MS - arrived_s * SECOND_MS,
    received_at_ms: NOW_MS - (arrived_s + late_s) * SECOND_MS,
  }));

function wrong(fields: Partial<Hearing>): string[] {
  const heard: Hearing = {
    is_routed: true,
    heard_at_ms: NOW_MS,
    clock_ahead_ms: null,
    messages: [],
    unrouted: 0,
    ...fields,
  };
  return Object.entries(judgeHealth(heard, POLICY, NOW_MS)).flatMap(([kind, seen]) => (seen ? [kind] : []));
}

describe('A feed', () => {
  it.each<[string, Partial<Hearing>, string[]]>([
    ['heard a moment ago is well', {}, []],
    ['without a gateway is silent', { is_routed: false, heard_at_ms: null }, ['silent']],
    ['never heard is silent', { heard_at_ms: null }, ['silent']],
    ['heard a quarter of an hour ago is well', { heard_at_ms: NOW_MS - POLICY.silent_ms }, []],
    ['heard before that is silent', { heard_at_ms: NOW_MS - POLICY.silent_ms - 1 }, ['silent']],
    ['with one late message is well', { messages: messages([1, 3600], [60, 2], [120, 1]) }, []],
    [
      'with three late ones in a row lags',
      { messages: messages([1, 91], [60, 300], [120, 600]) },
      ['lagging'],
    ],
    ['whose newest came in time lags no more', { messages: messages([1, 3], [60, 300], [120, 600]) }, []],
    ['late a long time ago lags no more', { messages: messages([1900, 91], [1960, 300], [2000, 600]) }, []],
    [
      'whose clock is behind is not late by that',
      { clock_ahead_ms: -100_000, messages: messages([1, 100], [60, 101], [120, 102]) },
      [],
    ],
    ['by which messages came of a SIM that nobody knows wants a look', { unrouted: 1 }, ['unrouted']],
    ['two minutes off is well', { clock_ahead_ms: 120_000 }, []],
    ['more than two minutes ahead has a wrong clock', { clock_ahead_ms: 120_001 }, ['clock_skew']],
    ['more than two minutes behind has a wrong clock', { clock_ahead_ms: -120_001 }, ['clock_skew']],
    ['that receives in the future has a wrong clock', { messages: messages([1, -121]) }, ['clock_skew']],
  ])('%s', (_sentence, fields, expected) => {
    expect(wrong(fields)).toEqual(expected);
  });
});

it('Every incident says what to do', () => {
  for (const { meaning, remedy } of Object.values(INCIDENT_EFFECTS)) {
    expect(meaning.length * remedy.length).toBeGreaterThan(0);
  }
});
