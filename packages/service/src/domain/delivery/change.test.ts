import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeEndpoint, type EndpointChange, rotateSecret, type WholeEndpoint } from './change.ts';

const at = new Date('2026-11-21T11:00:00.000Z');
const now = new Date('2026-11-22T11:00:00.000Z');
const bytes = (n: number) => new Uint8Array([n]);
const endpoint: WholeEndpoint = {
  id: 'e',
  merchant_id: 'm',
  environment: 'test',
  url: 'https://a.example/',
  events: ['transaction.success'],
  description: 'shop',
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  consecutive_failures: 0,
  given_up_since: null,
  created_at: at,
  secret_sealed: bytes(1),
  previous_secret_sealed: null,
  previous_secret_until: null,
};
const failing = { consecutive_failures: 30, failing_since: at };
const degraded: WholeEndpoint = { ...endpoint, ...failing, status: 'degraded' };
const disabled: WholeEndpoint = {
  ...endpoint,
  ...failing,
  status: 'disabled',
  disabled_reason: 'failing',
  disabled_at: at,
};

describe('a change', () => {
  test.each<[string, WholeEndpoint, EndpointChange, Partial<WholeEndpoint>]>([
    ['of nothing changes nothing', degraded, {}, {}],
    ['to null means every event', endpoint, { events: null }, { events: null }],
    ['to null removes the description', endpoint, { description: null }, { description: null }],
    ['to the same address forgets no failure', degraded, { url: endpoint.url }, {}],
    [
      'to a new address forgets the failures',
      degraded,
      { url: 'https://b.example/' },
      { url: 'https://b.example/', status: 'enabled', consecutive_failures: 0, failing_since: null },
    ],
    [
      'to a new address enables nothing that is disabled',
      disabled,
      { url: 'https://b.example/' },
      { url: 'https://b.example/', consecutive_failures: 0, failing_since: null },
    ],
    [
      'to enabled ends the disabling and forgets the failures',
      disabled,
      { status: 'enabled' },
      {
        status: 'enabled',
        disabled_at: null,
        disabled_reason: null,
        consecutive_failures: 0,
        failing_since: null,
      },
    ],
    [
      'to disabled says when and by whom',
      endpoint,
      { status: 'disabled' },
      { status: 'disabled', disabled_at: now, disabled_reason: 'merchant' },
    ],
    [
      'to disabled of what we disabled keeps the time and makes it the merchant’s',
      disabled,
      { status: 'disabled' },
      { disabled_reason: 'merchant' },
    ],
  ])('%s', (_name, before, change, difference) => {
    expect(changeEndpoint(before, change, now)).toEqual({ ...before, ...difference });
  });

  test.each<[string, EndpointChange]>([
    ['a new address', { url: 'https://b.example/' }],
    ['enabled', { status: 'enabled' }],
    ['disabled', { status: 'disabled' }],
  ])(
    'to %s has what was given up looked for, if the failures are as old as a schedule is long',
    (_name, change) => {
      const after = (hours: number) =>
        changeEndpoint(degraded, change, new Date(at.getTime() + hours * 3_600_000)).given_up_since;
      expect([after(70), after(71)]).toEqual([null, at]);
      const before = { ...degraded, given_up_since: new Date(at.getTime() - 1) };
      expect(changeEndpoint(before, change, new Date(at.getTime() + 71 * 3_600_000)).given_up_since).toEqual(
        before.given_up_since,
      );
    },
  );

  test('to disabled of what is disabled looks for nothing again: that was done when it was disabled', () => {
    const later = new Date(at.getTime() + 200 * 3_600_000);
    expect(changeEndpoint(disabled, { status: 'disabled' }, later).given_up_since).toBeNull();
    expect(changeEndpoint(disabled, { status: 'enabled' }, later).given_up_since).toEqual(at);
  });

  test('leaves status, time and reason of the disabling in step, as the database demands', () => {
    const change = fc.record(
      {
        url: fc.constantFrom('https://a.example/', 'https://b.example/'),
        status: fc.constantFrom('enabled' as const, 'disabled' as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(endpoint, degraded, disabled), fc.array(change), (first, changes) => {
        const last = changes.reduce((before, one) => changeEndpoint(before, one, now), first);
        expect([last.disabled_at !== null, last.disabled_reason !== null]).toEqual([
          last.status === 'disabled',
          last.status === 'disabled',
        ]);
      }),
    );
  });
});

test('a rotation keeps the secret that it replaces for 24 hours, and drops one from before', () => {
  const once = rotateSecret(endpoint, bytes(2), at);
  expect(once).toEqual({
    ...endpoint,
    secret_sealed: bytes(2),
    previous_secret_sealed: bytes(1),
    previous_secret_until: now,
  });
  const twice = rotateSecret(once, bytes(3), now);
  expect([twice.secret_sealed, twice.previous_secret_sealed]).toEqual([bytes(3), bytes(2)]);
});
