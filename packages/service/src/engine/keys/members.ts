import type { Actor } from '../../domain/account/actions.ts';
import { type ApiKey, isScope, isUuid, scopesOfMember } from '../../domain/keys.ts';
import type { Environment } from '../../domain/operator.ts';
import type { Caller } from '../../domain/session/commands.ts';
import { lockRole } from '../../store/accounts/members.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { listMerchantKeyRows } from '../../store/keys.ts';
import { findMerchants } from '../../store/merchants.ts';
import { recordDone } from '../actions.ts';
import type { Services } from '../services.ts';
import { createKeys, revokeKeys } from './keys.ts';

export type CreateMemberKeyOutcome =
  | { kind: 'created'; api_key: ApiKey; key: string }
  | { kind: 'name_unusable' }
  /** None, one that this environment doesn't have, or one that only an owner gives; none at all for who has left the team. */
  | { kind: 'scopes_unusable' }
  /** Live keys are for merchants whose profile is approved. */
  | { kind: 'kyc_required' }
  | { kind: 'too_many_keys' }
  /** The same form was sent before, and its key shown then. */
  | { kind: 'already_made' };

const NAME_MAX = 100;
const KEY_BYTES = 32;
/** Active ones of a merchant in an environment: enough for every server, and a list that fits a page. */
export const KEYS_MAX = 50;
const LISTED_MAX = 200;

type MemberActor = Actor & { merchant_id: string };
type MemberServices = Services & { randomBytes: (count: number) => Uint8Array };

/** Makes a key of a member's merchant, whole in the outcome and nowhere else, and puts on record who did. */
export function createKeyAsMember(
  services: MemberServices,
  actor: MemberActor,
  asked: { environment: Environment; id: string; name: string; scopes: readonly string[] },
): Promise<CreateMemberKeyOutcome> {
  return atomically(services.pool, async (client) => {
    const { merchant_id } = actor;
    const { environment, scopes, id: key_id } = asked;
    if (!isUuid(key_id)) return { kind: 'already_made' };
    const name = asked.name.trim();
    const length = [...name].length;
    if (length < 1 || length > NAME_MAX) return { kind: 'name_unusable' };
    const [member] = await lockRole(client, { account_id: actor.account_id, merchant_id });
    const given = member === undefined ? [] : scopesOfMember(environment, member.role);
    if (member === undefined || !scopes.every((scope) => isScope(scope) && given.includes(scope)))
      return { kind: 'scopes_unusable' };
    const [merchant] = await findMerchants(client, [{ id: merchant_id }]);
    if (environment === 'live' && merchant?.kyc_status !== 'APPROVED') return { kind: 'kyc_required' };
    const before = await listMerchantKeyRows(client, [{ merchant_id, environment, limit: LISTED_MAX }]);
    if (before.filter(({ revoked_at }) => revoked_at === null).length >= KEYS_MAX)
      return { kind: 'too_many_keys' };
    const random_bytes = services.randomBytes(KEY_BYTES);
    const created_by = actor.account_id;
    const command = { id: key_id, merchant_id, environment, name, scopes, random_bytes, created_by };
    const [outcome] = await createKeys({ ...services, pool: client }, [command]);
    if (outcome?.kind === 'scopes_unusable') return { kind: 'scopes_unusable' };
    if (outcome?.kind !== 'created') return { kind: 'already_made' };
    const { id, last4 } = outcome.api_key;
    await recordDone(services, client, actor, [
      { action: 'key.created', subject_id: id, detail: { environment, last4, name, scopes } },
    ]);
    return outcome;
  });
}

/** Revokes a key of a member's merchant for ever; null where there is none such. */
export function revokeKeyAsMember(
  services: Services,
  actor: MemberActor,
  { environment, key_id }: { environment: Environment; key_id: string },
): Promise<ApiKey | null> {
  return atomically(services.pool, async (client) => {
    const owner = { merchant_id: actor.merchant_id, environment };
    const [outcome] = await revokeKeys({ ...services, pool: client }, [key_id], owner);
    if (outcome?.kind !== 'revoked') return null;
    const { id, last4 } = outcome.api_key;
    await recordDone(services, client, actor, [
      { action: 'key.revoked', subject_id: id, detail: { environment, last4 } },
    ]);
    return outcome.api_key;
  });
}

export type ListedKey = ApiKey & { created_by_name: string | null; created_by_email: string | null };

/** A merchant's keys in an environment: the active ones from the newest, then revoked ones. */
export function listMerchantKeys(services: Pick<Services, 'pool'>, caller: Caller): Promise<ListedKey[]> {
  return listMerchantKeyRows(services.pool, [{ ...caller, limit: LISTED_MAX }]);
}
