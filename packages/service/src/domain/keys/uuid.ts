/** Whether a text is a UUID; what isn't can't be an id of ours, and PostgreSQL would refuse the cast. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
