import { confirmWords, readSuspenseAgain, teachWords, wordingOf } from '../evidence/taught.ts';
import { LEFT_OUT, type Play } from './movements.ts';

/** `teach`: a person teaches the words that nobody knew, once a message has come in them. */
export const teach: Play = async ({ stage, word, sim, wording }) => {
  const [of] = [...stage.messages].find(([, { sms }]) => sms.text.startsWith(word)) ?? [];
  if (of === undefined || wording.is_taught) return LEFT_OUT;
  const { operator } = sim;
  await teachWords(stage, { template_id: templateOf(word), wording: wordingOf(word), of, operator });
  wording.is_taught = true;
  return 'taught';
};

/** `trust as Brahim`: he confirms them; they read money from the second person on. */
export const trust: Play = async ({ stage, word, wording }, words) => {
  if (!wording.is_taught) return LEFT_OUT;
  return (await confirmWords(stage, templateOf(word), words.slice(-1))).join(' ');
};

/** `replay`: a person has money in suspense read again. */
export const replay: Play = async ({ stage }) => (await readSuspenseAgain(stage)).join(', ');

const templateOf = (word: string): string => `taught-${word.toLowerCase()}`;
