import { DAY_MS, dayBegins, later, localDay } from '../../domain/time.ts';
import { type Collected, loadCollected } from '../../store/desk/waiting.ts';
import type { Services } from '../services.ts';
import { countQueue } from './queue.ts';

const DAYS = 7;

export type Day = {
  /** What live payments settled on each of the last days, the newest first, by operator. */
  collected: Collected[];
  waiting: Awaited<ReturnType<typeof countQueue>>;
};

/** What the live service has collected these days, and what waits. */
export async function showDay(services: Services): Promise<Day> {
  const now = services.now();
  const today = dayBegins(localDay(now)) ?? now;
  const [collected, waiting] = await Promise.all([
    loadCollected(services.pool, later(today, -(DAYS - 1) * DAY_MS)),
    countQueue(services, 'live'),
  ]);
  return { collected, waiting };
}
