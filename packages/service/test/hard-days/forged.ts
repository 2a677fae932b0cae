import type { Stage } from '../evidence/play.ts';

/** Whether a message about money that never moved names this sum and this balance. */
export const isForgedOf = ({ messages }: Stage, ...sums_xaf: number[]): boolean =>
  [...messages.values()].some(
    ({ sms: { place, text } }) =>
      place === undefined && sums_xaf.every((xaf) => new RegExp(`\\b${xaf}\\b`).test(text)),
  );
