/** A member of what may be an object, or undefined. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A text at the end of a path of members, or null; never empty. */
export function textIn(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce(member, value);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Airtel wants an id without hyphens: ours as 32 hex digits. */
export function airtelId(transaction_id: string): string {
  return transaction_id.replaceAll('-', '');
}

/** The UUID that `airtelId` wrote, or null when it is none of ours. */
export function fromAirtelId(id: string): string | null {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const cut = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return cut.join('-');
}
