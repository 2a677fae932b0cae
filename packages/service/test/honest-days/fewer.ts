/** So many plays: each takes about a second. */
const TRIES = 60;

/**
 * Fewer of these lines of which it still holds that they go wrong: halves are left out, then quarters, then single lines. The last
 * line stays, since it is the look that found it.
 */
export async function fewer(
  lines: readonly string[],
  goesWrong: (lines: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let best = lines;
  let tries = 0;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let until = best.length - 1; until > 0 && tries < TRIES; until -= size) {
      const without = [...best.slice(0, Math.max(0, until - size)), ...best.slice(until)];
      tries += 1;
      if (await goesWrong(without)) best = without;
    }
  }
  return best;
}
