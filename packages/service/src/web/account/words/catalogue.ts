import type { Catalogue } from '../../frame/table.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { AccountWords } from './words.ts';

export const ACCOUNT_WORDS: Catalogue<AccountWords> = { fr, ar, en };
