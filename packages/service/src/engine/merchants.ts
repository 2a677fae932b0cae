import type { ByPerson } from '../domain/account/actions.ts';
import { type ReturnAddressProblem, returnAddressProblem } from '../domain/checkout/view.ts';
import { isUuid } from '../domain/keys.ts';
import { atomically } from '../store/connect/atomically.ts';
import {
  approveMerchants,
  findMerchants,
  insertMerchants,
  listMerchantRows,
  listWaitingMerchants,
  type OfficeMerchant,
  pageMerchants,
  type StoredMerchant,
  updateCheckouts,
} from '../store/merchants.ts';
import { loadMerchantTerms } from '../store/numbers/numbers.ts';
import type { Database } from '../store/statement.ts';
import { recordCommands } from './actions.ts';
import { freshly, perOwner } from './fresh.ts';
import type { Services } from './services.ts';

export type CreateMerchant = {
  /** 1 to 200 characters once trimmed. */
  name: string;
  /** Our fee in hundredths of a percent of the gross, 0 to 10000; null: the default's terms hold. */
  fee_basis_points: number | null;
};

export type CreateMerchantOutcome =
  | { kind: 'created'; merchant: StoredMerchant }
  | { kind: 'name_unusable' }
  | { kind: 'fee_unusable' };

const NAME_LENGTH_MAX = 200;
const FEE_BASIS_POINTS_MAX = 10_000;

/** Opens merchants, KYC pending. An outcome per command, in order; two merchants may share a name. */
export async function createMerchants(
  services: Services,
  commands: readonly CreateMerchant[],
): Promise<CreateMerchantOutcome[]> {
  const created_at = services.now();
  const drafts = commands.map((command) => ({
    id: services.newId(),
    name: command.name.trim(),
    fee_basis_points: command.fee_basis_points,
    created_at,
    refusal: refusalOf(command),
  }));
  const accepted = drafts.filter((draft) => draft.refusal === null);
  const rows = await insertMerchants(services.pool, accepted);
  const merchants = new Map(rows.map((row) => [row.id, row]));
  return drafts.map((draft) => {
    const merchant = merchants.get(draft.id);
    if (merchant !== undefined) return { kind: 'created', merchant };
    if (draft.refusal === null) throw new Error('a merchant was written and did not come back');
    return { kind: draft.refusal };
  });
}

function refusalOf(command: CreateMerchant): 'name_unusable' | 'fee_unusable' | null {
  const name_length = [...command.name.trim()].length;
  // PostgreSQL's text can't hold the character NUL.
  if (name_length < 1 || name_length > NAME_LENGTH_MAX || command.name.includes('\0')) return 'name_unusable';
  const fee = command.fee_basis_points;
  const is_usable = fee === null || (Number.isInteger(fee) && fee >= 0 && fee <= FEE_BASIS_POINTS_MAX);
  return is_usable ? null : 'fee_unusable';
}

export type ApproveKycOutcome = { kind: 'approved'; merchant: StoredMerchant } | { kind: 'not_found' };

/** Marks merchants as fit for live. Approving twice keeps the first time. An outcome per id, in order. */
export async function approveKyc(
  services: Services,
  merchant_ids: readonly string[],
): Promise<ApproveKycOutcome[]> {
  const approved_at = services.now();
  const input = merchant_ids.filter(isUuid).map((id) => ({ id, approved_at }));
  const merchants = new Map((await approveMerchants(services.pool, input)).map((row) => [row.id, row]));
  return merchant_ids.map((id) => {
    const merchant = merchants.get(id.toLowerCase());
    return merchant === undefined ? { kind: 'not_found' } : { kind: 'approved', merchant };
  });
}

/** The operators that each merchant may collect with, at most a second old. */
export const operatorsOf = perOwner((_services: Services) =>
  freshly<string, string[]>(
    (merchant_id) => merchant_id,
    async (merchant_ids, database) => {
      const terms = await loadMerchantTerms(
        database,
        merchant_ids.map((merchant_id) => ({ merchant_id })),
      );
      return merchant_ids.map((id) => terms.find((term) => term.merchant_id === id)?.operators ?? []);
    },
  ),
);

export type SetCheckout = ByPerson & {
  merchant_id: string;
  /** Where the page leads back to; null: nowhere. Absent: as before. */
  return_url?: string | null;
  /** Whether it shows a session's description. Absent: as before. */
  shows_description?: boolean;
  /** What it speaks where a payer's browser asks for nothing of ours. Absent: as before. */
  language?: StoredMerchant['language'];
};

export type SetCheckoutOutcome =
  | { kind: 'set'; merchant: StoredMerchant }
  | { kind: 'not_found' }
  | { kind: 'address_unusable'; problem: ReturnAddressProblem };

/** Sets what merchants want of their checkout pages. An outcome per command, in order. */
export function setCheckouts(
  services: Services,
  commands: readonly SetCheckout[],
  rules: { allows_http: boolean },
): Promise<SetCheckoutOutcome[]> {
  return atomically(services.pool, (client) => setCheckoutsIn(services, client, commands, rules));
}

/** The same within a transaction that goes on. */
export async function setCheckoutsIn(
  services: Pick<Services, 'newId' | 'now'>,
  client: Database,
  commands: readonly SetCheckout[],
  { allows_http }: { allows_http: boolean },
): Promise<SetCheckoutOutcome[]> {
  const problems = commands.map(({ return_url }) =>
    typeof return_url === 'string' ? returnAddressProblem(return_url, allows_http) : null,
  );
  const changes = commands
    .filter(({ merchant_id }, at) => problems[at] === null && isUuid(merchant_id))
    .map(({ merchant_id: id, return_url, shows_description, language = null }) => ({
      id,
      sets_return_url: return_url !== undefined,
      return_url: typeof return_url === 'string' ? new URL(return_url).href : null,
      sets_description: shows_description !== undefined,
      shows_description: shows_description === true,
      language,
    }));
  const merchants = new Map((await updateCheckouts(client, changes)).map((row) => [row.id, row]));
  const outcomes = commands.map(({ merchant_id }, at): SetCheckoutOutcome => {
    const problem = problems[at] ?? null;
    if (problem !== null) return { kind: 'address_unusable', problem };
    const merchant = merchants.get(merchant_id.toLowerCase());
    return merchant === undefined ? { kind: 'not_found' } : { kind: 'set', merchant };
  });
  await recordCommands(
    services,
    client,
    { commands, outcomes },
    ({ kind }, { by, merchant_id, ...detail }) =>
      kind === 'set' ? { action: 'settings.changed', detail } : null,
  );
  return outcomes;
}

/** The newest merchants first. */
export async function listMerchants(services: Services, query: { limit: number }): Promise<StoredMerchant[]> {
  return listMerchantRows(services.pool, { limit: query.limit });
}

const WAITING_MAX = 100;

/**
 * What the office shows of merchants: those whose profile waits for staff, the longest first, and a page of all, the
 * newest first.
 * @param query `before`: the last id of the page before
 */
export async function listOfficeMerchants(
  services: Services,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ waiting: OfficeMerchant[]; merchants: OfficeMerchant[]; next: string | null }> {
  const cursor = before !== null && isUuid(before) ? before : null;
  const waiting = cursor === null ? await listWaitingMerchants(services.pool, { limit: WAITING_MAX }) : [];
  const rows = await pageMerchants(services.pool, { cursor, limit: limit + 1 });
  const merchants = rows.slice(0, limit);
  return { waiting, merchants, next: rows.length > limit ? (merchants.at(-1)?.id ?? null) : null };
}

/** One merchant; null when there is none. */
export async function findMerchant(
  services: Pick<Services, 'pool'>,
  id: string,
): Promise<StoredMerchant | null> {
  if (!isUuid(id)) return null;
  return (await findMerchants(services.pool, [{ id }]))[0] ?? null;
}
