import { describe, expect, test } from 'vitest';
import type { ClaimedAttempt } from '../store/webhooks/claim-attempts.ts';
import { LANE_LIMITS, Lanes } from './lanes.ts';

/** Of a merchant of its own, unless another is named. */
function attempts(
  endpoint_id: string,
  count: number,
  degraded = false,
  merchant_id = `of ${endpoint_id}`,
): ClaimedAttempt[] {
  return Array.from({ length: count }, (_, i) => ({
    delivery_id: `${endpoint_id}-${i}`,
    endpoint_id,
    merchant_id,
    attempt: 1,
    attempts_before: 0,
    event_id: 'e',
    event_type: 't',
    environment: 'test' as const,
    sequence: 1,
    body: '{}',
    url: 'https://example.com/',
    secret_sealed: Buffer.alloc(0),
    previous_secret_sealed: null,
    degraded,
    success_counts: degraded,
    share: 1_000,
  }));
}

const one = (endpoint_id: string) => attempts(endpoint_id, 1)[0] as ClaimedAttempt;
const shareOf = (made: ClaimedAttempt[], share: number) => made.map((attempt) => ({ ...attempt, share }));

function startAll(lanes: Lanes): string[] {
  const started: string[] = [];
  for (let a = lanes.next(); a !== null; a = lanes.next()) started.push(a.endpoint_id);
  return started;
}

describe('lanes', () => {
  test('run eight of an endpoint, one of a degraded one, and take turns', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer([...attempts('a', 10), ...attempts('b', 2), ...attempts('c', 3, true)], [], 1_000, 0);
    const started = startAll(lanes);
    expect(started.slice(0, 5)).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(started.filter((id) => id === 'a')).toHaveLength(8);
    expect(started.filter((id) => id === 'c')).toHaveLength(1);
    expect([lanes.running, lanes.waiting]).toEqual([11, 4]);
  });

  test('run three quarters of 256 while nobody knows how long the answers take, and seven eighths where they are quick', () => {
    const lanes = new Lanes(LANE_LIMITS);
    const all = Array.from({ length: 40 }, (_, i) => attempts(`e${i}`, 8)).flat();
    lanes.offer(all, [], 1_000, 0);
    const started = startAll(lanes);
    expect(started).toHaveLength(192);
    for (const id of started) lanes.settle(one(id), true, 20);
    lanes.offer(all, [], 1_000, 0);
    expect(startAll(lanes)).toHaveLength(224);
  });

  test('run half of that for one merchant, an eighth once others need the rest, and whoever has nothing under way at once', () => {
    const lanes = new Lanes(LANE_LIMITS);
    const greedy = (name: string) =>
      Array.from({ length: 40 }, (_, i) => attempts(`${name}${i}`, 8, false, name)).flat();
    lanes.offer(greedy('a'), [], 1_000, 0);
    expect(startAll(lanes)).toHaveLength(128);
    lanes.offer([...greedy('b'), ...greedy('c')], [], 1_000, 0);
    expect(startAll(lanes)).toHaveLength(64);
    // Three quarters are taken. What is left is for others, one place each while their answers are slow, or not known yet.
    lanes.offer([...greedy('d'), ...attempts('shop', 8)], [], 1_000, 0);
    expect(startAll(lanes)).toEqual(['d0', 'shop']);
    lanes.settle(one('shop'), true, 20);
    expect(startAll(lanes)).toEqual(Array.from({ length: 7 }, () => 'shop'));
  });

  test('leave a place for a shop though eight accounts of one person were quick until now, and all hang', () => {
    const lanes = new Lanes(LANE_LIMITS);
    const names = Array.from({ length: 32 }, (_, at) => ({ id: `e${at}`, of: `his ${at % 8}` }));
    const his = (count: number) => names.flatMap(({ id, of }) => attempts(id, count, false, of));
    lanes.offer(his(1), [], 1_000, 0);
    startAll(lanes);
    for (const attempt of his(1)) lanes.settle(attempt, true, 20);
    lanes.offer([...his(8), ...attempts('shop', 1)], [], 1_000, 0);
    expect(startAll(lanes)).toContain('shop');
    lanes.offer(attempts('another shop', 1), [], 1_000, 0);
    expect(startAll(lanes)).toEqual(['another shop']);
  });

  test('claim ahead for an endpoint that answers fast, and no more for one that failed', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('fast', 1), [], 1_000, 0);
    startAll(lanes);
    expect(lanes.held()).toEqual([{ endpoint_id: 'fast', held: 1, most: 8 }]);
    lanes.settle(one('fast'), true, 5);
    expect(lanes.held()).toEqual([{ endpoint_id: 'fast', held: 0, most: 400 }]);
    lanes.offer(attempts('fast', 1), [], 1_000, 0);
    startAll(lanes);
    lanes.settle(one('fast'), false, 5);
    expect(lanes.held()).toEqual([]);
  });

  test('let busy endpoints divide three quarters of what may be held, so that others find a place', () => {
    const lanes = new Lanes(LANE_LIMITS);
    const ids = Array.from({ length: 96 }, (_, i) => `e${i}`);
    lanes.offer(
      ids.flatMap((id) => attempts(id, 2)),
      [],
      1_000,
      0,
    );
    startAll(lanes);
    for (const id of ids) lanes.settle(one(id), true, 1);
    expect(new Set(lanes.held().map(({ most }) => most))).toEqual(new Set([8]));
    lanes.offer(Array.from({ length: 160 }, (_, i) => attempts(`f${i}`, 1)).flat(), lanes.held(), 1_000, 0);
    expect([lanes.most_unlisted, lanes.held()[0]?.most]).toEqual([3, 3]);
  });

  test('ask for a claim when one gave an endpoint its share and no more', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(shareOf([...attempts('a', 2), ...attempts('b', 1)], 2), [], 1_000, 0);
    startAll(lanes);
    expect(lanes.settle(one('b'), true, 1)).toBe(false);
    expect(lanes.settle(one('a'), true, 1)).toBe(true);
  });

  test('give back what waited too long, and only that', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('a', 10), [], 1_000, 0);
    startAll(lanes);
    lanes.offer(attempts('a', 1), [], 1_000, 5_000);
    expect(lanes.takeWaiting(3_000)).toHaveLength(2);
    expect([lanes.running, lanes.waiting]).toEqual([8, 1]);
    expect(lanes.takeWaiting(Number.POSITIVE_INFINITY)).toHaveLength(1);
  });

  test('let lapse what was claimed too long ago to be ended in time, and begin with what follows', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('a', 2), [], 1_000, 0);
    lanes.offer([...attempts('a', 1), ...attempts('b', 1)], [], 1_000, 5_000);
    expect([lanes.next(1_000), lanes.next(1_000)]).toMatchObject([
      { endpoint_id: 'b' },
      { endpoint_id: 'a' },
    ]);
    expect(lanes.next(1_000)).toBeNull();
    expect([lanes.running, lanes.waiting]).toEqual([2, 0]);
  });

  test('ask for a claim when a lane that took all it was allowed runs low, also after claims for others', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('a', 8), [], 1_000, 0);
    startAll(lanes);
    lanes.offer(attempts('b', 1), lanes.held(), 1_000, 0);
    startAll(lanes);
    const asked = Array.from({ length: 4 }, () => lanes.settle(one('a'), false, 900));
    expect(asked).toEqual([false, false, false, true]);
    expect(lanes.settle(one('b'), true, 1)).toBe(false);
  });

  test('still want what was left of a backlog after a claim that has looked at the newest events only', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('a', 8), [], 1_000, 0);
    startAll(lanes);
    expect(lanes.is_hungry).toBe(false);
    for (let n = 0; n < 8; n += 1) lanes.settle(one('a'), true, 1);
    expect(lanes.is_hungry).toBe(true);
    lanes.offer([], lanes.held(), 1_000, 0, false);
    expect(lanes.is_hungry).toBe(true);
    lanes.offer([], lanes.held(), 1_000, 0);
    expect(lanes.is_hungry).toBe(false);
  });

  test('want nothing more for an endpoint that hangs, though more is due to it', () => {
    const lanes = new Lanes(LANE_LIMITS);
    lanes.offer(attempts('hanging', 8), [], 1_000, 0);
    startAll(lanes);
    lanes.offer([], lanes.held(), 1_000, 0, false);
    expect(lanes.is_hungry).toBe(false);
  });
});
