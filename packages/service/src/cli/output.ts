/** Prints a command's answer: one line of JSON with `--json`, else lines for a person. */
export function answer(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Rows as aligned columns; the empty list as `nothing`. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): string[] {
  if (rows.length === 0) return [nothing];
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A moment for a person: UTC, to the second. */
export function moment(date: Date | null): string {
  return date === null ? '-' : `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
