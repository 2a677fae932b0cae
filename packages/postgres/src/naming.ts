/** What the program that opens a server calls things, for the person who reads its sentences. */
export interface Naming {
  /** Role, database, application name and default folder: `chari`. */
  readonly name: string;
  /** The setting by which that person chooses the folder: `CHARI_DATA_DIR`. */
  readonly data_dir_setting: string;
  /** The one by which they choose a server of their own: `DATABASE_URL`; undefined where there is none. */
  readonly server_setting: string | undefined;
}

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
// What PostgreSQL keeps to itself, as a database or as a role.
const TAKEN = /^(?:template[01]|pg_.*|public|none)$/;

/** @throws TypeError when the name can't be a role, a database and a folder alike. */
export function refuseName(name: string): void {
  if (NAME.test(name) && !TAKEN.test(name)) return;
  throw new TypeError(
    `The name ${JSON.stringify(name)} can't be that of a role and a database: write lower-case letters, digits and _, a letter first, and none that PostgreSQL keeps to itself.`,
  );
}

/** `a`; `a, or b`; `a, b, or c`: the end of a sentence that says what to do. */
export function either(...ways: readonly string[]): string {
  const [last = '', ...others] = ways.toReversed();
  return others.length === 0 ? last : `${others.reverse().join(', ')}, or ${last}`;
}

/** The way out where a person can choose another server: `set DATABASE_URL`; else none. */
export function otherServer({ server_setting }: Naming, purpose = ''): string[] {
  return server_setting === undefined ? [] : [`set ${server_setting}${purpose}`];
}
