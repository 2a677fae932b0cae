import { type ApiKey, isUuid } from '../../../domain/keys.ts';
import { AMOUNT_XAF_MAX } from '../../../domain/money.ts';
import type { Environment } from '../../../domain/operator.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { unfreezeSubject } from '../../../domain/review/subjects.ts';
import { lockApiKeys, revokeApiKeys } from '../../../store/keys.ts';
import { lockMerchants, type StoredMerchant, updateFreezes } from '../../../store/merchants.ts';
import { findApprovedSums } from '../../../store/settlements/payees.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type FreezeMerchant = Signature & {
  merchant_id: string;
  /** Each by itself: live may be stopped while its developers go on trying things. */
  environment: Environment;
  /** False: it may go on. */
  freezes: boolean;
};

export type FreezeOutcome = { kind: 'frozen' | 'unfrozen' | 'as_before' } | { kind: 'not_found' } | NotAgreed;

type Known = {
  merchants: Map<string, StoredMerchant>;
  /** What was approved for them before they were frozen, and nobody has sent. */
  approved_xaf: ReadonlyMap<string, number>;
};

/**
 * Stops merchants, or lets them go on. Within a second their keys may read and change nothing; what waits
 * for a number just then, two seconds at most, still begins. What is open goes on to its end, so no franc that is under way is lost: its payment is matched and its events are delivered. One person stops them. Where a
 * settlement was approved before that, two let them go on in live: it was approved for whoever is now suspected, and could be sent at once.
 * @returns an outcome per command, in order
 */
export function freezeMerchants(
  services: Services,
  commands: readonly FreezeMerchant[],
): Promise<FreezeOutcome[]> {
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id.toLowerCase()))].filter(isUuid);
  return signed<Known, FreezeOutcome>(services, {
    lock: async (client) => {
      const merchants = new Map((await lockMerchants(client, ids)).map((row) => [row.id, row]));
      const approved = await findApprovedSums(client, ids);
      const approved_xaf = new Map(approved.map((one) => [one.merchant_id, one.approved_xaf]));
      return { merchants, approved_xaf };
    },
    subjects: ({ merchants }) => [...merchants.keys()].map(unfreezeSubject.of),
    decide: (desk) => {
      const changed = new Map<string, StoredMerchant>();
      const outcomes = commands.map((command) => freezeOne(desk, command, changed));
      return { outcomes, write: () => updateFreezes(desk.client, [...changed.values()]) };
    },
  });
}

function freezeOne(
  desk: Desk<Known>,
  command: FreezeMerchant,
  changed: Map<string, StoredMerchant>,
): FreezeOutcome {
  const { environment, freezes } = command;
  const id = command.merchant_id.toLowerCase();
  const before = changed.get(id) ?? desk.known.merchants.get(id);
  if (before === undefined) return { kind: 'not_found' };
  const column = environment === 'live' ? 'frozen_live_at' : 'frozen_test_at';
  const frozen_at = before[column];
  if ((frozen_at !== null) === freezes) return { kind: 'as_before' };
  const detail: Record<string, unknown> = { environment };
  if (frozen_at !== null && environment === 'live') {
    const consent = mayGoOn(desk, command, id, frozen_at);
    if (consent.kind !== 'agreed') return consent;
    detail.proposed_by = consent.proposed_by;
  }
  changed.set(id, { ...before, [column]: freezes ? desk.now : null });
  const action = freezes ? 'merchant.freeze' : 'merchant.unfreeze';
  desk.record(command, { action, subject_id: id, detail });
  return { kind: freezes ? 'frozen' : 'unfrozen' };
}

/** Whoever has spoken before the merchant was frozen last has not spoken of that, and counts no more. */
function mayGoOn(
  { known, agree }: Desk<Known>,
  command: FreezeMerchant,
  merchant_id: string,
  frozen_at: Date,
): ReturnType<Desk<Known>['agree']> {
  const approved_xaf = known.approved_xaf.get(merchant_id) ?? 0;
  return agree(command, {
    action: 'merchant.unfreeze',
    subject_id: unfreezeSubject.of(merchant_id),
    terms: { environment: 'live' },
    amount_xaf: Math.min(approved_xaf, AMOUNT_XAF_MAX),
    said: { merchant_id },
    stale_before: frozen_at,
    takes_two: approved_xaf > 0,
  });
}

/** `merchant_id`: whose it has to be; null: whosever it is. */
export type RevokeMerchantKey = Signature & { merchant_id: string | null; key_id: string };

export type RevokeMerchantKeyOutcome =
  | { kind: 'revoked' | 'was_revoked'; api_key: ApiKey }
  | { kind: 'not_found' };

/**
 * Revokes keys of merchants for ever, on record: staff take them where they were seen in the wrong hands. Every process
 * refuses them within a second.
 * @returns an outcome per command, in order
 */
export function revokeMerchantKeys(
  services: Services,
  commands: readonly RevokeMerchantKey[],
): Promise<RevokeMerchantKeyOutcome[]> {
  const ids = [...new Set(commands.map(({ key_id }) => key_id.toLowerCase()))].filter(isUuid);
  return signed<Map<string, ApiKey>, RevokeMerchantKeyOutcome>(services, {
    lock: async (client) => new Map((await lockApiKeys(client, ids)).map((row) => [row.id, row])),
    decide: ({ client, known, now: revoked_at, record }) => {
      const revoked: Parameters<typeof revokeApiKeys>[1][number][] = [];
      const outcomes = commands.map((command): RevokeMerchantKeyOutcome => {
        const api_key = known.get(command.key_id.toLowerCase());
        if (api_key === undefined) return { kind: 'not_found' };
        const owner_id = command.merchant_id?.toLowerCase() ?? api_key.merchant_id;
        if (api_key.merchant_id !== owner_id) return { kind: 'not_found' };
        if (api_key.revoked_at !== null) return { kind: 'was_revoked', api_key };
        const { id, environment, last4 } = api_key;
        const after = { ...api_key, revoked_at };
        known.set(id, after);
        revoked.push({ id, revoked_at, owner_id: null, environment: null });
        const detail = { key_id: id, environment, last4 };
        record(command, { action: 'merchant.revoke_key', subject_id: api_key.merchant_id, detail });
        return { kind: 'revoked', api_key: after };
      });
      return { outcomes, write: () => revokeApiKeys(client, revoked) };
    },
  });
}
