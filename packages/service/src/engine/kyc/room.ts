import type { PoolClient } from 'pg';
import {
  DOCUMENT_TAKES_MIN,
  DOCUMENTS_LATELY_MAX,
  type KycDocument,
  type NoRoom,
} from '../../domain/kyc/document.ts';
import { SHORT_LIVED } from '../../domain/retention.ts';
import { DAY_MS, HOUR_MS, later } from '../../domain/time.ts';
import {
  countUndecidedDocuments,
  forgetIdleDocuments,
  forgetLooseDocuments,
  loadUndecidedSum,
} from '../../store/kyc/documents.ts';
import { notePapers } from '../../store/kyc/profiles.ts';
import { raiseAlerts } from '../alerts.ts';
import type { Services } from '../services.ts';

const LATELY_MS = 30 * DAY_MS;
/** Where there is no room, what was never handed in gives way once it has lain so long: whoever is refused comes again tomorrow. */
const GIVES_WAY_MS = DAY_MS;
/** The same of a merchant that goes on bringing some: nobody needs longer from the first paper to handing in. */
const HELD_MS = 3 * DAY_MS;
/** From then on its latest give way too where the rest is not enough, but for what it may be just about to hand in. */
const HANDED_IN_MS = HOUR_MS;
const MIB = 1024 * 1024;
/** From here on staff are told: they see who brings so much while honest merchants still find room. */
const TOLD_FROM = 0.75;

/** What room is left for documents that staff have not decided about. */
export type DocumentRoom = {
  /**
   * Takes room for a document.
   * @returns why there is none; null: it has its room
   */
  take: (document: Pick<KycDocument, 'merchant_id' | 'size_bytes'>) => NoRoom | null;
  /** Keeps since when merchants have brought some, and tells staff where it is nearly full, or was too small. */
  close: (brought: readonly string[]) => Promise<void>;
};

/**
 * The room of each merchant in thirty days, and of all together that were never approved: anybody opens as many merchants as it
 * has mail addresses, and the disk is the one on which payments are recorded. Nobody decides about what was never handed in, so it keeps
 * nobody out for longer than a day, or three where its merchant brings more, or the same anew.
 * @param coming the documents that may come
 */
export async function openRoom(
  services: Services,
  client: PoolClient,
  ids: readonly string[],
  coming: readonly Pick<KycDocument, 'merchant_id' | 'size_bytes'>[],
): Promise<DocumentRoom> {
  const since = later(services.now(), -LATELY_MS);
  const kept = await countUndecidedDocuments(client, { ids, since });
  const lately = new Map(kept.map(({ merchant_id, documents }) => [merchant_id, documents]));
  const [all] = await loadUndecidedSum(client, { ids, since, at_least: DOCUMENT_TAKES_MIN });
  const unknown = new Set(all?.never_approved ?? []);
  const limit_mib = services.policy.undecided_documents_mib;
  let bytes = all?.bytes ?? 0;
  const sizes = coming.filter(({ merchant_id }) => unknown.has(merchant_id)).map(roomOf);
  const needed = bytes + sizes.reduce((sum, one) => sum + one, 0) - limit_mib * MIB;
  if (sizes.length > 0 && needed > 0) {
    const idle_since = later(services.now(), -GIVES_WAY_MS);
    const held_since = later(services.now(), -HELD_MS);
    const young_since = later(services.now(), -HANDED_IN_MS);
    const asked = { but: ids, since, idle_since, held_since, young_since, needed };
    const [freed] = await forgetIdleDocuments(client, { ...asked, at_least: DOCUMENT_TAKES_MIN });
    bytes -= freed?.bytes ?? 0;
  }
  let is_told = false;
  return {
    take: (document) => {
      const { merchant_id } = document;
      const n = lately.get(merchant_id) ?? 0;
      if (n >= DOCUMENTS_LATELY_MAX) return 'too_many_lately';
      if (unknown.has(merchant_id)) {
        const takes = roomOf(document);
        is_told = is_told || bytes + takes > limit_mib * MIB * TOLD_FROM;
        if (bytes + takes > limit_mib * MIB) return 'too_many_in_all';
        bytes += takes;
      }
      lately.set(merchant_id, n + 1);
      return null;
    },
    close: async (brought) => {
      if (brought.length > 0) await notePapers(client, { merchant_ids: brought, now: services.now(), since });
      if (!is_told) return;
      const detail = { used_mib: Math.round((bytes / MIB) * 10) / 10, limit_mib };
      const about = {
        environment: 'live',
        subject: 'kyc_documents',
        notice_id: null,
        credit_id: null,
      } as const;
      await raiseAlerts(services, client, [{ kind: 'documents_full', ...about, detail }]);
    },
  };
}

const roomOf = ({ size_bytes }: Pick<KycDocument, 'size_bytes'>): number =>
  Math.max(size_bytes, DOCUMENT_TAKES_MIN);

/** Each has nine documents of 4 MiB at most. */
const FORGOTTEN_AT_ONCE = 20;

/**
 * Deletes identity papers that a merchant has uploaded and never handed in, once it has left its profile alone for long: nobody
 * looks at them, and nobody decides by them.
 * @returns how many went
 */
export async function forgetDrafts(services: Pick<Services, 'pool' | 'now'>): Promise<number> {
  const before = later(services.now(), -SHORT_LIVED.kyc_documents.kept_ms);
  const [row] = await forgetLooseDocuments(services.pool, { before, limit: FORGOTTEN_AT_ONCE });
  return row?.n ?? 0;
}
