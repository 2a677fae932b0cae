const PING_PATIENCE_MS = 2_000;
/** A balancer looks each second or less often; what is told it may be so old. */
const KNOWN_MS = 500;

/**
 * Whether the database answers. All who ask while a question is under way share it, and its answer is known for half a
 * second: anybody may ask without a key, and each question takes one of the few connections of the API.
 *
 * @param elapsedMs milliseconds that only grow, whatever happens to the wall clock
 */
export function shareLook(ping: () => Promise<unknown>, elapsedMs: () => number): () => Promise<boolean> {
  let look: Promise<boolean> | undefined;
  let answered_at_ms = Number.POSITIVE_INFINITY;
  return () => {
    if (look !== undefined && !(elapsedMs() - answered_at_ms >= KNOWN_MS)) return look;
    answered_at_ms = Number.POSITIVE_INFINITY;
    look = answers(ping).finally(() => {
      answered_at_ms = elapsedMs();
    });
    return look;
  };
}

async function answers(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_PATIENCE_MS);
  });
  const answer = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
