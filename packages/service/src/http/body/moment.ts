/**
 * Whether a text in the form of `SentTimestamp` is a moment that JavaScript can hold. The schema's format has
 * judged the calendar day already; second 60 passes there and not here.
 */
export function isRealMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
