import { codeOf } from '../store/connect/errors.ts';

/** The part of a pino logger that is used here. */
export type Log = {
  info: (fields: object, sentence: string) => void;
  warn: (fields: object, sentence: string) => void;
  error: (fields: object, sentence: string) => void;
};

/** What the log says of an error: its code and message. Its other members may hold rows of the database. */
export function failureOf(error: unknown): { code: string | null; message: string } {
  return { code: codeOf(error) ?? null, message: error instanceof Error ? error.message : String(error) };
}
