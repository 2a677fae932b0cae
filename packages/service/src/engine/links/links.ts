import { isUuid } from '../../domain/keys.ts';
import { completeTerms, type LinkTerms, type TermProblem, termProblems } from '../../domain/link/forms.ts';
import {
  CODE_BYTES,
  type LinkUse,
  linkCodeOf,
  type PaymentLink,
  SLUG_BYTES,
  slugOf,
} from '../../domain/link/link.ts';
import type { Caller } from '../../domain/session/commands.ts';
import {
  insertPaymentLinks,
  type LinkPaymentRow,
  loadLinks,
  selectLinkPages,
  selectLinkPayments,
  setLinksClosed,
  type UsedLinkRow,
} from '../../store/links.ts';
import { findMerchants } from '../../store/merchants.ts';
import type { Database } from '../../store/statement.ts';
import { type ListPage, NEWEST, pageOf } from '../page.ts';
import type { Services } from '../services.ts';

export type UsedLink = PaymentLink & { use: LinkUse };

export type CreateLink = Caller & {
  terms: LinkTerms;
  /** The account of whoever makes it; null: staff. */
  created_by: string | null;
};

export type CreateLinkOutcome =
  | { kind: 'created'; link: PaymentLink }
  | { kind: 'terms_unusable'; problems: TermProblem[] }
  /** Live links are for merchants whose profile is approved. */
  | { kind: 'kyc_required' }
  | { kind: 'merchant_not_found' };

/** What links are made with: chance that nobody foresees. */
export type LinkServices = Pick<Services, 'now' | 'newId'> & {
  pool: Database;
  randomBytes: (count: number) => Uint8Array;
};

/** Makes links. An outcome per command, in order. */
export async function createLinks(
  services: LinkServices,
  commands: readonly CreateLink[],
): Promise<CreateLinkOutcome[]> {
  const named = commands.map((command) => ({ ...command, id: services.newId() }));
  return (await createNamedLinks(services, named)).map((outcome) => {
    if (outcome.kind === 'id_taken') throw new Error('bug: a new id is taken');
    return outcome;
  });
}

/** The same with ids that somebody else may have named before: what has one already stays as it is. */
export async function createNamedLinks(
  services: LinkServices,
  commands: readonly (CreateLink & { id: string })[],
): Promise<(CreateLinkOutcome | { kind: 'id_taken' })[]> {
  const now = services.now();
  const asked = commands.filter(({ merchant_id }) => isUuid(merchant_id));
  const merchants = new Map(
    (
      await findMerchants(
        services.pool,
        asked.map(({ merchant_id }) => ({ id: merchant_id })),
      )
    ).map((row) => [row.id, row]),
  );
  const drafts = commands.map((command): CreateLinkOutcome => {
    const { id, merchant_id, environment, terms, created_by } = command;
    const merchant = merchants.get(merchant_id.toLowerCase());
    if (merchant === undefined) return { kind: 'merchant_not_found' };
    if (environment === 'live' && merchant.kyc_status !== 'APPROVED') return { kind: 'kyc_required' };
    const problems = termProblems(terms, now);
    if (problems.length > 0) return { kind: 'terms_unusable', problems };
    const link: PaymentLink = {
      ...completeTerms(terms),
      id,
      merchant_id: merchant.id,
      environment,
      slug: slugOf(services.randomBytes(SLUG_BYTES)),
      code: linkCodeOf(services.randomBytes(CODE_BYTES)),
      closed_at: null,
      created_by,
      created_at: now,
    };
    return { kind: 'created', link };
  });
  const written = await insertPaymentLinks(
    services.pool,
    drafts.flatMap((draft) => (draft.kind === 'created' ? [draft.link] : [])),
  );
  const ids = new Set(written.map(({ id }) => id));
  return drafts.map((draft) =>
    draft.kind === 'created' && !ids.has(draft.link.id) ? { kind: 'id_taken' } : draft,
  );
}

export type LinkAsked = Caller & { link_id: string };

/** Reads links of their merchants; null for one that is not there. */
export async function retrieveLinks(
  services: { pool: Database },
  asked: readonly LinkAsked[],
): Promise<(UsedLink | null)[]> {
  const rows = await loadLinks(
    services.pool,
    asked.filter(({ link_id }) => isUuid(link_id)),
  );
  const byName = new Map(rows.map((row) => [nameOf({ ...row, link_id: row.id }), withUse(row)]));
  return asked.map((one) => byName.get(nameOf(one)) ?? null);
}

const nameOf = ({ link_id, merchant_id, environment }: LinkAsked): string =>
  `${link_id.toLowerCase()}/${merchant_id}/${environment}`;

export function withUse<Row extends UsedLinkRow>(row: Row): Omit<Row, keyof LinkUse> & { use: LinkUse } {
  const { paid_count, paid_xaf, held_count, held_xaf, ...link } = row;
  return { ...link, use: { paid_count, paid_xaf, held_count, held_xaf } };
}

export type LinkQuery = Caller & { cursor: string | null; limit: number };

/** Pages of merchants' links, newest first. */
export async function listLinks(
  services: Pick<Services, 'pool'>,
  queries: readonly LinkQuery[],
): Promise<ListPage<UsedLink>[]> {
  const rows = await selectLinkPages(
    services.pool,
    queries.map((query, position) => askedOf(query, position)),
  );
  return queries.map(({ limit }, position) =>
    pageOf(
      rows.filter((row) => row.position === position).map(({ position: _, ...row }) => withUse(row)),
      limit,
    ),
  );
}

export type LinkPaymentsQuery = LinkQuery & {
  link_id: string;
  /** Those begun before are left out; null: none are. */
  since: Date | null;
};

/** Pages of the payments that came by links, newest first; of somebody else's link there are none. */
export async function listLinkPayments(
  services: Pick<Services, 'pool'>,
  queries: readonly LinkPaymentsQuery[],
): Promise<ListPage<LinkPaymentRow>[]> {
  const asked = queries
    .map((query, position) => ({
      ...askedOf(query, position),
      link_id: query.link_id,
      since: query.since,
    }))
    .filter(({ link_id }) => isUuid(link_id));
  const rows = await selectLinkPayments(services.pool, asked);
  return queries.map(({ limit }, position) =>
    pageOf(
      rows.filter((row) => row.position === position).map(({ position: _, ...row }) => row),
      limit,
    ),
  );
}

function askedOf({ merchant_id, environment, cursor, limit }: LinkQuery, position: number) {
  const before = cursor !== null && isUuid(cursor) ? cursor : NEWEST;
  return { position, merchant_id, environment, before, limit: limit + 1 };
}

export type SetLink = LinkAsked & { is_closed: boolean };

/** Closes links, or opens them again. Null for one that is not there; closed twice keeps the first time. */
export async function setLinks(
  services: Pick<Services, 'now'> & { pool: Database },
  commands: readonly SetLink[],
): Promise<(PaymentLink | null)[]> {
  const now = services.now();
  const input = commands
    .filter(({ link_id }) => isUuid(link_id))
    .map(({ is_closed, ...asked }) => ({ ...asked, closed_at: is_closed ? now : null }));
  const rows = await setLinksClosed(services.pool, input);
  const byName = new Map(rows.map((row) => [nameOf({ ...row, link_id: row.id }), row]));
  return commands.map((one) => byName.get(nameOf(one)) ?? null);
}
