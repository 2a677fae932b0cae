import { statement } from '../statement.ts';

/** When people last confirmed words, or said who the senders of a number are; null where nobody did between the two. */
export const findNewestListing = statement<{ since: Date; before: Date }, { at: Date | null }>(
  'find_newest_listing',
  `select max(at) as at from staff_actions
  where action in ('template.confirm', 'numbers.senders') and at > $since and at <= $before`,
);
