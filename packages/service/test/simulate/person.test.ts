import { expect, test } from 'vitest';
import { createChance } from '../../sim/chance.ts';
import { createHistory } from '../../sim/history.ts';
import { openPerson } from '../../sim/person.ts';
import { DEFAULT_PROFILE } from '../../sim/profile.ts';
import type { Desk } from '../../sim/staff.ts';
import { createTruth } from '../../sim/truth.ts';

const SIM = '+23566900000';

/** A desk at which nothing lies but money in suspense, all of which the service lets staff send back. */
const deskWith = (ids: readonly string[]): Desk => ({
  wantedAnchors: async () => [],
  anchor: async () => undefined,
  explain: async () => undefined,
  closeOthers: async () => 0,
  lookUpReviewed: async () => undefined,
  reviews: async () => [],
  confirm: async () => ({ confirmed: 0, refused: [] }),
  reject: async () => [],
  suspense: async () =>
    ids.map((id) => ({ credit_id: id, operator_transaction_id: id, amount_xaf: 5000, msisdn: SIM })),
  sendBack: async (credit_ids) => [...credit_ids],
});

test('what staff send back for a forgery is told from what came, and an insider has taken his', async () => {
  const truth = createTruth();
  const payment = {
    by: 'customer',
    session_id: null,
    has_evidence: true,
    msisdn: SIM,
    operator: 'AIRTEL',
    amount_xaf: 5000,
    payer: '66123456',
    at_ms: 0,
    fate: 'sent',
    heard_ms: null,
    reversed_ms: null,
  } as const;
  truth.paid({ ...payment, operator_transaction_id: 'CAME' });
  truth.paid({ ...payment, operator_transaction_id: 'TAKEN BACK', reversed_ms: 1 });
  truth.forged('FROM OUTSIDE', 'flooder');
  truth.forged('FROM INSIDE', 'insider');
  const looted: unknown[] = [];
  const { work, decided } = openPerson({
    profile: DEFAULT_PROFILE,
    chance: createChance(1),
    desk: deskWith(['CAME', 'TAKEN BACK', 'FROM OUTSIDE', 'FROM INSIDE', 'FROM NOBODY']),
    office: { hear: async () => undefined, askedInboxes: async () => [] },
    network: {} as Parameters<typeof openPerson>[0]['network'],
    phones: {} as Parameters<typeof openPerson>[0]['phones'],
    truth,
    history: createHistory([SIM], () => 1),
    loot: (...told) => looted.push(told),
  });
  await work(7);
  expect(decided).toMatchObject({
    refunded: 5,
    reversed_xaf: 5000,
    outsiders_xaf: 5000,
    insiders_xaf: 5000,
    invented_xaf: 5000,
  });
  expect(looted).toEqual([[SIM, 7, 5000]]);
});

test('a balance for which no payer waits is read when the SIM is in hand anyway, and soon once one does', async () => {
  const read_at: number[] = [];
  let now_ms = 0;
  let is_waited_for = false;
  const { work } = openPerson({
    profile: DEFAULT_PROFILE,
    chance: createChance(1),
    desk: {
      ...deskWith([]),
      wantedAnchors: async () => [{ msisdn: SIM, why: 'claim', since_ms: 0, is_waited_for }],
      anchor: async (reads) => void (reads.length > 0 && read_at.push(now_ms)),
    },
    office: { hear: async () => undefined, askedInboxes: async () => [] },
    network: { balanceOf: () => 5000 } as unknown as Parameters<typeof openPerson>[0]['network'],
    phones: { askInbox: () => [] } as unknown as Parameters<typeof openPerson>[0]['phones'],
    truth: createTruth(),
    history: createHistory([SIM], () => 1),
    loot: () => undefined,
  });
  const { anchor_unhurried_ms, staff_every_ms } = DEFAULT_PROFILE;
  for (; now_ms < anchor_unhurried_ms; now_ms += staff_every_ms) await work(now_ms);
  expect(read_at).toEqual([]);
  await work(now_ms);
  expect(read_at).toEqual([anchor_unhurried_ms]);
  // It is asked for again, and somebody wants to pay there.
  is_waited_for = true;
  for (; now_ms < 2 * anchor_unhurried_ms; now_ms += staff_every_ms) await work(now_ms);
  expect(read_at.length).toBeGreaterThan(1);
});
