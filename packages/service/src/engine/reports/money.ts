import { sumSuspenseByAge, sumVolume } from '../../store/reports/transfers.ts';
import type { Services } from '../services.ts';

/** What is nobody's yet in live, by how long it has been: the youngest first. */
export const suspenseByAge = ({ pool, now }: Pick<Services, 'pool' | 'now'>) => sumSuspenseByAge(pool, now());

/** What merchants collected in live by operator, from one day to another, both included: the largest first. */
export const volumeOf = ({ pool }: Pick<Services, 'pool'>, { from, to }: { from: string; to: string }) =>
  sumVolume(pool, from, to);
