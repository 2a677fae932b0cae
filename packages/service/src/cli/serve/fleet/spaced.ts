/**
 * Makes calls rarer without losing the last one: the first goes through at once, those of the next
 * `interval_ms` become one call at its end.
 */
export function spaced(call: () => void, interval_ms: number): () => void {
  let resting = false;
  let wanted = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (!wanted) return;
      wanted = false;
      rest();
      call();
    }, interval_ms);
  };
  return () => {
    if (resting) {
      wanted = true;
      return;
    }
    rest();
    call();
  };
}
