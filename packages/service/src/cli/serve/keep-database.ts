import type { AfterFailure } from '../../engine/batch.ts';
import { startRounds } from '../../engine/rounds.ts';
import { isRetryable, leavesOutcomeOpen, wasUndone } from '../../store/connect/errors.ts';
import { ping } from '../../store/health.ts';
import type { OpenDatabase } from '../database.ts';

const LOOK_EVERY_MS = 500;

/**
 * Looks after the embedded server while we serve: when it no longer answers, it is started again, or joined
 * where another process was faster. Requests get 503 meanwhile. Another database is its owner's to look after.
 *
 * @param moved told the address after the server was brought back
 * @returns the same database; closing it ends the looking first
 */
export function keepDatabase(
  database: OpenDatabase,
  tell: (sentence: string) => void,
  moved: (url: string) => void,
): OpenDatabase {
  const { revive } = database;
  if (revive === null) return database;
  let reviving: Promise<void> = Promise.resolve();
  let away = false;
  let told = '';

  const bringBack = async (): Promise<void> => {
    if (!away) tell('The embedded PostgreSQL does not answer: it is brought back.');
    away = true;
    try {
      moved(await revive());
      away = false;
      told = '';
      tell('The embedded PostgreSQL runs.');
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      if (sentence !== told) tell(sentence);
      told = sentence;
    }
  };

  const looking = startRounds({
    backoff: { first_ms: LOOK_EVERY_MS, max_ms: LOOK_EVERY_MS, random: () => 1 },
    onFailure: (error) => tell(error instanceof Error ? error.message : String(error)),
    round: async () => {
      const answers = await ping(database.pool).then(
        () => true,
        () => false,
      );
      if (!answers && !looking.isStopping()) {
        reviving = bringBack();
        await reviving;
      }
      return LOOK_EVERY_MS;
    },
  });

  const close = async (): Promise<void> => {
    // Not waited for: a question to a server that is stuck has no end.
    void looking.stop();
    await reviving;
    await database.close();
  };
  return { ...database, close };
}

/**
 * What a batch of commands does after it failed. When the connection was lost the outcome of the commit is
 * unknown. A second run would give parts of a payment back twice, and answer "reference already used" to whoever was
 * first: so it is given up, the merchant gets 503 and asks again.
 */
export const afterFailedCommands: AfterFailure = (error) => {
  if (wasUndone(error)) return 'again';
  return leavesOutcomeOpen(error) ? 'give_up' : 'split';
};

/** For what may run twice without harm: reading, and settling, which takes each notice once. */
export const afterFailedRepeatable: AfterFailure = (error) => (isRetryable(error) ? 'again' : 'split');
