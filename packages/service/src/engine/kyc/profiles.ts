import type { PoolClient } from 'pg';
import type { MemberActionName } from '../../domain/account/actions.ts';
import type { Account } from '../../domain/account/person.ts';
import { isUuid } from '../../domain/keys.ts';
import { type DocumentKind, missingDocuments } from '../../domain/kyc/document.ts';
import { type FieldProblems, type KycField, missingFields, readProfile } from '../../domain/kyc/profile.ts';
import { type KycState, kycTransition } from '../../domain/kyc/transitions.ts';
import { DAY_MS } from '../../domain/time.ts';
import { insertMemberActions, type MemberAction } from '../../store/accounts/actions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import { listDocuments } from '../../store/kyc/documents.ts';
import {
  insertKycDecisions,
  insertSubmissions,
  type KycRow,
  lockProfiles,
  openProfiles,
  type StoredKycDecision,
  updateProfiles,
} from '../../store/kyc/profiles.ts';
import type { Services } from '../services.ts';

/** Whose profile it is, and who of its people does it. */
export type ByMember = { merchant_id: string; by: Pick<Account, 'id' | 'email'> };

/** What members did, for the merchant's own record of it. */
export function doneBy(
  services: Pick<Services, 'newId'>,
  now: Date,
  action: MemberActionName,
  done: readonly (ByMember & { subject_id?: string; detail?: Record<string, unknown> })[],
): MemberAction[] {
  return done.map(({ merchant_id, by, subject_id = null, detail = {} }) => ({
    id: services.newId(),
    merchant_id,
    account_id: by.id,
    action,
    subject_id,
    detail,
    at: now,
  }));
}

type Known = KycRow & { submitted_lately: number };

/** Each is read by a person. */
const SUBMISSIONS_A_DAY_MAX = 10;

/** Locks the profiles of merchants, opening those that are missing; by merchant. Those of nobody are missing. */
export async function lockOwn(
  client: PoolClient,
  commands: readonly { merchant_id: string }[],
  now: Date,
): Promise<Map<string, Known>> {
  const ids = [...new Set(commands.map(({ merchant_id }) => merchant_id))].filter(isUuid).toSorted();
  await openProfiles(
    client,
    ids.map((merchant_id) => ({ merchant_id, updated_at: now })),
  );
  const rows = await lockProfiles(client, { merchant_ids: ids, since: new Date(now.getTime() - DAY_MS) });
  return new Map(rows.map((row) => [row.merchant_id, row]));
}

export type SaveProfile = ByMember & { typed: Readonly<Record<string, string>> };

export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'invalid'; wrong: FieldProblems }
  /** Staff look at it: it can be taken back first. */
  | { kind: 'locked' }
  | { kind: 'not_found' };

/**
 * Keeps what merchants have written so far. Once approved, a change begins a new draft, and the approval stands.
 * @returns an outcome per command, in order
 */
export async function saveProfiles(
  services: Services,
  commands: readonly SaveProfile[],
): Promise<SaveOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const known = await lockOwn(client, commands, now);
    const changed = new Map<string, Known & ByMember>();
    const outcomes = commands.map(({ merchant_id, by, typed }): SaveOutcome => {
      const before = changed.get(merchant_id) ?? known.get(merchant_id);
      if (before === undefined) return { kind: 'not_found' };
      const state = kycTransition(before.state, 'edit');
      if (state === null) return { kind: 'locked' };
      const read = readProfile(typed);
      if (!read.ok) return { kind: 'invalid', wrong: read.wrong };
      const fields = read.profile;
      const same = JSON.stringify(fields) === JSON.stringify(inOrder(before.fields));
      if (!same) changed.set(merchant_id, { ...before, by, state, fields, updated_at: now });
      return { kind: 'saved' };
    });
    const rows = [...changed.values()];
    await updateProfiles(client, rows);
    await insertMemberActions(client, doneBy(services, now, 'kyc.saved', rows));
    return outcomes;
  });
}

/** Fields in the order of the form, as `readProfile` gives them. */
function inOrder(fields: KycRow['fields']): KycRow['fields'] {
  const read = readProfile(fields);
  return read.ok ? read.profile : fields;
}

export type SubmitOutcome =
  | { kind: 'submitted'; version: number }
  | { kind: 'incomplete'; fields: KycField[]; documents: DocumentKind[] }
  | { kind: 'too_often' }
  | { kind: 'not_possible'; state: KycState }
  | { kind: 'not_found' };

/** Hands profiles in, as they are at this moment, with their documents; an outcome per command, in order. */
export async function submitProfiles(
  services: Services,
  commands: readonly ByMember[],
): Promise<SubmitOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const known = await lockOwn(client, commands, now);
    const documents = await listDocuments(client, [...known.keys()]);
    const submitted = new Map<string, Known & ByMember>();
    const outcomes = commands.map(({ merchant_id, by }): SubmitOutcome => {
      const before = submitted.get(merchant_id) ?? known.get(merchant_id);
      if (before === undefined) return { kind: 'not_found' };
      const state = kycTransition(before.state, 'submit');
      if (state === null) return { kind: 'not_possible', state: before.state };
      const fields = missingFields(before.fields);
      const own = documents.filter((one) => one.merchant_id === merchant_id && !one.is_removed);
      const kinds = missingDocuments(own);
      if (fields.length + kinds.length > 0) return { kind: 'incomplete', fields, documents: kinds };
      if (before.submitted_lately >= SUBMISSIONS_A_DAY_MAX) return { kind: 'too_often' };
      const version = before.version + 1;
      submitted.set(merchant_id, { ...before, by, state, version, updated_at: now });
      return { kind: 'submitted', version };
    });
    const rows = [...submitted.values()];
    await insertSubmissions(
      client,
      rows.map(({ merchant_id, version, by }) => ({
        merchant_id,
        version,
        submitted_by: by.email,
        submitted_at: now,
      })),
    );
    await updateProfiles(client, rows);
    const done = rows.map((row) => ({ ...row, detail: { version: row.version } }));
    await insertMemberActions(client, doneBy(services, now, 'kyc.submitted', done));
    return outcomes;
  });
}

export type WithdrawKycOutcome =
  | { kind: 'withdrawn' }
  | { kind: 'not_possible'; state: KycState }
  | { kind: 'not_found' };

/** Takes back what nobody has decided yet, so that it can be changed; an outcome per command, in order. */
export async function withdrawSubmissions(
  services: Services,
  commands: readonly ByMember[],
): Promise<WithdrawKycOutcome[]> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const known = await lockOwn(client, commands, now);
    const withdrawn = new Map<string, Known & ByMember>();
    const outcomes = commands.map(({ merchant_id, by }): WithdrawKycOutcome => {
      const before = withdrawn.get(merchant_id) ?? known.get(merchant_id);
      if (before === undefined) return { kind: 'not_found' };
      const state = kycTransition(before.state, 'withdraw');
      if (state === null) return { kind: 'not_possible', state: before.state };
      withdrawn.set(merchant_id, { ...before, by, state, updated_at: now });
      return { kind: 'withdrawn' };
    });
    const rows = [...withdrawn.values()];
    await insertKycDecisions(
      client,
      rows.map(
        ({ merchant_id, version, by }): StoredKycDecision => ({
          merchant_id,
          version,
          actor: by.email,
          verdict: 'WITHDRAWN',
          words: {},
          at: now,
        }),
      ),
    );
    await updateProfiles(client, rows);
    const done = rows.map((row) => ({ ...row, detail: { version: row.version } }));
    await insertMemberActions(client, doneBy(services, now, 'kyc.withdrawn', done));
    return outcomes;
  });
}
