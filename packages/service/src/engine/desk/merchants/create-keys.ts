import { isUuid, takesMoney, unusableScopes } from '../../../domain/keys.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { keySubject } from '../../../domain/review/subjects.ts';
import { findMerchants } from '../../../store/merchants.ts';
import { type CreateKey, type CreateKeyOutcome, createKeys } from '../../keys/keys.ts';
import type { Services } from '../../services.ts';
import { type Desk, type NotAgreed, signed } from '../signed.ts';

export type CreateMerchantKey = Signature &
  Pick<CreateKey, 'merchant_id' | 'environment' | 'random_bytes'> & { scopes: readonly string[] };

export type CreateMerchantKeyOutcome = CreateKeyOutcome | NotAgreed;

/**
 * Staff make keys for merchants, on record. Whoever holds a live key that gives payments back moves a merchant's money by it,
 * as often as he likes and without another word: two people ask for such a one, and the second is shown it.
 * @returns an outcome per command, in order
 */
export function createMerchantKeys(
  services: Services,
  commands: readonly CreateMerchantKey[],
): Promise<CreateMerchantKeyOutcome[]> {
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id.toLowerCase()))].filter(isUuid);
  return signed<ReadonlySet<string>, CreateMerchantKeyOutcome>(services, {
    lock: async (client) => {
      const found = await findMerchants(
        client,
        ids.map((id) => ({ id })),
      );
      return new Set(found.map(({ id }) => id));
    },
    subjects: (known) => [...known].map(keySubject.of),
    always: true,
    decide: async (desk) => {
      const ids_of = commands.map(() => services.newId());
      const refusals = commands.map((command, place) => judge(desk, command, ids_of[place] ?? ''));
      const asked = commands.flatMap(({ merchant_id, environment, scopes, random_bytes }, place) =>
        refusals[place] === null
          ? [{ merchant_id, environment, scopes, random_bytes, id: ids_of[place] ?? '' }]
          : [],
      );
      const made = await createKeys({ ...services, pool: desk.client }, asked);
      const outcomes = refusals.map((refusal) => refusal ?? made.shift() ?? NOBODY);
      return { outcomes };
    },
  });
}

const NOBODY = { kind: 'merchant_not_found' } as const;

/** Why no key is made; null: one is, and stands on record. */
function judge(
  { known, agree, record }: Desk<ReadonlySet<string>>,
  command: CreateMerchantKey,
  key_id: string,
): CreateMerchantKeyOutcome | null {
  const { environment, scopes } = command;
  const merchant_id = command.merchant_id.toLowerCase();
  if (!known.has(merchant_id)) return NOBODY;
  const unusable = unusableScopes(environment, scopes);
  if (unusable !== null) return unusable;
  const action = 'merchant.create_key';
  const terms = { environment, scopes: [...new Set(scopes)].sort().join(', ') };
  const detail = { key_id, ...terms };
  if (!takesMoney(environment, scopes)) {
    record(command, { action, subject_id: merchant_id, detail });
    return null;
  }
  const subject_id = keySubject.of(merchant_id);
  const consent = agree(command, { action, subject_id, terms, amount_xaf: 0 });
  if (consent.kind !== 'agreed') return consent;
  const { proposed_by } = consent;
  record(command, { action, subject_id: merchant_id, detail: { ...detail, proposed_by } });
  return null;
}
