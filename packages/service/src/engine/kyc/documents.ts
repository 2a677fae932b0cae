import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENTS_PER_KIND_MAX,
  type DocumentKind,
  documentName,
  type KycDocument,
  type NoRoom,
} from '../../domain/kyc/document.ts';
import { type SniffProblem, sniff } from '../../domain/kyc/sniff.ts';
import { kycTransition } from '../../domain/kyc/transitions.ts';
import { insertMemberActions } from '../../store/accounts/actions.ts';
import { atomically } from '../../store/connect/atomically.ts';
import {
  insertDocuments,
  listDocuments,
  type NewDocument,
  readSealedDocument,
} from '../../store/kyc/documents.ts';
import { updateProfiles } from '../../store/kyc/profiles.ts';
import { keyFor, openBytes, SEAL_NONCE_BYTES, sealBytes } from '../../store/secrets/seal.ts';
import type { Services } from '../services.ts';
import { type ByMember, doneBy, lockOwn } from './profiles.ts';
import { writeRemoved } from './remove-documents.ts';
import { openRoom } from './room.ts';

/** What documents need besides what every use case has. */
export type KycServices = Services & {
  /** 32 bytes, of which the key that seals documents is made. */
  secret_key: Uint8Array;
  /** So many random bytes fit for secrets. */
  randomBytes: (bytes: number) => Uint8Array;
};

export type AddDocument = ByMember & {
  kind: DocumentKind;
  /** As its sender calls it. */
  name: string;
  bytes: Uint8Array;
};

export type AddDocumentOutcome =
  | { kind: 'added'; document: KycDocument }
  | { kind: 'refused'; problem: SniffProblem | 'too_large' }
  | { kind: 'too_many' }
  /** Of this merchant, where removing some makes no room: what was handed in once is kept. Or of all that were never approved. */
  | { kind: NoRoom }
  | { kind: 'locked' }
  | { kind: 'not_found' };

/** One key, one use; one document, one row. */
const keyOf = ({ secret_key }: KycServices): Buffer => keyFor(secret_key, 'kyc-documents');
const purposeOf = ({ merchant_id, id }: { merchant_id: string; id: string }): string =>
  `kyc-document ${merchant_id} ${id}`;

/**
 * Takes documents into what merchants are writing, sealed. Sending the same file again adds nothing, but takes the place of one that does
 * not open.
 * @returns an outcome per command, in order
 */
export async function addDocuments(
  services: KycServices,
  commands: readonly AddDocument[],
): Promise<AddDocumentOutcome[]> {
  const now = services.now();
  const drafts = commands.map((command) => draftOf(services, command, now));
  return atomically(services.pool, async (client) => {
    const known = await lockOwn(client, commands, now);
    const documents: (KycDocument & { is_removed: boolean })[] = await listDocuments(client, [
      ...known.keys(),
    ]);
    const coming = drafts.filter((draft) => typeof draft !== 'string');
    const room = await openRoom(services, client, [...known.keys()], coming);
    const unreadable = await findUnreadable(services, client, documents, coming);
    const added: (NewDocument & ByMember)[] = [];
    const removed: (ByMember & { id: string })[] = [];
    const outcomes = drafts.map((draft, at): AddDocumentOutcome => {
      const { merchant_id, by, kind } = commands[at] as AddDocument;
      const profile = known.get(merchant_id);
      if (profile === undefined) return { kind: 'not_found' };
      const state = kycTransition(profile.state, 'edit');
      if (state === null) return { kind: 'locked' };
      if (typeof draft === 'string') return { kind: 'refused', problem: draft };
      const current = documents.filter(
        (one) => one.merchant_id === merchant_id && one.kind === kind && !one.is_removed,
      );
      const same = current.find((one) => one.sha256 === draft.sha256);
      const lost = same !== undefined && unreadable.has(same.id) ? same : null;
      if (same !== undefined && lost === null) return { kind: 'added', document: same };
      // Those that were handed in and replaced count no more, or nothing could be added to the fifth submission: staff have sent
      // each of them back.
      if (lost === null && current.length >= DOCUMENTS_PER_KIND_MAX) return { kind: 'too_many' };
      const none = room.take(draft);
      if (none !== null) return { kind: none };
      if (lost !== null) {
        lost.is_removed = true;
        removed.push({ merchant_id, by, id: lost.id });
      }
      const { sealed: _, uploaded_by: __, ...document } = draft;
      documents.push({ ...document, is_removed: false });
      added.push({ ...draft, by });
      known.set(merchant_id, { ...profile, state, updated_at: now });
      return { kind: 'added', document };
    });
    const ids = new Set(added.map(({ merchant_id }) => merchant_id));
    await updateProfiles(
      client,
      [...known.values()].filter(({ merchant_id }) => ids.has(merchant_id)),
    );
    await writeRemoved(services, client, removed, now);
    await writeAdded(services, client, added, now);
    await room.close([...ids]);
    return outcomes;
  });
}

/** Those of the documents that are there which hold the bytes of one that comes, and do not open. */
async function findUnreadable(
  services: KycServices,
  client: PoolClient,
  documents: readonly (KycDocument & { is_removed: boolean })[],
  coming: readonly NewDocument[],
): Promise<ReadonlySet<string>> {
  const sent = new Set(coming.map(({ merchant_id, sha256 }) => `${merchant_id} ${sha256}`));
  const same = documents.filter(
    ({ is_removed, merchant_id, sha256 }) => !is_removed && sent.has(`${merchant_id} ${sha256}`),
  );
  const rows = await readSealedDocument(
    client,
    same.map(({ merchant_id, id: document_id }) => ({ merchant_id, document_id })),
  );
  const sealed = new Map(rows.map((row) => [row.document_id, row.sealed]));
  return new Set(same.flatMap((one) => (opens(services, one, sealed.get(one.id)) ? [] : one.id)));
}

function opens(services: KycServices, document: KycDocument, sealed: Uint8Array | undefined): boolean {
  if (sealed === undefined) return false;
  try {
    openDocument(services, document, sealed);
    return true;
  } catch {
    return false;
  }
}

async function writeAdded(
  services: Services,
  client: PoolClient,
  added: readonly (NewDocument & ByMember)[],
  now: Date,
): Promise<void> {
  await insertDocuments(
    client,
    added.map(({ by: _, ...draft }) => draft),
  );
  const done = added.map((one) => ({
    ...one,
    subject_id: one.id,
    detail: { kind: one.kind, sha256: one.sha256 },
  }));
  await insertMemberActions(client, doneBy(services, now, 'kyc.document_added', done));
}

/** The row of a document, or what is wrong with its bytes. */
function draftOf(
  services: KycServices,
  { merchant_id, by, kind, name, bytes }: AddDocument,
  uploaded_at: Date,
): NewDocument | SniffProblem | 'too_large' {
  if (bytes.length > DOCUMENT_BYTES_MAX) return 'too_large';
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'refused') return sniffed.problem;
  const kept = bytes.subarray(0, sniffed.length);
  const id = services.newId();
  const nonce = services.randomBytes(SEAL_NONCE_BYTES);
  return {
    id,
    merchant_id,
    kind,
    name: documentName(name),
    media_type: sniffed.media_type,
    size_bytes: kept.length,
    sha256: hash('sha256', kept, 'hex'),
    sealed: sealBytes(keyOf(services), kept, purposeOf({ merchant_id, id }), nonce),
    uploaded_by: by.email,
    uploaded_at,
  };
}

/**
 * The bytes of a document, which are those that were uploaded or none.
 * @throws Error when the row was changed, moved, or sealed with another key
 */
export function openDocument(services: KycServices, document: KycDocument, sealed: Uint8Array): Buffer {
  const bytes = openBytes(keyOf(services), sealed, purposeOf(document));
  if (hash('sha256', bytes, 'hex') !== document.sha256) throw new Error('not the document that was uploaded');
  return bytes;
}
