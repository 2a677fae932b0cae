import { isInformed, type MailNoticeKind, NOTICE_LASTS_MS } from '../../domain/mail/notice.ts';
import { troubleNews } from '../../domain/mail/trouble.ts';
import { DAY_MS, localDay, NDJAMENA_OFFSET_MS } from '../../domain/time.ts';
import {
  countReviews,
  findAudience,
  findToldTrouble,
  findTrouble,
  insertMailNotices,
  summariseDay,
} from '../../store/mail/notices.ts';
import { listTakenBack } from '../../store/payments/undone.ts';
import type { Database } from '../../store/statement.ts';
import type { Services } from '../services.ts';

/** Something that members of a merchant may want to read about. */
export type News = {
  merchant_id: string;
  kind: MailNoticeKind;
  /** What makes two pieces of news one: it is told once to each member. */
  about: string;
  detail: Record<string, unknown>;
};

/**
 * Puts news into the outbox for the members who want it. In the transaction that made it true, the mail goes out if and
 * only if it is.
 * @returns how many mails were added
 */
export async function tellMembers(
  services: Pick<Services, 'newId' | 'now'>,
  database: Database,
  news: readonly News[],
): Promise<number> {
  const asked = news.map(({ merchant_id, kind }) => ({ merchant_id, kind }));
  const now = services.now();
  const audience = (await findAudience(database, asked)).filter((one) => isInformed(one.kind, one, now));
  const rows = news.flatMap(({ merchant_id, kind, about, detail }) =>
    audience
      .filter((one) => one.merchant_id === merchant_id && one.kind === kind)
      .map(({ member_id }) => ({ id: services.newId(), merchant_id, member_id, kind, about, detail, now })),
  );
  return (await insertMailNotices(database, rows)).length;
}

const TAKEN_BACK_MAX = 1_000;
const REVIEWS_BACK_MS = 2 * 3_600_000;
const TROUBLE_BACK_MS = 7 * 86_400_000;
/** A day beyond the failures that are looked at: what was told of them. */
const TOLD_BACK_MS = TROUBLE_BACK_MS + DAY_MS;
const TROUBLE_MAX = 1_000;

/**
 * Looks for what nobody wrote into the outbox as it happened, since it happens where every microsecond counts: payments
 * under review, one mail an hour whatever their number, payments that the operator took back, and endpoints that fail, each once a day. Looking twice tells nothing twice.
 * @returns how many mails were added
 */
export async function noticeNews(services: Services): Promise<number> {
  const now_ms = services.now().getTime();
  const reviews = await countReviews(services.pool, { since: new Date(now_ms - REVIEWS_BACK_MS) });
  const trouble = await findTrouble(services.pool, {
    since: new Date(now_ms - TROUBLE_BACK_MS),
    limit: TROUBLE_MAX,
  });
  const told = await findToldTrouble(
    services.pool,
    trouble.map(({ merchant_id }) => ({ merchant_id, since: new Date(now_ms - TOLD_BACK_MS) })),
  );
  const taken_back = await listTakenBack(services.pool, {
    merchant_id: null,
    environment: 'live',
    since: new Date(now_ms - NOTICE_LASTS_MS),
    limit: TAKEN_BACK_MAX,
  });
  const news: News[] = [
    ...taken_back.map(
      ({ merchant_id, id, reference, amount_xaf, told_at }): News => ({
        merchant_id,
        kind: 'payment_reversed',
        about: `${id} ${told_at.toISOString()}`,
        detail: { payment_id: id, reference, amount_xaf },
      }),
    ),
    ...reviews.map(
      ({ merchant_id, hour, payments }): News => ({
        merchant_id,
        kind: 'review_opened',
        about: hour.toISOString(),
        detail: { payments },
      }),
    ),
    ...troubleNews(trouble, told, services.now()).map((one): News => ({ kind: 'endpoint_trouble', ...one })),
  ];
  return tellMembers(services, services.pool, news);
}

/** When the day before is told, on N'Djamena's clock: late payments of the evening have been read by then. */
const TOLD_FROM_HOUR = 6;

/**
 * Puts what was paid on the day before into the outbox, once, from six in the morning.
 * @returns how many mails were added
 */
export async function summariseYesterday(services: Services): Promise<number> {
  const local_ms = services.now().getTime() + NDJAMENA_OFFSET_MS;
  if (local_ms % DAY_MS < TOLD_FROM_HOUR * 3_600_000) return 0;
  const day = localDay(new Date(services.now().getTime() - DAY_MS));
  const rows = await summariseDay(services.pool, { day });
  const news = rows.map(
    ({ merchant_id, payments, amount_xaf }): News => ({
      merchant_id,
      kind: 'daily_summary',
      about: day,
      detail: { day, payments, amount_xaf },
    }),
  );
  return tellMembers(services, services.pool, news);
}
