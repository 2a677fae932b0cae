import type { PoolClient } from 'pg';
import { phoneOfPayer } from '../../../domain/credit.ts';
import type { Decision } from '../../../domain/matching/case.ts';
import type { Reading } from '../../../sms/reading.ts';
import type { Template } from '../../../sms/templates/template.ts';
import { lockBooks } from '../../../store/book/book-state.ts';
import { atomically } from '../../../store/connect/atomically.ts';
import { claimIdentities } from '../../../store/credits/identities.ts';
import { insertReadings } from '../../../store/notices/readings.ts';
import { keepToldFacts, pageUnreadMoney, type UnreadMoney } from '../../../store/suspense/unread.ts';
import { claimCredits, identityRow, statedRow } from '../../book/claim-credits.ts';
import { type Claimed, watchNotices } from '../../book/findings.ts';
import type { ReadNotice } from '../../book/read.ts';
import { type MoneyReadAgain, moneyReadAgain, standingKeys } from '../../book/read-again.ts';
import { readingRow } from '../../book/reading-row.ts';
import { secondCredits } from '../../book/two-steps-one-id.ts';
import { decideCredits } from '../../credits/decide.ts';
import { openIncidents } from '../../feeds.ts';
import type { Decided } from '../../outcome/outcome.ts';
import type { Services } from '../../services.ts';
import { rowsOfSteps } from '../../statements/row-notice.ts';
import { loadTemplates } from '../../templates/read.ts';

/** Money that is read by now, and what the engine would decide of it if it came today. */
export type NowRead = {
  credit_id: string;
  amount_xaf: number;
  decision: Decision;
  /** Whom the engine would pay is named by the money: by his whole number, or by his ticket in the motif, where that is in no doubt. */
  is_named: boolean;
};

type UnreadPage = {
  read: NowRead[];
  /** Where the next page begins; null when there is no more. */
  last: string | null;
};

/**
 * Reads money in suspense again that came in words which nobody knew, or whose wording people stand by no longer, by the wordings that
 * two people have confirmed since. Of what one of them takes, as the very step that the book has, the payer and the transaction id are kept: from then on it is
 * known by them, and a reversal or a second message finds it. Nothing moves; what is decided is for the caller to do.
 * @param after the `last` of the page before
 */
export async function readUnread(
  services: Services,
  { after, limit }: { after: string; limit: number },
): Promise<UnreadPage> {
  const now = services.now();
  return atomically(services.pool, async (client) => {
    const templates = await loadTemplates(services, client);
    const page = await pageUnreadMoney(client, { after, limit, standing: standingKeys(templates) });
    const rows = await rowsOfSteps(
      client,
      page.map(({ credit_id }) => credit_id),
    );
    const reads = page.flatMap((money) => readOtherwise(money, templates, rows.get(money.credit_id)) ?? []);
    const last = page.length < limit ? null : (page.at(-1)?.credit_id ?? null);
    return { read: await decideAgain(services, client, reads, now), last };
  });
}

/** Null also where they name the same payer as the wording that people have taken back: of that the engine has decided. */
function readOtherwise(
  money: UnreadMoney,
  templates: readonly Template[],
  rows: readonly ReadNotice[] = [],
): MoneyReadAgain | null {
  const again = moneyReadAgain(money, templates, rows);
  return money.kind !== 'UNREAD' && again?.credit.payer === money.payer ? null : again;
}

/** Keeps what the words say, and asks what the engine would decide. The books are locked first, as in settling. */
async function decideAgain(
  services: Services,
  client: PoolClient,
  reads: readonly MoneyReadAgain[],
  now: Date,
): Promise<NowRead[]> {
  if (reads.length === 0) return [];
  const credits = reads.map(({ credit }) => credit);
  await lockBooks(client, [...new Set(credits.map((one) => one.collection_number_id))]);
  const named = credits.filter((one) => one.operator_transaction_id !== null);
  const stated = reads.flatMap(({ credit, reading }) => {
    const { stated_ids = [] } = reading as Reading;
    return credit.operator_transaction_id === null ? stated_ids.map((id) => statedRow(credit, id)) : [];
  });
  await claimIdentities(client, [...named.map(identityRow), ...stated]);
  const claimed = await claimCredits(client, reads);
  const { decided } = await decideCredits(services, client, claimed.fresh, now);
  await keepFacts(services, client, reads, claimed, now);
  return [...decided.values()].map((one) => ({
    ...{ credit_id: one.credit.id, amount_xaf: one.credit.amount_xaf, decision: one.decision },
    is_named: isNamed(one),
  }));
}

function isNamed({ decision, decision_case: { credit, claimants } }: Decided): boolean {
  const [name] = decision.claimants;
  const paid = claimants.find(({ id }) => id === name?.id);
  if (paid === undefined) return false;
  const payer = phoneOfPayer(credit.payer);
  const is_quoted = credit.tickets_in_doubt !== true && credit.tickets.includes(paid.ticket ?? '');
  return is_quoted || (payer !== null && payer === paid.customer_phone);
}

/** Keeps what the words say, once for each wording that says it otherwise; and tells staff where that id is another step's, or the operator has called it undone. */
async function keepFacts(
  services: Services,
  client: PoolClient,
  reads: readonly MoneyReadAgain[],
  claimed: Claimed,
  now: Date,
): Promise<void> {
  const kept = await keepToldFacts(
    client,
    reads.map(({ credit: { id: credit_id, operator_transaction_id, payer, motif, balance_xaf } }) => ({
      ...{ credit_id, operator_transaction_id, payer, motif, balance_xaf },
    })),
  );
  const news = new Set(kept.map(({ credit_id }) => credit_id));
  const read = reads.filter(({ credit }) => news.has(credit.id));
  const fresh = claimed.fresh.filter(({ id }) => news.has(id));
  const seconds = claimed.seconds.filter(({ credit }) => news.has(credit.id));
  await insertReadings(
    client,
    read.map((one) => readingRow(one, claimed.credit_ids)),
    now,
  );
  await openIncidents(services, client, secondCredits(seconds));
  await watchNotices(services, client, read, { ...claimed, fresh, seconds });
}
