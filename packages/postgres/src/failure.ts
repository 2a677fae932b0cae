/** Why the server can't be used; each comes with one sentence that says what to do. */
export type ClusterFailureReason =
  | 'unsupported_platform'
  | 'binaries_missing'
  | 'binaries_unusable'
  | 'no_account'
  | 'unreachable_folder'
  | 'not_owner'
  | 'disk_full'
  | 'read_only'
  | 'other_major_version'
  | 'password_lost'
  | 'busy'
  | 'did_not_start';

/**
 * A failure whose message is one sentence for the person at the terminal: what is wrong and what to do.
 * It never holds a password. The technical error, where there is one, is the cause.
 */
export class ClusterFailure extends Error {
  readonly reason: ClusterFailureReason;

  constructor(reason: ClusterFailureReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'ClusterFailure';
    this.reason = reason;
  }
}
