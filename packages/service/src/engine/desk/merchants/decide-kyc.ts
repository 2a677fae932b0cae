import type { PoolClient } from 'pg';
import { isUuid } from '../../../domain/keys.ts';
import type { SentBackWords } from '../../../domain/kyc/document.ts';
import { type KycState, kycTransition } from '../../../domain/kyc/transitions.ts';
import type { Signature } from '../../../domain/review/second-person.ts';
import { samePerson } from '../../../domain/review/second-person.ts';
import {
  approveSubmissions,
  insertKycDecisions,
  type KycRow,
  type LookRow,
  listLooks,
  lockProfiles,
  updateProfiles,
} from '../../../store/kyc/profiles.ts';
import { tellMembers } from '../../mail/notices.ts';
import type { Services } from '../../services.ts';
import { signed } from '../signed.ts';

export type DecideKyc = Signature & {
  merchant_id: string;
  /** Of the submission that was looked at. */
  version: number;
} & ({ verdict: 'approve' } | { verdict: 'send_back'; words: SentBackWords });

export type DecideKycOutcome =
  | { kind: 'approved' }
  | { kind: 'sent_back' }
  /** Somebody has decided, or the merchant has taken it back. */
  | { kind: 'not_waiting'; state: KycState; version: number }
  /** It was taken back and handed in again since. */
  | { kind: 'another_version'; version: number }
  /** Whoever approves has opened each document. */
  | { kind: 'not_looked_at'; document_ids: string[] }
  /** Whoever decides is or was in the merchant's own team. */
  | { kind: 'own_submission' }
  | { kind: 'not_found' };

/**
 * Decides what merchants have handed in, by its number: it is exactly what was looked at, or nothing is decided. One
 * person is enough, but nobody decides about what their own team handed in.
 * @returns an outcome per command, in order
 */
export function decideKyc(services: Services, commands: readonly DecideKyc[]): Promise<DecideKycOutcome[]> {
  const asked = commands.map((command) => ({ ...command, merchant_id: command.merchant_id.toLowerCase() }));
  const ids = [...new Set(asked.map(({ merchant_id }) => merchant_id))].filter(isUuid).toSorted();
  type Known = { profiles: Map<string, KycRow>; looks: LookRow[] };
  return signed<Known, DecideKycOutcome>(services, {
    lock: async (client, now) => ({
      profiles: new Map(
        (await lockProfiles(client, { merchant_ids: ids, since: now })).map((row) => [row.merchant_id, row]),
      ),
      looks: await listLooks(client, ids),
    }),
    decide: ({ client, known: { profiles, looks }, now, record }) => {
      const decided: DecideKyc[] = [];
      const outcomes = asked.map((command): DecideKycOutcome => {
        const { merchant_id, version, verdict } = command;
        const profile = profiles.get(merchant_id);
        if (profile === undefined) return { kind: 'not_found' };
        const state = kycTransition(profile.state, verdict);
        if (state === null) return { kind: 'not_waiting', state: profile.state, version: profile.version };
        if (profile.version !== version) return { kind: 'another_version', version: profile.version };
        const handed_in = looks.filter((one) => one.merchant_id === merchant_id);
        if (
          handed_in.some(({ team }) =>
            team.some((name) => name === command.account_id || samePerson(name, command.actor)),
          )
        )
          return { kind: 'own_submission' };
        const unseen = handed_in.filter(
          ({ seen_by }) => !seen_by.includes(command.account_id ?? command.actor),
        );
        if (verdict === 'approve' && unseen.length > 0)
          return { kind: 'not_looked_at', document_ids: unseen.map(({ document_id }) => document_id) };
        const words = verdict === 'send_back' ? command.words : {};
        record(command, { action: `kyc.${verdict}`, subject_id: merchant_id, detail: { version, words } });
        decided.push(command);
        profiles.set(merchant_id, { ...profile, state, updated_at: now });
        return { kind: verdict === 'approve' ? 'approved' : 'sent_back' };
      });
      return { outcomes, write: () => writeDecided(services, client, decided, profiles, now) };
    },
  });
}

/** Writes how each submission ended, then what its profile is now, then lets approved merchants collect in live. */
async function writeDecided(
  services: Services,
  client: PoolClient,
  decided: readonly DecideKyc[],
  profiles: ReadonlyMap<string, KycRow>,
  now: Date,
): Promise<void> {
  await insertKycDecisions(
    client,
    decided.map((one) => ({
      ...one,
      verdict: one.verdict === 'approve' ? 'APPROVED' : 'SENT_BACK',
      words: one.verdict === 'send_back' ? one.words : {},
      at: now,
    })),
  );
  await updateProfiles(
    client,
    decided.flatMap(({ merchant_id }) => profiles.get(merchant_id) ?? []),
  );
  await approveSubmissions(
    client,
    decided
      .filter(({ verdict }) => verdict === 'approve')
      .map(({ merchant_id, version }) => ({ merchant_id, version, approved_at: now })),
  );
  await tellMembers(
    services,
    client,
    decided.map(({ merchant_id, version, verdict }) => ({
      merchant_id,
      kind: 'kyc_decided',
      about: String(version),
      detail: { verdict },
    })),
  );
}
