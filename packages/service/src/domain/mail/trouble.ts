import type { Environment } from '../operator.ts';
import { localDay } from '../time.ts';

/** A webhook endpoint that fails, or was disabled for it. */
export type Trouble = {
  merchant_id: string;
  endpoint_id: string;
  url: string;
  environment: Environment;
  status: 'degraded' | 'disabled';
  failing_since: Date;
  disabled_at: Date | null;
};

/** What members of a merchant were told of failing endpoints in the last days. */
export type ToldTrouble = {
  merchant_id: string;
  environment: Environment;
  about: string;
  created_at: Date;
};

export type TroubleNews = {
  merchant_id: string;
  about: string;
  detail: { url?: string; environment: Environment; status: Trouble['status']; is_more?: true };
};

/** So many endpoints of an environment that begin to fail are told of one by one in a day; then one mail says that there are more. */
export const DEGRADED_TOLD_A_DAY = 3;

/**
 * What is to be told of endpoints in trouble. Whoever makes endpoints fail and recover by turns, on purpose or not, must neither
 * bury other mails nor use up what a mail server takes: each is told of once a day, and few of them one by one. That one is disabled
 * is always told: it takes five days.
 */
export function troubleNews(
  trouble: readonly Trouble[],
  told: readonly ToldTrouble[],
  now: Date,
): TroubleNews[] {
  const known = new Set(told.map(({ about }) => about));
  const today = localDay(now);
  const left = new Map<string, number>();
  const roomFor = (one: Pick<Trouble, 'merchant_id' | 'environment'>): number => {
    const room = left.get(nameOf(one)) ?? DEGRADED_TOLD_A_DAY;
    left.set(nameOf(one), room - 1);
    return room;
  };
  for (const one of told) if (localDay(one.created_at) === today) roomFor(one);
  const news = trouble.map((one): TroubleNews => {
    const { merchant_id, endpoint_id, url, environment, status, failing_since, disabled_at } = one;
    const about = `${endpoint_id} ${status} ${localDay(disabled_at ?? failing_since)}`;
    if (status === 'disabled' || known.has(about) || roomFor(one) > 0)
      return { merchant_id, about, detail: { url, environment, status } };
    return {
      merchant_id,
      about: `more ${environment} ${today}`,
      detail: { environment, status, is_more: true },
    };
  });
  return [...new Map(news.map((one) => [`${one.merchant_id} ${one.about}`, one])).values()];
}

const nameOf = ({ merchant_id, environment }: Pick<Trouble, 'merchant_id' | 'environment'>): string =>
  `${merchant_id} ${environment}`;
