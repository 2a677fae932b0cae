/**
 * What a command says on stderr when it can't do its work: whole sentences for a person, no stack. Exit
 * code 1, or 2 when the command line itself was wrong.
 */
export class CommandFailure extends Error {
  readonly exit_code: 1 | 2;

  constructor(sentence: string, exit_code: 1 | 2 = 1) {
    super(sentence);
    this.name = 'CommandFailure';
    this.exit_code = exit_code;
  }
}
