import { ClusterFailure } from '@chari/postgres';

/** Why the database can't be used; each comes with one sentence that says what to do. */
export type DatabaseFailureReason =
  | 'bad_url'
  | 'unreachable'
  | 'not_ready'
  | 'wrong_password'
  | 'missing_database'
  | 'too_old'
  | 'refused'
  | 'migrations_newer'
  | 'migrations_changed'
  | 'migrations_misnamed'
  | 'migration_failed';

/**
 * A failure whose message is one sentence for the person at the terminal: what is wrong and what to do.
 * It never holds a password. The technical error, where there is one, is the cause.
 */
export class DatabaseFailure extends Error {
  readonly reason: DatabaseFailureReason;

  constructor(reason: DatabaseFailureReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'DatabaseFailure';
    this.reason = reason;
  }
}

/** Whether a sentence for the person at the terminal is there: ours, or the embedded server's. */
export function isDatabaseFailure(error: unknown): error is DatabaseFailure | ClusterFailure {
  return error instanceof DatabaseFailure || error instanceof ClusterFailure;
}
