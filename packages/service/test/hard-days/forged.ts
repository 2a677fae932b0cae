import type { Stage } from '../evidence/play.ts';

/** Whether a message about money that never moved names this sum and this balance. */
export const isForgedOf = ({ messages }: Stage, ...sums_xaf: number[]): boolean =>
  [...messages.values()].some(
    ({ sms: { place, text } }) =>
      place === undefined && sums_xaf.every((xaf) => new RegExp(`\\b${xaf}\\b`).test(text)),
  );

/** Whether such a message tells of this transaction with this sum. */
export const isForgedUnder = ({ messages }: Stage, id: string | null, sum_xaf: number): boolean =>
  [...messages.values()].some(
    ({ sms }) => sms.place === undefined && sms.id === id && new RegExp(`\\b${sum_xaf}\\b`).test(sms.text),
  );
