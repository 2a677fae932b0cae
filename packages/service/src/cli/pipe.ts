import { text as readAll } from 'node:stream/consumers';

/**
 * The value of an option that is secret; `-` reads it from the pipe, so that it need not stay in the shell's history, nor in
 * the list of processes, which everybody with an account on the machine can read.
 */
export async function secretOf<Given extends string | undefined>(given: Given): Promise<Given | string> {
  return given === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;
}
